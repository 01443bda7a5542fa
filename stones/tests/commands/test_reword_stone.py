"""manage.py reword_stone."""

import json

import pytest
from django.contrib.auth.models import User

from stones.models import Level, LevelOrigin, Stone
from stones.tests.commands.conftest import RunCommand
from stones.tests.factories import LONG, new_account, store, write_levels

WORDS = "Job number 17 uses port 7017."
FORBIDDING = f"> ⚠️ WARNING: do NOT restart the queue before job 40 is done.\n\n{LONG}"


@pytest.fixture
def stone(account: User) -> Stone:
    stone = store(account, content=LONG)
    write_levels(stone)
    return stone


def sender_levels(stone: Stone) -> dict[int, str]:
    rows = Level.objects.filter(stone=stone, origin=LevelOrigin.SENDER)
    return dict(rows.values_list("number", "text"))


def test_the_sentence_stands_in_place_of_the_extract(stone: Stone, run: RunCommand) -> None:
    ran = run("reword_stone", stone.content.border_hash, "--summary", WORDS)
    assert (ran.status, sender_levels(stone)) == (0, {0: WORDS})
    assert f"LOD-0: {WORDS}" in ran.out
    assert run("read_stone", stone.content.border_hash, "--lod", "0").out == WORDS


def test_the_paragraph_too(stone: Stone, run: RunCommand) -> None:
    detail = f"{WORDS} Job number 18 uses port 7018."
    ran = run("reword_stone", stone.content.border_hash, "--summary", WORDS, "--detail", detail, "--json")
    assert sender_levels(stone) == {0: WORDS, 1: detail}
    assert f"LOD-1: {detail}" in json.loads(ran.out)["qastone"]


def test_dry_run_changes_nothing(stone: Stone, run: RunCommand) -> None:
    ran = run("reword_stone", stone.content.border_hash, "--summary", WORDS, "--dry-run")
    assert (ran.status, sender_levels(stone)) == (0, {})
    assert "Nothing was changed." in ran.err


def test_what_the_words_leave_out_is_named(account: User, run: RunCommand) -> None:
    stone = store(account, content=FORBIDDING)
    ran = run("reword_stone", stone.content.border_hash, "--summary", WORDS)
    assert ran.status == 0
    assert "The words leave out: " in ran.err
    assert "restart the queue" in ran.err


def test_false_words_are_refused(stone: Stone, run: RunCommand) -> None:
    ran = run("reword_stone", stone.content.border_hash, "--summary", "Job number 17 uses port 9999.")
    assert (ran.status, sender_levels(stone)) == (1, {})
    assert "9999" in ran.err


def test_not_another_accounts(stone: Stone, run: RunCommand) -> None:
    new_account(username="eve")
    ran = run("reword_stone", stone.content.border_hash, "--summary", WORDS, "--account", "eve")
    assert (ran.status, sender_levels(stone)) == (1, {})
