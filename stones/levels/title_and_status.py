"""What a text is called, and how it stands by its front matter or its first parts."""

from collections.abc import Sequence

from core.text.front_matter import FrontMatter
from core.text.plain_inline import plain
from stones.levels.document_parts import DocumentPart, PartKind

RUN_IN_DEPTH = 7
"""Of a heading that opens a paragraph: below those that are marked as such."""
_SUBJECTS = ("subject", "title", "betreff", "asunto", "objet", "主题", "件名")
_FLAGS = (
    "deprecated",
    "superseded",
    "obsolete",
    "archived",
    "withdrawn",
    "retired",
    "draft",
    "veraltet",
    "obsoleto",
)
_SUCCESSORS = (
    *(
        "superseded_by",
        "supersededby",
        "superceded_by",
        "replaced_by",
        "replacedby",
        "obsoleted_by",
        "deprecated_by",
    ),
    *("ersetzt_durch", "abgelöst_durch", "reemplazado_por", "sustituido_por", "remplacé_par", "remplace_par"),
)
_NONE = ("", "-", "–", "—", "n/a", "na", "no", "none", "null", "nil", "false", "tbd", "keine", "ninguno")
_STATUSES = ("status", "état", "statut", "estado", "状态", "状態")


def find_title(parts: Sequence[DocumentPart]) -> str:
    """A first heading above all the rest, a subject line, or a first line without a full stop; no aside."""
    title = _title_line(parts)
    return "" if title.startswith("(") and title.endswith(")") else title


def _title_line(parts: Sequence[DocumentPart]) -> str:
    top = parts[:12]
    subject = next((part for part in top if part.label.lower() in _SUBJECTS), None)
    headings = [part for part in parts if part.kind is PartKind.HEADING and part.depth < RUN_IN_DEPTH]
    first = next(iter(headings), None)
    if subject:
        return plain(subject.text.partition(":")[2])
    if first in top and first is not None:
        before = [
            part for part in parts[: parts.index(first)] if not part.label and part.kind is PartKind.TEXT
        ]
        peers = [part for part in headings if part.depth <= first.depth]
        # Underlined titles have the level that their marks are first used for: here the next is above.
        is_underlined = not first.text.startswith("#") and any(
            peer.depth < first.depth for peer in peers[1:2]
        )
        if first.depth == 1 or (not before and (len(peers) == 1 or is_underlined)):
            return first.plain
    line = next((part for part in top if part.kind is PartKind.TEXT and not part.label), None)
    is_first = line is not None and (first is None or line.line < first.line)
    if line and is_first and len(line.plain) <= 120 and not line.plain.endswith((".", ":", "。", "!", "?")):
        return line.plain
    return ""


def find_status(parts: Sequence[DocumentPart]) -> str:
    """The few words under a heading "Status", as in decision records."""
    near = (part for part in parts[:60] if part.kind is PartKind.TEXT and part.section.lower() in _STATUSES)
    first = next(near, None)
    return first.plain.rstrip(".") if first and len(first.plain) <= 80 else ""


def front_matter_status(front: FrontMatter) -> str:
    """Its status, that it is deprecated or a draft, and what replaces it: "deprecated, replaced by ADR 22"."""
    if not front.values:
        return ""
    found = [plain(front.text("status", "state"))]
    for name in _FLAGS:
        value = front.values.get(name)
        if since := _value(value):
            found.append(name if since.lower() in ("true", "yes") else f"{name}: {since}")
    successors = ((name, _value(front.values.get(name))) for name in _SUCCESSORS)
    found += [
        f"{name.replace('_', ' ').replace('edby', 'ed by')} {successor}"
        for name, successor in successors
        if successor
    ]
    parts = [part for part in dict.fromkeys(found) if part]
    return ", ".join(
        part
        for part in parts
        if not any(other.startswith(f"{part.lower()} ") for other in parts if other != part)
    )


def _value(value: object) -> str:
    """On one line; empty where it says that there is none."""
    texts = [plain(str(each)) for each in (value if isinstance(value, list) else [value]) if each is not None]
    return ", ".join(text for text in texts if text.lower() not in _NONE)
