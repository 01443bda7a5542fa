"""A source in parts that a model can read, with numbered lines, and the way back from a quote to its lines."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from core.text.passages import CountTokens, Passage
from inbox.helpers.helper_report import QuotedLines

LINE_TOKENS = 3
"""What a line's number costs: `1204| `."""
MIN_QUOTE_CHARACTERS = 8
"""A shorter quote is found by accident."""
_NUMBERED = re.compile(r"(?m)^[ \t]*\d{1,7}\|[ \t]?")
_EDGES = " \t\n\"'“”‘’«»….>"


@dataclass(frozen=True, slots=True)
class SourceChunk:
    """Neighbouring passages, source[start:end]; `first` is the number of the first of them."""

    text: str
    start_line: int
    end_line: int
    first: int
    passages: tuple[Passage, ...]
    tokens: int

    @property
    def numbered(self) -> str:
        """The text with the number of each line before it."""
        lines = self.text.split("\n")
        return "\n".join(f"{number}| {line}" for number, line in enumerate(lines, start=self.start_line))


def split_chunks(
    content: str, passages: Sequence[Passage], *, max_tokens: int, count_tokens: CountTokens
) -> list[SourceChunk]:
    """All of the source in parts of at most about `max_tokens`, line numbers included; a passage is never cut."""
    chunks: list[SourceChunk] = []
    for group, tokens in _groups(passages, max_tokens, count_tokens):
        chunks.append(
            SourceChunk(
                text=content[group[0].start : group[-1].end],
                start_line=group[0].start_line,
                end_line=group[-1].end_line,
                first=group[0].ordinal,
                passages=tuple(group),
                tokens=tokens,
            )
        )
    return chunks


def _groups(
    passages: Sequence[Passage], max_tokens: int, count_tokens: CountTokens
) -> Iterator[tuple[list[Passage], int]]:
    group: list[Passage] = []
    filled = 0
    for passage in passages:
        lines = passage.end_line - passage.start_line + 2
        cost = count_tokens(passage.text) + LINE_TOKENS * lines
        if group and filled + cost > max_tokens:
            yield group, filled
            group, filled = [], 0
        group.append(passage)
        filled += cost
    if group:
        yield group, filled


class QuoteFinder:
    """Finds quotes in a chunk."""

    def __init__(self, chunk: SourceChunk) -> None:
        self._chunk = chunk
        words = list(re.finditer(r"\S+", chunk.text))
        self._starts = [word.start() for word in words]
        texts = [word[0] for word in words]
        self._folded = " ".join(texts)
        self._folded_starts = [0, *accumulate(len(text) + 1 for text in texts)][: len(texts)]

    def find(self, quote: str) -> QuotedLines | None:
        """The quote as it is in the source, white space apart; None where it is not, or is too short."""
        for form in dict.fromkeys((quote, _NUMBERED.sub("", quote), _NUMBERED.sub("", quote).strip(_EDGES))):
            folded = " ".join(form.split())
            if len(folded) < MIN_QUOTE_CHARACTERS:
                continue
            at = self._folded.find(folded)
            if at >= 0:
                return self._quote(self._offset(at), self._offset(at + len(folded) - 1) + 1)
        return None

    def _offset(self, folded_at: int) -> int:
        word = bisect_right(self._folded_starts, folded_at) - 1
        return self._starts[word] + folded_at - self._folded_starts[word]

    def _quote(self, start: int, end: int) -> QuotedLines:
        chunk = self._chunk
        start_line = chunk.start_line + chunk.text.count("\n", 0, start)
        base = chunk.passages[0].start
        within = bisect_right([passage.start for passage in chunk.passages], base + start) - 1
        text = chunk.text[start:end]
        return QuotedLines(start_line, start_line + text.count("\n"), chunk.passages[within].trail, text)
