"""Choose the sentences to quote: the best ones, neighbours together, within a token budget."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from brain.checking import remove_citation_marks
from brain.extracting.source_sentences import SourceSentence, are_neighbours
from core.text import CountTokens

MAX_SENTENCES = 5
_MARK_TOKENS = 6
"""For a number after a quotation, and for the blank line."""


@dataclass(frozen=True, slots=True)
class SourceQuote:
    """`text` as in the source; `line` on one line, without numbers that look like citations."""

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
    """The best that fit, in the order of their sources and texts; neighbouring sentences become one quotation.

    A sentence that does not fit is skipped for the next best; empty when none fits.
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
    """Whether only white space separates them."""
    return are_neighbours(first, second) and not first.passage.text[first.end : second.start].strip()


def _quote(first: SourceSentence, last: SourceSentence) -> SourceQuote:
    text = first.passage.text[first.start : last.end]
    return SourceQuote(first.source, text, " ".join(remove_citation_marks(text).split()))
