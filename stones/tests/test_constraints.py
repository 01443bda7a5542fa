"""The database itself refuses what cannot be: each named constraint."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Model

from stones.models import Content, LedgerEntry, LedgerReader, Level, Share, Stone, StonePassage
from stones.models.ledger import LedgerDailySum, LedgerSourceSum
from stones.tests.factories import LONG, ledger_reader, new_account, store


@pytest.fixture
def stone(db: None) -> Stone:
    """All three of its levels are provisional, LOD-0 is its author's as well; it has one passage."""
    stone = store(new_account(), content=LONG, levels={0: "Scan."})
    passage(stone, ordinal=0).save()
    Share.objects.create(account=account(stone), stone=stone)
    return stone


def account(stone: Stone) -> User:
    return User.objects.get(pk=stone.account_id)


def content(stone: Stone, /, **fields: Any) -> Content:
    free = {"sha256": "0" * 64, "border_hash": "0" * 8, "text": "", "tokens": 0, "tokens_exact": True}
    return Content(account=account(stone), **free | fields)


def level(stone: Stone, /, **fields: Any) -> Level:
    free = {"number": 1, "text": "x", "tokens": 1, "origin": "author", "stone": stone}
    return Level(account=account(stone), content=stone.content, **free | fields)


def another(stone: Stone, /, **fields: Any) -> Stone:
    free = {"fingerprint": "f" * 64, "glow_channel": "task", "stone_type": "handoff", "level_count": 1}
    return Stone(account=account(stone), content=stone.content, source_agent="koda", **free | fields)


def passage(stone: Stone, /, **fields: Any) -> StonePassage:
    free = {"ordinal": 1, "start_line": 1, "end_line": 1, "start": 0, "end": 4, "tokens": 1}
    return StonePassage(account=account(stone), content=stone.content, **free | fields)


def read(stone: Stone, /, **fields: Any) -> LedgerEntry:
    free = {"kind": "level", "level": 0, "tokens": 1, "paste_tokens": 1}
    owner = account(stone)
    return LedgerEntry(account=owner, stone=stone, reader=ledger_reader(owner), **free | fields)


def reader(stone: Stone, /) -> LedgerReader:
    return LedgerReader(account=account(stone), name="command")


def share(stone: Stone, /, **fields: Any) -> Share:
    return Share(**{"account": new_account(), "stone": stone} | fields)


def daily_sum(stone: Stone, /) -> LedgerDailySum:
    tokens = {"paste": 9, "read": 1, "generation": 0, "helpers": 0}
    return LedgerDailySum(account=account(stone), day=date(2026, 3, 4), by="reader", reads=1, **tokens)


def source_sum(stone: Stone, /) -> LedgerSourceSum:
    return LedgerSourceSum(account=account(stone), source="stone:1", reads=1, saved=8)


def twice(make: Callable[[Stone], Model], stone: Stone) -> Model:
    make(stone).save()
    return make(stone)


Break = Callable[[Stone], Model]
BREAKS: dict[str, list[Break]] = {
    "content_once_per_account": [
        lambda s: content(s, sha256=s.content.sha256, border_hash=s.content.sha256[:9])
    ],
    "content_name_unique": [
        lambda s: content(s, sha256=s.content.sha256[:8] + "0" * 56, border_hash=s.content.sha256[:8])
    ],
    "content_name_is_hash_prefix": [lambda s: content(s, border_hash="1" * 8)],
    "level_once_per_content": [lambda s: level(s, stone=None, origin="extract")],
    "author_level_once_per_stone": [lambda s: level(s, number=0)],
    "stone_claimed_hash_has_header": [lambda s: another(s, claimed_hash="f7a3b2c1")],
    "level_below_the_source": [lambda s: level(s, number=98)],
    "level_given_has_stone": [
        lambda s: level(s, origin="extract"),
        lambda s: level(s, stone=None),
    ],
    "level_of_model_names_it": [
        lambda s: level(s, model="a-model"),
        lambda s: level(s, prompt_version="1"),
    ],
    "stone_once_per_account": [lambda s: another(s, fingerprint=s.fingerprint)],
    "stone_channel_known": [lambda s: another(s, glow_channel="dream")],
    "stone_type_known": [lambda s: another(s, stone_type="note")],
    "stone_levels_of_the_format": [
        lambda s: another(s, level_count=0),
        lambda s: another(s, level_count=100),
    ],
    "passage_order_unique": [lambda s: passage(s, ordinal=0)],
    "passage_lines_ordered": [
        lambda s: passage(s, start_line=2),
        lambda s: passage(s, start_line=0, end_line=0),
    ],
    "passage_not_empty": [lambda s: passage(s, end=0)],
    "passage_vector_names_model": [
        lambda s: passage(s, embedding=[1.0, 0.0]),
        lambda s: passage(s, embedding_model="a-model"),
    ],
    "share_once_per_account": [lambda s: share(s, account=account(s))],
    "read_of_level_names_it": [
        lambda s: read(s, kind="focus"),
        lambda s: read(s, level=None),
        lambda s: read(s, kind="whole", level=None),
    ],
    "ledger_reader_once": [lambda s: twice(reader, s)],
    "ledger_daily_sum_once": [lambda s: twice(daily_sum, s)],
    "ledger_source_sum_once": [lambda s: twice(source_sum, s)],
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
    [content, level, another, passage, share, read, reader, daily_sum, source_sum],
)
def test_without_the_fault_it_is_taken(stone: Stone, make: Callable[[Stone], Model]) -> None:
    make(stone).save(force_insert=True)


def test_every_named_constraint_is_tried() -> None:
    named = {
        constraint.name
        for model in apps.get_app_config("stones").get_models()
        for constraint in model._meta.constraints
    }
    assert set(BREAKS) == named
