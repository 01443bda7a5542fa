"""Which sentences are quoted: the best ones, each with as much around it as there is room for."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from brain.checking import remove_citation_marks
from brain.extracting.source_sentences import SourceSentence, are_neighbours
from core.text import CountTokens

MAX_SENTENCES = 5
_MARK_TOKENS = 6
"""Of a number behind a quotation, and of the blank line."""


@dataclass(frozen=True, slots=True)
class SourceQuote:
    """`text` as it stands in the source, `line` in one line, without numbers that would pass for those of citations."""

    source: int
    text: str
    line: str


def choose_quotes(
    sentences: Sequence[SourceSentence],
    scores: NDArray[np.float64],
    *,
    max_tokens: int,
    count_tokens: CountTokens,
) -> list[SourceQuote]:
    """The best that fit, in the order of their sources and texts; neighbours are one quotation.

    A first sentence that does not fit is left out for the next best; where none fits there is no quotation.
    """
    chosen: list[int] = []
    remaining = max_tokens
    for at in np.argsort(-scores, kind="stable"):
        cost = count_tokens(sentences[at].text) + _MARK_TOKENS
        if cost <= remaining:
            chosen.append(int(at))
            remaining -= cost
        if len(chosen) == MAX_SENTENCES:
            break
    return _quotes([sentences[at] for at in sorted(chosen)])


def _quotes(chosen: Sequence[SourceSentence]) -> list[SourceQuote]:
    groups: list[list[SourceSentence]] = []
    for sentence in chosen:
        if groups and _follows(groups[-1][-1], sentence):
            groups[-1].append(sentence)
        else:
            groups.append([sentence])
    return [_quote(group[0], group[-1]) for group in groups]


def _follows(first: SourceSentence, second: SourceSentence) -> bool:
    """Whether nothing but white space stands between them."""
    return are_neighbours(first, second) and not first.passage.text[first.end : second.start].strip()


def _quote(first: SourceSentence, last: SourceSentence) -> SourceQuote:
    text = first.passage.text[first.start : last.end]
    return SourceQuote(first.source, text, " ".join(remove_citation_marks(text).split()))
