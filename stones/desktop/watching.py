"""The watcher: looks at the clipboard again and again and has what is new recorded, once, and never its own writing."""

import hashlib
import hmac
import secrets
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rest.exceptions import ProductError
from stones.clipboard.secrets import find_secrets
from stones.desktop.clipboards import PATIENCE_SECONDS, Clipboard, ClipboardSilent, Held, State, held_text
from stones.desktop.recording import DatabaseAway, Recorded

# Copies that wait in memory for the database, and marked texts that are known again: so many, then the oldest goes.
WAITING = 100
REMEMBERED = 50
STEP_SECONDS = 0.02


@dataclass(frozen=True)
class Said:
    """One line: what happened ("copied", "ignored", "note", "summary"), in words, and as fields for programs."""

    event: str
    text: str
    fields: dict[str, Any] = field(default_factory=dict)


Record = Callable[[str, str], Recorded]


class Watcher:
    """Looks at one clipboard for one account. Nothing that it says holds any of the text."""

    def __init__(
        self, clipboard: Clipboard, record: Record, say: Callable[[Said], None], *, limit: int
    ) -> None:
        self.clipboard = clipboard
        self.record = record
        self.say = say
        self.limit = limit
        self.counts: Counter[str] = Counter()
        self.is_paused = False
        self._asked: list[bool] = []
        # What was there at the last look; before the first one nothing, so that what lies there is not recorded.
        self.seen: Held | None = None
        # A stone of ours that may come onto the clipboard yet.
        self._late: Held | None = None
        self._is_silent = False
        self._is_away = False
        self._waiting: deque[tuple[str, str]] = deque()
        self._key = secrets.token_bytes(16)
        self._marked: deque[bytes] = deque(maxlen=REMEMBERED)

    def take_what_is_there(self) -> None:
        """The first look records, too."""
        self.seen = Held(State.EMPTY)

    def ask_to_pause(self) -> None:
        """Pause at the next look, or resume: a signal's handler may come in the middle of anything."""
        self._asked.append(True)

    def _toggle_pause(self) -> None:
        self._asked.pop()
        self.is_paused = not self.is_paused
        if not self.is_paused:
            # What was copied meanwhile is none of our business.
            self.seen = None
        self._note("paused: nothing is recorded" if self.is_paused else "resumed")

    def look(self) -> None:
        """One look at the clipboard, after what waits for the database. Raises ClipboardGone."""
        while self._asked:
            self._toggle_pause()
        self._record_waiting()
        if self.is_paused or (held := self._read()) is None:
            return
        if self.seen is None:
            self.seen = held
            return
        if held == self._late:
            self.seen, self._late = held, None
        # Twice the same: nobody changed it between the question after its marks and the one after its text.
        if held == self.seen or self._read() != held:
            return
        self.seen = held
        self._take(held)

    def summary(self) -> Said:
        counts = self.counts
        parts = [f"{counts['copied']:,} copied ({counts['tokens']:,} tokens)"]
        if counts["replaced"]:
            parts.append(f"{counts['replaced']:,} replaced by stones")
        parts.append(f"{counts['ignored']:,} ignored")
        if self._waiting:
            parts.append(f"{len(self._waiting):,} lost, as the database did not answer")
        names = ("copied", "tokens", "replaced", "ignored")
        fields = {name: counts[name] for name in names} | {"lost": len(self._waiting)}
        return Said("summary", ", ".join(parts), fields)

    def _read(self) -> Held | None:
        """What is there; None while its holder does not answer, which is said once."""
        try:
            held = self.clipboard.read(self.limit)
        except ClipboardSilent:
            if not self._is_silent:
                self._note("the program that holds the clipboard does not answer; asking it again and again")
            self._is_silent = True
            return None
        if self._is_silent:
            self._note("the clipboard answers again")
        self._is_silent = False
        return held

    def _take(self, held: Held) -> None:
        if reason := self._reason_to_ignore(held):
            self._ignore(reason)
        elif len(self._waiting) >= WAITING:
            self._ignore("too many copies wait for the database")
        else:
            self._waiting.append((held.text, self.clipboard.source()))
            self._record_waiting()

    def _reason_to_ignore(self, held: Held) -> str:
        match held.state:
            case State.EMPTY:
                return "the clipboard is empty"
            case State.OTHER:
                return f"no text ({held.format})"
            case State.TOO_LARGE:
                return f"more than {self.limit:,} bytes"
            case State.MARKED:
                self._marked.append(self._digest(held.text))
                return "marked as secret by the program that copied it"
        # Clipboard managers offer a text again after its owner has gone, without the mark.
        if self._digest(held.text) in self._marked:
            return "it was marked as secret before"
        if kinds := find_secrets(held.text):
            return f"looks like {' and '.join(kinds)}"
        return ""

    def _record_waiting(self) -> None:
        while self._waiting:
            text, source = self._waiting[0]
            try:
                recorded = self.record(text, source)
            except DatabaseAway as error:
                if not self._is_away:
                    self._note(f"the database does not answer ({error}); what is copied waits here for it")
                self._is_away = True
                return
            except ProductError as error:
                self._ignore(error.message)
            else:
                self._tell(recorded, replaced=self._put(text, recorded))
            self._waiting.popleft()
            if self._is_away:
                self._note("the database answers again")
            self._is_away = False

    def _put(self, text: str, recorded: Recorded) -> bool:
        """Put the stone in place of the text, unless something else was copied meanwhile."""
        stone = recorded.in_place
        if stone is None or self._read() != Held(State.TEXT, text):
            return False
        expected = held_text(stone.encode(), self.limit)
        try:
            self.clipboard.write(stone)
            # Programs say that they hold it a moment before they do.
            until = time.monotonic() + PATIENCE_SECONDS
            while self.clipboard.read(self.limit) != expected:
                if time.monotonic() > until:
                    raise ClipboardSilent
                time.sleep(STEP_SECONDS)
        except ClipboardSilent:
            self._late = expected
            self._note("the stone could not be put on the clipboard")
            return False
        self.seen = expected
        return True

    def _tell(self, recorded: Recorded, *, replaced: bool) -> None:
        if recorded.is_new:
            self.counts.update(copied=1, tokens=recorded.tokens)
        self.counts["replaced"] += replaced
        said = "copied" if recorded.is_new else "copied before:"
        source = f" from {recorded.source_app}" if recorded.source_app else ""
        parts = [f"{said} {recorded.tokens:,} tokens{source} → {recorded.name}"]
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
        self.say(Said("copied", ", ".join(parts), fields))

    def _ignore(self, reason: str) -> None:
        self.counts["ignored"] += 1
        self.say(Said("ignored", f"ignored: {reason}", {"reason": reason}))

    def _note(self, text: str) -> None:
        self.say(Said("note", text, {"note": text}))

    def _digest(self, text: str) -> bytes:
        return hmac.digest(self._key, text.encode(errors="replace"), hashlib.sha256)
