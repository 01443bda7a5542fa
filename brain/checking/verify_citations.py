"""Each citation and external source that a model named: confirmed with the source's own words, or dropped with a
reason.

A citation holds when its id is among the sources and its excerpt occurs there; without an excerpt it cannot be
checked and is dropped. One under the wrong id is dropped too: the reason says where its words are, and a retry can
mend it. An external page holds when its URL was supplied; if its excerpt does not occur there, the page is cited
without one, and only if the answer draws on it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from brain.answer_sources import SourceType
from brain.checking.checked_answer import DroppedReference, SourceSpan
from brain.checking.sentence_support import draws_on
from brain.checking.source_text import MAX_EXCERPT_CHARACTERS, SourceText
from brain.standard_response import Citation, ExternalSource, cite

MAX_REFERENCES = 100
"""Of citations, and of external sources: the rest is dropped unread."""
_QUOTE_CHARACTERS = 160


@dataclass(slots=True)
class VerifiedCitations:
    """What holds, with its places. `numbers` maps a named position (from 1) to its present number."""

    citations: list[Citation] = field(default_factory=list)
    external: list[ExternalSource] = field(default_factory=list)
    spans: list[SourceSpan] = field(default_factory=list)
    dropped: list[DroppedReference] = field(default_factory=list)
    numbers: dict[int, int] = field(default_factory=dict)


def verify_citations(claimed: Sequence[Citation], sources: Mapping[str, SourceText]) -> VerifiedCitations:
    verified = VerifiedCitations()
    for number, citation in enumerate(claimed[:MAX_REFERENCES], start=1):
        what = f"citation of {quote_for_reason(citation.note_id)}: {quote_for_reason(citation.excerpt or '')}"
        source = sources.get(citation.note_id.strip())
        if source is None:
            verified.dropped.append(DroppedReference(what, _unknown_id_reason(citation, sources)))
        elif source.source.type is SourceType.EXTERNAL:
            verified.dropped.append(DroppedReference(what, "it is an outside source: it belongs among those"))
        elif not (excerpt := (citation.excerpt or "").strip()):
            verified.dropped.append(DroppedReference(what, "it has no excerpt that shows what it rests on"))
        elif (found := source.find(excerpt)) is None:
            verified.dropped.append(
                DroppedReference(what, _not_found_reason(excerpt, citation.note_id, sources))
            )
        else:
            span = SourceSpan(source.source.type, source.source.id, found[0], found[1])
            if (index := _find_enclosing(verified.spans, span)) is None:
                index = len(verified.spans)
                verified.spans.append(span)
                verified.citations.append(cite(source.source, found[2], found[0]))
            verified.numbers[number] = index + 1
    _report_excess(verified, len(claimed), "citations")
    return verified


def verify_external(
    claimed: Sequence[ExternalSource], sources: Iterable[SourceText], *, answer: str, query: str
) -> VerifiedCitations:
    pages = {normalize_url(page.source.url or page.source.id): page for page in sources}
    verified = VerifiedCitations()
    for number, external in enumerate(claimed[:MAX_REFERENCES], start=1):
        what = f"outside source {quote_for_reason(external.url)}"
        page = pages.get(normalize_url(external.url))
        if page is None:
            verified.dropped.append(DroppedReference(what, "its URL is none of those that were given"))
            continue
        excerpt = (external.excerpt or "").strip()
        found = page.find(excerpt) if excerpt else None
        if found is None:
            reason = "its excerpt does not stand there word for word" if excerpt else "it has no excerpt"
            if not draws_on(answer, page.text, query=query):
                verified.dropped.append(
                    DroppedReference(what, f"{reason}, and the answer does not draw on it")
                )
                continue
            if excerpt:
                verified.dropped.append(
                    DroppedReference(f"excerpt of {what}: {quote_for_reason(excerpt)}", reason)
                )
        verified.numbers[number] = _add_page(verified, page, found)
    _report_excess(verified, len(claimed), "outside sources")
    return verified


def normalize_url(url: str) -> tuple[str, ...]:
    """Equal for spellings of one address: case of the host, escapes, a slash at the end."""
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


def quote_for_reason(text: str) -> str:
    """On one line, shortened."""
    line = " ".join(text[: 2 * _QUOTE_CHARACTERS].split())
    return repr(line if len(line) <= _QUOTE_CHARACTERS else line[:_QUOTE_CHARACTERS] + "…")


def _add_page(verified: VerifiedCitations, page: SourceText, found: tuple[int, int, str] | None) -> int:
    """The page's number. A page is listed once, with the first excerpt that holds."""
    start, end, excerpt = found or (0, 0, None)
    span = SourceSpan(SourceType.EXTERNAL, page.source.id, start, end)
    cited_page = ExternalSource(
        title=page.source.title,
        source=page.source.origin,
        url=page.source.url or page.source.id,
        excerpt=excerpt,
    )
    for index, existing in enumerate(verified.external):
        if existing.url == cited_page.url:
            if existing.excerpt is None and excerpt is not None:
                verified.external[index], verified.spans[index] = cited_page, span
            return index + 1
    verified.external.append(cited_page)
    verified.spans.append(span)
    return len(verified.external)


def _unknown_id_reason(citation: Citation, sources: Mapping[str, SourceText]) -> str:
    return f"its id is none of those that were given{_elsewhere(citation.excerpt or '', sources)}"


def _not_found_reason(excerpt: str, note_id: str, sources: Mapping[str, SourceText]) -> str:
    if len(excerpt) > MAX_EXCERPT_CHARACTERS:
        return f"its excerpt is longer than {MAX_EXCERPT_CHARACTERS:,} characters"
    others = {id: source for id, source in sources.items() if id != note_id}
    return f"its excerpt does not stand there word for word, or is too short{_elsewhere(excerpt, others)}"


def _elsewhere(excerpt: str, sources: Mapping[str, SourceText]) -> str:
    matches = [id for id, source in sources.items() if excerpt.strip() and source.find(excerpt.strip())]
    return f" (these words stand in {matches[0]!r})" if len(matches) == 1 else ""


def _find_enclosing(spans: Sequence[SourceSpan], span: SourceSpan) -> int | None:
    """The span that already contains this one: its excerpt adds nothing."""
    for index, existing in enumerate(spans):
        if existing.id == span.id and existing.start <= span.start and span.end <= existing.end:
            return index
    return None


def _report_excess(verified: VerifiedCitations, claimed: int, what: str) -> None:
    if claimed > MAX_REFERENCES:
        verified.dropped.append(
            DroppedReference(f"{claimed - MAX_REFERENCES} {what}", f"more than {MAX_REFERENCES} were named")
        )
