"""What an index, a router or an overview of skills says about each file: triggers, purpose, place, parent.

Layouts differ, so several are supported: tables ("User says …", "Use When", "Purpose"), lists with a file and words
about it, routing rules (IF mentions "a" OR "b" → file), drawn hierarchies. A row counts if it names a Markdown file.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from core.text.limited_markdown import WorkLimitExceeded
from quickstart.parsing.markdown_pieces import MarkdownPiece, MarkdownPieceKind, pieces, unnumbered
from quickstart.parsing.skill_parts import REFERENCE
from quickstart.parsing.tree_drawings import TreeLine, is_drawing, read_drawing
from quickstart.parsing.trigger_phrases import distinct, has_lead, phrases_in, quoted, without_lead

MAX_DEPTH = 50
"""Of a drawn hierarchy; deeper levels are not read."""
_SAYS = re.compile(
    r"\b(?:says?|triggers?|phrases?|utterances?|requests?|keywords?|asks?|queries|query|load\s+skill)\b",
    re.IGNORECASE,
)
_WHEN = re.compile(r"\bwhen\b|\buse\s+(?:it\s+)?(?:for|to|case)|\btasks?\b|\bgoal\b", re.IGNORECASE)
_PURPOSE = re.compile(r"\b(?:purpose|description|summary|about|what)\b", re.IGNORECASE)
_PARENT = re.compile(r"\bparent\b", re.IGNORECASE)
_DIVIDED = re.compile(r"\s+[/|]\s+|\s*;\s+|\s*<br\s*/?>\s*|,\s+")
_SEVERAL = re.compile(r"\s*;\s+|\s*<br\s*/?>\s*")
_NO_PLACE = re.compile(
    r"(?:quick\s+(?:reference|start|links?)|user\s+says|overview|index|contents|table\s+of|(?:complete|full|alphabetical)\b.*\blist"
    r"|all\s+skills|(?:available\s+)?skills|skill\s+(?:index|list|router|relationships)|related|references?|see\s+also|notes?"
    r"|documentation|triggers?|routing|entry\s+point|fallback|how\s+to|adding|examples?)\b",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\s*\([^()]*\)$")
_DASH = re.compile(r"^\W*(?:[-–—:]+|→)\s*")
_RULE = re.compile(r"\bif\b.*?\b(?:mentions?|asks?|says?|contains?|includes?|wants?|about)\b", re.IGNORECASE)


@dataclass(slots=True)
class IndexRow:
    """The statements of one index about one file."""

    file: str
    """As named there."""
    line: int
    """Of its first mention."""
    triggers: list[str] = field(default_factory=list)
    keywords: list[str] = field(default_factory=list)
    """Single words of routing rules: too little for a phrase, enough for a tag."""
    purpose: str = ""
    place: tuple[str, ...] = ()
    """Headings above the row, without those that do not indicate its place."""
    parent: str = ""
    """The file above it in a drawn hierarchy or a column "Parent"."""


def read_index(text: str) -> dict[str, IndexRow]:
    """Rows by file, in the order of their first mention; none if the Markdown is too costly to parse."""
    rows: dict[str, IndexRow] = {}
    try:
        run = pieces(text)
    except WorkLimitExceeded:
        return rows
    trail: list[tuple[int, str]] = []
    condition: tuple[int, str] = (0, "")
    for piece in run:
        if piece.kind is MarkdownPieceKind.HEADING:
            trail = [*(above for above in trail if above[0] < piece.level), (piece.level, piece.text)]
            condition = (0, "")
        elif piece.kind is MarkdownPieceKind.ROW:
            _read_row(piece, trail, rows)
        elif piece.kind is MarkdownPieceKind.CODE and is_drawing(piece.text):
            for root in read_drawing(piece.text, piece.line).roots:
                _read_hierarchy(root, "", trail, rows)
        elif piece.kind is MarkdownPieceKind.ITEM:
            condition = _read_item(piece, condition, trail, rows)
    return rows


def _row(name: str, line: int, rows: dict[str, IndexRow]) -> IndexRow:
    return rows.setdefault(name, IndexRow(name, line))


def _read_row(piece: MarkdownPiece, trail: Sequence[tuple[int, str]], rows: dict[str, IndexRow]) -> None:
    """A row of a table: the first cell that is little more than a file name says which; the others are about it."""
    cells = list(zip(piece.header, piece.cells, strict=True))
    named = [(at, names) for at, (_, (_, marked)) in enumerate(cells) if (names := REFERENCE.findall(marked))]
    if not named:
        return
    at, names = next(((at, names) for at, names in named if not _PARENT.search(cells[at][0])), named[0])
    for name in names:
        row = _row(name, piece.line, rows)
        for other, (header, (plain, marked)) in enumerate(cells):
            if other != at and plain:
                _read_cell(row, _meaning(header, trail), plain, marked)
        if not _spoken(trail):
            row.place = row.place or _place(trail)


def _meaning(header: str, trail: Sequence[tuple[int, str]]) -> str:
    for meaning, words in (("parent", _PARENT), ("says", _SAYS), ("when", _WHEN), ("purpose", _PURPOSE)):
        if words.search(header):
            return meaning
    return "says" if _spoken(trail) else ""


def _spoken(trail: Sequence[tuple[int, str]]) -> bool:
    return bool(trail) and bool(_SAYS.search(trail[-1][1]))


def _read_cell(row: IndexRow, meaning: str, plain: str, marked: str) -> None:
    if meaning == "parent":
        row.parent = row.parent or next(iter(REFERENCE.findall(marked)), "")
    elif quoted(plain):
        row.triggers = distinct([*row.triggers, *quoted(plain)])
    elif meaning == "says":
        row.triggers = distinct([*row.triggers, *map(without_lead, _DIVIDED.split(plain))])
    elif meaning == "when":
        row.triggers = distinct([*row.triggers, *map(without_lead, _SEVERAL.split(plain))])
    elif meaning == "purpose":
        row.purpose = row.purpose or plain


def _read_hierarchy(
    line: TreeLine, parent: str, trail: Sequence[tuple[int, str]], rows: dict[str, IndexRow], depth: int = 1
) -> None:
    found = REFERENCE.search(line.label)
    if found:
        row = _row(found[0], line.number, rows)
        row.parent = row.parent or parent
        row.place = row.place or _place(trail)
        parent = found[0]
    for under in line.under if depth < MAX_DEPTH else ():
        _read_hierarchy(under, parent, trail, rows, depth + 1)


def _read_item(
    piece: MarkdownPiece,
    condition: tuple[int, str],
    trail: Sequence[tuple[int, str]],
    rows: dict[str, IndexRow],
) -> tuple[int, str]:
    """An item that names files, with its routing rule; returns the rule for the items below."""
    names = REFERENCE.findall(piece.marked)
    rule = condition[1] if condition[0] < piece.level else ""
    if _RULE.search(piece.text):
        rule = piece.text
    for name in names:
        row = _row(name, piece.line, rows)
        quoted_phrases = [phrase for phrase in quoted(rule) if phrase]
        row.triggers = distinct([*row.triggers, *(phrase for phrase in quoted_phrases if " " in phrase)])
        row.keywords = distinct([*row.keywords, *(phrase for phrase in quoted_phrases if " " not in phrase)])
    if len(names) == 1 and not rule:
        _read_words(_row(names[0], piece.line, rows), piece.text, names[0])
    return (piece.level, rule) if rule and not names else condition if condition[0] < piece.level else (0, "")


def _read_words(row: IndexRow, text: str, name: str) -> None:
    """ "file – words" or "words → file": when to use it, or its purpose."""
    before, _, after = text.partition(name)
    words = _DASH.sub("", after).strip()
    for sentence in (words, before.strip(" :–—→-")):
        if quoted(sentence) or has_lead(sentence):
            row.triggers = distinct([*row.triggers, *phrases_in(sentence)])
            return
    row.purpose = row.purpose or (words if " " in words else "")


def _place(trail: Sequence[tuple[int, str]]) -> tuple[str, ...]:
    """The headings above, without the title of the file and without an aside in parentheses."""
    titles = (_ASIDE.sub("", unnumbered(title)) for level, title in trail if level > 1)
    return tuple(title for title in titles if title and not _NO_PLACE.match(title))
