"""The sentences of the retrieved sources with their places."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from brain.answer_sources import AnswerSource, SourcePassage, SourceType
from brain.checking.citation_marks import remove_citation_marks
from brain.checking.excerpt_matching import normalize_text
from brain.extracting.passage_heads import PassageHeads, read_heads
from brain.parsing.day_heads import is_only_day
from core.text.code_blocks import code_behind, code_spans, is_code
from core.text.hidden_spans import without_blanks
from core.text.passages import TRAIL_SEPARATOR, CountTokens, Passage, section_of, split_finely
from core.text.table_rows import is_header, is_row, names_values, tell_row, tell_values
from core.text.text_blocks import read_blocks

MAX_SCORED = 120
MIN_CHARACTERS = 12
"""Of a sentence without marks around it: a shorter one is no valid excerpt either (`brain.checking`)."""
_NO_PROSE = re.compile(
    r"\s*(?:#|<h[1-6]\b|```|~~~|[—–]|[-=*_|\s:]{3,}$|(?:\[[^\[\]\n]+\]:[ \t]*\S+(?:\s+|$))+$"
    r"|(?:\[\[[^\[\]\n]+\]\]\s*)+$|\([^\W\d_]+(?: [^\W\d_]+){0,3}\)\W*$)",
    re.IGNORECASE,
)
"""Headings, fences, attributions, rules, the addresses of links, links to other notes alone."""
_RULE_BEHIND = re.compile(r"(?:\s*\n[ \t]*(?:[-=*_~`][ \t]?){3,8}[ \t]*)+$")
_HEADING = re.compile(r"\s*#{1,6}\s+")
_MARKER = re.compile(r"\s*(?:(?:>|[-*+•]|\d{1,3}[.)])\s+)*")
_LEAD = re.compile(
    r"\s*(?:(?:>|[-*+•]|\d{1,3}[.)])\s+)*(?:\*\*|__)([^*_\n]{2,60})(?:\*\*|__)"
    r"|\s*(?:(?:[-*+•]|\d{1,3}[.)])\s+)([^\W\d_][\w'’-]*(?: [\w'’-]+){0,3})(?=: )"
)
"""`**Roof.** `, `- Roof: `."""
_SENTENCE_END = re.compile(r"[.!?:;…]\W*$")
_FRAGMENT = re.compile(r"[^\W_a-zß-ÿ].*[.!?]", re.DOTALL)
"""A sentence, however short: no bold label, nor the end of a longer one."""
_EDGES = re.compile(r"^[\s–—-]+|[\s–—-]+$|[*_`]+")
_FIRST_PERSON = re.compile(r"\b(?:I|[Mm]y|[Mm]e|[Mm]ine|[Ii]ch|[Mm]eine?[nmrs]?|[Mm]ir|[Mm]ich)\b")
"""Says something of who sent the mail."""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """`text` is passage.text[start:end]; `source` counts the sources from 0; `trail`: the headings above it."""

    source: int
    passage: SourcePassage
    start: int
    end: int
    text: str
    trail: str = ""
    row: str = ""
    """A row of a table, told with the names of its columns."""
    lead: str = ""
    """What its paragraph or item is called, before it, or who sent the mail in which it says "I": `**Roof.** Two quotes
    came.`, `- Roof: two came. One is low.`
    """
    head: str = ""
    """The header of the mail that it stands in, on one line."""
    by: str = ""
    """Who says it in a chat, with the time as it is written: `04/07/2026, 19:01 - Ines`; `lead` is the name."""
    entry: str = ""
    """The date that opens its line in a log: `2026-03-02`, or that of its entry in a diary (`diary_entries`)."""
    is_below_entry: bool = False
    """Whether `entry` stands above it, not in its line."""
    heads: PassageHeads | None = field(default=None, compare=False, repr=False)
    day: date | None = None
    """On which it was written: that of its message, mail or entry in a diary, else of its note; None: not known."""
    written: date | None = None
    """The same for the order alone, else the probable day of its note."""

    @property
    def rendered(self) -> str:
        """What it says to a reader."""
        return f"{self.entry}: {self.undated}" if self.entry else self.undated

    @property
    def in_section(self) -> str:
        """The same below the heading of its section, which is often all that says what it is about."""
        section = section_of(self.trail)
        return f"{section}: {self.rendered}" if section and not is_only_day(section) else self.rendered

    @property
    def undated(self) -> str:
        """The same without the date of its line."""
        said = without_blanks(self.text)
        return self.row or (f"{self.lead}: {said}" if self.lead else said)


def split_source_sentences(
    sources: Sequence[AnswerSource], *, count_tokens: CountTokens, today: date = date.max
) -> list[SourceSentence]:
    """In the order of the sources and their texts. Rules, headings and repeated sentences are left out: a saved
    answer repeats its notes. `today`: a later day of a line is a plan, and none on which it was written.

    Headings of the profile are included: "Miller, Old Mill" says where what follows was done.
    """
    sentences: list[SourceSentence] = []
    seen_tokens: set[tuple[str, ...]] = set()

    def count_said(text: str) -> int:
        return count_tokens(without_blanks(text))

    for number, source in enumerate(each.without_comments() for each in sources):
        latest = source.day or today
        all_heads = read_heads(source.passages, latest=latest, dated=source.dated)
        for passage, heads in zip(source.passages, all_heads, strict=True):
            pieces = _with_code(split_finely(passage.text, count_tokens=count_said), passage.text)
            for piece in _with_short(without_heads(pieces, heads.spans), passage.text):
                start, text = _prose_of(piece, passage, heads, is_profile=source.type is SourceType.PROFILE)
                tokens = tuple(_WORD.findall(remove_citation_marks(text).casefold()))
                if not tokens or tokens in seen_tokens:
                    continue
                seen_tokens.add(tokens)
                if _names_columns(text, passage, start, piece.end):
                    continue
                row = _row(text, passage, start, piece.end)
                trail = _trail_of(piece.trail.split(TRAIL_SEPARATOR) if piece.trail else (), passage)
                place = (number, passage, start, piece.end, text, trail, row)
                sentences.append(_build_sentence(place, source, heads))
                if len(sentences) == MAX_SCORED:
                    return sentences
    return sentences


def _with_short(pieces: Iterable[Passage], text: str) -> Iterator[Passage]:
    """Each with those before it in its line that are too short to be quoted alone: "Error E4. Water in the filter." """
    before: Passage | None = None
    for piece in pieces:
        if before:
            is_same_line = "\n" not in text[before.start : piece.start]
            if is_same_line:
                piece = replace(piece, text=text[before.start : piece.end], start=before.start)
            else:
                yield before
        is_fragment = _is_short(piece.text) and _FRAGMENT.fullmatch(piece.text)
        before = piece if is_fragment else None
        if before is None:
            yield piece
    if before:
        yield before


def _with_code(pieces: Iterable[Passage], text: str) -> Iterator[Passage]:
    """Each with the short block of code behind it, or such a block whole where no sentence stands before it."""
    spans, told = code_spans(text), 0
    for piece in pieces:
        if piece.start < told:
            continue
        block = next((each for each in spans if each[0] <= piece.start < each[1]), None)
        if block:
            told = block[1]
            yield replace(piece, text=text[slice(*block)], start=block[0], end=told)
            continue
        piece = _without_rule(piece)
        told = piece.end if _NO_PROSE.match(piece.text) else code_behind(text, piece.end, spans)
        yield replace(piece, text=text[piece.start : told], end=told)


def _without_rule(piece: Passage) -> Passage:
    """Without the rule or fence behind it, which belongs to no sentence."""
    text = _RULE_BEHIND.sub("", piece.text)
    return replace(piece, text=text, end=piece.start + len(text))


def _prose_of(
    piece: Passage, passage: SourcePassage, heads: PassageHeads, *, is_profile: bool
) -> tuple[int, str]:
    """(start, text) without marks of lists before it; a short one with the head of its line. Empty: it is no prose, as
    a first line in capitals is its text's title.
    """
    text = _MARKER.sub("", piece.text, count=1)
    if is_profile:
        text = _HEADING.sub("", text, count=1)
    start = piece.end - len(text)
    if _is_short(text):
        start = heads.openings.get(start, start)
        text = passage.text[start : piece.end] if start < piece.start else text
    is_title = passage.start + start == 0 and text.isupper() and not _SENTENCE_END.search(text)
    is_no_prose = is_title or (_NO_PROSE.match(text) and not is_code(text))
    return start, "" if _is_short(text) or is_no_prose else text


def _is_short(text: str) -> bool:
    """Of its own words: of a link its text alone."""
    said = _EDGES.sub("", remove_citation_marks(text))
    return len(said) < MIN_CHARACTERS or ("](" in said and len(normalize_text(said).text) < MIN_CHARACTERS)


def _build_sentence(
    place: tuple[int, SourcePassage, int, int, str, str, str],
    source: AnswerSource,
    heads: PassageHeads,
) -> SourceSentence:
    """`place`: the first fields of SourceSentence."""
    _, passage, start, _, text, _, row = place
    by, name = heads.message_before(start)
    entry = "" if row or start in heads.openings.values() else heads.line_date(start)
    lead = "" if row else _lead(passage.text, start)
    is_own = not row and _FIRST_PERSON.search(text) is not None
    lead = name or ("" if entry and is_only_day(lead) else lead)
    return SourceSentence(
        *place,
        lead or (heads.sender_above(start) if is_own else ""),
        head=heads.mail_above(start),
        by=by,
        entry=entry,
        heads=heads,
        day=source.day_at(passage.start + start),
        written=source.written_at(passage.start + start),
    )


def without_heads(pieces: Iterable[Passage], heads: Sequence[tuple[int, int]]) -> Iterator[Passage]:
    """The pieces, in parts, without what of them stands in headers, addresses, salutations and heads of messages."""
    for piece in pieces:
        within = [(first, last) for first, last in heads if first < piece.end and last > piece.start]
        borders = [piece.start, *(each for span in within for each in span), piece.end]
        for start, end in zip(borders[::2], borders[1::2], strict=True):
            text = piece.text[start - piece.start : end - piece.start] if start < end else ""
            if text.strip():
                start += len(text) - len(text.lstrip())
                yield replace(piece, start=start, end=start + len(text.strip()), text=text.strip())


def _names_columns(text: str, passage: SourcePassage, start: int, end: int) -> bool:
    is_named = is_header(passage.text, end) if is_row(text) else names_values(passage.text, start)
    return "\n" not in text and is_named


def _row(text: str, passage: SourcePassage, start: int, end: int) -> str:
    """As it is told; empty where it is none."""
    if "\n" in text:
        return ""
    tell = tell_row if is_row(text) else tell_values
    return without_blanks(tell(passage.text, start, end))


def trail_at(passage: SourcePassage, at: int) -> str:
    """The headings above passage.text[at:]."""
    line = passage.text.count("\n", 0, at)
    blocks = read_blocks(passage.text.split("\n"))
    return _trail_of(next((each.trail for each in blocks if line <= each.last), ()), passage)


def _trail_of(own: Sequence[str], passage: SourcePassage) -> str:
    """The headings within its passage below the ones above that."""
    if not own:
        return passage.trail
    pattern = rf"^(?:(#{{1,6}})[ \t]+|[ ]*<h([1-6])[^<>\n]*>){re.escape(own[0])}"
    heading = re.search(pattern, passage.text, re.MULTILINE | re.IGNORECASE)
    level = int(heading[2] or len(heading[1])) if heading else 1
    above = passage.trail.split(TRAIL_SEPARATOR)[: level - 1] if passage.trail else []
    return TRAIL_SEPARATOR.join([*above, *own])


def _lead(text: str, start: int) -> str:
    """What the paragraph begins with in bold, or the item before a colon, in which text[start:] is; empty if that is a
    part of it.
    """
    above = text[text.rfind("\n", 0, start) + 1 : start]
    found = _LEAD.match(above)
    return (found[1] or found[2]).strip(" .:–—-") if found else ""


def are_neighbours(first: SourceSentence, second: SourceSentence) -> bool:
    return first.passage is second.passage
