"""Each citation and each outside source that a model named: kept with the source's own words, or dropped with a reason.

A citation holds when its id is one of the given and its excerpt stands there; without an excerpt nothing can be
checked, so it is dropped. One under the wrong id is dropped too: the reason says where its words stand, and a retry
can mend it. A page outside holds when its URL was supplied; where its excerpt does not stand there, the page is kept
without one only if the answer draws on it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from brain.checking.model import Dropped, Place
from brain.checking.stretches import LONGEST_EXCERPT, Given
from brain.checking.support import draws_on
from brain.response import Citation, ExternalSource
from brain.sources import SourceType

MOST_NAMED = 100
"""Of citations, and of outside sources: the rest is dropped unread."""
MOST_TOLD = 50
_SHOWN_CHARACTERS = 160


@dataclass(slots=True)
class Kept:
    """What holds, with its places. `numbers` says where the one named at position n (from 1) is now."""

    citations: list[Citation] = field(default_factory=list)
    external: list[ExternalSource] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    dropped: list[Dropped] = field(default_factory=list)
    numbers: dict[int, int] = field(default_factory=dict)


def keep_citations(named: Sequence[Citation], given: Mapping[str, Given]) -> Kept:
    kept = Kept()
    for number, citation in enumerate(named[:MOST_NAMED], start=1):
        what = f"citation of {shown(citation.note_id)}: {shown(citation.excerpt or '')}"
        source = given.get(citation.note_id.strip())
        if source is None:
            kept.dropped.append(Dropped(what, _unknown_id(citation, given)))
        elif source.source.type is SourceType.EXTERNAL:
            kept.dropped.append(Dropped(what, "it is an outside source: it belongs among those"))
        elif not (excerpt := (citation.excerpt or "").strip()):
            kept.dropped.append(Dropped(what, "it has no excerpt that shows what it rests on"))
        elif (found := source.find(excerpt)) is None:
            kept.dropped.append(Dropped(what, _not_there(excerpt, citation.note_id, given)))
        else:
            place = Place(source.source.type, source.source.id, found[0], found[1])
            if (same := _same_place(kept.places, place)) is None:
                same = len(kept.places)
                kept.places.append(place)
                kept.citations.append(
                    Citation(note_id=place.source_id, note_title=source.source.title, excerpt=found[2])
                )
            kept.numbers[number] = same + 1
    _tell_excess(kept, len(named), "citations")
    return kept


def keep_external(
    named: Sequence[ExternalSource], given: Iterable[Given], *, answer: str, query: str
) -> Kept:
    pages = {same_url(page.source.url or page.source.id): page for page in given}
    kept = Kept()
    for number, external in enumerate(named[:MOST_NAMED], start=1):
        what = f"outside source {shown(external.url)}"
        page = pages.get(same_url(external.url))
        if page is None:
            kept.dropped.append(Dropped(what, "its URL is none of those that were given"))
            continue
        excerpt = (external.excerpt or "").strip()
        found = page.find(excerpt) if excerpt else None
        if found is None:
            reason = "its excerpt does not stand there word for word" if excerpt else "it has no excerpt"
            if not draws_on(answer, page.text, query=query):
                kept.dropped.append(Dropped(what, f"{reason}, and the answer does not draw on it"))
                continue
            if excerpt:
                kept.dropped.append(Dropped(f"excerpt of {what}: {shown(excerpt)}", reason))
        kept.numbers[number] = _keep_page(kept, page, found)
    _tell_excess(kept, len(named), "outside sources")
    return kept


def same_url(url: str) -> tuple[str, ...]:
    """What makes two spellings one address: case of the host, escapes, a slash at the end."""
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return (url.strip(),)
    return (
        parts.scheme.lower(),
        parts.netloc.lower(),
        unquote(parts.path).rstrip("/"),
        unquote(parts.query),
        parts.fragment,
    )


def shown(text: str) -> str:
    """In one line, shortened, for a reason."""
    line = " ".join(text[: 2 * _SHOWN_CHARACTERS].split())
    return repr(line if len(line) <= _SHOWN_CHARACTERS else line[:_SHOWN_CHARACTERS] + "…")


def _keep_page(kept: Kept, page: Given, found: tuple[int, int, str] | None) -> int:
    """The number of the page among those kept: each stands there once, with the first excerpt that holds."""
    start, end, excerpt = found or (0, 0, None)
    place = Place(SourceType.EXTERNAL, page.source.id, start, end)
    told = ExternalSource(
        title=page.source.title,
        source=page.source.origin,
        url=page.source.url or page.source.id,
        excerpt=excerpt,
    )
    for at, known in enumerate(kept.external):
        if known.url == told.url:
            if known.excerpt is None and excerpt is not None:
                kept.external[at], kept.places[at] = told, place
            return at + 1
    kept.external.append(told)
    kept.places.append(place)
    return len(kept.external)


def _unknown_id(citation: Citation, given: Mapping[str, Given]) -> str:
    return f"its id is none of those that were given{_elsewhere(citation.excerpt or '', given)}"


def _not_there(excerpt: str, note_id: str, given: Mapping[str, Given]) -> str:
    if len(excerpt) > LONGEST_EXCERPT:
        return f"its excerpt is longer than {LONGEST_EXCERPT:,} characters"
    others = {id: source for id, source in given.items() if id != note_id}
    return f"its excerpt does not stand there word for word, or is too short{_elsewhere(excerpt, others)}"


def _elsewhere(excerpt: str, given: Mapping[str, Given]) -> str:
    holding = [id for id, source in given.items() if excerpt.strip() and source.find(excerpt.strip())]
    return f" (these words stand in {holding[0]!r})" if len(holding) == 1 else ""


def _same_place(places: Sequence[Place], place: Place) -> int | None:
    """An excerpt that lies within one already cited says nothing more."""
    for at, known in enumerate(places):
        if known.source_id == place.source_id and known.start <= place.start and place.end <= known.end:
            return at
    return None


def _tell_excess(kept: Kept, named: int, what: str) -> None:
    if named > MOST_NAMED:
        kept.dropped.append(Dropped(f"{named - MOST_NAMED} {what}", f"more than {MOST_NAMED} were named"))
