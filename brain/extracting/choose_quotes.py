"""Choose the sentences to quote: the best ones with what qualifies them, neighbours together, within a token budget."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from brain.checking import remove_citation_marks
from brain.extracting.source_sentences import SourceSentence, are_neighbours
from core.text.passages import CountTokens
from core.text.qualifying_sentences import leans, qualified_span

MAX_SENTENCES = 5
MIN_SHARE = 0.65
"""Of the best sentence's score: one below it does not answer (ADR 12)."""
MIN_SHARE_ELSEWHERE = 0.75
"""The same for a sentence of another source than the best one's."""
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
    as_summary: bool = False,
) -> list[SourceQuote]:
    """The best that fit, in the order of their sources and texts; neighbouring sentences become one quotation.

    Only those that come near the best (`as_summary`: however near), and the one that goes on with the best; each with
    the sentences that it leans on or that qualify it. What does not fit is skipped for the next best; empty when
    nothing fits.
    """
    widened = [_with_qualifiers(each) for each in sentences]
    costs = [count_tokens(each.text) + _MARK_TOKENS for each in widened]
    chosen: list[int] = []
    remaining = max_tokens
    ranked = [at for at in np.argsort(-scores, kind="stable").tolist() if costs[at] <= max_tokens]
    for at in ranked if as_summary else _worth_quoting(sentences, scores, ranked):
        if costs[at] <= remaining:
            chosen.append(at)
            remaining -= costs[at]
        if len(chosen) == MAX_SENTENCES:
            break
    return _quotes([widened[at] for at in sorted(chosen)])


def _with_qualifiers(sentence: SourceSentence) -> SourceSentence:
    text = sentence.passage.text
    start, end = qualified_span(text, sentence.start, sentence.end)
    return replace(sentence, start=start, end=end, text=text[start:end])


def _worth_quoting(
    sentences: Sequence[SourceSentence], scores: NDArray[np.float64], ranked: Sequence[int]
) -> Iterator[int]:
    """The best, the one that goes on with it, then the others that come near it, best first."""
    if not ranked:
        return
    best, *others = ranked
    yield best
    least, least_elsewhere = (
        scores[best] - (1 - share) * abs(scores[best]) for share in (MIN_SHARE, MIN_SHARE_ELSEWHERE)
    )
    if goes_on := best + 1 < len(sentences) and _goes_on(sentences[best], sentences[best + 1]):
        yield best + 1
    for at in others:
        is_here = sentences[at].source == sentences[best].source
        if scores[at] >= (least if is_here else least_elsewhere) and not (goes_on and at == best + 1):
            yield at


def _goes_on(first: SourceSentence, second: SourceSentence) -> bool:
    return _follows(first, second) and leans(second.text)


def _quotes(chosen: Sequence[SourceSentence]) -> list[SourceQuote]:
    groups: list[list[SourceSentence]] = []
    for sentence in chosen:
        if groups and _follows(groups[-1][-1], sentence):
            groups[-1].append(sentence)
        else:
            groups.append([sentence])
    return [_quote(group[0], group[-1]) for group in groups]


def _follows(first: SourceSentence, second: SourceSentence) -> bool:
    """Whether only white space separates them, if anything."""
    return are_neighbours(first, second) and not first.passage.text[first.end : second.start].strip()


def _quote(first: SourceSentence, last: SourceSentence) -> SourceQuote:
    text = first.passage.text[first.start : last.end]
    return SourceQuote(first.source, text, " ".join(remove_citation_marks(text).split()))
