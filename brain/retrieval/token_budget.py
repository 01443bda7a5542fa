"""Which passages a model is given, within a token budget."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from brain.answer_sources import AnswerSource, SourcePassage
from core.text.qualifying_sentences import qualified_end

CountSource = Callable[[AnswerSource], int]


@dataclass(frozen=True, slots=True)
class RankedPassage:
    source: str
    """The id of its source."""
    start: int
    end: int
    score: float
    trail: str = ""


def fit_passages(
    ranked: Sequence[RankedPassage],
    *,
    sources: Mapping[str, AnswerSource],
    texts: Mapping[str, str],
    budget: int,
    count: CountSource,
) -> list[AnswerSource]:
    """As many of the best passages as fit. `ranked` is best first; a smaller one may fit where a larger one did not.

    `sources` are without passages, `texts` their texts by the same id; passages of other texts are skipped. Passages
    that touch or share a sentence are merged. `count` returns the tokens of a source with its label. The result is
    best first.
    """
    fitted: dict[str, AnswerSource] = {}
    costs: dict[str, int] = {}
    for hit in ranked:
        if hit.source not in sources or hit.source not in texts:
            continue
        current = fitted.get(hit.source) or sources[hit.source]
        passages = merge_passages(
            [*current.passages, _source_passage(hit, texts[hit.source])], texts[hit.source]
        )
        widened = replace(current, passages=passages, score=max(one.score for one in passages))
        cost = count(widened)
        if sum(costs.values()) - costs.get(hit.source, 0) + cost <= budget:
            fitted[hit.source], costs[hit.source] = widened, cost
    return list(fitted.values())


def merge_passages(passages: Sequence[SourcePassage], text: str) -> tuple[SourcePassage, ...]:
    """In the order of the text; passages that overlap, or are separated by white space only, are merged."""
    found: list[SourcePassage] = []
    for passage in sorted(passages, key=lambda one: one.start):
        before = found[-1] if found else None
        if before is None or text[before.end : passage.start].strip():
            found.append(passage)
            continue
        end = max(before.end, passage.end)
        found[-1] = replace(
            before, end=end, text=text[before.start : end], score=max(before.score, passage.score)
        )
    return tuple(found)


def with_passages(source: AnswerSource, more: Sequence[SourcePassage]) -> AnswerSource:
    """The source with passages of the same text, without what it has of them already."""
    passages = list(source.passages)
    for passage in more:
        pieces = [(passage.start, passage.end)]
        for own in source.passages:
            sides = [((start, min(end, own.start)), (max(start, own.end), end)) for start, end in pieces]
            pieces = [side for both in sides for side in both if side[0] < side[1]]
        for start, end in pieces:
            text = passage.text[start - passage.start : end - passage.start]
            passages.append(replace(passage, start=start, end=end, text=text))
    return replace(source, passages=tuple(sorted(passages, key=lambda one: one.start)))


def _source_passage(hit: RankedPassage, text: str) -> SourcePassage:
    """With the sentences behind it that qualify its last one: chunks end where they are full."""
    end = qualified_end(text, hit.end)
    return SourcePassage(hit.start, end, text[hit.start : end], hit.score, hit.trail)
