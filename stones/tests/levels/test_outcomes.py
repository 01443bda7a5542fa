"""What is called the outcome goes before a first sentence of method; goals, causes that were ruled out and a part of
the next steps are told as such.
"""

import pytest

from stones.levels import write_extract
from stones.levels.author_rules import RuleKind
from stones.levels.document_parser import read_document
from stones.levels.extract.extract_units import read_units
from stones.tests.levels.chat_doubles import count_tokens

METHOD = """We weighed 4,120 parcels between 3 March and 9 May. Each parcel was weighed twice on the scale in hall 2.

The scale was checked by the office in February. Ines kept the list of the 4,120 parcels on paper.

A bus stops at the gate each hour. The north gate was painted in May by the two new people."""


def levels_of(text: str) -> tuple[str, ...]:
    return write_extract(text, count_tokens=count_tokens, count=4).texts


@pytest.mark.parametrize(
    "outcome",
    [
        "Short answer: the new scale is not worth its price.",
        "**Bottom line:** keep the old scale for another year.",
        "After long discussion: we keep the old scale until autumn.",
        "Best candidate so far: the scale from Graz, at 310 euros.",
        "Fazit: die alte Waage bleibt noch ein Jahr.",
        "We do not recommend to deploy the new scale in hall 3.",
        "Result first: the new scale stays in its box until autumn.",
        "Vote: keep the old scale, 5 for, 1 against.",
        "Abstimmung: die alte Waage bleibt, 5 dafür, 1 dagegen.",
        "Root cause: the foot of the scale stood on a cable.",
        "11:20 real reason: the foot of the scale stood on a cable.",
    ],
)
def test_a_marked_outcome_is_in_the_first_sentence(outcome: str) -> None:
    said = outcome.replace("*", "").rstrip(".")
    assert said in levels_of(f"# Parcels in spring\n\n{METHOD}\n\n{outcome}\n")[0]


@pytest.mark.parametrize(
    "heading",
    [
        *("Decision", "Decision outcome", "Where things stand", "Where this session left off", "Verdict"),
        *("Status in one sentence", "Stand in einem Satz", "Beschluss", "Decisión"),
        *("Cause", "Impact", "Auswirkungen"),
    ],
)
def test_so_is_the_first_sentence_below_such_a_heading(heading: str) -> None:
    said = "The old scale stays in hall 2 until the autumn fair"
    text = (
        f"# Parcels in spring\n\n{METHOD}\n\n## Costs\n\nA scale is 310 euros.\n\n## {heading}\n\n{said}.\n"
    )
    assert said in levels_of(text)[0]


def test_a_decision_further_on_in_a_conclusion_is_an_outcome() -> None:
    said = "We recommend to leave the second lamp in hall 2 off"
    text = f"# Parcels in spring\n\n{METHOD}\n\n## Conclusion\n\nThe scale is fit for use. {said}.\n"
    assert said in levels_of(text)[1]
    units = read_units(read_document(text), count_tokens)
    assert [unit.is_headline for unit in units if unit.text == f"{said}."] == [True]


@pytest.mark.parametrize("lead", ["Agreed:", "Beschlossen:", "Acordado:"])
def test_items_of_what_was_agreed_are_outcomes(lead: str) -> None:
    said = "Hall 2 closes at nine"
    text = f"# Parcels in spring\n\n{METHOD}\n\n{lead}\n- {said}.\n"
    assert said in levels_of(text)[0]


@pytest.mark.parametrize(
    ("lead", "item"),
    [
        ("What we looked at and could rule out:", "The 14 wet boxes of Monday, 3 March."),
        ("Was wir geprüft und ausgeschlossen haben:", "Die 14 nassen Kisten vom 3. März."),
        ("## Goals\n", "No parcel is weighed more than once from 2031 on."),
        ("## Non-goals\n", "A second scale for the 14 small halls is bought."),
    ],
)
def test_items_are_told_with_the_line_that_governs_them(lead: str, item: str) -> None:
    name = lead.strip("#:\n ")
    for level in levels_of(
        f"# Parcels in spring\n\n{METHOD}\n\n{lead}\n- {item}\n- The tape of hall 2, 14 rolls.\n"
    ):
        assert (item.rstrip(".") in level) <= (name in level)


@pytest.mark.parametrize(("count", "name"), [(1, "Next steps: "), (3, "Next steps (in part): ")])
def test_a_part_of_the_next_steps_is_called_a_part(count: int, name: str) -> None:
    steps = "".join(f"- Ask {who} about the scales of hall 2.\n" for who in ("Ines", "Paul", "Olga")[:count])
    assert name in levels_of(f"# Parcels\n\nThe scale is broken.\n\n## Next steps\n\n{steps}")[0]


@pytest.mark.parametrize(
    "said",
    [
        "Not yet done: a second weighing in hall 3.",
        "Still not started: the weighing of the parcels in hall 4.",
    ],
)
def test_what_is_not_done_goes_before_details(said: str) -> None:
    details = "\n\n".join(
        f"The scale of hall 2 weighed {number} of the 4,120 parcels of spring in {number + 3} days, as Ines found."
        for number in range(1, 40)
    )
    text = f"# Parcels in spring\n\n{METHOD}\n\n{details}\n\n## Scale\n\n{said}\n"
    assert said.rstrip(".") in levels_of(text)[0]


def test_uncommitted_work_goes_before_what_other_sections_say() -> None:
    said = "The change of the scale's zero point is uncommitted."
    sections = [
        f"## Hall {number}\n\nThe scale of hall {number} weighs {number * 7} parcels a day."
        for number in range(1, 40)
    ]
    sections.insert(20, f"## Yard\n\n{said}")
    assert said.rstrip(".") in levels_of("# Parcels in spring\n\n" + "\n\n".join(sections) + "\n")[0]


@pytest.mark.parametrize(
    "said",
    [
        "Ursache: die Waage stand schief auf dem Steg.",
        "Causa raíz confirmada: la báscula estaba torcida.",
        "Cause racine : la balance était penchée.",
        "État actuel : la balance est réparée et vérifiée.",
        "Derzeitiger Stand: die Waage ist repariert.",
    ],
)
def test_a_cause_and_a_state_are_what_a_text_says(said: str) -> None:
    text = f"# Parcels in spring\n\n{METHOD}\n\n## Scale\n\n{said}\n"
    assert read_units(read_document(text), count_tokens)[-1].is_headline


@pytest.mark.parametrize(
    "said",
    [
        "This release replaces the old scale by one that counts in grams.",
        "This change also moves the scale to hall 3.",
        "Dieser Vorschlag ersetzt die alte Waage durch eine neue.",
        "This repository is frozen, and the new scale has its own.",
    ],
)
def test_what_the_text_itself_does_goes_before_what_was_before_it(said: str) -> None:
    before = "The first release of the year brought a scale that weighs 40 parcels at once in hall 2."
    assert said.rstrip(".") in levels_of(f"# Scale\n\n{before} {said}\n\n{METHOD}\n")[0]


def test_what_is_only_said_of_it_does_not() -> None:
    said = "This change is in the yard."
    assert said not in levels_of(f"# Parcels in spring\n\n{METHOD} {said}\n")[0]


@pytest.mark.parametrize(
    "heading", ["UNRESOLVED — the new scale shows 14 grams too much", "BLOCKED: the new scale waits for Graz"]
)
def test_a_heading_that_opens_with_a_state_is_a_sentence(heading: str) -> None:
    assert heading in levels_of(f"# Parcels in spring\n\n{METHOD}\n\n## {heading}\n\nIda rang twice.\n")[1]


@pytest.mark.parametrize(
    "heading",
    [
        "Open decisions",
        "Decisions needed",
        "Décisions ouvertes",
        "Decisiones pendientes",
        "Offene Entscheidungen",
    ],
)
def test_a_decision_that_is_open_is_named_so(heading: str) -> None:
    item = "The price of the new scale, 310 euros or 290"
    text = f"# Parcels in spring\n\n{METHOD}\n\n## {heading}\n\n- {item}.\n"
    unit = read_units(read_document(text), count_tokens)[-1]
    assert (unit.turned_by, unit.rule) == (heading, RuleKind.NEXT)


def test_background_is_one_with_a_number_too() -> None:
    text = f"# Parcels in spring\n\n{METHOD}\n\n## {{}}\n\nOlga bought the first scale in 1994 in Graz.\n"
    plain, numbered = (
        next(
            unit for unit in read_units(read_document(text.format(name)), count_tokens) if "1994" in unit.text
        )
        for name in ("Background", "2. Background")
    )
    assert numbered.headline == plain.headline
