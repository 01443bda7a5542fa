"""What a session has seen decides what comes first, what is not explained again, and what is offered."""

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from quickstart.answers.model import Offer, Ref
from quickstart.paths import SEPARATOR, key_of

PATTERN = 3
"""So many questions within a branch of the tree lead to an offer of its overview."""


@dataclass(frozen=True, slots=True)
class Known:
    """An entry of the collection, as far as a session needs it. `prerequisites` are ids of entries."""

    entry_id: str
    question: str
    level: int
    tree_path: Sequence[str]
    prerequisites: Sequence[str] = ()


def unmet_prerequisites(entry_id: str, entries: Mapping[str, Known], seen: Collection[str]) -> list[Ref]:
    """What should be known before, each once, the nearest first; nothing behind what was seen. Cycles are safe.

    Ids that the collection does not have are passed over: an orphan must not stand in the way of an answer.
    """
    unmet: list[Ref] = []
    met = {entry_id, *seen}
    waiting = deque([entry_id])
    while waiting:
        at = entries.get(waiting.popleft())
        for needed in at.prerequisites if at else ():
            if needed in entries and needed not in met:
                met.add(needed)
                unmet.append(Ref(needed, entries[needed].question))
                waiting.append(needed)
    return unmet


def pattern_offer(
    asked: Sequence[str], entries: Mapping[str, Known], *, seen: Collection[str], offered: Collection[str]
) -> Offer | None:
    """The overview of the narrowest branch in which this session has asked `PATTERN` different questions.

    `asked` are ids in order, the last one just told; `seen` is whatever was told, that one included; `offered`
    are the branches (`Offer.branch`) of earlier offers. A branch within a wider one that has been offered may still
    be; the other way round only its other questions count, so that one run of questions is not offered twice.
    """
    told = [entries[each] for each in dict.fromkeys(asked) if each in entries]
    if not told or told[-1].entry_id != asked[-1]:
        return None
    path = told[-1].tree_path
    keys = {each.entry_id: key_of(each.tree_path) for each in entries.values()}
    done = [key_of(branch.split(SEPARATOR)) for branch in offered]
    for depth in range(len(path), 0, -1):
        branch, label = key_of(path[:depth]), SEPARATOR.join(path[:depth])
        if branch in done or label in offered:
            continue
        inner = [each for each in done if _is_in(each, branch)]
        asked_here = [each for each in told if _is_in(keys[each.entry_id], branch)]
        counted = [
            each for each in asked_here if not any(_is_in(keys[each.entry_id], other) for other in inner)
        ]
        overview = _overview(each for each in entries.values() if _is_in(keys[each.entry_id], branch))
        if len(counted) >= PATTERN and overview.entry_id not in seen and _is_above(overview, counted):
            return Offer(label, len(counted), Ref(overview.entry_id, overview.question))
    return None


def _overview(branch: Iterable[Known]) -> Known:
    """The entry of the lowest level; of several the one highest in the tree, then the first."""
    return min(branch, key=lambda each: (each.level, len(each.tree_path)))


def _is_above(overview: Known, counted: Iterable[Known]) -> bool:
    """An entry as detailed as what was asked is no overview of it."""
    return all(overview.level < each.level for each in counted)


def _is_in(key: str, branch: str) -> bool:
    return key == branch or key.startswith(f"{branch}{SEPARATOR}")
