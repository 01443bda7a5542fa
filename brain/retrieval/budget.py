"""Which stretches are given to a model, within a number of tokens."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from brain.sources import Source, Stretch

CountSource = Callable[[Source], int]


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a text as it was ranked."""

    source: str
    """Whose it is."""
    start: int
    end: int
    score: float
    trail: str = ""


def fill(
    ranked: Sequence[Place],
    *,
    sources: Mapping[str, Source],
    texts: Mapping[str, str],
    budget: int,
    count: CountSource,
) -> list[Source]:
    """As many of the best stretches as fit, `ranked` best first; a smaller one may fit where a larger one did not.

    `sources` are without stretches, `texts` what they say; what is in neither is passed over. Stretches that touch or
    share a sentence become one. `count` tells what a source costs, its label included. The sources come best first.
    """
    chosen: dict[str, Source] = {}
    costs: dict[str, int] = {}
    for place in ranked:
        if place.source not in sources or place.source not in texts:
            continue
        held = chosen.get(place.source) or sources[place.source]
        stretches = joined([*held.stretches, _stretch(place, texts[place.source])], texts[place.source])
        widened = replace(held, stretches=stretches, score=max(one.score for one in stretches))
        cost = count(widened)
        if sum(costs.values()) - costs.get(place.source, 0) + cost <= budget:
            chosen[place.source], costs[place.source] = widened, cost
    return list(chosen.values())


def joined(stretches: Sequence[Stretch], text: str) -> tuple[Stretch, ...]:
    """In the order of the text; those that overlap, or have nothing but white space between them, as one."""
    found: list[Stretch] = []
    for stretch in sorted(stretches, key=lambda one: one.start):
        before = found[-1] if found else None
        if before is None or text[before.end : stretch.start].strip():
            found.append(stretch)
            continue
        end = max(before.end, stretch.end)
        found[-1] = replace(
            before, end=end, text=text[before.start : end], score=max(before.score, stretch.score)
        )
    return tuple(found)


def _stretch(place: Place, text: str) -> Stretch:
    return Stretch(place.start, place.end, text[place.start : place.end], place.score, place.trail)
