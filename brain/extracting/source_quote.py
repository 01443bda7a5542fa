"""A quotation, and how it is told: behind its day, who says it, or what it is called."""

import re
from dataclasses import dataclass, replace
from datetime import date

from brain.checking.citation_marks import remove_citation_marks
from brain.parsing.day_heads import is_only_day, lead_day, lead_end, opening_day, read_day_head
from core.text.bm25_words import split_words
from core.text.code_blocks import split_code
from core.text.hidden_spans import without_blanks
from core.text.passages import section_of
from core.text.table_rows import is_row
from core.text.written_dates import place_dates, tell_day

_ITEM_BREAK = re.compile(r"\n(?:[ \t]*\n)*(?=[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+\S)")
_OPEN_PARAGRAPH = re.compile(r"(?<=[\w%°€$£)])[ \t]*\n(?:[ \t]*\n)+")
EARLIER = "Earlier"
MAX_HEADING = 60
"""Characters of one that is told before what stands below it."""


@dataclass(frozen=True, slots=True)
class SourceQuote:
    """`text` as in the source; `line` on one line, without numbers that look like citations, of a row of a table with
    the names of its columns, of a message of a chat with who says it; `trail`: the headings above it, `lead` what its
    paragraph begins with in bold, or who says it.
    """

    source: int
    text: str
    line: str
    trail: str = ""
    lead: str = ""
    head: str = ""
    """The header of its mail, as of `SourceSentence`."""
    by: str = ""
    entry: str = ""
    """Who says it, and the date of its line, as of `SourceSentence`."""
    day: date | None = None
    written: date | None = None
    """As of `SourceSentence`."""
    is_below_entry: bool = False
    marker: str = ""
    """What stands before it in its line, if it begins an item of a list: "- "."""

    @property
    def excerpt(self) -> str:
        """Its text without what is blank in place of comments."""
        return without_blanks(self.text)

    @property
    def rendered(self) -> str:
        """Its words, with those of the columns that it stands under and the date of its line."""
        return f"{self.entry}\n{self.undated}" if self.entry else self.undated

    @property
    def undated(self) -> str:
        """The same without the date of its line."""
        is_rendered_otherwise = is_row(self.text) or " ".join(self.text.split()) not in self.line
        return self.line if is_rendered_otherwise else f"{self.lead}\n{self.excerpt}"


def line_of(quote: SourceQuote) -> str:
    """Its text on one line, behind the day, who says it, or what it is called."""
    before = "".join(f"{each}: " for each in (quote.entry, quote.by or quote.lead) if each)
    return " ".join(remove_citation_marks(f"{before}{quote.text}").split())


def tell_quote(quote: SourceQuote) -> str:
    """As `line`, but with each item of a list, and what ends without a full stop before a blank line, on a line of its
    own, and blocks of code as they are, as Markdown.
    """
    text = remove_citation_marks(quote.text)
    before = quote.line.removesuffix(" ".join(text.split()))
    if before == quote.line:
        return quote.line
    told = list[str]()
    for part, is_block in split_code(text):
        opening, marker = ("", "") if told else (before, quote.marker)
        if is_block:
            told += [opening.rstrip(), part]
        else:
            told.append(_tell_prose(part, opening, marker))
    return "\n".join(filter(None, told))


def cite_quote(quote: SourceQuote, number: int) -> str:
    """As it is told, with the number of its citation, which stands before a block of code at its end."""
    *before, (last, is_block) = split_code(tell_quote(quote))
    if not is_block:
        return f"{tell_quote(quote)} [{number}]"
    told = "\n".join(part for part, _ in before)
    return f"{told} [{number}]\n{last}".lstrip()


def _tell_prose(text: str, before: str, marker: str) -> str:
    first, *others = _ITEM_BREAK.split(text)
    is_item = bool(others) and bool(marker or _ITEM_BREAK.match(f"\n{first}"))
    items = [f"{marker}{first}", *others] if is_item else others
    indents = [len(each) - len(each.lstrip()) for each in items]
    lines = [
        f"{' ' * (indent - min(indents))}{_lines_of(each)}"
        for indent, each in zip(indents, items, strict=True)
    ]
    head = before.rstrip() if is_item else f"{before}{_lines_of(first)}"
    return "\n".join(filter(None, [head, *lines]))


def _lines_of(text: str) -> str:
    """On one line, but for blank lines behind what ends as no sentence, which become hard breaks."""
    return "  \n".join(" ".join(each.split()) for each in _OPEN_PARAGRAPH.split(text))


def name_section(query: str, quote: SourceQuote) -> SourceQuote:
    """Behind the heading of its section, where that alone holds a word of the query: "heron: SSH on port 2202." """
    section = section_of(quote.trail)
    is_named = quote.lead or quote.by or quote.entry or is_row(quote.text)
    shared = {*split_words(query)} & {*split_words(section)}
    if is_named or len(section) > MAX_HEADING or shared <= {*split_words(quote.text)}:
        return quote
    named = replace(quote, lead=section)
    return replace(named, line=f"{quote.line.removesuffix(line_of(quote))}{line_of(named)}")


def mark_earlier(quote: SourceQuote) -> SourceQuote:
    """Rendered as what was so on its day, if that is known; its head, its line or its label may tell it itself."""
    if quote.day is None:
        return replace(quote, line=f"{EARLIER}: {quote.line}")
    opening, rest = _cut_day(quote)
    has_day = next(place_dates(f"{quote.by} {quote.lead} {opening}"), None) is not None
    if has_day or opening_day(quote.line, quote.day) == quote.day:
        return replace(quote, line=f"{EARLIER}, {quote.line}")
    head = read_day_head(opening)
    if opening and not (rest and head and head.of_year(quote.day.year) == quote.day):
        return replace(quote, line=f"{EARLIER}, {quote.line}")
    return replace(quote, line=f"{EARLIER}, {tell_day(quote.day)}: {rest or quote.line}")


def _cut_day(quote: SourceQuote) -> tuple[str, str]:
    """The day with which its line opens, and what stands behind it; empty: there is none, or it is a part of more."""
    for each in (quote.entry, quote.lead):
        if is_only_day(each):
            return each, quote.line.removeprefix(f"{each}: ")
    end = lead_end(quote.line)
    return lead_day(quote.line), quote.line[end:] if end else ""
