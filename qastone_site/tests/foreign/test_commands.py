"""The commands, with every stone of other writers."""

import json
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from core.cli.tests.command_runner import RunCommand
from qastone_site.tests.foreign.foreign_stones import (
    OTHERS,
    SAMPLE,
    OtherStone,
    assert_survived,
    other_stones,
)
from stones.models import Stone
from stones.tests.factories import new_account


@pytest.fixture
def account(db: None) -> User:
    return new_account(username="ann")


@other_stones
def test_parsed(run: RunCommand, other: OtherStone) -> None:
    ran = run("parse_stone", "-", stdin=other.text.encode())
    assert ran.status == 0
    verdict = "verified" if other.verdict == "verified" else "unverified"
    assert ran.out.startswith(f"{other.header.border_hash}  {verdict}")


def test_imported_and_read(run: RunCommand, account: User, tmp_path: Path) -> None:
    for number, other in enumerate(OTHERS):
        (tmp_path / f"{number}.qastone").write_bytes(other.text.encode())
    ran = run("import_stones", str(tmp_path), "--account", "ann")
    assert (ran.status, ran.out.strip()) == (0, f"{len(OTHERS)} stones stored, 0 were there already.")
    for other in OTHERS:
        ids = Stone.objects.filter(claimed_header__contains=f"border_hash: {other.header.border_hash}\n")
        read = run("read_stone", ids.get().pk, "--account", "ann")
        assert_survived(read.out, other)
    body = json.loads(run("read_stone", "f7a3b2c1", "--lod", "2", "--json", "--account", "ann").out)
    assert (body["border_hash"], body["content"]) == (SAMPLE.own_hash, SAMPLE.levels[2])


def test_a_stone_is_not_formatted_again(run: RunCommand, account: User) -> None:
    ran = run("format_stone", "-", "--account", "ann", stdin=SAMPLE.text.encode())
    assert ran.status == 1
    assert "is a stone already: f7a3b2c1" in ran.err
    assert "Store it as it is" in ran.err
    assert "import_stones" in ran.err
    assert "/mcp/inbox" not in ran.err
    assert not Stone.objects.exists()


@pytest.mark.parametrize(
    "fields", [{"levels": {"0": "Mine."}}, {"history": "We talked."}], ids=["levels", "history"]
)
def test_a_document_with_a_stone_and_more_is_refused(
    run: RunCommand, account: User, tmp_path: Path, fields: dict[str, object]
) -> None:
    document = tmp_path / "all.jsonl"
    document.write_text(json.dumps({"content": SAMPLE.text, **fields}))
    ran = run("import_stones", str(document), "--account", "ann")
    assert ran.status == 1
    assert "is a stone already: f7a3b2c1" in ran.err
    assert "Leave out levels and history" in ran.err
    assert not Stone.objects.exists()
