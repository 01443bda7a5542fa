"""A copy comes in: checked, recorded once, related to what it was copied from, made a stone where that is wanted."""

import re
from datetime import timedelta
from typing import NamedTuple
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.utils import timezone

from llm import count_tokens
from stones.clipboard.secrets import find_secrets
from stones.exceptions import ClipboardPaused, SecretCopied
from stones.models import ClipboardEntry, ClipboardSettings, Door, Stone
from stones.services.clipboard.making import living_stone, stone_of_text
from stones.services.clipboard.marking import keep_fingerprints
from stones.services.clipboard.origins import CopiedText, find_origin, still_there
from stones.services.clipboard.preferences import clipboard_settings
from stones.services.drafts import check_text
from stones.services.storing import keep_content

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]+")
SOURCE_APP = 200
# The first of the two numbers that name a lock; the second is the account.
_LOCK = 6_001


class Copied(NamedTuple):
    """A recorded copy, whether this call recorded it, and the stone that was made of it or that it is."""

    entry: ClipboardEntry
    is_new: bool
    stone: Stone | None


def record_copy(
    *,
    account: User,
    content: str,
    source_app: str = "",
    door: Door,
    as_stone: bool | None = None,
    source_agent: str = "user",
) -> Copied:
    """Record what was copied. `as_stone`: make a stone of it; None: as the account's settings say.

    Safe to repeat: the same text as the account's newest copy is that copy, not a new one. Raises ClipboardPaused,
    SecretCopied, ContentTooLarge, ContentNotText or TokenInContent; then nothing was recorded.
    """
    wanted = clipboard_settings(account)
    text = _checked(wanted, content)
    copied = CopiedText(account, text)
    found = _newest_if_same(copied)
    entry, is_new = (found, False) if found else _record(copied, _named(source_app), door, wanted)
    make = wanted.auto_format if as_stone is None else as_stone
    stone = living_stone(entry)
    if make and stone is None:
        stone = stone_of_text(account=account, entry=entry, text=text, source_agent=source_agent)
    return Copied(entry, is_new, stone)


def _checked(wanted: ClipboardSettings, content: str) -> str:
    """The canonical text, where it may be recorded."""
    if wanted.is_paused:
        raise ClipboardPaused("The clipboard is paused: nothing was recorded. Resume it in its settings.")
    text = check_text("copy", content)
    if kinds := find_secrets(text):
        raise SecretCopied(
            f"This looks like a secret ({', '.join(kinds)}). Nothing was recorded.", kinds=kinds
        )
    return text


def _newest_if_same(copied: CopiedText) -> ClipboardEntry | None:
    entries = ClipboardEntry.objects.alive().filter(account=copied.account).order_by("-pk")
    newest = entries.select_related("stone").first()
    return newest if newest and newest.sha256 == copied.sha256 else None


def _record(
    copied: CopiedText, source_app: str, door: Door, wanted: ClipboardSettings
) -> tuple[ClipboardEntry, bool]:
    # Outside the transaction, for whose end others wait: each of them reads the whole text.
    tokens, origin, fingerprints = count_tokens(copied.text), find_origin(copied), copied.fingerprints
    with transaction.atomic():
        _lock(copied.account)
        if found := _newest_if_same(copied):
            return found, False
        kept = keep_content(copied.account, copied.text, tokens) if wanted.store_full else None
        now = timezone.now()
        entry = ClipboardEntry.objects.create(
            account=copied.account,
            sha256=copied.sha256,
            content=kept,
            preview=_preview(copied.text),
            characters=len(copied.text),
            tokens=tokens,
            source_app=source_app,
            door=door,
            copied=now,
            expires=now + timedelta(days=wanted.ttl_days),
            **still_there(origin).fields(),
        )
        keep_fingerprints(entry, fingerprints)
    return entry, True


def _lock(account: User) -> None:
    """Copies of one account are recorded one after the other: which one is the newest must be certain."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [_LOCK, account.pk])


def _preview(text: str) -> str:
    # Ten times as much of the text is enough: the rest is not looked at.
    return " ".join(text[: 10 * ClipboardEntry.PREVIEW].split())[: ClipboardEntry.PREVIEW]


def _named(source_app: str) -> str:
    """The name of an application in one line; of an address what comes before its query, which may hold anything."""
    name = " ".join(_CONTROL.sub(" ", source_app).split())
    if re.match(r"(?i)https?://", name):
        try:
            address = urlsplit(name)
        except ValueError:
            return ""
        name = f"{address.scheme}://{address.netloc.rpartition('@')[2]}{address.path}"
    return name[:SOURCE_APP]
