"""The checker itself: it passes what is right, and fails on every single fault that is put into it."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from qastone_site.tests.faults.checker import Violation, check
from qastone_site.tests.faults.history import Event, History, Row, read_history

Inboxes = dict[str, list[Row]]


def simulated(seed: int = 1, many: int = 60) -> tuple[list[Event], Inboxes]:
    """Two senders, two inboxes, a reader of each; some answers never come and are asked for again."""
    dice = random.Random(seed)
    events: list[Event] = []
    inboxes: Inboxes = {"koda": [], "prax": []}
    turned = {"koda": 0, "prax": 0}
    now = 0.0

    def add(client: str, kind: str, call: str, **value: object) -> None:
        nonlocal now
        now += 1
        events.append(Event(now, client, kind, call, value))  # type: ignore[arg-type]

    for number in range(many):
        client, to = f"sender{number % 2}", dice.choice(["koda", "prax"])
        details = {"to": to, "sha256": f"text{number}", "key": f"key{number}"}
        add(client, "invoke", "send", **details)
        fate = dice.random()
        if fate < 0.1:
            add(client, "fail", "send", **details)
            continue
        if fate < 0.9:
            row = Row(len(inboxes[to]) + 1, f"id{number}", f"text{number}")
            inboxes[to].append(row)
            if fate < 0.2:  # it took effect, and the answer was lost: asked again
                add(client, "info", "send", **details)
                add(client, "invoke", "send", **details)
            add(client, "ok", "send", **details, tracking_id=row.tracking_id)
        else:
            add(client, "info", "send", **details)
        if number % 5 == 0:
            for inbox, rows in inboxes.items():
                page = [row._asdict() for row in rows[turned[inbox] :]]
                add(f"reader of {inbox}", "ok", "page", of=inbox, after=turned[inbox], rows=page)
                turned[inbox] = len(rows)
    return events, inboxes


def promises(found: Sequence[Violation]) -> set[str]:
    return {violation.promise for violation in found}


@pytest.mark.parametrize("seed", range(20))
def test_what_is_right_passes(seed: int) -> None:
    assert check(*simulated(seed)) == []


def drop(rows: list[Row], at: int) -> None:
    del rows[at]


def double(rows: list[Row], at: int) -> None:
    rows.insert(at + 1, rows[at])


def double_under_another_name(rows: list[Row], at: int) -> None:
    rows.append(rows[at]._replace(tracking_id="another", sequence=rows[-1].sequence + 1))


def swap(rows: list[Row], at: int) -> None:
    rows[at], rows[at + 1] = rows[at + 1], rows[at]


def swap_numbers_too(rows: list[Row], at: int) -> None:
    first, second = rows[at], rows[at + 1]
    rows[at : at + 2] = [
        second._replace(sequence=first.sequence),
        first._replace(sequence=second.sequence),
    ]


def change_a_byte(rows: list[Row], at: int) -> None:
    rows[at] = rows[at]._replace(sha256="other bytes")


def bring_in_another(rows: list[Row], at: int) -> None:
    rows.append(Row(rows[-1].sequence + 1, "unknown", "never sent"))


@pytest.mark.parametrize(
    ("mutate", "promise"),
    [
        (drop, "lost"),
        (double, "doubled"),
        (double_under_another_name, "doubled"),
        (swap, "order"),
        (swap_numbers_too, "order"),
        (change_a_byte, "lost|changed|phantom"),
        (bring_in_another, "phantom"),
    ],
)
@pytest.mark.parametrize("at", range(10))
def test_one_fault_in_an_inbox_is_found(
    mutate: Callable[[list[Row], int], None], promise: str, at: int
) -> None:
    events, inboxes = simulated()
    mutate(inboxes["koda"], at)
    assert promises(check(events, inboxes)) & set(promise.split("|"))


def drop_read(rows: list[Any]) -> None:
    del rows[0]


def double_read(rows: list[Any]) -> None:
    rows.insert(1, rows[0])


def swap_read(rows: list[Any]) -> None:
    rows[0], rows[1] = rows[1], rows[0]


def change_read(rows: list[Any]) -> None:
    rows[0] |= {"sha256": "other bytes"}


@pytest.mark.parametrize("mutate", [drop_read, double_read, swap_read, change_read])
def test_one_fault_in_a_readers_pages_is_found(mutate: Callable[[list[Any]], None]) -> None:
    events, inboxes = simulated()
    read = next(event for event in events if event.call == "page" and len(event.value["rows"]) > 2)
    mutate(read.value["rows"])
    assert promises(check(events, inboxes)) == {"reader"}


def test_a_reader_that_only_comes_too_late_is_found() -> None:
    events, inboxes = simulated()
    first = next(event for event in events if event.call == "page" and event.value["rows"])
    first.value["rows"].clear()
    assert promises(check(events, inboxes)) == {"reader"}


def test_what_was_refused_must_not_be_listed() -> None:
    events, inboxes = simulated()
    refused = next(event for event in events if event.kind == "fail")
    rows = inboxes[refused.value["to"]]
    rows.append(Row(rows[-1].sequence + 1, "late", refused.value["sha256"]))
    assert "refused" in promises(check(events, inboxes))


def test_a_message_in_another_inbox_is_found() -> None:
    events, inboxes = simulated()
    inboxes["prax"].append(inboxes["koda"].pop())
    assert {"misplaced", "lost"} <= promises(check(events, inboxes))


def test_two_answers_to_one_key_are_found() -> None:
    events, inboxes = simulated()
    answered = next(event for event in events if event.kind == "ok" and event.call == "send")
    events.append(replace(answered, value=answered.value | {"tracking_id": "another"}))
    assert "doubled" in promises(check(events, inboxes))


def test_a_history_is_what_was_written(tmp_path: Path) -> None:
    history = History(tmp_path / "history.jsonl")
    history.add("ann", "invoke", "send", to="koda", key="k", sha256="s")
    history.add("ann", "ok", "send", to="koda", key="k", sha256="s", tracking_id="t")
    history.close()
    first, second = read_history(tmp_path / "history.jsonl")
    assert (first.kind, second.value["tracking_id"]) == ("invoke", "t")
    assert first.at <= second.at
