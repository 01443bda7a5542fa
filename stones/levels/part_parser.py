"""Goes over the lines of a text: its parts, each with the headings, lead-in and items above it.

Based on `core.text.text_blocks`; linear on any input, and it never fails.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.text.chat_lines import MIN_MESSAGES, is_message, match_speaker, names_speaker
from core.text.log_lines import split_log_lines
from core.text.other_markup import (
    as_markdown,
)
from core.text.plain_inline import plain
from core.text.struck_text import without_struck
from core.text.text_blocks import (
    FENCE,
    Block,
    BlockKind,
    item_starts,
    read_blocks,
)
from stones.levels.closing_lines import RULE
from stones.levels.dash_lists import with_list_marks
from stones.levels.document_parts import DocumentPart, PartKind, Standing
from stones.levels.entry_lines import with_entries_marked
from stones.levels.letter_lines import is_closing, is_salutation, is_signature, is_signature_mark, is_signed
from stones.levels.list_labels import close_list_labels, is_unmarked_lead
from stones.levels.markers import markers
from stones.levels.part_marks import (
    ADMONITION,
    DIRECTIVE,
    MAX_PART_CHARACTERS,
    QUOTE,
    admonition_kind,
    is_prose,
    own_box,
    quote_depth,
    state_of,
    without_marks,
    without_navigation,
)
from stones.levels.plain_headings import with_plain_headings
from stones.levels.run_in_heading import is_clause_line, match_run_in_heading
from stones.levels.title_and_status import RUN_IN_DEPTH

_MARKER = re.compile(r"\s*(?:[-*+•]|(\d{1,9})[.)])[ \t]+")
_LABEL = re.compile(r"([^\W\d_][^:：.!?|()\[\]`\"“,;]{0,38}?)\s*(?::(?=\s|$)|：)\s*")
_LABEL_LINE = re.compile(
    r"\s*(?:(?:\*\*|__)[^*_\n]{1,60}(?:(?:\*\*|__)\s*[:：]|[:：]\s*(?:\*\*|__))|"
    r"(?:[A-ZÀ-ÖØ-Þ][\w-]{1,20}(?: [\w-]{1,20})?|À) ?:\s+\S|"
    r"\*\*[A-ZÀ-ÖØ-Þ][\w-]{1,20}(?: [\w-]{1,20}){0,2}(?: \([^()\n]{1,20}\))?:\s+\S|"
    r"\[[A-Za-z][\w.@-]{1,24}\] \S|\[?\d{1,2}:\d\d(?::\d\d)?(?!\w)|"
    r"\w{2,20} \[?\d{1,2}:\d\d\]?:\s|[^\W\d_a-zA-Z]{2,8}：)"
)
_EXCEPTING = markers("units", "excepting", opening=True)
"""A line that begins so belongs to the one before."""
_TABLE_RULE = re.compile(r"[\s|:=-]+$")


class PartParser:
    """Goes once over the blocks and tracks the headings and lead-ins of the next part."""

    def __init__(self, lines: Sequence[str], first_line: int, *, is_inner: bool = False) -> None:
        """`is_inner`: the lines are within a quote or a fence; quotes and fences within them are not parsed again."""
        self._lines = with_entries_marked(with_list_marks(lines))
        self._first_line = first_line
        self._is_inner = is_inner
        self._items: list[tuple[int, str]] = []
        self._lead = ""
        self._has_text = False
        """Whether a paragraph or a heading stands above: a first line is rather the title."""
        self._trail: tuple[str, ...] = ()
        self._run_in: tuple[str, ...] = ()
        """A heading that is a paragraph of its own, above those up to the next heading."""

    def parts(self) -> Iterator[DocumentPart]:
        lines = markdown_lines = as_markdown(self._lines)
        if not self._is_inner:
            markdown_lines = with_plain_headings(lines)
        unmarked = {at for at, line in enumerate(markdown_lines) if line[:2] == "##" != lines[at][:2]}
        above: tuple[str, ...] = ()
        titles: dict[str, str] = {}
        for block in close_list_labels(read_blocks(markdown_lines), unmarked):
            if block.trail != above:
                above = block.trail
                titles = {name: titles.get(name) or _title(name) for name in above}
                self._trail = tuple(titles[name] for name in above)
            for part in self._read(block, markdown_lines):
                if any(map(str.isalnum, part.plain)):
                    yield part

    def _read(self, block: Block, markdown_lines: Sequence[str]) -> Iterator[DocumentPart]:
        if block.kind is BlockKind.HEADING:
            self._items, self._lead, self._run_in, self._has_text = [], "", (), True
            head = markdown_lines[block.first].lstrip()
            level = len(head) - len(head.lstrip("#")) or (1 if "=" in markdown_lines[block.last] else 2)
            yield self._heading(block.first, self._lines[block.first], "".join(self._trail[-1:]), level)
        elif block.kind is BlockKind.FENCE:
            yield from self._fence(block)
        elif block.kind is BlockKind.TABLE:
            yield from self._rows(block)
        elif block.kind is BlockKind.LIST:
            yield from self._list(item_starts(markdown_lines, block), block.last)
        else:
            for first, stop, is_log in split_log_lines(self._lines[block.first : block.last + 1]):
                if is_log:
                    yield self._code(block.first + first, block.first + stop, "log")
                else:
                    yield from self._text(block.first + first, block.first + stop - 1)

    def _part(self, kind: PartKind, at: int, text: str) -> DocumentPart:
        box = own_box(text)
        text, is_done = without_marks(text)
        plain_text = plain(text)
        head = plain_text[:120]
        named = _LABEL.match(head[:60]) or match_speaker(head, text)
        label = named[1] if named else ""
        part = self._placed(kind, at, text, plain_text, label=label, is_done=is_done)
        return replace(part, box=box) if box else part

    def _placed(
        self, kind: PartKind, at: int, text: str, plain_text: str, *, label: str, is_done: bool | None
    ) -> DocumentPart:
        parent, depth = (self._items[-1][1] if self._items else self._lead), len(self._items)
        trail = (*self._trail, *self._run_in)
        return DocumentPart(
            kind, text, plain_text, self._first_line + at, trail, parent, label, is_done, depth
        )

    def _heading(self, at: int, text: str, title: str, depth: int) -> DocumentPart:
        text, is_done = without_marks(text)
        line = self._first_line + at
        return DocumentPart(PartKind.HEADING, text, title, line, self._trail, is_done=is_done, depth=depth)

    def _inner(self, lines: Sequence[str], at: int) -> Iterator[DocumentPart]:
        """The parts of what stands in a quote or a fence, below the headings around it."""
        for part in PartParser(lines, self._first_line + at, is_inner=True).parts():
            yield replace(part, trail=(*self._trail, *(part.trail or self._run_in)))

    def _fence(self, block: Block) -> Iterator[DocumentPart]:
        """Code; but fenced prose, such as a prompt to paste, is parsed as text."""
        opening = self._lines[block.first].strip()
        mark = FENCE.match(opening)
        language = opening[mark.end() :].strip().split(" ")[0].lower() if mark else ""
        lines = self._lines[block.first + 1 : block.last + (not mark)]
        if mark and not self._is_inner and language in ("", "text", "txt") and is_prose(lines):
            yield from self._inner(lines, block.first + 1)
        else:
            yield self._code(block.first + 1, block.first + 1 + len(lines), language)

    def _code(self, first: int, stop: int, label: str) -> DocumentPart:
        text = "\n".join(self._lines[first:stop])[:MAX_PART_CHARACTERS].strip("\n")
        return self._placed(PartKind.CODE, first, text, text, label=label, is_done=state_of(text))

    def _rows(self, block: Block) -> Iterator[DocumentPart]:
        """All but the header and the rule under it."""
        rows = range(block.first, block.last + 1)
        has_header = len(rows) > 1 and _TABLE_RULE.match(self._lines[block.first + 1])
        columns = tuple(self._cells(block.first)) if has_header else ()
        for at in rows[2:] if has_header else rows:
            if any(cells := self._cells(at)):
                row = self._part(PartKind.ROW, at, self._lines[at])
                shown, label = " | ".join(filter(None, cells)), cells[0] * (len(cells) == 2)
                row = replace(row, cells=tuple(self._cells(at, is_raw=True)), columns=columns)
                yield replace(row, plain=shown, label=label)

    def _cells(self, at: int, *, is_raw: bool = False) -> list[str]:
        row = self._lines[at][:MAX_PART_CHARACTERS].strip().strip("|")
        return [plain(without_struck(cell), keep_code=is_raw).strip() for cell in row.split("|")]

    def _list(self, starts: Sequence[int], last: int) -> Iterator[DocumentPart]:
        for at, stop in zip(starts, [*starts[1:], last + 1], strict=True):
            line = self._lines[at][:MAX_PART_CHARACTERS].expandtabs(4)
            indent = len(line) - len(line.lstrip())
            while self._items and self._items[-1][0] >= indent:
                self._items.pop()
            text = "\n".join([_MARKER.sub("", self._lines[at], count=1), *self._lines[at + 1 : stop]])
            marker = _MARKER.match(self._lines[at])
            part = replace(self._part(PartKind.ITEM, at, text), number=int((marker and marker[1]) or 0))
            yield part
            self._items.append((indent, part.plain))

    def _text(self, first: int, last: int) -> Iterator[DocumentPart]:
        """Paragraphs are split where quotes begin and end, and at labels; without the frame of a letter."""
        first += RULE.match(self._lines[first]) is not None or is_salutation(self._lines[first])
        last = next((at - 1 for at in range(first, last + 1) if is_signature_mark(self._lines[at])), last)
        last -= first <= last and is_signed(self._lines[last])
        if first > last:
            return
        starts = [first]
        messages = {at for at in range(first, last + 1) if is_message(self._lines[at])}
        above = quote_depth(self._lines[first])
        for at in range(first + 1, last + 1):
            quoted, quoted_above = quote_depth(self._lines[at]), above
            above, line = quoted, self._lines[at][:100]
            is_label = (
                not quoted
                and (
                    _LABEL_LINE.match(line)
                    or (at in messages and len(messages) >= MIN_MESSAGES)
                    or names_speaker(line)
                    or is_clause_line(line, self._lines[at - 1])
                )
                and not _EXCEPTING.match(line.lstrip("*_ "))
            )
            if quoted != quoted_above or is_label or is_closing(self._lines[at]):
                starts.append(at)
        for at, stop in zip(starts, [*starts[1:], last + 1], strict=True):
            if not is_closing(self._lines[at]):
                yield from self._paragraph(at, stop)
            elif not is_signature(self._lines[at + 1 : stop]):
                yield from self._paragraph(at + 1, stop)

    def _paragraph(self, first: int, stop: int) -> Iterator[DocumentPart]:
        lines = self._lines[first:stop]
        if QUOTE.match(lines[0][:40]) and not self._is_inner:
            yield from self._quote(first, lines)
            return
        is_indented = lines[0].startswith(("    ", "\t"))
        if not is_indented:
            self._items, self._lead = [], ""
        if is_indented and not self._items:
            yield self._code(first, stop, "indented")
            return
        if not any(map(str.isalnum, "".join(lines))) or DIRECTIVE.match(lines[0]):
            return
        text = without_navigation("\n".join(lines))
        if not is_indented and (heading := match_run_in_heading(text)):
            yield from self._under_run_in_heading(first, text, heading)
            return
        part = self._part(PartKind.TEXT, first, text)
        if not is_indented:
            if self._has_text and is_unmarked_lead(self._lines, first, stop):
                part = replace(part, text=f"{part.text}:", plain=f"{part.plain}:")
            self._has_text = True
            self._lead = part.plain if part.plain.endswith((":", "：")) else ""
        if mark := ADMONITION.match(part.text):
            rest = part.text[mark.end() :]
            part = replace(
                part, kind=PartKind.ADMONITION, text=rest, plain=plain(rest), label=admonition_kind(mark)
            )
        yield part

    def _under_run_in_heading(self, first: int, text: str, heading: re.Match[str]) -> Iterator[DocumentPart]:
        """The heading, and what the paragraph says under it."""
        title, rest = heading["title"], text[heading.end() :]
        self._lead, self._run_in = "", (title,)
        yield replace(self._heading(first, heading[0], title, RUN_IN_DEPTH), trail=(*self._trail, title))
        if rest.strip():
            above = len(rest) - len(rest.lstrip())
            at = first + text[: heading.end() + above].count("\n")
            is_titled = heading[0].endswith("\n")
            part = self._part(PartKind.TEXT, at, rest.lstrip())
            yield replace(part, parent=f"{title}:", is_titled=is_titled)
            self._run_in = ()

    def _quote(self, first: int, lines: Sequence[str]) -> Iterator[DocumentPart]:
        inner = [QUOTE.sub("", line, count=1) for line in lines]
        if mark := ADMONITION.match(inner[0]):
            inner[0] = inner[0][mark.end() :]
        for part in self._inner(inner, first):
            if mark:
                yield replace(part, kind=PartKind.ADMONITION, label=admonition_kind(mark))
            elif part.kind is not PartKind.CODE:
                text = part.plain if part.kind is PartKind.HEADING else part.text
                # Of what the quoted one quotes nothing is said by this text.
                standing = Standing.QUOTED if quote_depth(lines[0]) > 1 else part.standing
                yield replace(part, kind=PartKind.QUOTE, text=text, standing=standing)


def _title(heading: str) -> str:
    return plain(without_struck(heading) or heading)
