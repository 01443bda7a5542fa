"""The types of a parsed document: its parts, and their standing."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from core.text.plain_inline import plain
from core.text.sentence_ends import sentence_ends
from stones.levels.markers import markers
from stones.levels.run_in_heading import CLAUSE_NUMBER, is_label

_IMPERATIVE = markers("units", "imperative", opening=True)

_OPEN_LEAD = re.compile(
    r"\b(?:to|(?:I|[Ww]e)(?:['’]ll| will| can| could| would)(?: (?:then|now|also|next))?) ?:$"
)
_ASKS_READER = re.compile(
    r"\b(?:you|please|remember|sure|need|needs|want|have|has|try|forget|how|order|steps?|ready|must)\b",
    re.I,
)
NEAR_TOP = 30
"""Lines."""
MAX_NAME_CHARACTERS = 30
_NAME = re.compile(r"@?[A-ZÀ-ÖØ-Þ][\w.'’-]*(?:(?:,| and| und| y| et| &|) @?[A-ZÀ-ÖØ-Þ][\w.'’-]*){0,3}")
_CODE_SPAN = re.compile(r"`[^`]*`")
_BOLD = re.compile(r"(?<![\w/*])\*\*(?=[^\s*])|(?<=[^\s*/])\*\*(?![\w/*])")


class PartKind(StrEnum):
    HEADING = "heading"
    TEXT = "text"
    ITEM = "item"
    QUOTE = "quote"
    ADMONITION = "admonition"
    ROW = "row"
    CODE = "code"


class Standing(StrEnum):
    """Whether a part is what the document says."""

    CURRENT = "current"
    SUPERSEDED = "superseded"
    EXAMPLE = "example"
    TEMPLATE = "template"
    HYPOTHESIS = "hypothesis"
    QUOTED = "quoted"


class PartSentence(NamedTuple):
    text: str
    """Its visible words on one line."""
    line: int
    text_with_code: str
    """The same with the backticks around code, and the signs that are a state (✅, [x])."""
    is_emphasised: bool = False
    """Something in it is bold."""


@dataclass(slots=True)
class DocumentPart:
    """Not frozen, nor ever changed: frozen ones take three times as long to make."""

    kind: PartKind
    text: str
    """Verbatim, but for the marks of lists and quotes."""
    plain: str
    """The visible words on one line; for code the text itself, for a row its cells separated by "|"."""
    line: int
    """From 1."""
    trail: tuple[str, ...] = ()
    """Titles of the headings above, outermost first; a heading's own is the last."""
    parent: str = ""
    """The item that it is under, or else the line ending in ":" that leads in; empty: none."""
    label: str = ""
    """The text before its colon; for code its language, for an admonition its kind."""
    is_done: bool | None = None
    """For a checklist item or a line with such a sign; None: it has none."""
    depth: int = 0
    """For an item the number of enclosing items, for a heading its level."""
    standing: Standing = Standing.CURRENT
    columns: tuple[str, ...] = ()
    """For a row what its table's columns are called; empty: it has no header."""
    cells: tuple[str, ...] = ()
    number: int = 0
    """Of an item, as its author wrote it; 0: it has none."""
    is_titled: bool = False
    """A line in bold above it, of the same paragraph, says of what it speaks."""
    box: str = ""
    """Its author's own sign for it, as `[~]`; empty: it is an empty box, a tick or none."""

    @property
    def section(self) -> str:
        return self.trail[-1] if self.trail else ""

    @property
    def completes_lead(self) -> bool:
        """Whether it ends the sentence that leads in to it ("Changed the import to:") and may read as an order."""
        if self.kind is not PartKind.ITEM or _OPEN_LEAD.search(self.parent[-20:]) is None:
            return False
        is_open = self.plain[:1].islower() or _IMPERATIVE.match(self.plain) is not None
        return is_open and _ASKS_READER.search(self.parent) is None

    @property
    def owner(self) -> str:
        """The name that an item stands under, of whoever it is about: "Ida:"; empty: none."""
        is_under = self.kind is PartKind.ITEM and self.depth > 0
        name = self.parent.rstrip(":： ") if is_under and len(self.parent) <= MAX_NAME_CHARACTERS else ""
        return name if _NAME.fullmatch(name) else ""

    @property
    def is_bold(self) -> bool:
        return self.text.lstrip().startswith(("**", "__"))

    @property
    def is_current(self) -> bool:
        return self.standing is Standing.CURRENT

    def _box(self, raw: str) -> str:
        """Of a list of points: without it an open one seems to be done, unless it says what to do."""
        if self.is_done is None or not raw[:1].isalnum():
            return ""
        if self.box:
            return f"{self.box} "
        is_step = _IMPERATIVE.match(raw) is not None and raw.rstrip(" .\n")[-2:] != "ed"
        return "[x] " if self.is_done else "" if is_step else "[ ] "

    def sentences(self) -> Iterator[PartSentence]:
        """Headings, rows and code are one sentence each."""
        if self.kind in (PartKind.CODE, PartKind.ROW, PartKind.HEADING):
            yield PartSentence(self.plain, self.line, self.plain)
            return
        number = CLAUSE_NUMBER.match(self.text)
        start, line = number.end() if number else 0, self.line
        for end in sentence_ends(self.text, start, len(self.text)):
            raw = self.text[start:end]
            is_first = start == 0 or (number is not None and start == number.end())
            if is_first and end < len(self.text) and is_label(raw):
                continue
            lead = raw.count("\n", 0, len(raw) - len(raw.lstrip())) if raw[:1].isspace() else 0
            box = self._box(raw) if is_first else ""
            if excerpt := plain(raw):
                is_without_code = raw.isascii() and "`" not in raw and "&" not in raw
                with_code = excerpt if is_without_code else plain(raw, keep_code=True)
                yield PartSentence(excerpt, line + lead, box + with_code, _is_bold(raw))
            line += raw.count("\n")
            start = end


def _is_bold(raw: str) -> bool:
    """Whether something in it is, of Markdown; not in code."""
    return "**" in raw and _BOLD.search(_CODE_SPAN.sub("", raw)) is not None


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    title: str
    """Empty if none is found."""
    description: str
    """From the front matter."""
    status: str
    """From its front matter, or the few words under such a heading; empty if there are none."""
    parts: tuple[DocumentPart, ...]
    stones: int = 0
    """How many it quotes."""
    last_post: int = 0
    """Line of a thread from which on its last post stands; 0: it is none."""
