"""An answer as a page shows it: its claims numbered, each number with the words that it stands on."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from brain.checking import NOT_SUPPORTED_MARK, places_in
from brain.models import Mode, Turn
from brain.queries.notes import known_notes
from brain.rendering import sources_used
from brain.response import Metadata
from brain.sources import PROFILE_ID
from pages.marking import Mark, render_marked, replace_words

_WEB = re.compile(r"https?://", re.IGNORECASE)
# One, or several between the same brackets.
_NUMBERS = re.compile(r"[ \t]?\[(\d{1,3}(?:[ \t]?[,;][ \t]?\d{1,3}){0,20})\]")


@dataclass(frozen=True, slots=True)
class ShownSource:
    """What a number stands for. `href` leads to its place; empty where it is gone, and then nothing of it is told."""

    number: int
    kind: str
    """"note", "profile" or "outside"."""
    title: str
    href: str
    excerpt: str
    origin: str = ""

    @property
    def is_gone(self) -> bool:
        return not self.href


@dataclass(frozen=True, slots=True)
class ShownTurn:
    turn: Turn
    html: SafeString
    sources: tuple[ShownSource, ...]
    used: str
    """"2 notes, 1 external source"; empty where nothing supports the answer."""
    explanation: str
    trace: dict[str, Any]
    has_numbers: bool
    """Whether all sources have their numbers in the text."""

    @property
    def is_extractive(self) -> bool:
        return self.turn.mode == Mode.EXTRACTIVE


def shown_turns(account: User, turns: Iterable[Turn]) -> list[ShownTurn]:
    """Each as it is shown. One query for all."""
    rows = [(turn, Metadata.model_validate(turn.metadata)) for turn in turns]
    named = {each.note_id for _, metadata in rows for each in metadata.citations}
    known = known_notes(account, named) | {PROFILE_ID}
    return [_shown(turn, metadata, known) for turn, metadata in rows]


def _shown(turn: Turn, metadata: Metadata, known: set[str]) -> ShownTurn:
    sources = _sources(turn, metadata, known)
    html, seen = _with_numbers(turn, sources, _unsupported(turn.answer, turn.unsupported))
    return ShownTurn(
        turn=turn,
        html=html,
        sources=sources,
        used=sources_used(metadata),
        explanation=metadata.source_explanation,
        trace=turn.trace,
        has_numbers=seen >= {source.number for source in sources},
    )


def _sources(turn: Turn, metadata: Metadata, known: set[str]) -> tuple[ShownSource, ...]:
    places = turn.trace.get("cited", [])
    found = []
    for number, each in enumerate(metadata.citations, start=1):
        is_profile = each.note_id == PROFILE_ID
        found.append(
            ShownSource(
                number=number,
                kind="profile" if is_profile else "note",
                title=each.note_title if each.note_id in known else "Source no longer available",
                href=_place(turn, number, each.note_id, places) if each.note_id in known else "",
                excerpt=each.excerpt or "" if each.note_id in known else "",
            )
        )
    for number, page in enumerate(metadata.external_sources, start=len(found) + 1):
        href = page.url if _WEB.match(page.url) else ""
        found.append(ShownSource(number, "outside", page.title, href, page.excerpt or "", page.source))
    if metadata.used_profile and not any(source.kind == "profile" for source in found):
        number = len(found) + 1
        found.append(
            ShownSource(number, "profile", "Your profile", _place(turn, number, PROFILE_ID, places), "")
        )
    return tuple(found)


def _place(turn: Turn, number: int, note_id: str, places: Sequence[dict[str, Any]]) -> str:
    """The note, or the profile, at the words that were cited."""
    url = reverse("brain:profile") if note_id == PROFILE_ID else reverse("brain:note", args=[note_id])
    given: dict[str, Any] = {"answer": turn.pk, "n": number}
    if number <= len(places) and places[number - 1].get("id") == note_id:
        given = {"from": places[number - 1]["start"], "to": places[number - 1]["end"]} | given
    return f"{url}?{urlencode(given)}#cited"


def _unsupported(answer: str, sentences: Sequence[str]) -> list[Mark]:
    """Where they stand: to be marked by more than a colour."""
    behind = f'<span class="no-source">{NOT_SUPPORTED_MARK}</span>'
    return [
        Mark(start, end, tag="span", css="unsupported", behind=behind)
        for start, end in places_in(answer, sentences).values()
    ]


def _with_numbers(
    turn: Turn, sources: Sequence[ShownSource], marks: Sequence[Mark]
) -> tuple[SafeString, set[int]]:
    """The answer with buttons in place of each [1], or [1, 2], that stands for sources; and which ones there are."""
    html, _ = render_marked(turn.answer, marks)
    by_number = {str(source.number): source for source in sources}
    seen: set[int] = set()

    def put(found: re.Match[str]) -> str:
        named = [by_number.get(number) for number in re.split(r"[ \t]?[,;][ \t]?", found[1])]
        known = [source for source in named if source is not None]
        if len(known) < len(named):
            return found[0]
        seen.update(source.number for source in known)
        return "".join(chip(turn, source) for source in known)

    return replace_words(html, _NUMBERS, put), seen


def chip(turn: Turn, source: ShownSource) -> str:
    """Opens the words behind a number."""
    return render_to_string("brain/_chip.html", {"turn": turn, "source": source}).strip()
