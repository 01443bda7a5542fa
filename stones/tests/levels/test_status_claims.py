"""A sender's words that give a text the opposite of its own status."""

import pytest

from stones.levels.summary import check_summary
from stones.tests.levels.chat_doubles import count_tokens

REVIEW = """Review of the rental contract with Hallgren

Overall: good, but I can't accept it yet. Two gaps, one of them closed.

Ida: gap 1 is fixed in the draft of Monday.

Verdict: changes requested. Gap 2 stays as it was.
"""
CHOICE = """# Concert hall

Three halls were discussed. Paul likes Marienkirche best, for its sound.

**Decision:** school gym, 12 December. Marienkirche is off the table.
"""
RECORD = '{"job": "nightly-backup", "host": "filer", "status": "partial_failure", "sets": [{"state": "ok"}]}'
SPANISH = (
    "Solicitud de beca 318\n\nLa comisión la revisó en noviembre.\n\nEstado: denegada. Cabe un recurso.\n"
)
GERMAN = "Abnahme Aufzug 2\n\nGeprüft am Montag. Die Türen schließen.\n\nErgebnis: Abnahme verweigert.\n"


def _codes(summary: str, text: str) -> list[str]:
    return [fault.code for fault in check_summary(summary, "", text, count_tokens=count_tokens).faults]


@pytest.mark.parametrize(
    ("text", "turned", "honest"),
    [
        (
            REVIEW,
            "Rental contract with Hallgren: approved, both gaps closed.",
            "Changes requested for gap 2.",
        ),
        (REVIEW, "The review of the contract is passed.", "Gap 1 is fixed."),
        (CHOICE, "Concert hall: the decision is Marienkirche.", "Concert hall: school gym was chosen."),
        (
            RECORD,
            "The nightly backup of filer completed successfully.",
            "The nightly backup of filer failed.",
        ),
        (SPANISH, "Solicitud de beca 318: aprobada.", "Solicitud de beca 318: denegada."),
        (GERMAN, "Abnahme Aufzug 2: bestanden.", "Abnahme Aufzug 2: verweigert."),
    ],
)
def test_the_status_of_a_text_may_not_be_turned_round(text: str, turned: str, honest: str) -> None:
    assert _codes(turned, text) == ["misread"]
    assert _codes(honest, text) == []


def test_what_is_done_of_an_open_whole_is_no_fault() -> None:
    text = (
        "Till software\n\nStatus: open\nPrinting of receipts is done and tested. The tax table is missing.\n"
    )
    assert _codes("Printing of receipts is done.", text) == []


def test_the_status_of_a_part_is_not_that_of_the_text() -> None:
    text = "Exam board, spring term\n\nPassed: 27 of 31.\nResult: candidate 14 failed twice.\n"
    assert _codes("Exam board: 27 of 31 passed.", text) == []


def test_among_several_statuses_none_is_that_of_the_text() -> None:
    text = "Two tickets\n\nStatus: open\n\nThe reader beeps.\n\nStatus: resolved\n\nThe lamp was dark.\n"
    assert _codes("Two tickets: resolved.", text) == []
