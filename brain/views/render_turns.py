"""Rendering of answers: numbered citations, each linked to the words it cites."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from brain.answer_rendering import sources_used
from brain.answer_sources import PROFILE_ID
from brain.checking.unsupported_sentences import UNSUPPORTED_LABEL, find_sentences, shorten
from brain.extracting import EXTRACTIVE_EXPLANATION
from brain.models import Mode, Turn
from brain.queries.note_queries import line_keeping_notes
from brain.services.collect_context import ASK_ALONE
from brain.standard_response import Metadata, title_with_day
from core.pages.mark_text import Mark, render_marked, replace_words

_NAME_CHARACTERS = 32
_WEB = re.compile(r"https?://", re.IGNORECASE)
# One number, or several in the same brackets.
_NUMBERS = re.compile(r"[ \t]?\[(\d{1,3}(?:[ \t]?[,;][ \t]?\d{1,3}){0,20})\]")


@dataclass(frozen=True, slots=True)
class RenderedSource:
    """The source behind a number. `href` links to its place; empty if it was deleted, and then no link is rendered."""

    number: int
    kind: str
    """"note", "profile" or "outside"."""
    title: str
    """With the day of a note."""
    href: str
    excerpt: str
    origin: str = ""
    day: date | None = None
    keeps_lines: bool = False
    """Whether line breaks of the excerpt are meant (Note.keeps_lines)."""

    @property
    def name(self) -> str:
        """The title, cut to what a chip has room for, and the day."""
        return title_with_day(self.title, self.day, _NAME_CHARACTERS)

    @property
    def is_gone(self) -> bool:
        return not self.href


@dataclass(frozen=True, slots=True)
class RenderedTurn:
    turn: Turn
    html: SafeString
    sources: tuple[RenderedSource, ...]
    used: str
    """"2 notes, 1 external source"; empty if nothing supports the answer."""
    explanation: str
    """Without EXTRACTIVE_EXPLANATION, which the page says once."""
    trace: dict[str, Any]
    has_numbers: bool
    """Whether all sources have their numbers in the text."""
    read_as: str = ""
    """With which earlier question it was read, as a sentence; empty where with none."""
    notices: tuple[str, ...] = ()
    """The others."""
    unlocated: tuple[str, ...] = ()
    """Sentences without support that could not be marked in the answer: their Markdown hides them."""

    @property
    def is_extractive(self) -> bool:
        return self.turn.mode == Mode.EXTRACTIVE


def render_turns(account: User, turns: Iterable[Turn]) -> list[RenderedTurn]:
    """One query for all."""
    rows = [(turn, Metadata.model_validate(turn.metadata)) for turn in turns]
    named = {each.note_id for _, metadata in rows for each in metadata.citations}
    existing = line_keeping_notes(account, named) | {PROFILE_ID: False}
    return [_render_turn(turn, metadata, existing) for turn, metadata in rows]


def _render_turn(turn: Turn, metadata: Metadata, existing: Mapping[str, bool]) -> RenderedTurn:
    """`existing`: whether a note keeps its lines, by the ids of those that are there."""
    sources = _sources(turn, metadata, existing)
    located = find_sentences(turn.answer, turn.unsupported)
    html, linked_numbers = _link_citations(turn, sources, _unsupported_marks(located))
    notices = turn.trace.get("notices", [])
    read_as = next((each for each in notices if each.endswith(ASK_ALONE)), "")
    return RenderedTurn(
        turn=turn,
        html=html,
        sources=sources,
        used=sources_used(metadata),
        explanation=metadata.source_explanation.removeprefix(EXTRACTIVE_EXPLANATION).strip(),
        trace=turn.trace,
        has_numbers=linked_numbers >= {source.number for source in sources},
        read_as=read_as.removesuffix(ASK_ALONE).strip(),
        notices=tuple(each for each in notices if each != read_as),
        unlocated=tuple(shorten(each) for each in turn.unsupported if each not in located),
    )


def _sources(turn: Turn, metadata: Metadata, existing: Mapping[str, bool]) -> tuple[RenderedSource, ...]:
    spans = turn.trace.get("cited", [])
    found = []
    for number, each in enumerate(metadata.citations, start=1):
        is_profile = each.note_id == PROFILE_ID
        found.append(
            RenderedSource(
                number=number,
                kind="profile" if is_profile else "note",
                title=each.label if each.note_id in existing else "Source no longer available",
                href=_source_url(turn, number, each.note_id, spans) if each.note_id in existing else "",
                excerpt=each.excerpt or "" if each.note_id in existing else "",
                day=each.note_day if each.note_id in existing else None,
                keeps_lines=existing.get(each.note_id, False),
            )
        )
    for number, page in enumerate(metadata.external_sources, start=len(found) + 1):
        href = page.url if _WEB.match(page.url) else ""
        found.append(RenderedSource(number, "outside", page.title, href, page.excerpt or "", page.source))
    if metadata.has_uncited_profile:
        number = len(found) + 1
        found.append(
            RenderedSource(
                number, "profile", "Your profile", _source_url(turn, number, PROFILE_ID, spans), ""
            )
        )
    return tuple(found)


def _source_url(turn: Turn, number: int, note_id: str, spans: Sequence[dict[str, Any]]) -> str:
    """Address of the note, or the profile, at the cited words."""
    url = reverse("brain:profile") if note_id == PROFILE_ID else reverse("brain:note", args=[note_id])
    parameters: dict[str, Any] = {"answer": turn.pk, "n": number}
    if number <= len(spans) and spans[number - 1].get("id") == note_id:
        parameters = {"from": spans[number - 1]["start"], "to": spans[number - 1]["end"]} | parameters
    return f"{url}?{urlencode(parameters)}#cited"


def _unsupported_marks(located: Mapping[str, tuple[int, int]]) -> list[Mark]:
    """The places of these sentences, marked by more than a colour."""
    suffix = f'<span class="no-source">{UNSUPPORTED_LABEL}</span>'
    return [Mark(start, end, tag="span", css="unsupported", suffix=suffix) for start, end in located.values()]


def _link_citations(
    turn: Turn, sources: Sequence[RenderedSource], marks: Sequence[Mark]
) -> tuple[SafeString, set[int]]:
    """The answer with a button for each [1] or [1, 2] that has sources, and the numbers found."""
    html, _ = render_marked(turn.answer, marks)
    by_number = {str(source.number): source for source in sources}
    linked_numbers: set[int] = set()

    def replace_numbers(found: re.Match[str]) -> str:
        named = [by_number.get(number) for number in re.split(r"[ \t]?[,;][ \t]?", found[1])]
        existing_ids = [source for source in named if source is not None]
        if len(existing_ids) < len(named):
            return found[0]
        linked_numbers.update(source.number for source in existing_ids)
        return "".join(render_chip(turn, source) for source in existing_ids)

    return replace_words(html, _NUMBERS, replace_numbers), linked_numbers


def render_chip(turn: Turn, source: RenderedSource) -> str:
    """A button that opens the words behind a number."""
    return render_to_string("brain/_citation_chip.html", {"turn": turn, "source": source}).strip()
