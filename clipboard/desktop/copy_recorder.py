"""Copies of the desktop on their way into the database, which may be gone for a moment."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import InterfaceError, OperationalError, connection

from clipboard.models import CaptureMethod, ClipboardEntry, Relation
from clipboard.services import CopyResult, clipboard_settings, record_copy
from core.llm import count_tokens
from stones.models import Stone
from stones.queries import assemble, reloaded
from stones.services import stone_text
from stones.services.read_pasted_text import holds_stones

RELATIONS = {
    Relation.REPEATS: "the same as",
    Relation.PART: "part of",
    Relation.CONTAINS: "contains",
    Relation.REWORKED: "reworked from",
}


class DatabaseUnavailable(Exception):
    """The database does not answer; the text says why."""


@dataclass(frozen=True)
class RecordingResult:
    """What became of a copy. `replacement`: the stone's text that goes onto the clipboard, None where it stays.

    `no_stone`: why a stone could not be made of it.
    """

    id: str
    name: str
    tokens: int
    source_app: str
    is_new: bool
    origin: str
    stone: str | None
    replacement: str | None
    no_stone: str = ""


class Recorder:
    """Records copies of one account. `app` names where all of them come from; else each says it."""

    def __init__(self, account: User, *, app: str = "", replace: bool = False, replace_from: int = 0) -> None:
        self.account = account
        self.app = app
        self.replace = replace
        self.replace_from = replace_from

    def __call__(self, text: str, source: str) -> RecordingResult:
        """Record a copy. Raises DatabaseUnavailable, or the ProductError by which it is refused."""
        # A connection that has lain idle may have been closed from the other side: the second try opens a new one.
        try:
            return self._record(text, source)
        except (OperationalError, InterfaceError):
            connection.close()
        try:
            return self._record(text, source)
        except (OperationalError, InterfaceError) as error:
            connection.close()
            raise DatabaseUnavailable(next(iter(str(error).splitlines()), "no reason given")) from error

    def _record(self, text: str, source: str) -> RecordingResult:
        replace = self.replace and not holds_stones(text) and count_tokens(text) >= self.replace_from
        # A stone has its text: none is made by itself where the account stores no texts.
        replace = replace and clipboard_settings(self.account).store_full
        copied = record_copy(
            account=self.account,
            content=text,
            source_app=self.app or source,
            capture_method=CaptureMethod.WATCHER,
            as_stone=True if replace else None,
        )
        return _to_result(copied, replace=replace)


def _to_result(copied: CopyResult, *, replace: bool) -> RecordingResult:
    entry, stone = copied.entry, copied.stone
    return RecordingResult(
        id=entry.pk,
        name=entry.sha256[:8],
        tokens=entry.tokens,
        source_app=entry.source_app,
        is_new=copied.is_new,
        origin=_origin(entry),
        stone=stone.content.border_hash if stone else None,
        replacement=_text(stone) if stone and replace else None,
        no_stone=copied.no_stone,
    )


def _text(stone: Stone) -> str:
    return stone_text(assemble(reloaded(stone)))


def _origin(entry: ClipboardEntry) -> str:
    """ "part of 9c01d2e3", or "" where nothing is known that it was copied from."""
    if entry.parent_stone:
        name = f"the stone {entry.parent_stone.content.border_hash}"
    elif entry.parent:
        name = entry.parent.sha256[:8]
    else:
        return ""
    return f"{RELATIONS[Relation(entry.relation)]} {name}"
