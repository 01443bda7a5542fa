"""Which sentences are quoted: the best ones, each with as much around it as there is room for."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from brain.checking import without_marks
from brain.extracting.sentences import Sentence, are_neighbours
from texts import CountTokens

MOST_SENTENCES = 5
_MARK_TOKENS = 6
"""Of a number behind a quotation, and of the blank line."""


@dataclass(frozen=True, slots=True)
class Quote:
    """`text` as it stands in the source, `line` in one line, without numbers that would pass for those of citations."""

    source: int
    text: str
    line: str


def choose(
    sentences: Sequence[Sentence], scores: NDArray[np.float64], *, most_tokens: int, count_tokens: CountTokens
) -> list[Quote]:
    """The best that fit, in the order of their sources and texts; neighbours are one quotation.

    A first sentence that does not fit is left out for the next best; where none fits there is no quotation.
    """
    chosen: list[int] = []
    room = most_tokens
    for at in np.argsort(-scores, kind="stable"):
        cost = count_tokens(sentences[at].text) + _MARK_TOKENS
        if cost <= room:
            chosen.append(int(at))
            room -= cost
        if len(chosen) == MOST_SENTENCES:
            break
    return _quotes([sentences[at] for at in sorted(chosen)])


def _quotes(chosen: Sequence[Sentence]) -> list[Quote]:
    groups: list[list[Sentence]] = []
    for sentence in chosen:
        if groups and _follows(groups[-1][-1], sentence):
            groups[-1].append(sentence)
        else:
            groups.append([sentence])
    return [_quote(group[0], group[-1]) for group in groups]


def _follows(first: Sentence, second: Sentence) -> bool:
    """Whether nothing but white space stands between them."""
    return are_neighbours(first, second) and not first.stretch.text[first.end : second.start].strip()


def _quote(first: Sentence, last: Sentence) -> Quote:
    text = first.stretch.text[first.start : last.end]
    return Quote(first.source, text, " ".join(without_marks(text).split()))
