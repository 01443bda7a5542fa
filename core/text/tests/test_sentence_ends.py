"""Neither the full stop of a date or abbreviation ends a sentence, nor a mark in brackets behind which it goes on."""

from itertools import pairwise

import pytest

from core.text.sentence_ends import sentence_ends


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Built in Aug. 1911 by hand. It is sound.", ["Built in Aug. 1911 by hand.", " It is sound."]),
        ("Moved to 28 June (Sunday!) 17h. Good.", ["Moved to 28 June (Sunday!) 17h.", " Good."]),
        ("4.4. Henrik conducts. Good.", ["4.4. Henrik conducts.", " Good."]),
        ("It has 4.4. Henrik has 5.", ["It has 4.4.", " Henrik has 5."]),
        ("He came (so late!) and sang.", ["He came (so late!) and sang."]),
        ("Ring on Thurs. 5 pm. Good.", ["Ring on Thurs. 5 pm.", " Good."]),
        ("Ab Mo. 3 Uhr sind wir da. Gut.", ["Ab Mo. 3 Uhr sind wir da.", " Gut."]),
        ("Open on Sat. 8-10 am. Good.", ["Open on Sat. 8-10 am.", " Good."]),
        ("It is on Fri. 7 May. Good.", ["It is on Fri. 7 May.", " Good."]),
        ("The bath was shut on Sun. 6 boats left.", ["The bath was shut on Sun.", " 6 boats left."]),
        ("We sing on Sat. 90 chairs are hired.", ["We sing on Sat.", " 90 chairs are hired."]),
        ("Due Sept. 5. Then we see.", ["Due Sept. 5.", " Then we see."]),
        ("Am 10. April geht es los. Gut.", ["Am 10. April geht es los.", " Gut."]),
        ("It rained in Aug. The roof held.", ["It rained in Aug.", " The roof held."]),
        ("It is Sr. Olivera's. He said so.", ["It is Sr. Olivera's.", " He said so."]),
        ("Ask Bo (ext. 4417). He knows.", ["Ask Bo (ext. 4417).", " He knows."]),
        ("It costs 30 (incl. VAT). Paid.", ["It costs 30 (incl. VAT).", " Paid."]),
        ("Built (est. 1931) by Bo. It sank.", ["Built (est. 1931) by Bo.", " It sank."]),
        ("Both (old. The pump fails.) stay.", ["Both (old.", " The pump fails.) stay."]),
        ("Ring tel. 0170 555. It is his.", ["Ring tel. 0170 555.", " It is his."]),
        ("Gleis Nr. 2 ist zu. Gut.", ["Gleis Nr. 2 ist zu.", " Gut."]),
        ("Laut Kundennr. 7 ja. Gut.", ["Laut Kundennr. 7 ja.", " Gut."]),
        ("Es kostet 3 Mio. € im Jahr. Gut.", ["Es kostet 3 Mio. € im Jahr.", " Gut."]),
        ("Es kostet 3,5 Mrd. Euro. Gut.", ["Es kostet 3,5 Mrd. Euro.", " Gut."]),
        ("Er baut 2,3 Mio. Ziegel im Jahr. Gut.", ["Er baut 2,3 Mio. Ziegel im Jahr.", " Gut."]),
        ("Es sind 3 Mio. Das ist viel.", ["Es sind 3 Mio.", " Das ist viel."]),
        ("Siehe Abb. 3 und Kap. 12. Gut.", ["Siehe Abb. 3 und Kap. 12.", " Gut."]),
        ("Selon l'art. 7 du bail. Bon.", ["Selon l'art. 7 du bail.", " Bon."]),
        ("La pieza núm. 5 falta. Bien.", ["La pieza núm. 5 falta.", " Bien."]),
        ("Ask for Vol. 3 there. Good.", ["Ask for Vol. 3 there.", " Good."]),
        ("He came (so they say). It rained.", ["He came (so they say).", " It rained."]),
        ("Nothing was too far. 5 of us went.", ["Nothing was too far.", " 5 of us went."]),
        (
            "It hung (not yet synced!) which broke all. It ran.",
            ["It hung (not yet synced!) which broke all.", " It ran."],
        ),
        (
            "He cried “Stop!” and left. Why? it rained.",
            ["He cried “Stop!” and left.", " Why?", " it rained."],
        ),
        ("(Is it so?) Yes.", ["(Is it so?)", " Yes."]),
    ],
)
def test_a_date_and_an_abbreviation_are_whole(text: str, sentences: list[str]) -> None:
    ends = [0, *sentence_ends(text, 0, len(text))]
    assert [text[start:end] for start, end in pairwise(ends)] == sentences
