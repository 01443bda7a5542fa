"""The blocks of a Markdown or plain text, as line ranges with their heading trail.

It reads structure and renders nothing: it must never fail, never lose a line, and take linear time on any input.
CommonMark's rules are followed where they decide what belongs together (fences, ATX and setext headings, list items
with their indented lines), and `<h2>…</h2>` in a line of its own is a heading; nesting inside a block is ignored.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

ATX_HEADING = re.compile(r"[ ]{0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
HTML_HEADING = re.compile(r"[ ]{0,3}<h([1-6])\b[^<>]{0,200}>(.{1,300}?)</h[1-6]>[ \t]*$", re.IGNORECASE)
SETEXT_UNDERLINE = re.compile(r"[ ]{0,3}(={3,}|-{3,})[ \t]*$")
FENCE = re.compile(r"[ ]{0,3}(`{3,}|~{3,})")
LIST_ITEM = re.compile(r"[ ]*(?:[-*+•]|\d{1,9}[.)])[ \t]+\S")
TABLE_ROW = re.compile(r"[ \t]*\|")
BOLD_LINE = re.compile(r"\s*(\*\*|__)(?=\S)(?:(?!\1)[^\n])+(?<![.!?\s])\1:?\s*$")
"""A heading in all but its mark: a line of bold words that end as no sentence does."""
LEAD_LINE = re.compile(r"\s*[A-Z](?:\S{0,30}[ \t]+){0,11}\S{0,29}[\w)\"'’]\s*$")
"""A line that leads in to the list below it without a colon: "Optional, a matter of taste"."""
_NO_WORDS = re.compile(r"!\[[^\[\]]*\]\([^()]*\)|<[^<>]*>")
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()]*\)")
HEAD_CHARACTERS = 400
"""Read of a line to classify it: enough for any mark-up, however long the line."""
FRONT_MATTER_LINES = 100
MAX_BLOCKS = 50_000
"""About a second. A megabyte that somebody wrote has some 15,000."""


class BlockKind(StrEnum):
    HEADING = "heading"
    FENCE = "fence"
    TABLE = "table"
    LIST = "list"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Block:
    kind: BlockKind
    first: int
    """Index of the first line, from 0."""
    last: int
    """Index of the last line, inclusive; never a blank line, except inside a fence."""
    trail: tuple[str, ...]
    """Titles of the headings above, outermost first; a heading's own title is the last of its trail."""


def read_blocks(lines: Sequence[str]) -> Iterator[Block]:
    """Every line that is not blank is in exactly one block; blocks come in order.

    What follows the first MAX_BLOCKS becomes one more block, of text.
    """
    headings: list[tuple[int, str]] = []
    trail: tuple[str, ...] = ()
    at = count = 0
    while at < len(lines):
        if not lines[at].strip():
            at += 1
            continue
        count += 1
        kind, last, heading = _block_at(lines, at) if count <= MAX_BLOCKS else _end_of_lines(lines)
        if heading is not None:
            headings = [*(above for above in headings if above[0] < heading[0]), heading]
            trail = tuple(title for _, title in headings if title)
        yield Block(kind, at, last, trail)
        at = last + 1


def item_starts(lines: Sequence[str], block: Block) -> list[int]:
    """The line indexes at which the parts of a block begin: list items, otherwise every line."""
    span = range(block.first, block.last + 1)
    if block.kind is not BlockKind.LIST:
        return [at for at in span if lines[at].strip()]
    return [at for at in span if at == block.first or LIST_ITEM.match(_head(lines[at]))]


def _block_at(lines: Sequence[str], at: int) -> tuple[BlockKind, int, tuple[int, str] | None]:
    head = _head(lines[at])
    # No mark begins with a letter, as most lines do.
    if not head[:1].isalpha() and (marked := _marked_block_at(lines, at, head)):
        return marked
    if under := _underline(lines, at):
        return BlockKind.HEADING, at + 1, (1 if under == "=" else 2, _title(head))
    return BlockKind.TEXT, _run_end(lines, at, _continues_text), None


def _marked_block_at(
    lines: Sequence[str], at: int, head: str
) -> tuple[BlockKind, int, tuple[int, str] | None] | None:
    if heading := ATX_HEADING.match(head):
        return BlockKind.HEADING, at, (len(heading[1]), _title(heading[2] or ""))
    if html := HTML_HEADING.match(head):
        return BlockKind.HEADING, at, (int(html[1]), _title(html[2]))
    if at == 0 and head.rstrip() == "---" and (closed := _front_matter_end(lines)):
        return BlockKind.FENCE, closed, None
    if fence := FENCE.match(head):
        return BlockKind.FENCE, _fence_end(lines, at, fence[1]), None
    if TABLE_ROW.match(head):
        return BlockKind.TABLE, _run_end(lines, at, TABLE_ROW.match), None
    if LIST_ITEM.match(head):
        return BlockKind.LIST, _run_end(lines, at, _continues_list), None
    return None


def _end_of_lines(lines: Sequence[str]) -> tuple[BlockKind, int, None]:
    last = len(lines) - 1
    while not lines[last].strip():
        last -= 1
    return BlockKind.TEXT, last, None


def _head(line: str) -> str:
    return line[:HEAD_CHARACTERS].removesuffix("\r")


def _run_end(lines: Sequence[str], at: int, continues: Callable[[str], object]) -> int:
    end = at + 1
    while end < len(lines) and lines[end].strip() and continues(_head(lines[end])):
        end += 1
    return end - 1


def _continues_text(head: str) -> bool:
    return head[:1].isalpha() or (_continues_list(head) and not LIST_ITEM.match(head))


def _continues_list(head: str) -> bool:
    begins_anew = (each.match(head) for each in (ATX_HEADING, FENCE, TABLE_ROW, HTML_HEADING))
    return head[:1].isalpha() or not any(begins_anew)


def _fence_end(lines: Sequence[str], at: int, mark: str) -> int:
    """The closing line, or the last line of the text: an unclosed fence runs to the end (CommonMark 4.5)."""
    closing = re.compile(rf"[ ]{{0,3}}{re.escape(mark[0])}{{{len(mark)},}}[ \t]*$")
    for end in range(at + 1, len(lines)):
        if closing.match(_head(lines[end])):
            return end
    return len(lines) - 1


def _front_matter_end(lines: Sequence[str]) -> int | None:
    for end in range(1, min(len(lines), FRONT_MATTER_LINES)):
        if _head(lines[end]).rstrip() == "---":
            return end
    return None


def _title(marked: str) -> str:
    """A heading's words: without images and tags, and of a link its text alone."""
    return " ".join(_LINK.sub(r"\1", _NO_WORDS.sub(" ", marked)).split())


def _underline(lines: Sequence[str], at: int) -> str | None:
    """The character of a setext underline below this line, which makes it a heading."""
    if at + 1 >= len(lines) or len(lines[at]) > HEAD_CHARACTERS or not any(map(str.isalnum, lines[at])):
        return None
    under = SETEXT_UNDERLINE.match(_head(lines[at + 1]))
    return under[1][0] if under else None
