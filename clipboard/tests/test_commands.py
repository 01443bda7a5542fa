"""manage.py clipboard and purge_clipboard."""

import json
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from clipboard.models import ClipboardEntry
from clipboard.services import pin, save_clipboard_settings
from clipboard.tests.copy_factories import NOTE, copy
from core.cli.tests.command_runner import RunCommand, run
from stones.tests.factories import LONG, new_account

__all__ = ["run"]

PART = "\n\n".join(LONG.split("\n\n")[5:9])


@pytest.fixture
def account(db: None) -> User:
    return new_account(username="ann")


def test_a_list(run: RunCommand, account: User) -> None:
    copy(account, NOTE, source_app="firefox")
    pinned = copy(account, "Feed the sourdough twice a day.")
    pin(account=account, entry_id=pinned.pk, is_pinned=True)
    first, second = run("clipboard").out.splitlines()
    assert (pinned.sha256[:8] + "*" in first, "Feed the sourdough" in first) == (True, True)
    assert ("firefox" in second, NOTE[:60] in second) == (True, True)
    assert run("clipboard", "sourdoughs").out.splitlines() == [first]
    assert len(run("clipboard", "--limit", "1").out.splitlines()) == 1


def test_a_list_as_json(run: RunCommand, account: User) -> None:
    entry = copy(account, NOTE)
    [item] = json.loads(run("clipboard", "--json").out)["items"]
    assert (item["id"], item["hash"], item["preview"], "content" in item) == (
        entry.pk,
        entry.sha256,
        NOTE,
        False,
    )


def test_nothing(run: RunCommand, account: User) -> None:
    copy(new_account())
    ran = run("clipboard", "--account", "ann")
    assert (ran.status, ran.out, ran.err) == (0, "", "No copies yet.\n")
    assert run("clipboard", "bread", "--account", "ann").err == "Nothing was copied that matches.\n"


def test_the_text_of_one(run: RunCommand, account: User) -> None:
    entry = copy(account, LONG)
    assert run("clipboard", "--show", entry.sha256[:8]).out == f"{LONG}\n"
    assert json.loads(run("clipboard", "--show", entry.pk, "--json").out)["content"] == LONG


def test_no_text_of_one(run: RunCommand, account: User) -> None:
    save_clipboard_settings(account, store_full=False)
    ran = run("clipboard", "--show", copy(account).pk)
    assert (ran.status, "No texts were kept" in ran.err) == (1, True)


def test_the_chain_of_one(run: RunCommand, account: User) -> None:
    whole, part = copy(account, LONG), copy(account, PART)
    first, second, third = run("clipboard", "--chain", part.pk).out.splitlines()
    assert (whole.sha256[:8] in first, second.startswith("→"), part.sha256[:8] in second) == (
        True,
        True,
        True,
    )
    assert third.strip() == f"part {whole.sha256[:8]}"
    graph = json.loads(run("clipboard", "--chain", part.pk, "--json").out)
    assert graph["edges"] == [{"from": whole.pk, "to": part.pk, "relation": "part", "overlap": 1.0}]
    assert [node["id"] for node in graph["nodes"]] == [whole.pk, part.pk]


def test_an_export(run: RunCommand, account: User) -> None:
    entries = [copy(account, text) for text in (NOTE, LONG)]
    lines = [json.loads(line) for line in run("clipboard", "--export").out.splitlines()]
    assert [(line["id"], line["content"]) for line in lines] == [(entries[1].pk, LONG), (entries[0].pk, NOTE)]


@pytest.mark.parametrize("option", ["--show", "--chain"])
def test_what_is_not_there(run: RunCommand, account: User, option: str) -> None:
    ran = run("clipboard", option, "0a0bd8ad")
    assert (ran.status, ran.err) == (1, "There is no copy '0a0bd8ad'.")


@pytest.mark.parametrize(
    "arguments", [["--limit", "0"], ["bread", "--show", "0a0bd8ad"]], ids=["limit", "both"]
)
def test_what_is_no_use(run: RunCommand, account: User, arguments: list[str]) -> None:
    assert run("clipboard", *arguments).status == 2


def test_purged(run: RunCommand, account: User) -> None:
    copy(account)
    ClipboardEntry.objects.update(expires=timezone.now() - timedelta(seconds=1))
    copy(account)
    assert json.loads(run("purge_clipboard", "--dry-run", "--json").out) == {"copies": 1, "dry_run": True}
    assert run("purge_clipboard", "--dry-run").out == "1 expired copies would be deleted.\n"
    assert ClipboardEntry.objects.count() == 2
    assert run("purge_clipboard").out == "1 expired copies deleted.\n"
    assert ClipboardEntry.objects.count() == 1
