"""manage.py read_stone."""

import json

import pytest
from django.contrib.auth.models import User

from stones.format import parse
from stones.models import LedgerEntry, Stone
from stones.tests.commands.conftest import RunCommand
from stones.tests.factories import LONG, new_account, store, write_levels


@pytest.fixture
def stone(account: User) -> Stone:
    stone = store(account, content=LONG, levels={0: "By hand.\n "})
    write_levels(stone)
    return stone


def test_the_whole_stone(stone: Stone, run: RunCommand) -> None:
    ran = run("read_stone", stone.content.border_hash)
    assert (ran.status, parse(ran.out).levels[-1]) == (0, LONG)
    assert LedgerEntry.objects.get().reader.name == "command"


def test_up_to_a_level(stone: Stone, run: RunCommand) -> None:
    ran = run("read_stone", stone.content.border_hash, "--max-lod", "1")
    assert len(parse(ran.out).levels) == 2


@pytest.mark.parametrize(("level", "text"), [("0", "By hand.\n "), ("3", LONG)])
def test_a_level_byte_for_byte(stone: Stone, run: RunCommand, level: str, text: str) -> None:
    assert run("read_stone", stone.content.border_hash, "--lod", level).out == text


def test_what_answers_a_question(stone: Stone, run: RunCommand) -> None:
    ran = run(
        "read_stone",
        stone.content.border_hash,
        "--focus",
        "Which port has job number 17?",
        "--max-tokens",
        "80",
    )
    assert "7017" in ran.out
    assert (LedgerEntry.objects.get().kind, LedgerEntry.objects.get().tokens <= 80) == ("focus", True)


def test_reading_on(stone: Stone, run: RunCommand) -> None:
    ask = ("read_stone", stone.content.border_hash, "--focus", "Which port has job number 17?")
    first = run(*ask)
    skip = first.err.rpartition("--skip ")[2].strip()
    second = run(*ask, "--skip", skip)
    entries = LedgerEntry.objects.order_by("pk")
    assert f"More costs {entries[1].tokens:,} tokens" in first.err
    assert not {line for line in first.out.split("\n") if "port" in line} & {*second.out.split("\n")}


@pytest.mark.parametrize(
    ("arguments", "key"),
    [([], "qastone"), (["--lod", "1"], "next_tokens"), (["--focus", "port"], "passages")],
)
def test_json(stone: Stone, run: RunCommand, arguments: list[str], key: str) -> None:
    assert key in json.loads(run("read_stone", stone.content.border_hash, "--json", *arguments).out)


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["00000000"], 1, "no stone"),
        (["0000"], 1, "no border hash"),
        (["HASH", "--lod", "4"], 1, "no LOD-4"),
        (["HASH", "--lod", "-1"], 1, "no LOD--1"),
        (["HASH", "--max-lod", "-1"], 1, "0 or more"),
        (["HASH", "--focus", " "], 1, "A question has 1 to"),
        (["HASH", "--focus", "x", "--max-tokens", "10"], 1, "max_tokens"),
        (["HASH", "--max-tokens", "100"], 2, "--focus"),
        (["HASH", "--skip", "0"], 2, "--focus"),
        (["HASH", "--focus", "x", "--skip", "all"], 1, "skip must be"),
        (["HASH", "--lod", "1", "--focus", "x"], 1, "not allowed with"),
        ([], 1, "HASH"),
    ],
)
def test_refusals_record_nothing(
    stone: Stone, run: RunCommand, arguments: list[str], status: int, message: str
) -> None:
    ran = run("read_stone", *[stone.content.border_hash if word == "HASH" else word for word in arguments])
    assert (ran.status, ran.out) == (status, "")
    assert message in ran.err
    assert not LedgerEntry.objects.exists()


def test_anothers_stone(stone: Stone, run: RunCommand) -> None:
    new_account(username="bob")
    assert run("read_stone", stone.content.border_hash, "--account", "bob").status == 1
    assert run("read_stone", stone.content.border_hash, "--account", "ann").status == 0
