"""What happened to an answer since a place, as events."""

from collections.abc import Callable
from typing import Any

from answering.answer_events import (
    DONE,
    END_ID,
    Place,
    WrittenPiece,
    draft_events,
    json_event,
    piece_events,
    waiting_event,
    waiting_text_event,
)
from answering.models import WrittenAnswer
from answering.queries.find_answers import WaitingFor, waits_for

# How the pieces and the reason of waiting are rendered.
EventForm = tuple[Callable[[int, list[WrittenPiece], Place], tuple[str, Place]], Callable[[str, str], str]]
AS_JSON: EventForm = (piece_events, waiting_event)
AS_HTML: EventForm = (draft_events, waiting_text_event)
WORDS = {
    WaitingFor.TURN: "Other answers are being written; this one waits for its turn.",
    WaitingFor.WORKER: "No worker writes answers at the moment; this one waits until one runs.",
}


def render_pieces(answer: WrittenAnswer, since: Place, form: EventForm) -> tuple[str, Place]:
    """The events of an answer that is being written, and the place behind them."""
    pieces = answer.pieces.filter(attempt=answer.attempt).order_by("seq")
    render, render_waiting = form
    text, place = render(answer.attempt, [WrittenPiece(each.seq, each.text) for each in pieces], since)
    reason = waits_for(answer)
    if reason and reason.value != since.waiting:
        text += render_waiting(reason.value, WORDS[reason])
        place = place._replace(waiting=reason.value)
    return text, place


def render_end(body: Any) -> str:
    """The last event; whoever gets it may close."""
    return json_event(DONE, body, END_ID)
