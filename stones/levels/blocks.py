"""What a text is made of: headings, paragraphs, list items, tables, code. One pass over the lines.

Handoffs are Markdown, reStructuredText, plain text and mixtures of them, often broken. A tolerant reader of lines
serves them all and stays linear where a full parser would not.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum


class Kind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    QUOTE = "quote"
    TABLE = "table"
    CODE = "code"


@dataclass(frozen=True)
class Block:
    """`depth` is the level of a heading (1–6) or the nesting of a list item (0 …); `text` keeps its markup."""

    kind: Kind
    text: str
    line: int
    depth: int = 0
    marker: str = ""


_FENCE = re.compile(r"^\s*(?:>\s?)*(`{3,}|~{3,})\s*([\w+#.-]*)[^`]*$")
_HEADING = re.compile(r"^ {0,3}(#{1,6})\s+(\S.*)$")
_RULE = re.compile(r"^\s*([-*_=~^\"'`+.:#─━═])(?:\s*\1){2,}\s*$")
_BULLET = re.compile(r"^(\s*)([-*+•◦▪]|\d{1,4}[.)]|[A-Za-z][.)])\s+(\S.*)$")
_CHECKBOX = re.compile(r"^\[([ xX~/-])\]\s+")
_QUOTE = re.compile(r"^\s*>\s?")
_DIRECTIVE = re.compile(r"^\s*\.\.(?:\s+([\w.:-]+)::|\s+[_|\[]|\s|$)")
_PROSE_DIRECTIVES = frozenset({"note", "warning", "important", "tip", "caution", "attention", "admonition"})
_FIELD = re.compile(r"^:[A-Za-z][\w -]{0,40}:(?:\s|$)")
_DEFINITION = re.compile(r"^ {0,3}\[[^\[\]]{1,200}\]:\s*\S")
_TABLE_RULE = re.compile(r"^\s*[|+]?\s*:?[-=]{2,}[-=|+: ]*$")
_SETEXT_LEVEL = {"=": 1, "-": 2, "~": 3, "^": 4, '"': 4, "'": 4, "`": 4, "+": 4, "#": 1, "*": 2}
_PROSE_LANGUAGES = frozenset({"", "text", "txt", "md", "markdown", "plain", "plaintext"})
_HTML_HEADING = re.compile(r"^\s*<h([1-6])\b[^<>]{0,300}>(.{1,500}?)</h[1-6]>\s*$", re.I)
_LABEL = re.compile(
    r"^(?:[-*+]\s+)?(?:\*\*|__)[^*_:]{1,40}(?::(?:\*\*|__)|(?:\*\*|__)\s?:)|^[A-Z][\w /&-]{0,30}:\s\S"
)
"""A line that opens with `**Status**:` or `Branch: ` stands for itself, however close to its neighbours."""
_HTML_ONLY = re.compile(r"^\s*(?:<[^<>]{1,500}>\s*)+$")


MOST_LINES = 20_000
"""Told apart: about a second. A megabyte that somebody wrote has some 15,000."""


def lines_of(content: str) -> list[str]:
    """Its lines; the last one holds all that follow MOST_LINES."""
    return content.replace("\r\n", "\n").replace("\r", "\n").split("\n", MOST_LINES)


def read_blocks(content: str) -> list[Block]:
    """The blocks of `content` in their order; lines count from 1. What follows MOST_LINES is one paragraph."""
    lines = lines_of(content.removeprefix("\ufeff"))
    start = _front_matter(lines)
    blocks = list(_Reader().read(lines[start:MOST_LINES], start + 1))
    rest = " ".join(" ".join(lines[MOST_LINES:]).split())
    return [*blocks, Block(Kind.PARAGRAPH, rest, MOST_LINES + 1)] if rest else blocks


def _front_matter(lines: list[str]) -> int:
    """Lines that a YAML or TOML front matter takes at the top; 0 without one."""
    if lines[0].rstrip() not in ("---", "+++"):
        return 0
    for at, line in enumerate(lines[1:200], start=1):
        if line.rstrip() in (lines[0].rstrip(), "..."):
            has_keys = any(re.match(r"^[\w-]+\s*[:=]", each) for each in lines[1:at])
            return at + 1 if has_keys else 0
    return 0


@dataclass
class _Reader:
    """The state between two lines: the block that is still open and the list that it stands in."""

    open: Block | None = None
    parts: list[str] = field(default_factory=list)
    indents: list[int] = field(default_factory=list)
    after_blank: bool = True
    literal: bool = False
    hard_break: bool = False
    comment_end: int = 0

    def read(self, lines: list[str], first: int) -> Iterator[Block]:
        at = 0
        while at < len(lines):
            skipped = self._region(lines, at)
            if skipped is None:
                yield from self._line(lines[at], first + at)
                at += 1
                continue
            yield from self._close()
            end, kind, marker = skipped
            if kind is Kind.CODE:
                yield from self._code(lines[at:end], first + at, marker)
            at = end
        yield from self._close()

    def _region(self, lines: list[str], at: int) -> tuple[int, Kind | None, str] | None:
        """Lines taken together from `at`: code, a comment or a directive. Its end, kind and language."""
        line = lines[at]
        # `~~~~` under a line of its length is the underline of a heading in reStructuredText.
        if (fence := _FENCE.match(line)) and not self._underlines(line):
            return _fence_end(lines, at, fence[1]), Kind.CODE, fence[2].lower()
        if line.lstrip().startswith("<!--"):
            return self._comment_end(lines, at), None, ""
        directive = _DIRECTIVE.match(line)
        if directive and (directive[1] or "").lower() not in _PROSE_DIRECTIVES:
            return _indented_end(lines, at + 1, _indent(line)), None, ""
        in_list = bool(self.indents) and not self.literal
        if self.after_blank and not in_list and _indent(line) >= (1 if self.literal else 4) and line.strip():
            literal, self.literal = self.literal, False
            if literal or not _BULLET.match(line):
                return _indented_end(lines, at, 0 if literal else 3), Kind.CODE, "indented"
        return None

    def _comment_end(self, lines: list[str], at: int) -> int:
        # Looked for once and remembered: a text may open a hundred thousand comments and close none.
        if self.comment_end <= at:
            found = (end for end in range(at, len(lines)) if "-->" in lines[end])
            self.comment_end = next(found, len(lines)) + 1
        return self.comment_end if self.comment_end <= len(lines) else at + 1

    def _line(self, line: str, number: int) -> Iterator[Block]:
        if not line.strip():
            yield from self._close()
            self.after_blank = True
            return
        yield from self._full_line(line, number)
        self.after_blank = False
        self.hard_break = line.endswith(("  ", "\\", "<br>", "<br/>"))

    def _full_line(self, line: str, number: int) -> Iterator[Block]:
        if self._underlines(line):
            assert self.open is not None
            level = _SETEXT_LEVEL.get(line.strip()[0], 3)
            self.open = replace(self.open, kind=Kind.HEADING, depth=level)
            self.indents = []
            yield from self._close()
        elif heading := _HEADING.match(line):
            yield from self._close()
            self.indents = []
            yield Block(Kind.HEADING, heading[2].rstrip("# \t"), number, len(heading[1]))
        elif heading := _HTML_HEADING.match(line):
            yield from self._close()
            yield Block(Kind.HEADING, heading[2], number, int(heading[1]))
        elif _is_table_line(line) or (self._in(Kind.TABLE) and "|" in line):
            yield from self._grow(Kind.TABLE, line.strip(), number)
        elif _RULE.match(line) or _DEFINITION.match(line) or _FIELD.match(line) or _HTML_ONLY.match(line):
            yield from self._close()
        elif bullet := _BULLET.match(line):
            yield from self._item(bullet, number)
        elif _QUOTE.match(line):
            yield from self._grow(Kind.QUOTE, _QUOTE.sub("", line).strip(), number)
        else:
            yield from self._text(line, number)

    def _underlines(self, line: str) -> bool:
        text = line.strip()
        if not self._in(Kind.PARAGRAPH) or len(self.parts) != 1 or len(set(text)) != 1 or len(text) < 3:
            return False
        return text[0] in "=-" or (text[0] in _SETEXT_LEVEL and len(text) >= len(self.parts[0]) - 1)

    def _item(self, bullet: re.Match[str], number: int) -> Iterator[Block]:
        yield from self._close()
        indent = len(bullet[1].expandtabs(4))
        while self.indents and self.indents[-1] >= indent:
            self.indents.pop()
        self.indents.append(indent)
        text = bullet[3]
        marker = bullet[2]
        if box := _CHECKBOX.match(text):
            marker, text = f"[{box[1].lower()}]", text[box.end() :]
        self.open = Block(Kind.ITEM, "", number, len(self.indents) - 1, marker)
        self.parts = [text.strip()]

    def _text(self, line: str, number: int) -> Iterator[Block]:
        continues = (
            not self.after_blank
            and self.open is not None
            and self.open.kind is not Kind.TABLE
            and not (self.open.kind is Kind.PARAGRAPH and (self.hard_break or self._is_labelled(line)))
        )
        if continues:
            self.parts.append(line.strip())
            return
        yield from self._close()
        if _indent(line) == 0:
            self.indents = []
        self.open = Block(Kind.PARAGRAPH, "", number, len(self.indents))
        self.parts = [line.strip()]

    def _is_labelled(self, line: str) -> bool:
        return bool(_LABEL.match(line.strip()) and _LABEL.match(self.parts[-1]))

    def _grow(self, kind: Kind, text: str, number: int) -> Iterator[Block]:
        if not self._in(kind):
            yield from self._close()
            self.open = Block(kind, "", number)
        self.parts.append(text)

    def _in(self, kind: Kind) -> bool:
        return self.open is not None and self.open.kind is kind

    def _code(self, lines: list[str], number: int, language: str) -> Iterator[Block]:
        body = lines if language == "indented" else lines[1:]
        if body and language != "indented" and _FENCE.match(body[-1]):
            body = body[:-1]
        if language in _PROSE_LANGUAGES and _reads_as_prose(body):
            yield from _Reader().read(body, number + 1)
            return
        yield Block(Kind.CODE, "\n".join(body), number, marker=language)

    def _close(self) -> Iterator[Block]:
        if self.open is not None:
            separator = "\n" if self.open.kind in (Kind.TABLE, Kind.QUOTE) else " "
            text = separator.join(self.parts)
            self.literal = text.endswith("::")
            if text.strip():
                yield replace(self.open, text=text)
        self.open, self.parts = None, []


def _indent(line: str) -> int:
    expanded = line[:200].expandtabs(4)
    return len(expanded) - len(expanded.lstrip())


def _is_table_line(line: str) -> bool:
    text = line.strip()
    return (text.startswith("|") and text.count("|") > 1) or (
        text.startswith("+-") and bool(_TABLE_RULE.match(text))
    )


def _fence_end(lines: list[str], at: int, fence: str) -> int:
    for end in range(at + 1, len(lines)):
        text = _QUOTE.sub("", lines[end]).strip()
        if text.startswith(fence) and not text.strip(fence[0]):
            return end + 1
    return len(lines)


def _indented_end(lines: list[str], at: int, indent: int) -> int:
    end = at
    while end < len(lines) and (not lines[end].strip() or _indent(lines[end]) > indent):
        end += 1
    return max(end, at)


def _reads_as_prose(lines: list[str]) -> bool:
    """A prompt or a message that somebody put in a fence, rather than code or a drawing."""
    full = [line.strip() for line in lines if line.strip()]
    wordy = sum(1 for line in full if len(line.split()) >= 6 and _share_of_letters(line) > 0.72)
    return len(full) >= 3 and wordy >= 0.6 * len(full)


def _share_of_letters(line: str) -> float:
    return sum(char.isalpha() or char.isspace() for char in line) / len(line)
