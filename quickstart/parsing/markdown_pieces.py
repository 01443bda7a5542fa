"""A Markdown text as a flat list of pieces (headings, paragraphs, list items, table rows, code), with their lines.

Parsed by CommonMark: a `#` line inside a code fence is code.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from markdown_it.token import Token

from core.text.limited_markdown import LimitedMarkdown

_PARSER = LimitedMarkdown()
_PARSER.enable("table")
_NUMBER = re.compile(r"^(?:\d+(?:\.\d+)*[.):]?|[A-Z][.)])[ \t]+")
_BLANKS = re.compile(r"\s+")


class MarkdownPieceKind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    ROW = "row"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class MarkdownPiece:
    kind: MarkdownPieceKind
    line: int
    """From 1; of fenced code its first line, not that of the fence."""
    text: str
    """Without mark-up, on one line; for a row its cells joined by tabs; for code the code itself."""
    marked: str
    """As written; for a row its cells joined by tabs."""
    level: int = 0
    """For a heading 1–6, for an item its nesting depth (from 1)."""
    info: str = ""
    """Of code: its language, in lower case."""
    header: tuple[str, ...] = ()
    """Of a row: the titles of its table's columns."""

    @property
    def cells(self) -> list[tuple[str, str]]:
        """Each cell of a row, plain and as written."""
        return list(zip(self.text.split("\t"), self.marked.split("\t"), strict=True))


def pieces(text: str) -> list[MarkdownPiece]:
    """All pieces in order. Quotations and raw HTML are left out. Raises WorkLimitExceeded."""
    return list(_walk(_PARSER.parse(text)))


def section(run: Sequence[MarkdownPiece], heading: int) -> Sequence[MarkdownPiece]:
    """The pieces under the heading at this index, its own subheadings included."""
    level = run[heading].level
    end = next((at for at in range(heading + 1, len(run)) if _ends(run[at], level)), len(run))
    return run[heading + 1 : end]


def sections(run: Sequence[MarkdownPiece], title: re.Pattern[str]) -> Iterator[Sequence[MarkdownPiece]]:
    """The sections whose title, without its number, matches from its start."""
    for at, piece in enumerate(run):
        if piece.kind is MarkdownPieceKind.HEADING and title.match(unnumbered(piece.text)):
            yield section(run, at)


def unnumbered(title: str) -> str:
    """A heading without the number ("2.1. ") before it and the colon after it."""
    return _NUMBER.sub("", title).rstrip(" :")


def one_line(text: str) -> str:
    return _BLANKS.sub(" ", text).strip()


def _ends(piece: MarkdownPiece, level: int) -> bool:
    return piece.kind is MarkdownPieceKind.HEADING and piece.level <= level


def _walk(tokens: Sequence[Token]) -> Iterator[MarkdownPiece]:
    quoted = lists = 0
    first_of_item = False
    for at, token in enumerate(tokens):
        line = token.map[0] + 1 if token.map else 0
        quoted += _step(token, "blockquote")
        lists += _step(token, "bullet_list") + _step(token, "ordered_list")
        if token.type in ("list_item_open", "list_item_close"):
            first_of_item = token.type == "list_item_open"
        elif token.type == "table_open":
            yield from _rows(tokens, at)
        elif quoted:
            continue
        elif token.type in ("fence", "code_block"):
            line += token.type == "fence"
            yield MarkdownPiece(
                MarkdownPieceKind.CODE, line, token.content, token.content, info=_language(token)
            )
        elif token.type == "inline" and tokens[at - 1].type == "heading_open":
            yield _piece(MarkdownPieceKind.HEADING, token, line, int(tokens[at - 1].tag[1]))
        elif token.type == "inline" and tokens[at - 1].type == "paragraph_open":
            yield _piece(
                MarkdownPieceKind.ITEM if first_of_item else MarkdownPieceKind.PARAGRAPH, token, line, lists
            )
            first_of_item = False


def _piece(kind: MarkdownPieceKind, token: Token, line: int, level: int) -> MarkdownPiece:
    return MarkdownPiece(kind, line, one_line(plain_words(token)), token.content, level)


def _rows(tokens: Sequence[Token], start: int) -> Iterator[MarkdownPiece]:
    header: tuple[str, ...] = ()
    cells: list[Token] = []
    line = 0
    for token in tokens[start:]:
        if token.type == "tr_open":
            cells, line = [], token.map[0] + 1 if token.map else 0
        elif token.type == "inline":
            cells.append(token)
        elif token.type == "tr_close":
            plain = tuple(one_line(plain_words(cell)) for cell in cells)
            if not header:
                header = plain
            else:
                marked = "\t".join(one_line(cell.content) for cell in cells)
                yield MarkdownPiece(MarkdownPieceKind.ROW, line, "\t".join(plain), marked, header=header)
        elif token.type == "table_close":
            return


def plain_words(token: Token) -> str:
    """The words of inline text without its mark-up; line ends as they are."""
    parts = []
    for child in token.children or ():
        if child.type in ("text", "code_inline", "image"):
            parts.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            parts.append("\n")
    return "".join(parts)


def _step(token: Token, name: str) -> int:
    return {f"{name}_open": 1, f"{name}_close": -1}.get(token.type, 0)


def _language(token: Token) -> str:
    return (token.info.split() or [""])[0].lower().strip("{}.")
