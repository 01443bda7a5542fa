"""The sentences of some excerpts, each with the neighbours that it must not be quoted without."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from core.text.bm25_words import is_east_asian
from core.text.passages import CountTokens, Passage, split_finely
from core.text.plain_inline import plain
from core.text.qualifying_sentences import qualified_span
from core.text.text_blocks import BOLD_LINE
from stones.focus import Excerpt
from stones.levels.extract.revisions import Statement, find_revisions
from stones.levels.plain_headings import with_plain_headings
from stones.levels.run_in_heading import match_run_in_heading

MAX_SENTENCES = 60
MIN_WORDS = 4
_NO_PROSE = re.compile(r"\s*(?:#|\||```|~~~|[-=*_]{3,}\s*$)|[^\n]*\n {0,3}(?:={3,}|-{3,})\s*$")
_MARKER = re.compile(r"\s*(?:>\s*)?(?:(?:[-*+•]|\d{1,3}[.)])\s+)?(?:\[[ xX]\]\s+)?")


@dataclass(frozen=True, slots=True, order=True)
class ExcerptSentence:
    """`start` is its offset in the source: sentences sort as they stand there."""

    start: int
    line: int
    text: str
    preceding: tuple["ExcerptSentence", ...] = field(default=(), compare=False)
    """Those that it leans on."""
    qualifiers: tuple["ExcerptSentence", ...] = field(default=(), compare=False)
    """Those behind it that limit it or take it back."""

    @property
    def with_neighbours(self) -> tuple["ExcerptSentence", ...]:
        return (*self.preceding, self, *self.qualifiers)

    @property
    def with_qualifiers(self) -> str:
        return " ".join(each.text for each in (self, *self.qualifiers))

    def as_passage(self, ordinal: int) -> Passage:
        end = self.start + len(self.text)
        return Passage(ordinal, self.line, self.line, "", self.text, self.start, end)


def split_sentences(excerpts: Iterable[Excerpt], count_tokens: CountTokens) -> list[ExcerptSentence]:
    """The first MAX_SENTENCES, without headings, tables, code, lead-ins and what a later one of them changes."""
    all_found = (
        (excerpt.trail, each) for excerpt in excerpts for each in _sentences_of(excerpt, count_tokens)
    )
    found = list(islice(all_found, MAX_SENTENCES))
    statements = [Statement(each.text, each.line, "", trail) for trail, each in found]
    revised = {at for earlier in find_revisions(statements).values() for at in earlier}
    return [each for at, (_, each) in enumerate(found) if at not in revised]


def _sentences_of(excerpt: Excerpt, count_tokens: CountTokens) -> Iterator[ExcerptSentence]:
    headings = _plain_heading_lines(excerpt.text)
    found = [
        (piece, _sentence(excerpt, piece))
        for piece in split_finely(excerpt.text, count_tokens=count_tokens)
        if piece.start_line not in headings and not _is_heading(piece.text)
    ]
    for piece, sentence in found:
        if not _says_something(sentence.text):
            continue
        start, end = qualified_span(excerpt.text, piece.start, piece.end)
        yield replace(
            sentence,
            preceding=tuple(other for at, other in found if start <= at.start < piece.start),
            qualifiers=tuple(other for at, other in found if piece.start < at.start < end),
        )


def _sentence(excerpt: Excerpt, piece: Passage) -> ExcerptSentence:
    text = plain(_MARKER.sub("", piece.text, count=1))
    return ExcerptSentence(excerpt.start + piece.start, excerpt.start_line + piece.start_line - 1, text)


def _is_heading(text: str) -> bool:
    """Or a table, or code."""
    return any(pattern.match(text) for pattern in (_NO_PROSE, BOLD_LINE)) or bool(match_run_in_heading(text))


def _plain_heading_lines(text: str) -> set[int]:
    """From 1."""
    lines = text.split("\n")
    marked = zip(lines, with_plain_headings(lines), strict=True)
    return {number for number, (line, other) in enumerate(marked, start=1) if line != other}


def _says_something(text: str) -> bool:
    """Not a lead-in, which needs what it introduces."""
    return not text.endswith(":") and (len(text.split()) >= MIN_WORDS or is_east_asian(text))
