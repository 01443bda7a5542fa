"""The files of an account's export with stones, shares and the ledger."""

from typing import Any

from django.contrib.auth.models import User
from django.db.models import F, Prefetch, Q, QuerySet

from core.db.export_files import ExportFile, Rows, own_file, plain_rows
from stones.models import Content, LedgerDailySum, LedgerEntry, LedgerReader, Level, Share, Stone

# Each brings its text and levels.
_CHUNK = 10
_HEADER = (
    "glow_channel",
    "stone_type",
    "source_agent",
    "claimed_source",
    "fortune",
    "claimed_header",
    "claimed_hash",
    "level_count",
    "generate_lods",
    "created",
    "stored",
    "expires",
    "archived",
    "tags",
)


def _stones(account: User) -> Rows:
    return export_stones(Stone.objects.filter(account=account))


def export_stones(stones: QuerySet[Stone]) -> Rows:
    """Each with its header, its levels and its text; some are in memory at a time."""
    levels = Level.objects.order_by("number")
    whole = stones.select_related("content").prefetch_related(
        Prefetch("author_levels", queryset=levels, to_attr="given"),
        Prefetch("content__levels", queryset=levels.filter(stone=None), to_attr="written"),
    )
    for stone in whole.order_by("pk").iterator(chunk_size=_CHUNK):
        yield _stone(stone)


def _stone(stone: Any) -> dict[str, Any]:
    content = stone.content
    header = {name: getattr(stone, name) for name in _HEADER}
    return {
        "id": stone.pk,
        "border_hash": content.border_hash,
        "sha256": content.sha256,
        **header,
        # Those that came with the stone are read in place of the written ones.
        "levels": [_level(level) for level in (*stone.given, *content.written)],
        "content": content.text,
        "content_tokens": content.tokens,
    }


def _level(level: Level) -> dict[str, Any]:
    return {
        "level": level.number,
        "text": level.text,
        "tokens": level.tokens,
        "origin": level.origin,
        "model": level.model,
    }


def _shares(account: User) -> Rows:
    rows = Share.objects.filter(Q(account=account) | Q(stone__account=account))
    return plain_rows(rows, "id", shared_by=F("stone__account__username"), shared_with=F("account__username"))


def _ledger(account: User) -> Rows:
    """The reader by name: the row that has it says nothing else."""
    entries = LedgerEntry.objects.filter(account=account)
    for row in plain_rows(entries, "reader_id", reader_name=F("reader__name")):
        row["reader"] = row.pop("reader_name")
        yield row


ACCOUNT_FILES = (
    ExportFile(
        "stones/stones.jsonl",
        "Your stones: header, levels with whose words they are, and the content itself.",
        (Stone, Content, Level),
        _stones,
        "import_stones FILE",
    ),
    ExportFile(
        "stones/shares.jsonl",
        "Which stones others may read of you, and you of others, by their ids.",
        (Share,),
        _shares,
    ),
    ExportFile(
        "stones/ledger.jsonl",
        "The ledger of reads: who loaded what, for how many tokens.",
        (LedgerEntry, LedgerReader),
        _ledger,
    ),
    own_file(
        "stones/ledger_days.jsonl",
        "What the ledger adds up to on each day, by reader, channel and level; entries go before these do.",
        LedgerDailySum,
    ),
)
