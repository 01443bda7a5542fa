"""Questions in the assistant's panel, to the assistant with attached stones and to the brain; and saving notes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from answering.models import WrittenAnswer
from assistant.exceptions import InvalidRequest
from assistant.services.identify_caller import AssistantCaller
from brain.answer_sources import PROFILE_ID
from brain.checking.unsupported_sentences import mark_unsupported
from brain.models import Interface, Note
from brain.services.answer_question import AnsweredQuestion, BrainQuestion
from brain.services.collect_context import MAX_QUERY
from brain.services.manage_notes import create_note
from brain.services.request_brain_answer import ask_or_request
from brain.standard_response import Metadata
from core.llm import count_tokens
from core.text.storable_text import storable
from inbox.helpers.chat_prompt import ATTACHED_PREFIX, ChatSource
from inbox.services.answer_chat import ChatAnswer, chat
from stones.format import CHANNELS

CONVERSATION_NAME = "assistant"
"""The conversation on the brain's page that has the panel's questions."""
MAX_STONES = 5
MAX_STONE_CHARACTERS = 20_000
"""Characters of the text of an attached stone."""
TITLE_CHARACTERS = 120
MAX_SOURCE = 500


@dataclass(frozen=True)
class PanelCitation:
    """A source of an answer. `url` is a path of this site, or a page elsewhere."""

    number: int
    title: str
    excerpt: str
    url: str


@dataclass(frozen=True)
class ConverseAnswer:
    """`has_support` False: nothing that the account knows holds the answer. `url` is empty where it was not saved."""

    text: str
    citations: list[PanelCitation]
    has_support: bool
    mode: str
    tokens: int
    url: str
    notices: tuple[str, ...]


def converse(
    *,
    caller: AssistantCaller,
    message: str,
    history: Sequence[Mapping[str, str]] = (),
    stones: Sequence[Mapping[str, Any]] = (),
) -> ChatAnswer | WrittenAnswer:
    """Ask the account's assistant, with the stones attached in the panel: {border_hash, channel, level, text}.

    Where a model writes, the answer comes later. Raises InvalidRequest, and as `inbox.services.answer_chat.chat`.
    """
    return chat(
        agent=caller.agent,
        requester=caller.name,
        message=message,
        history=history,
        attached=_panel_stones(stones),
    )


def _panel_stones(stones: Sequence[Mapping[str, Any]]) -> list[ChatSource]:
    if len(stones) > MAX_STONES:
        raise InvalidRequest(f"At most {MAX_STONES} stones are taken along, not {len(stones)}: drop some.")
    return [_panel_stone(number, stone) for number, stone in enumerate(stones, start=1)]


def _panel_stone(number: int, stone: Mapping[str, Any]) -> ChatSource:
    text = storable(stone["text"]).strip()
    if not text or len(text) > MAX_STONE_CHARACTERS:
        raise InvalidRequest(
            f"Stone {number} has no text, or more than {MAX_STONE_CHARACTERS:,} characters: keep a lower level of it."
        )
    # The channel is the only word of the header that is repeated outside the text, and only if it is valid.
    channel = stone["channel"] if stone["channel"] in CHANNELS else "unknown"
    return ChatSource(
        name=f"{ATTACHED_PREFIX}{number}",
        kind="stone",
        id=stone["border_hash"],
        title=f"a stone of the channel {channel}, LOD-{stone['level']}",
        text=text,
        quote="",
        tokens=count_tokens(text),
    )


def ask_brain(
    *, caller: AssistantCaller, question: str, more: str = "", use_external: bool = False
) -> ConverseAnswer | WrittenAnswer:
    """Ask the brain; the question is on its page, too. `more` is appended to it, as much as still fits.

    Where a model writes, the answer comes later (`converse_answer`). Raises as
    `brain.services.request_brain_answer.ask_or_request`.
    """
    room = MAX_QUERY - len(question) - 2
    query = f"{question}\n\n{_beginning(more, room)}" if more.strip() and room > 0 else question
    answered = ask_or_request(
        caller.account,
        BrainQuestion(
            query,
            conversation=CONVERSATION_NAME,
            interface=Interface.PAGE,
            use_external=use_external,
            asked_by=caller.reader,
        ),
        requester=caller.name,
    )
    return answered if isinstance(answered, WrittenAnswer) else converse_answer(answered)


def converse_answer(answered: AnsweredQuestion) -> ConverseAnswer:
    """The brain's answer as the panel shows it."""
    metadata = answered.response.metadata
    return ConverseAnswer(
        text=mark_unsupported(answered.response.answer, answered.trace.unsupported),
        citations=_citations(metadata),
        has_support=metadata.has_sources,
        mode=str(answered.mode.value),
        tokens=answered.turn.tokens,
        url=reverse("brain:answer", args=[answered.turn.pk]) if answered.turn.is_saved else "",
        notices=answered.trace.external_notices(),
    )


def _beginning(text: str, limit: int) -> str:
    """At most `limit` characters, cut between words if there are any."""
    text = text.strip()
    if len(text) <= limit:
        return text
    is_between = any(each.isspace() for each in text[limit - 1 : limit + 1])
    return text[:limit].rstrip() if is_between else text[:limit].rsplit(None, 1)[0]


def _citations(metadata: Metadata) -> list[PanelCitation]:
    """Numbered as in the answer: notes, then external pages."""
    found = [(each.label, each.excerpt, _source_url(each.note_id)) for each in metadata.citations]
    found += [(each.title, each.excerpt, each.url) for each in metadata.external_sources]
    return [
        PanelCitation(number, title, excerpt or "", url)
        for number, (title, excerpt, url) in enumerate(found, start=1)
    ]


def _source_url(note_id: str) -> str:
    return reverse("brain:profile") if note_id == PROFILE_ID else reverse("brain:note", args=[note_id])


def save_note(*, caller: AssistantCaller, body: str, title: str = "", source: str = "") -> Note:
    """Save a text as a note; without a title its first line is one. `source`, where it was found, is its description.

    Raises as `brain.services.manage_notes.create_note`.
    """
    described = f"Saved from {source.strip()[:MAX_SOURCE]}" if source.strip() else ""
    return create_note(
        account=caller.account, title=title.strip() or _title(body), body=body, description=described
    )


def _title(body: str) -> str:
    line = next((line for line in body.splitlines() if line.strip("# \t")), "").strip("# \t")
    return line if len(line) <= TITLE_CHARACTERS else f"{_beginning(line, TITLE_CHARACTERS)}…"
