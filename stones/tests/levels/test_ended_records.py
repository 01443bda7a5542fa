"""Of a record that was rejected its status and the reason are told, not what it would have decided."""

import pytest

from stones.levels import write_extract
from stones.levels.document_parser import read_document
from stones.levels.extract.shorten_text import cut
from stones.tests.levels.chat_doubles import count_tokens

PLANNED = "All 40 lamps of the yard get a sensor of their own, paid from the 2031 budget"
REASON = "The cable of the yard carries 12 sensors at most, as the test of 3 May showed"


def _record(status: str, *, plan: str = "Decision", reason: str = "Why this was rejected") -> str:
    return (
        f"# 014 Sensors for the yard\n\n{status}\n\n## Context\n\nThe yard has 40 lamps from 2019.\n\n"
        f"## {plan}\n\n{PLANNED}.\n\n## {reason}\n\n{REASON}.\n\n## Costs\n\nA sensor is 31 euros.\n"
    )


@pytest.mark.parametrize("plan", ["Decision", "Proposed solution", "2. Proposal", "Attempted decision"])
@pytest.mark.parametrize(
    "status",
    [
        "- **Status:** Rejected",
        "**Status:** Withdrawn — too dear",
        "Status: declined on 3 May.",
        "Status: Rejected by the board, not accepted in June either",
    ],
)
def test_the_reason_is_told_and_not_the_plan(status: str, plan: str) -> None:
    for level in write_extract(_record(status, plan=plan), count_tokens=count_tokens, count=4).texts:
        assert PLANNED not in level
        assert "12 sensors" in level


@pytest.mark.parametrize(
    "status",
    [
        "Status: Accepted",
        "Status: Rejected by default until tested",
        "Status: Declined at first by Paul, approved on 9 June",
        "Status: Rejected in March, reopened and in force since May",
        "Status: Withdrawn lamps are replaced each week",
        "Status: Rejected (the objection, not the plan, which was accepted)",
        "Stand: Abgelehnt am 3. Mai, im Juni doch angenommen",
        "Estado: Rechazado por Paul, aprobado por el consejo",
        "Status: Cancelled order of cable is paid for",
    ],
)
def test_another_record_says_what_it_decides(status: str) -> None:
    parts = read_document(_record(status)).parts
    assert all(part.is_current for part in parts if PLANNED in part.plain)


def test_a_decision_that_rejects_is_told() -> None:
    text = _record("Status: Rejected").replace(PLANNED, "We do not buy any sensors for the yard")
    parts = read_document(text).parts
    assert all(part.is_current for part in parts if "any sensors" in part.plain)


@pytest.mark.parametrize(
    ("status", "said"),
    [
        ("Status: Rejected — the cable does not carry 40 sensors.", "Status: Rejected"),
        ("Estado: Rechazado (el cable no aguanta 40 sensores).", "Estado: Rechazado"),
        ("Status: Rejected — but the board meets again in May.", ""),
        ("Status: Closed — not repaired, as the cable is old.", "Status: Closed — not repaired"),
    ],
)
def test_a_status_that_ends_the_matter_is_a_whole(status: str, said: str) -> None:
    assert cut(status, 8, count_tokens) == said


def test_a_day_alone_is_no_whole() -> None:
    assert (
        cut("▶ 2031-05-14 (LATEST) — the lamps of the whole yard have their sensors.", 8, count_tokens) == ""
    )


def test_the_rationale_of_a_front_matter_stands_in_levels() -> None:
    text = f"---\ntitle: Sensors\nstatus: rejected\nrationale: The cable carries 12 at most.\n---\n\n{PLANNED}.\n\n"
    scan = write_extract(
        text + "## Costs\n\nA sensor is 31 euros.\n", count_tokens=count_tokens, count=3
    ).texts[0]
    assert scan == "Sensors: Status: rejected. The cable carries 12 at most."
