"""The settings of the clipboard: defaults, what is kept, what is refused whole."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from clipboard.exceptions import InvalidClipboardSettings
from clipboard.models import ClipboardSettings
from clipboard.services import clipboard_settings, save_clipboard_settings
from core.rest.agent_tokens import TokenInContent, new_token
from core.rest.exceptions import ProductError
from stones.tests.factories import new_account

DEFAULTS = {
    "auto_format": False,
    "generate_lods": True,
    "lod_model": "",
    "store_full": True,
    "ttl_days": 30,
    "is_paused": False,
}
CHOSEN = {
    "auto_format": True,
    "generate_lods": False,
    "lod_model": "small-one",
    "store_full": True,
    "ttl_days": 7,
    "is_paused": True,
}


@pytest.fixture
def account(db: None) -> User:
    return new_account()


def values(account: User) -> dict[str, Any]:
    found = clipboard_settings(account)
    return {name: getattr(found, name) for name in DEFAULTS}


def test_the_defaults_are_no_row(account: User) -> None:
    assert values(account) == DEFAULTS
    assert not ClipboardSettings.objects.exists()


def test_what_is_chosen_is_kept(account: User) -> None:
    saved = save_clipboard_settings(account, **CHOSEN)
    assert saved == ClipboardSettings.objects.get()
    assert values(account) == CHOSEN
    assert values(new_account()) == DEFAULTS


def test_what_is_left_out_stays(account: User) -> None:
    save_clipboard_settings(account, **CHOSEN)
    save_clipboard_settings(account, ttl_days=8)
    assert values(account) == CHOSEN | {"ttl_days": 8}
    save_clipboard_settings(account)
    assert values(account) == CHOSEN | {"ttl_days": 8}


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"ttl_days": 0}, "ttl_days"),
        ({"ttl_days": 3651}, "ttl_days"),
        ({"ttl_days": "many"}, "ttl_days"),
        ({"ttl_days": None}, "ttl_days"),
        ({"auto_format": "perhaps"}, "auto_format"),
        ({"lod_model": "m" * 201}, "lod_model"),
        ({"lod_model": "a\x00"}, "lod_model"),
        ({"auto_format": True, "store_full": False}, "auto_format"),
        ({"autoFormat": True}, "autoFormat"),
    ],
    ids=["no days", "ten years", "a word", "null", "perhaps", "long", "NUL", "both", "unknown"],
)
def test_what_is_refused_changes_nothing(account: User, fields: dict[str, Any], wrong: str) -> None:
    save_clipboard_settings(account, ttl_days=5)
    with pytest.raises(InvalidClipboardSettings) as refused:
        save_clipboard_settings(account, **({"is_paused": True} | fields))
    assert list(refused.value.extra["errors"]) == [wrong]  # type: ignore[call-overload]
    assert values(account) == DEFAULTS | {"ttl_days": 5}


def test_refused_at_first_there_is_no_row(account: User) -> None:
    with pytest.raises(ProductError):
        save_clipboard_settings(account, ttl_days=0)
    assert not ClipboardSettings.objects.exists()


def test_a_token_is_no_name_of_a_model(account: User) -> None:
    with pytest.raises(TokenInContent):
        save_clipboard_settings(account, lod_model=new_token())
    assert not ClipboardSettings.objects.exists()
