"""A claim, a proposal or a quotation is told with the sentence that turns it, or not at all."""

import pytest

from stones.levels import write_extract
from stones.levels.document_parser import read_document
from stones.levels.extract.extract_units import read_units
from stones.levels.extract.verdicts import is_of_others, turns_round
from stones.tests.levels.chat_doubles import count_tokens

FILLER = """The roof of hall 1 was mended in May and holds. Ines counts 14 chairs in the library.

The clerk pays 300 euros a month for the car park. A new lamp hangs over the stairs to the cellar.

Every visitor gets a badge with a number at the gate. The garden needs water twice a week in summer."""


def levels_of(text: str) -> tuple[str, ...]:
    return write_extract(f"{text}\n\n{FILLER}", count_tokens=count_tokens, count=4).texts


@pytest.mark.parametrize(
    "verdict",
    [
        "That turned out to be false.",
        "This has been ruled out.",
        "That's a misreading of the log.",
        "That at least was the first guess.",
        "So the vendor claimed.",
        "Or so it seemed.",
        "This explanation did not hold.",
        "I was mistaken.",
        "It got no majority.",
        "The motion failed.",
        "The board said no.",
        "Das war ein Irrtum.",
        "Der Antrag wurde abgelehnt.",
        "Cela a été refusé.",
        "La proposition n'a pas été retenue.",
        "La propuesta fue descartada.",
        "None of this has been tested.",
        "Nichts davon wurde geprüft.",
        "Nada de eso está empezado.",
    ],
)
def test_a_claim_is_told_with_the_verdict_on_it(verdict: str) -> None:
    assert turns_round(verdict)
    claim = "The failure of the 12 pumps must come from the new valve in hall 3."
    for level in levels_of(f"# Pumps\n\nThe hall is open. {claim} {verdict} The clerk keeps a copy."):
        assert (claim in level) <= (verdict in level)
        assert (verdict in level) <= (claim in level)


@pytest.mark.parametrize(
    "sentence",
    [
        "It is written in Go.",
        "The idea is to keep the state in one row.",
        "It fails if the key is missing.",
        "The request failed with 502.",
        "The board decided to go on.",
        "We will not accept patches without tests.",
        "So the build is green.",
        "It was accepted.",
        "Das ist der Plan.",
        "Elle est ouverte.",
        "They can teach us to reject what has been written for us.",
    ],
)
def test_other_sentences_are_no_verdicts(sentence: str) -> None:
    assert not turns_round(sentence)


@pytest.mark.parametrize(
    ("proposal", "verdict"),
    [
        ("Tomas proposed to switch the 12 pumps off at night.", "It got no majority."),
        ("The museum wants to borrow volume 7 until March 2027.", "We said no."),
        ("Herr Wolf schlug vor, die 12 Pumpen nachts abzuschalten.", "Das wurde abgelehnt."),
        ("T. Nguyen a proposé de couper les 12 pompes la nuit.", "C'est abandonné."),
    ],
)
def test_a_proposal_is_told_with_the_verdict_further_on(proposal: str, verdict: str) -> None:
    for level in levels_of(f"# Pumps\n\n{proposal} The nurses of ward 9 were asked. {verdict}"):
        assert (proposal in level) <= (verdict in level)
        assert (verdict in level) <= (proposal in level)


def test_what_others_claim_is_told_alone_only_where_nothing_follows() -> None:
    claim = "The vendor promises that search is 4 times faster."
    assert is_of_others(claim)
    assert not is_of_others("We propose to keep Postgres.")
    _, detail, _ = levels_of(
        f"# Search\n\n{claim} The second customer had measured in December against July."
    )
    assert claim not in detail
    assert claim in levels_of(f"# Search\n\n{claim}")[1]


def test_what_must_not_be_done_with_a_thing_is_told_with_it() -> None:
    draft = "A draft of the contract with 12 pages lies on the printer."
    for level in levels_of(f"# Office\n\nAll is well. {draft} It contains salaries. Do not read it."):
        assert (draft in level) <= ("Do not read it." in level)


@pytest.mark.parametrize(
    ("said", "turn"),
    [
        ("The 12 exports are complete and nobody has to act.", "Files of Monday are however faulty."),
        ("Die 12 Exporte sind vollständig.", "Die Dateien vom Montag sind allerdings fehlerhaft."),
        ("Les 12 exports sont complets.", "Les fichiers de lundi sont cependant faux."),
        (
            '"Napping is an inexpensive means against 9 errors" (p. 217).',
            "They did not measure errors at all.",
        ),
        ("„Innerhalb der Hochschule braucht es keinen Vertrag.“", "Das gilt für 1 von 9 Instituten."),
    ],
)
def test_a_quotation_or_an_all_clear_is_told_with_what_limits_it(said: str, turn: str) -> None:
    for level in levels_of(f"# Exports\n\nThe hall is open. {said} {turn}"):
        assert (said in level) <= (turn in level)


@pytest.mark.parametrize(
    "text",
    [
        "Myth: Anonymised samples of 12 donors are exempt.\n\nFact: They are not exempt at all.",
        "**Myth:** Anonymised samples of 12 donors are exempt.\n**Fact:** They are not exempt at all.",
        "## Frequent misunderstandings\n\nAnonymised samples of 12 donors are exempt. They are not exempt at all.",
        "## Irrtümer\n\n**Anonymised samples of 12 donors are exempt.**\n\nThey are not exempt at all.",
    ],
)
def test_a_misconception_is_told_with_what_is_so(text: str) -> None:
    for level in levels_of(f"# Samples\n\nSend samples on Monday.\n\n{text}\n\n## Rest"):
        assert ("samples of 12 donors are exempt" in level) <= ("They are not exempt at all" in level)


@pytest.mark.parametrize(
    "layout", ["**{q}** {a}", "**{q}**\n\n{a}", "Q: {q}\nA: {a}", "- {q}\n  {a}", "{q}\n{a}"]
)
def test_a_question_is_told_with_its_answer(layout: str) -> None:
    pairs = (
        ("Can we keep v3 for the 12 reports?", "No."),
        ("Is there a converter for the 9 cursors?", "There is none."),
        ("We have GET calls to 7 servers. Is it urgent?", "Less so."),
    )
    asked = "\n\n".join(layout.format(q=question, a=answer) for question, answer in pairs)
    for level in levels_of(f"# Moving to v4\n\nv3 ends in May.\n\n## Questions\n\n{asked}\n\n## Rest"):
        for question, answer in pairs:
            assert (question.partition(". ")[0] in level) <= (answer in level)


def test_a_question_to_the_reader_waits_for_no_answer() -> None:
    ask = "Could you send us 12 new labels by Monday?"
    assert ask in levels_of(f"# Labels\n\n{ask} The press is free on Tuesday.")[0]


@pytest.mark.parametrize(
    ("before", "leaning"),
    [
        ("The kitchen is postponed.", "No vote was taken; the matter goes to the assembly of 24 March."),
        ("La migration du 22 est reportée.", "La proposition a été envoyée au comité du 24 mars."),
        ("Der Brief von Frau Ott liegt im Haus.", "Wir drucken sie in Heft 12 nicht."),
        (
            "La feria es el 12 de mayo.",
            "Si el viento pasa de 30 km/h, se suspende; la decisión la toma el jefe.",
        ),
        ("A price list of 2019 circulates.", "Please discard that version."),
        ("There are 2 ways out.", "Ask me again for a review when one of them is in."),
    ],
)
def test_what_points_to_something_unsaid_stands_behind_the_sentence_before(before: str, leaning: str) -> None:
    for level in levels_of(f"# Notes\n\n{before} {leaning}"):
        assert (leaning in level) <= (f"{before} {leaning}" in level)


@pytest.mark.parametrize("verdict", ["motion carried", "Rejected 4-2", "Einstimmig angenommen", "agreed."])
def test_an_item_that_is_a_mere_verdict_names_its_matter(verdict: str) -> None:
    matter = "Proposal to sell the old scale of hall 2 to the harbour museum"
    points = f"- {matter}\n  - Ida asks who carries it\n  - {verdict}"
    text = f"# Minutes of the yard\n\nThe yard met at nine in the hall.\n\n{points}\n"
    texts = [unit.text for unit in read_units(read_document(text), count_tokens)]
    assert f"{matter}: {verdict}" in texts
    assert "Ida asks who carries it" in texts


def test_how_a_meeting_voted_is_told_with_what_on() -> None:
    text = "# Minutes\n\nThe yard met.\n\n## Scale\n\n**Vote:** 4 in favour, 2 against.\n\n## Gate\n\nIda paints it.\n"
    unit = next(
        unit for unit in read_units(read_document(text), count_tokens) if unit.text.startswith("Vote")
    )
    assert unit.turned_by == "Scale"


@pytest.mark.parametrize(
    "regret",
    [
        "This was a bad decision, because nobody had tried the valve.",
        "Now we think that it was not a good solution.",
        "In hindsight it was a mistake.",
    ],
)
def test_a_decision_is_told_with_the_regret_in_the_next_paragraph(regret: str) -> None:
    decision = "We decided to open the new valve in hall 3 on 4 May 2031."
    text = f"# Pumps\n\nThe pumps of hall 3 are old.\n\n{decision}\n\n{regret}\n\nIda keeps the keys.\n"
    for level in write_extract(text, count_tokens=count_tokens, count=3).texts:
        assert decision.rstrip(".") not in level or regret.rstrip(".") in level
