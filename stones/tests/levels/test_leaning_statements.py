"""Statements that say nothing without the sentence before them are told behind it or not at all."""

import pytest

from stones.levels import write_extract
from stones.levels.document_parser import read_document
from stones.levels.extract.extract_units import read_units
from stones.tests.levels.chat_doubles import count_tokens

FILLER = """The north gate was painted in May by the two new people. Hall 2 has 14 lamps now.

The clerk counts the badges on Monday. A bus stops at the gate each hour, on Sunday every two hours.

Visitors may park behind the hall. The garden needs water twice a week, and the hedge is cut in June."""


def _paragraphs(text: str) -> tuple[str, ...]:
    return write_extract(f"# Yard\n\n{FILLER}\n\n{text}\n", count_tokens=count_tokens, count=4).texts[:2]


@pytest.mark.parametrize(
    "leaning",
    [
        "Put off again, because the crane may come in 2031 after all.",
        "Seen only on the 14 pumps from 2019.",
        "Goes into the plan of 2031, not of 2030.",
        "No answer yet.",
        "Not reproduced on the 14 old pumps.",
        "Nur bei Pumpen von 2019 und nur nachts.",
        "Their contract ended on 14 May 2030.",
        "Die restlichen 7 stehen seit dem 3. Mai still.",
        "The remaining 14 failed on 3 May.",
        "After that only Ines has the 14 keys.",
        "Danach hat nur Ines die 14 Schlüssel.",
        "The two were painted on 14 May.",
        "Neither was painted before 14 May.",
        "Please use that pump as little as possible until 14 May.",
        "We may not: the lease of 2031 forbids it.",
        "The maker and the tests of May 2031 say no.",
        "31 of those were painted in 2030.",
        "Olga hates it but pays until May 2031.",
        "(Mind that the maker said so himself in 2030.)",
    ],
)
def test_it_stands_behind_the_sentence_before(leaning: str) -> None:
    before = (
        "The board spoke of the pumps in the long meeting which took place in the old library by the river."
    )
    for level in _paragraphs(f"{before} {leaning}"):
        assert (leaning in level) <= (f"{before} {leaning}" in level)


@pytest.mark.parametrize(
    ("said", "denial"),
    [
        ("Al principio pensamos que fue la bomba nueva de la nave 3.", "No lo era."),
        ("Wir hielten die Pumpe 14 in Halle 3 für den Grund.", "Das war sie aber nicht."),
        ("Nous avons cru à une panne de la pompe 14.", "Ce n'était pas ça."),
        ("The test found 2 faults in pumps 14 and 15.", "Both also fail in the old yard without our change."),
        ("At first we blamed the 14 new valves of hall 3.", "The cause is the old meter."),
        ("Zuerst hatten wir Ventile aus Stahl geplant, 14 Stück.", "Das haben wir aufgegeben."),
        ("First we tried a filter with 14 layers.", "Sand came through on day 3."),
    ],
)
def test_what_is_denied_or_was_so_at_first_is_not_told_alone(said: str, denial: str) -> None:
    for level in write_extract(
        f"# Yard\n\n{FILLER}\n\n{said} {denial}\n", count_tokens=count_tokens, count=4
    ).texts[:3]:
        assert (said in level) <= (f"{said} {denial}" in level)


@pytest.mark.parametrize(
    "alone",
    [
        "Set the valve of hall 3 to 14 before the crane comes.",
        "Only when the crane is gone, the 14 valves may be opened.",
        "First, we count the 14 valves of the hall.",
    ],
)
def test_what_names_its_matter_stands_alone(alone: str) -> None:
    assert alone in _paragraphs(f"The board met in the library. {alone}")[1]


def test_what_names_its_subject_is_told_alone() -> None:
    said = "Neither old pump was painted before 14 May."
    assert said in _paragraphs(f"The board of the yard met on Monday. {said}")[1]


def test_a_ban_that_compares_two_things_stands_alone() -> None:
    ban = "Do not close the lock before Monday — a dry pump is worse than a wet one."
    before = "The pump in the third chamber drips on its old side since May, and Olga has put a bucket under it that"
    text = f"# Lock\n\n{FILLER}\n\n{before} holds nine litres and is emptied by the night watch each hour. {ban}\n"
    assert ban in write_extract(text, count_tokens=count_tokens, count=4).texts[0]


@pytest.mark.parametrize(
    ("text", "leans"), [("31 had no lid.", True), ("31 barrels had no lid.", False), ("2024 was dry.", False)]
)
def test_a_number_without_its_things_leans(text: str, leans: bool) -> None:
    units = read_units(
        read_document(f"# Yard\n\nOlga counted the 214 barrels in May. {text}\n"), count_tokens
    )
    assert [unit.before is not None for unit in units if unit.text == text] == [leans]


def _told(text: str, said: str) -> list[bool]:
    units = read_units(read_document(text), count_tokens)
    return [unit.is_prose and unit.before is None for unit in units if said in unit.text]


@pytest.mark.parametrize(
    "said",
    [
        "Where it hurts: the lamp of hall 3 fails in the rain.",
        "What it costs: 14 euros a month for each lamp.",
        "We slept on it, and our wish is to keep the 14 lamps.",
        "Choose until Friday: either a) new lamps or b) candles.",
    ],
)
def test_a_label_an_idiom_and_named_choices_point_to_nothing(said: str) -> None:
    assert _told(f"# Yard\n\n{FILLER}\n\n{said}\n", said) == [True]


@pytest.mark.parametrize(
    "said",
    [
        "Where it hurts: it fails in the rain.",
        "We looked at it again, and it is gone.",
        "An open (bracket of two words",
    ],
)
def test_a_pronoun_without_its_noun_and_an_open_bracket_do(said: str) -> None:
    assert _told(f"# Yard\n\n{FILLER}\n\n{said}\n", said) == [False]


def test_what_forbids_by_leaving_alone_or_as_an_answer_is_told() -> None:
    said = "Please leave this lamp alone until the 14th."
    assert _told(f"# Yard\n\n{said}\n", said) == [True]
    lines = [
        "Ida: the lamp of hall 3 fails each night",
        "Tom: is that the old one?",
        "Ida: yes, from the year 2019",
    ]
    talk = "\n\n".join([*lines, *lines, *lines, "Tom: and please don't open the lamp by hand before Monday"])
    assert _told(talk, "open the lamp") == [True]


def test_an_address_in_brackets_is_no_remark() -> None:
    units = read_units(
        read_document("# Yard\n\n- Paint the old gate. (https://example.org/gate)\n"), count_tokens
    )
    assert "Paint the old gate." in [unit.text for unit in units]
