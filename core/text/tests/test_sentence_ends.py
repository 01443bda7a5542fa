"""A date's full stop ends no sentence."""

from itertools import pairwise

import pytest

from core.text.sentence_ends import sentence_ends


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Built in Aug. 1911 by hand. It is sound.", ["Built in Aug. 1911 by hand.", " It is sound."]),
        ("Due Sept. 5. Then we see.", ["Due Sept. 5.", " Then we see."]),
        ("Am 10. April geht es los. Gut.", ["Am 10. April geht es los.", " Gut."]),
        ("It rained in Aug. The roof held.", ["It rained in Aug.", " The roof held."]),
        ("It is Sr. Olivera's. He said so.", ["It is Sr. Olivera's.", " He said so."]),
        ("Ask Bo (ext. 4417). He knows.", ["Ask Bo (ext. 4417).", " He knows."]),
        ("It costs 30 (incl. VAT). Paid.", ["It costs 30 (incl. VAT).", " Paid."]),
        ("Built (est. 1931) by Bo. It sank.", ["Built (est. 1931) by Bo.", " It sank."]),
        ("Both (old. The pump fails.) stay.", ["Both (old.", " The pump fails.) stay."]),
        ("Ring tel. 0170 555. It is his.", ["Ring tel. 0170 555.", " It is his."]),
        ("He came (so they say). It rained.", ["He came (so they say).", " It rained."]),
        ("Nothing was too far. 5 of us went.", ["Nothing was too far.", " 5 of us went."]),
    ],
)
def test_a_date_and_an_abbreviation_are_whole(text: str, sentences: list[str]) -> None:
    ends = [0, *sentence_ends(text, 0, len(text))]
    assert [text[start:end] for start, end in pairwise(ends)] == sentences
