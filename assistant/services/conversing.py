"""What a person asks in the assistant's panel: of stones that are kept there, and of the brain."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from assistant.exceptions import InvalidRequest
from assistant.services.callers import Caller
from brain.checking import with_marks
from brain.models import Interface, Note
from brain.response import Metadata
from brain.services.answering import ask
from brain.services.context import MAX_QUERY
from brain.services.notes import create_note
from brain.sources import PROFILE_ID
from inbox.helping.conversation import HELD, Known
from inbox.services.chatting import ChatAnswer, chat
from llm import count_tokens
from stones.format import CHANNELS

ROOM = "assistant"
"""The conversation on the brain's page in which the questions of the panel stand."""
MOST_KEPT = 5
MAX_KEPT = 20_000
"""Characters of the text of a kept stone."""
TITLE_CHARACTERS = 120
MAX_SOURCE = 500


@dataclass(frozen=True)
class Cited:
    """A source of an answer. `url` is a path of this site, or a page elsewhere."""

    number: int
    title: str
    excerpt: str
    url: str


@dataclass(frozen=True)
class BrainsAnswer:
    """`has_support` False: nothing that the account knows holds the answer. `url` is empty where it was not saved."""

    text: str
    citations: list[Cited]
    has_support: bool
    mode: str
    tokens: int
    url: str
    notices: tuple[str, ...]


def converse(
    *,
    caller: Caller,
    message: str,
    history: Sequence[Mapping[str, str]] = (),
    stones: Sequence[Mapping[str, Any]] = (),
) -> ChatAnswer:
    """Ask the account's assistant, with the stones that are kept in the panel: {border_hash, channel, level, text}.

    Slow where a model is configured. Raises InvalidRequest, and as `inbox.services.chatting.chat`.
    """
    return chat(agent=caller.agent, message=message, history=history, given=_kept(stones))


def _kept(stones: Sequence[Mapping[str, Any]]) -> list[Known]:
    if len(stones) > MOST_KEPT:
        raise InvalidRequest(f"At most {MOST_KEPT} stones are taken along, not {len(stones)}: drop some.")
    return [_held(number, stone) for number, stone in enumerate(stones, start=1)]


def _held(number: int, stone: Mapping[str, Any]) -> Known:
    text = _storable(stone["text"])
    if not text or len(text) > MAX_KEPT:
        raise InvalidRequest(
            f"Stone {number} has no text, or more than {MAX_KEPT:,} characters: keep a lower level of it."
        )
    # The channel is the only word of the header that is repeated outside the text, and only a known one.
    channel = stone["channel"] if stone["channel"] in CHANNELS else "unknown"
    return Known(
        name=f"{HELD}{number}",
        kind="stone",
        id=stone["border_hash"],
        title=f"a stone of the channel {channel}, LOD-{stone['level']}",
        text=text,
        quote="",
        tokens=count_tokens(text),
    )


def ask_brain(*, caller: Caller, question: str, more: str = "", use_external: bool = False) -> BrainsAnswer:
    """Ask the brain; the question stands on its page, too. `more`: what else there is of it, as much as still fits.

    Slow where a model is configured. Raises as `brain.services.answering.ask`.
    """
    room = MAX_QUERY - len(question) - 2
    query = f"{question}\n\n{_beginning(more, room)}" if more.strip() and room > 0 else question
    answered = ask(
        account=caller.account,
        query=query,
        room=ROOM,
        interface=Interface.PAGE,
        use_external=use_external,
        asked_by=caller.reader,
    )
    metadata = answered.response.metadata
    return BrainsAnswer(
        text=with_marks(answered.response.answer, answered.trace.unsupported),
        citations=_citations(metadata),
        has_support=metadata.has_sources,
        mode=str(answered.mode.value),
        tokens=answered.turn.tokens,
        url=reverse("brain:answer", args=[answered.turn.pk]) if answered.turn.is_saved else "",
        notices=answered.trace.told_outside(),
    )


def _beginning(text: str, most: int) -> str:
    """Cut between words, if there are any."""
    text = text.strip()
    if len(text) <= most:
        return text
    is_between = any(each.isspace() for each in text[most - 1 : most + 1])
    return text[:most].rstrip() if is_between else text[:most].rsplit(None, 1)[0]


def _citations(metadata: Metadata) -> list[Cited]:
    """Numbered as the answer calls them: notes, then pages outside."""
    found = [(each.note_title, each.excerpt, _place(each.note_id)) for each in metadata.citations]
    found += [(each.title, each.excerpt, each.url) for each in metadata.external_sources]
    return [
        Cited(number, title, excerpt or "", url)
        for number, (title, excerpt, url) in enumerate(found, start=1)
    ]


def _place(note_id: str) -> str:
    return reverse("brain:profile") if note_id == PROFILE_ID else reverse("brain:note", args=[note_id])


def save_note(*, caller: Caller, body: str, title: str = "", source: str = "") -> Note:
    """Keep a text as a note; without a title its first line is one. `source` is where it stood, told with the note.

    Raises as `brain.services.notes.create_note`.
    """
    described = f"Saved from {source.strip()[:MAX_SOURCE]}" if source.strip() else ""
    return create_note(
        account=caller.account, title=title.strip() or _title(body), body=body, description=described
    )


def _title(body: str) -> str:
    line = next((line for line in body.splitlines() if line.strip("# \t")), "").strip("# \t")
    return line if len(line) <= TITLE_CHARACTERS else f"{_beginning(line, TITLE_CHARACTERS)}…"


def _storable(text: str) -> str:
    """Without half characters and NUL, which no model takes."""
    return text.encode(errors="replace").decode().replace("\x00", " ").strip()
