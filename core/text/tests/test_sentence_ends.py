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
        ("Nothing was too far. 5 of us went.", ["Nothing was too far.", " 5 of us went."]),
    ],
)
def test_a_date_is_whole(text: str, sentences: list[str]) -> None:
    ends = [0, *sentence_ends(text, 0, len(text))]
    assert [text[start:end] for start, end in pairwise(ends)] == sentences
