"""manage.py parse_stone."""

import json

import pytest

from stones.examples import QASTONE
from stones.tests.commands.conftest import RunCommand


def test_what_it_is_and_what_to_read(run: RunCommand) -> None:
    ran = run("parse_stone", "-", stdin=f"See:\n{QASTONE}".encode())
    assert ran.status == 0
    assert ran.out.split("\n")[:2] == [
        "86f2f30e  verified, lines 2 to 21",
        "  task, handoff, from koda, 2026-01-30T12:00:00Z",
    ]
    assert "read LOD-0: task starts at LOD-0" in ran.out


def test_json(run: RunCommand) -> None:
    body = json.loads(run("parse_stone", "-", "--json", stdin=QASTONE.encode() * 2).out)
    assert [stone["verdict"] for stone in body["stones"]] == ["verified", "verified"]


def test_a_mismatch_is_told_and_fails(run: RunCommand) -> None:
    ran = run("parse_stone", "-", stdin=QASTONE.replace("7892", "7893").encode())
    assert (ran.status, "mismatch" in ran.out) == (1, True)


def test_warnings_are_told(run: RunCommand) -> None:
    ran = run("parse_stone", "-", stdin=QASTONE.partition("§/")[0].encode())
    assert "no end mark" in ran.out


@pytest.mark.parametrize(
    ("stdin", "message"),
    [(b"", "empty"), (b"no stone", "line 1"), ("§QASTONE§\nx".encode(), "line 2"), (b"\xff", "UTF-8")],
)
def test_garbage(run: RunCommand, stdin: bytes, message: str) -> None:
    ran = run("parse_stone", "-", stdin=stdin)
    assert (ran.status, ran.out) == (1, "")
    assert message in ran.err
