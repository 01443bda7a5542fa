"""The database itself refuses what cannot be: each named constraint."""

from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Model
from django.utils import timezone

from clipboard.models import ClipboardEntry, ClipboardSettings, Fingerprints
from stones.models import Stone
from stones.tests.factories import LONG, new_account, store


@pytest.fixture
def stone(db: None) -> Stone:
    return store(new_account(), content=LONG)


def account(stone: Stone) -> User:
    return User.objects.get(pk=stone.account_id)


def copied(stone: Stone, /, **fields: Any) -> ClipboardEntry:
    free = {"sha256": "0" * 64, "preview": "x", "characters": 1, "tokens": 1, "capture_method": "rest"}
    return ClipboardEntry(account=account(stone), content=stone.content, **free | fields)


def fingerprints(stone: Stone, /, **fields: Any) -> Fingerprints:
    return Fingerprints(**{"account": account(stone), "content": stone.content, "values": [1]} | fields)


def saved(entry: ClipboardEntry) -> ClipboardEntry:
    entry.save()
    return entry


def clipboard_settings(stone: Stone, /, **fields: Any) -> ClipboardSettings:
    return ClipboardSettings(account=account(stone), **fields)


Break = Callable[[Stone], Model]
BREAKS: dict[str, list[Break]] = {
    "copy_of_one_thing": [
        lambda s: copied(s, parent=saved(copied(s)), parent_stone=s, relation="part", overlap=1.0)
    ],
    "copy_says_how_it_relates": [
        lambda s: copied(s, parent_stone=s),
        lambda s: copied(s, overlap=1.0),
        lambda s: copied(s, relation="part"),
        lambda s: copied(s, relation="part", overlap=1.1),
        lambda s: copied(s, relation="part", overlap=-0.1),
    ],
    "pinned_copy_stays": [lambda s: copied(s, is_pinned=True, expires=timezone.now())],
    "copy_capture_method_known": [lambda s: copied(s, capture_method="window")],
    "fingerprints_of_one_text": [
        lambda s: fingerprints(s, content=None),
        lambda s: fingerprints(s, entry=saved(copied(s))),
    ],
    "copy_ttl_sensible": [
        lambda s: clipboard_settings(s, ttl_days=0),
        lambda s: clipboard_settings(s, ttl_days=3651),
    ],
}


@pytest.mark.parametrize(
    ("name", "number"), [(name, n) for name, found in BREAKS.items() for n in range(len(found))]
)
def test_it_is_refused(stone: Stone, name: str, number: int) -> None:
    row = BREAKS[name][number](stone)
    with pytest.raises(IntegrityError, match=f'"{name}"'), transaction.atomic():
        row.save(force_insert=True)


@pytest.mark.parametrize(
    "make",
    [copied, fingerprints, clipboard_settings],
)
def test_without_the_fault_it_is_taken(stone: Stone, make: Callable[[Stone], Model]) -> None:
    make(stone).save(force_insert=True)


def test_every_named_constraint_is_tried() -> None:
    named = {
        constraint.name
        for model in apps.get_app_config("clipboard").get_models()
        for constraint in model._meta.constraints
    }
    assert set(BREAKS) == named
