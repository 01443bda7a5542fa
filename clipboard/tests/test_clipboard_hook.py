"""ClipboardHook.on_copy, as the specification has it."""

from typing import Any

import pytest

from clipboard.clipboard_hook import ClipboardHook
from clipboard.exceptions import ClipboardPaused
from clipboard.models import CaptureMethod, ClipboardEntry
from clipboard.services import save_clipboard_settings
from clipboard.tests.copy_factories import BARE_STONE, NOTE
from stones.format import parse
from stones.models import Stone
from stones.tests.factories import LONG, new_account


@pytest.fixture
def hook(db: None) -> ClipboardHook:
    return ClipboardHook(new_account(), capture_method=CaptureMethod.WATCHER)


def test_an_entry(hook: ClipboardHook) -> None:
    response = hook.on_copy(NOTE, "firefox")
    entry = ClipboardEntry.objects.get()
    assert entry.capture_method == "watcher"
    assert response == {
        "id": entry.pk,
        "hash": entry.sha256,
        "created": entry.copied.isoformat(),
        "source_app": "firefox",
        "tokens": entry.tokens,
        "provenance": None,
    }


def test_where_it_came_from(hook: ClipboardHook) -> None:
    whole = hook.on_copy(LONG)
    response = hook.on_copy("\n\n".join(LONG.split("\n\n")[5:9]))
    expected: dict[str, Any] = {"kind": "entry", "id": whole["id"], "hash": whole["hash"]}
    assert response["provenance"] == expected | {"relation": "part", "overlap": 1.0}


def test_its_settings_are_the_accounts(hook: ClipboardHook) -> None:
    assert hook.settings["auto_qastone_format"] is False
    save_clipboard_settings(hook.account, auto_format=True, ttl_days=3)
    assert (hook.settings["auto_qastone_format"], hook.settings["ttl_days"]) == (True, 3)


def test_with_automatic_stones(hook: ClipboardHook) -> None:
    save_clipboard_settings(hook.account, auto_format=True)
    stone = parse(hook.on_copy(NOTE)["qastone"])
    assert (stone.levels[-1], stone.header.stone_type, stone.header.source_agent) == (
        NOTE,
        "clipboard",
        "user",
    )
    assert stone.header.border_hash == Stone.objects.get().content.border_hash


def test_without_the_stone_that_was_wanted(hook: ClipboardHook) -> None:
    save_clipboard_settings(hook.account, auto_format=True)
    response = hook.on_copy(BARE_STONE)
    assert (response["id"], response["no_stone"]) == (ClipboardEntry.objects.get().pk, "The LOD-0 is empty.")
    assert "qastone" not in response


def test_paused(hook: ClipboardHook) -> None:
    save_clipboard_settings(hook.account, is_paused=True)
    with pytest.raises(ClipboardPaused):
        hook.on_copy(NOTE)
