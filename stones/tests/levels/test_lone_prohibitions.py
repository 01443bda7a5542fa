"""The few prohibitions of a text are named as left out wherever they stand."""

import pytest

from stones.levels.summary import check_summary
from stones.tests.levels.chat_doubles import count_tokens

PAD = "The archive holds nine thousand boxes on four floors.\n\nVisitors sign a sheet at the desk.\n\n" * 12
SUMMARY = "The archive holds nine thousand boxes on four floors."


def _left_out(text: str, summary: str = SUMMARY) -> list[str]:
    report = check_summary(summary, "", text, count_tokens=count_tokens)
    assert report.faults == ()
    return [each.text for each in report.left_out]


@pytest.mark.parametrize(
    ("low", "named"),
    [
        (
            "Floor 3 is open. Do not move the shelving before Friday.",
            "Do not move the shelving before Friday",
        ),
        (
            "- map room: window sealed, don't open it before spring\n- new kettle",
            "don't open it before spring",
        ),
        (
            '{"alarm": "high", "note": "Never reset the pump from the app."}',
            "Never reset the pump from the app",
        ),
        (
            "2026-11-03 04:10:40 NOTE rhea: the volume must not be resized\n2026-11-03 04:15:00 INFO batch ok",
            "the volume must not be resized",
        ),
        ("```yaml\nramp:\n  # Do not lower it by remote\n```", "Do not lower it by remote"),
        ("Hinge cracked; no lorries over 7 t until it is welded.", "no lorries over 7 t until it is welded"),
        ("No abráis la válvula hasta el lunes.", "No abráis la válvula hasta el lunes"),
        ("El parche sale hoy. No lo ofrezcáis al cliente.", "No lo ofrezcáis al cliente"),
        (
            "Der Schieber darf auf keinen Fall geöffnet werden.",
            "Der Schieber darf auf keinen Fall geöffnet werden",
        ),
        ("The order overrides every other rule.", "The order overrides every other rule"),
    ],
)
def test_a_low_prohibition_is_named(low: str, named: str) -> None:
    assert _left_out(f"{PAD}{low}\n") == [named]


def test_what_is_said_is_not_named() -> None:
    text = f"{PAD}Do not move the shelving before Friday.\n\nThe order overrides every other rule.\n"
    assert (
        _left_out(text, "The order overrides every other rule; do not move the shelving before Friday.") == []
    )


@pytest.mark.parametrize(
    "plain",
    [
        "Please don't hesitate to write.",
        "A cache whose entries must not be used is empty.",
        "The key is never shown.",
        "If you do not agree, write to us.",
        "It should not happen again.",
        "No funciona la válvula.",
        "不要物を手動で整理",
    ],
)
def test_what_forbids_nothing_is_not_named(plain: str) -> None:
    assert _left_out(f"{PAD}{plain}\n") == []


def test_what_somebody_has_not_done_forbids_nothing() -> None:
    text = f"Pendiente:\n- Nuria pidió el plan de datos; no lo ha entregado\n\n{PAD}"
    assert _left_out(text) == []


def test_of_many_prohibitions_those_far_down_are_not_named() -> None:
    rules = "".join(f"Do not open door {number}.\n\n" for number in range(1, 5))
    assert _left_out(PAD + rules) == []
