"""The watcher: looks at the clipboard again and again and has what is new recorded, once, and never its own writing."""

import hashlib
import hmac
import secrets
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from clipboard.analysis.secret_detection import find_secrets
from clipboard.desktop.clipboard_protocol import (
    TIMEOUT_SECONDS,
    Clipboard,
    ClipboardContent,
    ClipboardTimeout,
    ContentState,
    decode_content,
)
from clipboard.desktop.copy_recorder import DatabaseUnavailable, RecordingResult
from core.rest.exceptions import ProductError

# Copies that wait in memory for the database: with so many a further one is ignored.
MAX_QUEUED = 100
# Marked texts that are known again: so many, then the oldest is forgotten.
MAX_REMEMBERED = 50
STEP_SECONDS = 0.02


@dataclass(frozen=True)
class WatcherEvent:
    """One line: what happened ("copied", "ignored", "note", "summary"), in words, and as fields for programs."""

    event: str
    text: str
    fields: dict[str, Any] = field(default_factory=dict)


Record = Callable[[str, str], RecordingResult]


class Watcher:
    """Looks at one clipboard for one account. Nothing that it says holds any of the text."""

    def __init__(
        self, clipboard: Clipboard, record: Record, emit: Callable[[WatcherEvent], None], *, limit: int
    ) -> None:
        self.clipboard = clipboard
        self.record = record
        self.emit = emit
        self.limit = limit
        self.counts: Counter[str] = Counter()
        self.is_paused = False
        self._pause_requests: list[bool] = []
        # What was there at the last look; before the first one nothing, so that what lies there is not recorded.
        self.last_content: ClipboardContent | None = None
        # A stone of ours that may come onto the clipboard yet.
        self._late_stone: ClipboardContent | None = None
        self._is_unresponsive = False
        self._is_database_away = False
        self._queue: deque[tuple[str, str]] = deque()
        self._key = secrets.token_bytes(16)
        self._secret_digests: deque[bytes] = deque(maxlen=MAX_REMEMBERED)

    def record_current_content(self) -> None:
        """The first look records, too."""
        self.last_content = ClipboardContent(ContentState.EMPTY)

    def request_pause(self) -> None:
        """Pause at the next look, or resume: a signal's handler may come in the middle of anything."""
        self._pause_requests.append(True)

    def _toggle_pause(self) -> None:
        self._pause_requests.pop()
        self.is_paused = not self.is_paused
        if not self.is_paused:
            # What was copied meanwhile is none of our business.
            self.last_content = None
        self._note("paused: nothing is recorded" if self.is_paused else "resumed")

    def poll(self) -> None:
        """One look at the clipboard, after what waits for the database. Raises ClipboardGone."""
        while self._pause_requests:
            self._toggle_pause()
        self._record_queued()
        if self.is_paused or (content := self._read()) is None:
            return
        if self.last_content is None:
            self.last_content = content
            return
        if content == self._late_stone:
            self.last_content, self._late_stone = content, None
        # Twice the same: nobody changed it between the question after its marks and the one after its text.
        if content == self.last_content or self._read() != content:
            return
        self.last_content = content
        self._handle(content)

    def summary(self) -> WatcherEvent:
        counts = self.counts
        parts = [f"{counts['copied']:,} copied ({counts['tokens']:,} tokens)"]
        if counts["replaced"]:
            parts.append(f"{counts['replaced']:,} replaced by stones")
        parts.append(f"{counts['ignored']:,} ignored")
        if self._queue:
            parts.append(f"{len(self._queue):,} lost, as the database did not answer")
        names = ("copied", "tokens", "replaced", "ignored")
        fields = {name: counts[name] for name in names} | {"lost": len(self._queue)}
        return WatcherEvent("summary", ", ".join(parts), fields)

    def _read(self) -> ClipboardContent | None:
        """What is there; None while its holder does not answer, which is said once."""
        try:
            content = self.clipboard.read(self.limit)
        except ClipboardTimeout:
            if not self._is_unresponsive:
                self._note("the program that holds the clipboard does not answer; asking it again and again")
            self._is_unresponsive = True
            return None
        if self._is_unresponsive:
            self._note("the clipboard answers again")
        self._is_unresponsive = False
        return content

    def _handle(self, content: ClipboardContent) -> None:
        if reason := self._reason_to_ignore(content):
            self._ignore(reason)
        elif len(self._queue) >= MAX_QUEUED:
            self._ignore("too many copies wait for the database")
        else:
            self._queue.append((content.text, self.clipboard.source()))
            self._record_queued()

    def _reason_to_ignore(self, content: ClipboardContent) -> str:
        match content.state:
            case ContentState.EMPTY:
                return "the clipboard is empty"
            case ContentState.OTHER:
                return f"no text ({content.format})"
            case ContentState.TOO_LARGE:
                return f"more than {self.limit:,} bytes"
            case ContentState.MARKED:
                self._secret_digests.append(self._digest(content.text))
                return "marked as secret by the program that copied it"
        # Clipboard managers offer a text again after its owner has gone, without the mark.
        if self._digest(content.text) in self._secret_digests:
            return "it was marked as secret before"
        if kinds := find_secrets(content.text):
            return f"looks like {' and '.join(kinds)}"
        return ""

    def _record_queued(self) -> None:
        while self._queue:
            text, source = self._queue[0]
            try:
                recorded = self.record(text, source)
            except DatabaseUnavailable as error:
                if not self._is_database_away:
                    self._note(f"the database does not answer ({error}); what is copied waits here for it")
                self._is_database_away = True
                return
            except ProductError as error:
                self._ignore(error.message)
            else:
                self._report(recorded, replaced=self._put_stone(text, recorded))
            self._queue.popleft()
            if self._is_database_away:
                self._note("the database answers again")
            self._is_database_away = False

    def _put_stone(self, text: str, recorded: RecordingResult) -> bool:
        """Put the stone in place of the text, unless something else was copied meanwhile."""
        stone = recorded.replacement
        if stone is None or self._read() != ClipboardContent(ContentState.TEXT, text):
            return False
        expected = decode_content(stone.encode(), self.limit)
        try:
            self.clipboard.write(stone)
            # Programs say that they hold it a moment before they do.
            deadline = time.monotonic() + TIMEOUT_SECONDS
            while self.clipboard.read(self.limit) != expected:
                if time.monotonic() > deadline:
                    raise ClipboardTimeout
                time.sleep(STEP_SECONDS)
        except ClipboardTimeout:
            self._late_stone = expected
            self._note("the stone could not be put on the clipboard")
            return False
        self.last_content = expected
        return True

    def _report(self, recorded: RecordingResult, *, replaced: bool) -> None:
        if recorded.is_new:
            self.counts.update(copied=1, tokens=recorded.tokens)
        self.counts["replaced"] += replaced
        verb = "copied" if recorded.is_new else "copied before:"
        source = f" from {recorded.source_app}" if recorded.source_app else ""
        parts = [f"{verb} {recorded.tokens:,} tokens{source} → {recorded.name}"]
        parts += [recorded.origin] if recorded.origin and recorded.is_new else []
        parts += [f"the stone {recorded.stone} is on the clipboard"] if replaced else []
        parts += [f"no stone could be made of it: {recorded.no_stone}"] if recorded.no_stone else []
        fields = {
            "id": recorded.id,
            "hash": recorded.name,
            "tokens": recorded.tokens,
            "source_app": recorded.source_app,
            "is_new": recorded.is_new,
            "origin": recorded.origin or None,
            "stone": recorded.stone,
            "replaced": replaced,
            "no_stone": recorded.no_stone or None,
        }
        self.emit(WatcherEvent("copied", ", ".join(parts), fields))

    def _ignore(self, reason: str) -> None:
        self.counts["ignored"] += 1
        self.emit(WatcherEvent("ignored", f"ignored: {reason}", {"reason": reason}))

    def _note(self, text: str) -> None:
        self.emit(WatcherEvent("note", text, {"note": text}))

    def _digest(self, text: str) -> bytes:
        return hmac.digest(self._key, text.encode(errors="replace"), hashlib.sha256)
