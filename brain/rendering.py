"""An answer as text: for a terminal, as the specification's CLI shows it; for a model, as short as it goes."""

from collections.abc import Sequence

from brain.checking import with_marks
from brain.response import Metadata, StandardResponse
from brain.sources import PROFILE_ID, SourceType


def for_terminal(
    response: StandardResponse, *, unsupported: Sequence[str] = (), notices: Sequence[str] = ()
) -> str:
    """Answer, sources used, citations, external sources: each part only where there is something in it."""
    metadata = response.metadata
    lines = ["Answer", "======", with_marks(response.answer, unsupported), ""]
    lines += [*(f"Note: {notice}" for notice in notices), *([""] if notices else [])]
    if summary := sources_used(metadata):
        lines.append(f"Sources used: {summary}")
    if metadata.source_explanation:
        lines.append(metadata.source_explanation)
    if metadata.citations:
        lines += ["", "Citations", "---------"]
        for number, each in enumerate(metadata.citations, start=1):
            lines += [f"{number}. {each.note_title} ({each.note_id})", *_quoted(each.excerpt), ""]
    if metadata.external_sources:
        # Numbered on: the answer calls them so.
        lines += [*([] if metadata.citations else [""]), "External sources", "----------------"]
        for number, page in enumerate(metadata.external_sources, start=len(metadata.citations) + 1):
            lines += [
                f"{number}. {page.title} ({page.source})",
                f"   URL: {page.url}",
                *_quoted(page.excerpt),
                "",
            ]
    return "\n".join(lines).strip()


def sources_used(metadata: Metadata) -> str:
    """`2 notes, 1 external source, profile information`; empty without any."""
    parts = []
    if SourceType.NOTES in metadata.source_types:
        parts.append(_counted(len({each.note_id for each in metadata.citations} - {PROFILE_ID}), "note"))
    if SourceType.EXTERNAL in metadata.source_types:
        parts.append(_counted(len(metadata.external_sources), "external source"))
    if metadata.used_profile:
        parts.append("profile information")
    return ", ".join(parts)


def for_model(response: StandardResponse, *, unsupported: Sequence[str] = ()) -> str:
    """The answer, then one line a source: where it stands and, in quotes, what it says."""
    metadata = response.metadata
    lines = [with_marks(response.answer, unsupported)]
    for number, each in enumerate(metadata.citations, start=1):
        lines.append(f"[{number}] {each.note_title} ({each.note_id}){_said(each.excerpt)}")
    for number, page in enumerate(metadata.external_sources, start=len(metadata.citations) + 1):
        lines.append(f"[{number}] {page.title} ({page.source}) {page.url}{_said(page.excerpt)}")
    if metadata.used_profile and not any(each.note_id == PROFILE_ID for each in metadata.citations):
        lines.append("From the profile, too.")
    return "\n".join(lines)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _quoted(excerpt: str | None) -> list[str]:
    return [f'   "{_one_line(excerpt)}"'] if excerpt else []


def _said(excerpt: str | None) -> str:
    return f': "{_one_line(excerpt)}"' if excerpt else ""


def _one_line(text: str) -> str:
    return " ".join(text.split())
