"""Indexes begin with the account, and none repeats another: each is written with every row.

What an account's request reads then does not grow with the other accounts, and a row costs only the indexes that it is
found by. Read from the database, so that what migrations and Django's own rules make is seen too.
"""

from typing import NamedTuple

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Model

pytestmark = pytest.mark.django_db

SWEEP = "a periodic task finds by it, over all accounts, what is due; most rows are not in it"
SENT = "its recipient finds by it what was sent, which is of the sender's account"
WORDS = "an inverted index: its lists are intersected with the account's rows"
TOKEN = "what the caller brings before its account is known"
# Indexes that begin neither with the account nor with a foreign key, whose rows are found by it when its target goes.
WITHOUT_ACCOUNT = {
    "analytics_event.received": SWEEP,
    "answering_writtenanswer.finished": SWEEP,
    "assistant_app.key": TOKEN,
    "assistant_app.origin": TOKEN,
    "brain_chunk.embedding_model": SWEEP,
    "brain_chunk.space": "a space is one account's",
    "brain_chunk.words": WORDS,
    "brain_fetchedresults.fetched": SWEEP,
    "brain_note.tags": WORDS,
    "clipboard_clipboardentry.expires": SWEEP,
    "clipboard_fingerprints.values": "an inverted index: the account is mixed into each of its values",
    "inbox_agenttoken.sha256": TOKEN,
    "inbox_memory.expires": SWEEP,
    "inbox_memorypassage.embedding_model": SWEEP,
    "inbox_memorypassage.space": "a space is one account's, or one agent's",
    "inbox_memorypassage.words": WORDS,
    "inbox_message.border_hash": SENT,
    "inbox_message.expires": SWEEP,
    "inbox_message.stone_claimed_hash": SENT,
    "inbox_message.stone_sha256": SENT,
    "inbox_message.stone_ulid": SENT,
    "inbox_message.thread": "a conversation has messages of several accounts",
    "inbox_message": WORDS,
    "jobs_job.kind": "one job a kind and target",
    "jobs_job.leased_until": SWEEP,
    "jobs_job.queue": "a worker claims the next job of any account (ADR 24)",
    "pages_deletedrows.deleted": SWEEP,
    "quickstart_askconversation.used": SWEEP,
    "quickstart_historicalentry.id": "the history of one row",
    "quickstart_historicalskill.id": "the history of one row",
    "quickstart_indexedtext.space": "a space is one collection's, which may be everybody's",
    "quickstart_indexedtext.words": WORDS,
    "rest_idempotencyrecord.created": SWEEP,
    "stones_content.sha256": SENT,
    "stones_content": WORDS,
    "stones_stone.expires": SWEEP,
    "stones_stonepassage.embedding_model": SWEEP,
    "stones_stonepassage.space": "a space is one account's",
    "stones_stonepassage.words": WORDS,
}


class Index(NamedTuple):
    table: str
    name: str
    columns: tuple[str, ...]
    """Of an expression ""."""
    condition: str
    is_unique: bool
    is_primary: bool
    operators: tuple[str, ...]
    """Operator classes."""

    @property
    def place(self) -> str:
        return f"{self.table}.{self.columns[0]}".rstrip(".")


_INDEXES = """
SELECT pg_class.relname, index.relname,
       ARRAY(SELECT coalesce(attname, '') FROM unnest(indkey::int[]) WITH ORDINALITY AS key(number, place)
             LEFT JOIN pg_attribute ON attrelid = indrelid AND attnum = number AND number > 0 ORDER BY place)::text[],
       coalesce(pg_get_expr(indpred, indrelid), ''), indisunique, indisprimary,
       ARRAY(SELECT opcname FROM unnest(indclass::oid[]) AS class JOIN pg_opclass ON pg_opclass.oid = class)::text[]
FROM pg_index JOIN pg_class ON pg_class.oid = indrelid JOIN pg_class AS index ON index.oid = indexrelid
WHERE pg_class.relnamespace = current_schema()::regnamespace
"""


def all_indexes() -> list[Index]:
    with connection.cursor() as cursor:
        cursor.execute(_INDEXES)
        return [
            Index(table, name, tuple(columns), condition, unique, primary, tuple(operators))
            for table, name, columns, condition, unique, primary, operators in cursor.fetchall()
        ]


def own_models() -> list[type[Model]]:
    """The product's, without those of other packages and of tests."""
    own = [each for each in apps.get_app_configs() if "site-packages" not in each.path]
    return [model for each in own for model in each.get_models()]


def foreign_keys(model: type[Model]) -> set[str]:
    return {str(field.column) for field in model._meta.concrete_fields if field.is_relation}


def owner_column(model: type[Model]) -> str | None:
    """Where a row says whose it is."""
    fields = {field.name: field for field in model._meta.concrete_fields}
    field = fields.get("account")
    return field.column if field is not None and field.related_model is User else None


def test_no_index_is_for_like() -> None:
    found = [index.name for index in all_indexes() if any("pattern_ops" in each for each in index.operators)]

    assert found == []


def test_no_index_repeats_another() -> None:
    """Its columns are not the first ones of another index of the same rows."""
    tables = {model._meta.db_table for model in own_models()}
    indexes = [index for index in all_indexes() if index.table in tables]

    repeated = [
        f"{index.name} repeats {other.name}"
        for index in indexes
        for other in indexes
        if index.table == other.table and index.name != other.name and _repeats(index, other)
    ]

    assert repeated == []


def _repeats(index: Index, other: Index) -> bool:
    is_part = "" not in index.columns and other.columns[: len(index.columns)] == index.columns
    return is_part and other.condition == index.condition and not index.is_unique


def test_indexes_of_accounts_begin_with_the_account() -> None:
    owned = {model._meta.db_table: model for model in own_models() if owner_column(model)}
    others = {
        index.place
        for index in all_indexes()
        if (model := owned.get(index.table)) is not None
        and not index.is_primary
        and index.columns[0] != owner_column(model)
        and index.columns[0] not in foreign_keys(model)
    }

    assert others == set(WITHOUT_ACCOUNT), "a new one needs its reason; one that is gone, none"


def test_every_foreign_key_is_found_by_an_index() -> None:
    """Or whatever is deleted reads every table that may refer to it. Of partial indexes those of what is not NULL."""
    begins = {
        (index.table, index.columns[0])
        for index in all_indexes()
        if index.condition in {"", f"({index.columns[0]} IS NOT NULL)"}
    }
    missing = [
        f"{model._meta.db_table}.{column}"
        for model in own_models()
        if not model.__name__.startswith("Historical")  # they outlive what they refer to
        for column in foreign_keys(model)
        if (model._meta.db_table, column) not in begins
    ]

    assert missing == []
