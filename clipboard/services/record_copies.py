"""A copy comes in: checked, recorded once, related to what it was copied from, made a stone where that is requested."""

from datetime import timedelta
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.utils import timezone

from clipboard.analysis.secret_detection import find_secrets
from clipboard.analysis.source_names import normalize_source
from clipboard.exceptions import ClipboardPaused, CopyNotFound, SecretCopied, StoneNotMade
from clipboard.models import CaptureMethod, ClipboardEntry, ClipboardSettings
from clipboard.services.clipboard_preferences import clipboard_settings
from clipboard.services.copy_origin import CopiedText, confirm_origin, find_origin
from clipboard.services.stone_from_copy import find_current_stone, stone_of_text
from clipboard.services.write_fingerprints import save_fingerprints
from core.llm import count_tokens
from core.rest.exceptions import ProductError
from stones.exceptions import InvalidLevels
from stones.models import BY_PERSON, Stone
from stones.services.sender_words import NO_WORDS, SenderWords, take_words
from stones.services.stone_draft import check_text
from stones.services.store_stones import store_content

# The first of the two numbers that name a lock; the second is the account.
_LOCK = 6_001


class CopyResult(NamedTuple):
    """A recorded copy, whether this call recorded it, and the stone that was made of it or that it is.

    Where a stone was requested and could not be made, `no_stone` says why; the copy is recorded all the same.
    """

    entry: ClipboardEntry
    is_new: bool
    stone: Stone | None
    no_stone: str = ""
    # What the sender's own words do not say of the text.
    left_out: tuple[str, ...] = ()

    def its_stone(self) -> Stone:
        """The stone of a copy that was recorded `as_stone`. Raises StoneNotMade."""
        if self.stone is None:
            raise StoneNotMade(f"The copy is recorded, but no stone could be made of it: {self.no_stone}")
        return self.stone


def record_copy(
    *,
    account: User,
    content: str,
    source_app: str = "",
    capture_method: CaptureMethod,
    as_stone: bool | None = None,
    source_agent: str = BY_PERSON,
    words: SenderWords = NO_WORDS,
) -> CopyResult:
    """Record what was copied. `as_stone`: make a stone of it, with the sender's words; None: as the account's settings
    say.

    Safe to repeat: the same text as the account's newest copy is that copy, not a new one, and a stone that could not
    be made is tried again. Raises ClipboardPaused, SecretCopied, ContentTooLarge, ContentNotText, TokenInContent,
    SummaryRefused, or InvalidLevels for words without a stone; then nothing was recorded. CopyNotFound: it was, and was
    deleted before this call ended.
    """
    account_settings = clipboard_settings(account)
    make = account_settings.auto_format if as_stone is None else as_stone
    if words != NO_WORDS and not make:
        raise InvalidLevels("summary is for a stone: say as_stone, too. Nothing was recorded.")
    text = _check_text(account_settings, content)
    # Before anything is recorded: it is not a fault of the copy.
    take_words(words, text, outcome="recorded")
    copied = CopiedText(account, text)
    found = _find_repeated_copy(copied)
    entry, is_new = (
        (found, False)
        if found
        else _record(copied, normalize_source(source_app), capture_method, account_settings)
    )
    result = CopyResult(entry, is_new, find_current_stone(entry))
    if make and (result.stone is None or words != NO_WORDS):
        return _with_stone(result, account=account, text=text, source_agent=source_agent, words=words)
    return result


def _with_stone(
    result: CopyResult, *, account: User, text: str, source_agent: str, words: SenderWords
) -> CopyResult:
    """With a stone of the text. The copy stays: it must not be lost with a stone that nobody can make.

    Raises CopyNotFound.
    """
    try:
        stored = stone_of_text(
            account=account, entry=result.entry, text=text, source_agent=source_agent, words=words
        )
    except CopyNotFound:
        raise
    except ProductError as error:
        # Who stores nothing but a stone says so at the end; here the copy was stored.
        return result._replace(no_stone=error.message.removesuffix(" Nothing was stored."))
    return result._replace(stone=stored.stone, left_out=stored.left_out)


def _check_text(account_settings: ClipboardSettings, content: str) -> str:
    """The canonical text, where it may be recorded."""
    if account_settings.is_paused:
        raise ClipboardPaused("The clipboard is paused: nothing was recorded. Resume it in its settings.")
    text = check_text("copy", content)
    if kinds := find_secrets(text):
        raise SecretCopied(
            f"This looks like a secret ({', '.join(kinds)}). Nothing was recorded.", kinds=kinds
        )
    return text


def _find_repeated_copy(copied: CopiedText) -> ClipboardEntry | None:
    entries = ClipboardEntry.objects.alive().filter(account=copied.account).order_by("-pk")
    newest = entries.select_related("stone").first()
    return newest if newest and newest.sha256 == copied.sha256 else None


def _record(
    copied: CopiedText, source_app: str, capture_method: CaptureMethod, account_settings: ClipboardSettings
) -> tuple[ClipboardEntry, bool]:
    # Outside the transaction, for whose end others wait: each of them reads the whole text.
    tokens, origin, fingerprints = count_tokens(copied.text), find_origin(copied), copied.fingerprints
    with transaction.atomic():
        _lock(copied.account)
        if found := _find_repeated_copy(copied):
            return found, False
        stored_content = (
            store_content(copied.account, copied.text, tokens) if account_settings.store_full else None
        )
        now = timezone.now()
        entry = ClipboardEntry.objects.create(
            account=copied.account,
            sha256=copied.sha256,
            content=stored_content,
            preview=_preview(copied.text),
            characters=len(copied.text),
            tokens=tokens,
            source_app=source_app,
            capture_method=capture_method,
            copied=now,
            expires=now + timedelta(days=account_settings.ttl_days),
            **confirm_origin(origin).fields(),
        )
        save_fingerprints(entry, fingerprints)
    return entry, True


def _lock(account: User) -> None:
    """Copies of one account are recorded one after the other: which one is the newest must be certain."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [_LOCK, account.pk])


def _preview(text: str) -> str:
    # Ten times as much of the text is enough: the rest is not looked at.
    return " ".join(text[: 10 * ClipboardEntry.PREVIEW].split())[: ClipboardEntry.PREVIEW]
