"""No level ends before the sentence that turns what it tells, nor tells a heading or a point without the other."""

import pytest

from stones.levels import write_extract
from stones.levels.document_parser import read_document
from stones.levels.extract.deep_extract import write_deep
from stones.levels.extract.extract_units import read_units
from stones.tests.levels.chat_doubles import count_tokens

FILLER = "\n\n".join(f"The weather of day {n} was much like that of the day before." for n in range(40))


def _levels(text: str) -> tuple[str, ...]:
    return write_extract(text, count_tokens=count_tokens, count=4).texts


@pytest.mark.parametrize(
    ("said", "turn"),
    [
        ("The new boiler is quiet, cheap and I'd like it in the school.", "It can't be bought as it is."),
        ("The bridge carries lorries of 12 tonnes.", "However, the railing is loose on both sides."),
        ("The report on the well is written and printed.", "It has not been approved yet."),
        (
            "Der Kessel ist leise und günstig für die Schule.",
            "Er kostet nichts. Leider passt er nicht durch die Tür.",
        ),
    ],
)
def test_a_sentence_stands_with_the_next_one_that_turns_it(said: str, turn: str) -> None:
    last = turn.rpartition(". ")[2]
    for level in _levels(f"# Works\n\n{said} {turn} The clerk keeps a copy.\n\n{FILLER}"):
        assert (said in level) <= (last in level or "Er kostet nichts" in turn)
        assert ("Er kostet nichts." in level) <= (last in level)


def test_a_paragraph_stands_with_the_next_one_that_turns_it() -> None:
    text = f"# Works\n\nThe bridge must be opened on Monday.\n\nHowever, the railing must be mended first.\n\n{FILLER}"
    for level in _levels(text):
        assert ("on Monday" in level) <= ("However, the railing" in level)


def test_a_lead_in_without_a_colon_stands_over_its_points() -> None:
    points = "Optional, a matter of taste; ignore at will\n\n- Rename the long button to Save."
    text = f"# Review\n\nThe page works.\n\n{points}\n\n{FILLER}"
    _, detail, deep = _levels(text)
    assert "- Optional, a matter of taste; ignore at will:\n- Rename" in deep
    assert "ignore at will." not in detail
    assert "Rename" not in detail or "ignore at will: Rename" in detail


def test_what_nobody_wants_is_told_as_such() -> None:
    top = "# Reports\n\nSend reports to Ida.\n\n"
    text = f"{top}What we do not want\n\n- Screenshots of the terminal in a document\n\n{FILLER}"
    for level in _levels(text):
        assert ("Screenshots" in level) <= ("What we do not want" in level)
    assert "Screenshots" in level


def test_days_alone_on_their_lines_are_headings() -> None:
    first, second = "3 March\nWe met.\nThe roof leaks in two places.", "12 May\nWe met.\nThe roof is dry."
    minutes = f"Minutes of the club\n\n{first}\n\n{second}\n"
    parts = read_document(minutes).parts
    assert [part.section for part in parts if part.plain.endswith(("places.", "dry."))] == [
        "3 March",
        "12 May",
    ]


PROHIBITIONS = (
    "Never feed the swans at the north pier.",
    "No fires on the grass.",
    "Don't moor at the buoys.",
    "The crane is not to be used.",
)


def test_listed_prohibitions_come_first() -> None:
    rules = "\n".join(f"- {each}" for each in PROHIBITIONS)
    steps = "\n".join(f"- Check pier {n} before 2026-05-{n:02} and report {n} cracks." for n in range(10, 28))
    _, detail, deep = _levels(f"# Harbour\n\n## Steps\n\n{steps}\n\n## 4. Prohibitions\n\n{rules}\n")
    for each in PROHIBITIONS:
        assert each in detail
        assert each in deep


def test_listed_prohibitions_that_do_not_fit_are_counted() -> None:
    pairs = zip(NOUNS, (f"{noun}house" for noun in NOUNS), strict=True)
    rules = "\n".join(f"- Never open the {noun} before the {other} is dry." for noun, other in pairs)
    text = f"# Harbour\n\n## What must not be done\n\n{rules}\n\n## Diary\n\n{FILLER}"
    document = read_document(text)
    deep = write_deep(
        document.title, read_units(document, count_tokens), most_tokens=80, count_tokens=count_tokens
    )
    listed = sum(f"the {noun} before" in deep for noun in NOUNS)
    assert 0 < listed < len(NOUNS)
    assert f"{NUMBERS[len(NOUNS) - listed]} prohibition" in deep
    detail = _levels(text)[1]
    listed = sum(f"the {noun} before" in detail for noun in NOUNS)
    assert f"(Left out: {NUMBERS[len(NOUNS) - listed]} prohibition" in detail


NOUNS = (
    "gate",
    "cabin",
    "locker",
    "lamp",
    "shed",
    "bilge",
    "hatch",
    "tank",
    "mast",
    "valve",
    "crate",
    "lock",
)
NUMBERS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


@pytest.mark.parametrize(
    ("before", "leaning"),
    [
        ("The spare anchor lies in the shed.", "Please don't bring one."),
        ("The permit came on Tuesday.", "It must be signed."),
        ("Berthold could steer the tug.", "Hanne can't."),
        ("The third key is the only copy.", "I consider this one a danger; do not lend it."),
    ],
)
def test_a_sentence_stands_with_the_one_that_names_its_subject(before: str, leaning: str) -> None:
    for level in _levels(f"# Harbour\n\nAll boats are in. {before} {leaning}\n\n{FILLER}"):
        assert (leaning in level) <= (before in level)


def test_what_must_be_fixed_is_no_done_work() -> None:
    points = "\n".join(f"- The {noun} of the tug is loose and rattles in the wind." for noun in NOUNS[:3])
    taste = "\n".join(
        f"- The colour of the {noun} could be a little darker than 40 percent." for noun in NOUNS[3:]
    )
    text = f"# Tug\n\nI saw the tug.\n\n## To consider\n\n{taste}\n\n## Must be fixed before the launch\n\n{points}\n"
    assert "rattles" in _levels(text)[1]


def test_a_line_that_says_who_spoke_when_is_a_turn() -> None:
    talk = "Ann (harbour), 3 June, 08:12: The buoy is gone.\nBob, 08:20: I look for it.\n"
    assert [part.label for part in read_document(f"# Talk\n\n{talk}").parts[1:]] == ["Ann", "Bob"]


def test_a_lead_in_without_a_point_of_its_list_is_left_out() -> None:
    points = "\n".join(f"- the {noun} " + "beside old ropes and chains of the pier " * 20 for noun in NOUNS)
    text = f"# Harbour\n\nWhoever enters must always read all of these 12 notes:\n\n{points}\n\n{FILLER}"
    document = read_document(text)
    units = read_units(document, count_tokens)
    deep = write_deep(document.title, units, most_tokens=70, count_tokens=count_tokens)
    assert "weather" in deep
    assert "12 notes" not in deep
