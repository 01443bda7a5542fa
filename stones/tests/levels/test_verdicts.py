"""A claim, a proposal or a quotation is told with the sentence that turns it, or not at all."""

import pytest

from stones.levels import write_extract
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
