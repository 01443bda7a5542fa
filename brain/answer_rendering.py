"""An answer as text: for a terminal, as the specification's CLI shows it; for a model, as short as possible."""

from collections.abc import Sequence

from brain.answer_sources import PROFILE_ID, SourceType
from brain.checking.unsupported_sentences import mark_unsupported
from brain.standard_response import Metadata, StandardResponse
from core.text.one_line import collapse_spaces


def render_for_terminal(
    response: StandardResponse, *, unsupported: Sequence[str] = (), notices: Sequence[str] = ()
) -> str:
    """Answer, sources used, citations, external sources; empty parts are left out."""
    metadata = response.metadata
    lines = ["Answer", "======", mark_unsupported(response.answer, unsupported), ""]
    lines += [*(f"Note: {notice}" for notice in notices), *([""] if notices else [])]
    if summary := sources_used(metadata):
        lines.append(f"Sources used: {summary}")
    if metadata.source_explanation:
        lines.append(metadata.source_explanation)
    if metadata.citations:
        lines += ["", "Citations", "---------"]
        for number, each in enumerate(metadata.citations, start=1):
            lines += [f"{number}. {each.label} ({each.note_id})", *_quote_lines(each.excerpt), ""]
    if metadata.external_sources:
        # Numbering goes on after the citations: the answer refers to external sources by these numbers.
        lines += [*([] if metadata.citations else [""]), "External sources", "----------------"]
        for number, page in enumerate(metadata.external_sources, start=len(metadata.citations) + 1):
            lines += [
                f"{number}. {page.title} ({page.source})",
                f"   URL: {page.url}",
                *_quote_lines(page.excerpt),
                "",
            ]
    return "\n".join(lines).strip()


def sources_used(metadata: Metadata) -> str:
    """`2 notes, 1 external source, profile information`; empty without any."""
    parts = []
    if SourceType.NOTES in metadata.source_types:
        parts.append(_count_noun(len({each.note_id for each in metadata.citations} - {PROFILE_ID}), "note"))
    if SourceType.EXTERNAL in metadata.source_types:
        parts.append(_count_noun(len(metadata.external_sources), "external source"))
    if metadata.used_profile:
        parts.append("profile information")
    return ", ".join(parts)


def render_for_model(response: StandardResponse, *, unsupported: Sequence[str] = ()) -> str:
    """The answer, then one line for each source: its reference and, in quotes, its excerpt."""
    metadata = response.metadata
    lines = [mark_unsupported(response.answer, unsupported)]
    for number, each in enumerate(metadata.citations, start=1):
        lines.append(f"[{number}] {each.label} ({each.note_id}){_quote_suffix(each.excerpt)}")
    for number, page in enumerate(metadata.external_sources, start=len(metadata.citations) + 1):
        lines.append(f"[{number}] {page.title} ({page.source}) {page.url}{_quote_suffix(page.excerpt)}")
    if metadata.has_uncited_profile:
        lines.append("From the profile, too.")
    return "\n".join(lines)


def _count_noun(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _quote_lines(excerpt: str | None) -> list[str]:
    return [f'   "{collapse_spaces(excerpt)}"'] if excerpt else []


def _quote_suffix(excerpt: str | None) -> str:
    return f': "{collapse_spaces(excerpt)}"' if excerpt else ""
