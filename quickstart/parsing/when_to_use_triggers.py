"""Triggers in a skill's own text: its "When to Use" section, or a paragraph that says "Use this skill when …"."""

import re
from collections.abc import Iterator, Sequence

from quickstart.parsing.markdown_pieces import MarkdownPiece, MarkdownPieceKind, sections, unnumbered
from quickstart.parsing.trigger_phrases import distinct, has_lead, phrases_in, quoted, sentences

_TITLE = re.compile(
    r"(?:when\s+(?:to|should\s+(?:you|i|we))\s+(?:use|load|apply|invoke)|use\s+(?:this\s+(?:\w+\s+)?)?when|load\s+when"
    r"|triggers?(?:\s+phrases?)?|trigger\s+words)(?:\s+(?:this|it|me)(?:\s+\w+)?)?\W*$",
    re.IGNORECASE,
)
_NEGATIVE = re.compile(r"\b(?:not|never|don['’]t|avoid|instead\s+of)\b", re.IGNORECASE)
_NUMBERED = re.compile(r"\d+[.)]")


def section_triggers(run: Sequence[MarkdownPiece]) -> list[str]:
    """In order, each once. "When not to use" says the opposite and is left out."""
    found = [
        phrase for part in sections(run, _TITLE) for piece in _positive(part) for phrase in _phrases(piece)
    ]
    return distinct(found)


def prose_triggers(text: str) -> list[str]:
    """The sentences of a paragraph that say when to use something."""
    return distinct(
        phrase for sentence in sentences(text) if has_lead(sentence) for phrase in phrases_in(sentence)
    )


def _positive(part: Sequence[MarkdownPiece]) -> Iterator[MarkdownPiece]:
    """Without sections and lists that a negative heading or label introduces."""
    silent_below: int | None = None
    silent_list = False
    for piece in part:
        if piece.kind is MarkdownPieceKind.HEADING:
            if silent_below is None or piece.level <= silent_below:
                silent_below = piece.level if _NEGATIVE.search(piece.text) else None
            silent_list = False
        elif piece.kind is MarkdownPieceKind.PARAGRAPH:
            silent_list = bool(_NEGATIVE.search(piece.text)) and piece.text.endswith(":")
        if silent_below is None and not silent_list:
            yield piece


def _phrases(piece: MarkdownPiece) -> list[str]:
    if piece.kind is MarkdownPieceKind.ITEM:
        return phrases_in(piece.text)
    if piece.kind is MarkdownPieceKind.ROW:
        first = piece.cells[0][0]
        return quoted(piece.text) or phrases_in(first)
    if piece.kind is MarkdownPieceKind.HEADING:
        speaks = _NUMBERED.match(piece.text) or has_lead(piece.text) or quoted(piece.text)
        return phrases_in(unnumbered(piece.text)) if speaks else []
    if piece.kind is MarkdownPieceKind.PARAGRAPH:
        return _of_paragraph(piece.text)
    return []


def _of_paragraph(text: str) -> list[str]:
    if text.endswith(":"):
        return quoted(text)
    spoken = [sentence for sentence in sentences(text) if has_lead(sentence) or quoted(sentence)]
    return [phrase for sentence in spoken or list(sentences(text))[:1] for phrase in phrases_in(sentence)]
