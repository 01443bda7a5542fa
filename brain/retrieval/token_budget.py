"""Which passages are given to a model, within a number of tokens."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from brain.answer_sources import AnswerSource, SourcePassage

CountSource = Callable[[AnswerSource], int]


@dataclass(frozen=True, slots=True)
class RankedPassage:
    """A passage of a text as it was ranked."""

    source: str
    """Whose it is."""
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
    """As many of the best passages as fit, `ranked` best first; a smaller one may fit where a larger one did not.

    `sources` are without passages, `texts` what they say; what is in neither is passed over. Passages that touch or
    share a sentence become one. `count` tells what a source costs, its label included. The sources come best first.
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
    """In the order of the text; those that overlap, or have nothing but white space between them, as one."""
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


def _source_passage(hit: RankedPassage, text: str) -> SourcePassage:
    return SourcePassage(hit.start, hit.end, text[hit.start : hit.end], hit.score, hit.trail)
