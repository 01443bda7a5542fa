"""The levels of a log say what failed and how it ended, not how it started."""

import pytest

from stones.levels import write_extract
from stones.levels.extract.log_extract import read_log
from stones.tests.levels.chat_doubles import count_tokens

START = [
    f"2026-11-12T04:10:{n:02}Z INFO [main] Application - module {chr(97 + n)} is ready" for n in range(9)
]
TRACE = ["com.acme.SettlementError: cannot post entry 90417", "\tat com.acme.Poster.post(Poster.java:212)"]
LOG = [
    *START,
    "2026-11-12T04:17:44Z ERROR [sched-1] Settle - item 31877 failed, run aborted",
    *TRACE,
    "2026-11-12T04:17:45Z INFO [sched-1] Settle - rollback of one item",
    "2026-11-12T04:18:00Z FATAL [sched-1] Settle - the run is incomplete",
    "2026-11-12T04:18:01Z INFO [main] Application - waiting",
]


def _levels(*lines: str) -> tuple[str, ...]:
    return write_extract("\n".join(lines), count_tokens=count_tokens, count=4).texts


def test_each_level_has_the_first_and_the_last_failure() -> None:
    levels = _levels(*LOG)

    assert levels[0].startswith("ERROR [sched-1] Settle - item 31877 failed, run aborted")
    assert all("the run is incomplete" in level for level in levels[1:])
    assert "module a" not in levels[0]
    assert "cannot post entry 90417" in levels[1]


def test_no_level_costs_less_than_the_one_below_it() -> None:
    sizes = [count_tokens(level) for level in _levels(*LOG)]

    assert sizes == sorted(sizes)


def test_what_somebody_says_above_the_log_is_told_with_it() -> None:
    assert _levels("Why does this fail since Monday?", *LOG)[0].startswith(
        "Why does this fail since Monday? ERROR"
    )


@pytest.mark.parametrize(
    ("line", "is_failure"),
    [
        ("build: make exited with code 2", True),
        ("tests: 3 failed", True),
        ("tests: 41 passed, 0 failed", False),
        ("backup: no failure was found", False),
    ],
)
def test_a_failure_needs_no_level_word(line: str, is_failure: bool) -> None:
    levels = _levels(
        *START, f"2026-11-12T04:17:44Z INFO {line}", *(each.replace("ready", "gone") for each in START)
    )

    assert (line in levels[0]) is is_failure


@pytest.mark.parametrize(
    "lines",
    [
        [f"[02:{n:02}] nora: it failed again, number {n}" for n in range(20)],
        [f"2026-11-12 10:02:{n:02} Anna Berg: it failed again" for n in range(10, 30)],
        [f"2026-11-{n:02} We released version {n}." for n in range(10, 30)],
        [f"- ERROR {n} is documented in chapter {n}, and why it is. See there for more." for n in range(3)],
    ],
)
def test_a_chat_a_list_of_releases_and_three_lines_are_no_logs(lines: list[str]) -> None:
    assert read_log("\n".join(lines)) == ()
