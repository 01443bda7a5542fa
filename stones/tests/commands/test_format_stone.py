"""manage.py format_stone."""

import json
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from stones.format import parse
from stones.models import Content, Stone
from stones.tests.commands.conftest import RunCommand
from stones.tests.factories import LONG, SHORT, new_account


def test_a_file(account: User, run: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "HANDOFF.md").write_text(LONG)
    ran = run("format_stone", str(tmp_path / "HANDOFF.md"))
    stone = Stone.objects.get()
    assert (ran.status, parse(ran.out).levels[-1]) == (0, LONG)
    assert (stone.source_agent, stone.source_claimed, stone.stone_type) == ("user", False, "handoff")
    assert f"{stone.content.border_hash} stored, generating" in ran.err


def test_the_standard_input(account: User, run: RunCommand) -> None:
    ran = run(
        "format_stone", "-", "--channel", "data", "--type", "message", "--agent", "koda", stdin=SHORT.encode()
    )
    header = parse(ran.out).header
    assert (header.glow_channel, header.stone_type, header.source_agent) == ("data", "message", "koda")
    assert Stone.objects.get().source_claimed


def test_wait_needs_no_worker(account: User, run: RunCommand) -> None:
    ran = run("format_stone", "-", "--wait", "--json", stdin=LONG.encode())
    body = json.loads(ran.out)
    assert (body["status"], body["lod_count"]) == ("ready", 4)
    assert body["tokens"]["levels"][0] <= 40


def test_again_is_the_same_stone(account: User, run: RunCommand) -> None:
    run("format_stone", "-", stdin=SHORT.encode())
    ran = run("format_stone", "-", stdin=SHORT.encode())
    assert (ran.status, Stone.objects.count()) == (0, 1)
    assert "was there already, ready" in ran.err


def test_levels_by_hand_and_history(account: User, run: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "scan").write_bytes(b" By hand.\r\n")
    (tmp_path / "talk").write_text("What led to it.")
    arguments = ["--level", f"0={tmp_path / 'scan'}", "--history", str(tmp_path / "talk")]
    levels = parse(run("format_stone", "-", *arguments, stdin=SHORT.encode()).out).levels
    assert (levels[0], levels[2]) == (" By hand.\n", SHORT)
    assert levels[3] == f"{SHORT}\n\nWhat led to it."


def test_without_levels_between(account: User, run: RunCommand) -> None:
    ran = run("format_stone", "-", "--no-levels", stdin=LONG.encode())
    assert parse(ran.out).header.lod_count == 2


@pytest.mark.parametrize("as_json", [True, False])
def test_a_dry_run_stores_nothing(account: User, run: RunCommand, as_json: bool) -> None:
    ran = run("format_stone", "-", "--dry-run", *["--json"] * as_json, stdin=LONG.encode())
    assert (ran.status, Content.objects.count()) == (0, 0)
    assert (json.loads(ran.out)["lod_count"] == 4) if as_json else ("lod_count: 4" in ran.out)
    assert "Nothing was stored" in ran.err


@pytest.mark.parametrize(
    ("arguments", "stdin", "status", "message"),
    [
        (["-"], b" ", 1, "is empty"),
        (["-"], b"a\nb\xff", 1, "-, line 2: not UTF-8"),
        (["-", "--dry-run"], b"a\x00", 1, "U+0000. Nothing was stored: take it out"),
        (["-", "--agent", "a\nb"], b"x", 1, "source_agent"),
        (["-", "--ttl-days", "0"], b"x", 1, "ttl_days"),
        (["-", "--level", "3=x"], b"x", 2, "0=FILE"),
        (["-", "--level", "0"], b"x", 2, "0=FILE"),
        (["nowhere.md"], b"", 2, "nowhere.md"),
        (["-", "--account", "bob"], b"x", 2, "'bob'"),
        (["-", "--channel", "dream"], b"x", 1, "dream"),
        ([], b"", 1, "FILE"),
    ],
)
def test_refusals_store_nothing(
    account: User, run: RunCommand, arguments: list[str], stdin: bytes, status: int, message: str
) -> None:
    ran = run("format_stone", *arguments, stdin=stdin)
    assert (ran.status, Content.objects.count()) == (status, 0)
    assert message in ran.err


def test_whose_it_is_must_be_plain(account: User, run: RunCommand) -> None:
    new_account(username="bob")
    ran = run("format_stone", "-", stdin=b"x")
    assert (ran.status, ran.out) == (2, "")
    assert "ann, bob" in ran.err
    assert run("format_stone", "-", "--account", "bob", stdin=b"x").status == 0
    assert Stone.objects.get().account.username == "bob"
