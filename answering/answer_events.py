"""An answer as server-sent events: what is new since a place, and the place behind it. Values in, text out.

A place is "attempt.seq". Programs get each piece as JSON; pages the whole draft as escaped HTML, as htmx swaps it.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, NamedTuple

STARTED, PIECE, RESTART, WAITING, DRAFT, DONE = "answer", "piece", "restart", "waiting", "draft", "done"
END_ID = "end"
"""The id of DONE: who names it has had the end, and is told so without a look at what was sent."""


class Place(NamedTuple):
    """Behind the piece `seq` of this attempt; `waiting` is the reason that was said last."""

    attempt: int = 0
    seq: int = 0
    waiting: str = ""

    @classmethod
    def parse(cls, text: str) -> "Place":
        """Raises ValueError."""
        attempt, _, seq = text.partition(".")
        numbers = [attempt, seq or "0"]
        if not all(number.isascii() and number.isdigit() and len(number) <= 9 for number in numbers):
            raise ValueError(f"{text[:40]!r} is no place: it is attempt.seq, as the event's id says.")
        return cls(int(attempt), int(seq or "0"))

    def __str__(self) -> str:
        return f"{self.attempt}.{self.seq}"


@dataclass(frozen=True, slots=True)
class WrittenPiece:
    seq: int
    text: str


def event(name: str, data: str, place: Place | str | None = None) -> str:
    """One event; its id is the place behind it. Lines of `data` become lines of it."""
    lines = [f"event: {name}"]
    lines += [f"id: {place}"] if place else []
    lines += [f"data: {line}" for line in data.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    return "\n".join(lines) + "\n\n"


def json_event(name: str, data: Any, place: Place | str | None = None) -> str:
    return event(name, json.dumps(data, ensure_ascii=False), place)


def piece_events(attempt: int, pieces: Sequence[WrittenPiece], since: Place) -> tuple[str, Place]:
    """The pieces of the current attempt behind a place, and the place behind them."""
    text, place = "", since
    if attempt != since.attempt:
        place = Place(attempt, 0, since.waiting)
        if since.attempt:
            text += json_event(RESTART, {"attempt": attempt}, place)
    for piece in pieces:
        if piece.seq > place.seq:
            place = place._replace(seq=piece.seq)
            text += json_event(PIECE, {"text": piece.text}, place)
    return text, place


def draft_events(attempt: int, pieces: Sequence[WrittenPiece], since: Place) -> tuple[str, Place]:
    """The whole draft as escaped HTML, if it has changed since a place."""
    place = Place(attempt, pieces[-1].seq if pieces else 0, since.waiting)
    if (place.attempt, place.seq) == (since.attempt, since.seq) or (not pieces and not since.seq):
        return "", place
    return event(DRAFT, escape("".join(piece.text for piece in pieces)), place), place


def waiting_event(reason: str, sentence: str) -> str:
    return json_event(WAITING, {"for": reason, "detail": sentence})


def waiting_text_event(reason: str, sentence: str) -> str:
    return event(WAITING, escape(sentence))
