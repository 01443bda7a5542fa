"""Whether a sender's sentence states as current what the text has superseded."""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from stones.levels.summary.clauses import read_clauses
from stones.levels.summary.word_stems import content_stems

SHARE = 0.75
"""Of the stems of a sentence that occur in one sentence of a superseded part."""
SHARE_OF_CLAUSE = 0.9
"""The same for a clause alone."""
MIN_STEMS = 3
"""Stems; a shorter sentence may occur anywhere."""
AHEAD = 0.2
"""How much larger that share must be than in any current sentence."""
_MARKED_OUTDATED = re.compile(
    r"supersed|archived|obsolet|outdated|deprecat|stale|histor|reject|refut|abandon|discard|previous|former|earlier|"
    r"originally|no longer|replaced|dropped|deferred|was |were |had been|old |older|instead|"
    r"veraltet|überholt|früher|verworfen|ersetzt|zuvor|wurde|obsoleto|archivado|rechazad|antes|anterior|antigu|"
    r"ancien|abandonn|rejet|废弃|过时|归档|旧|廃止|以前",
    re.I,
)


@dataclass(frozen=True, slots=True)
class DatedPassage:
    text: str
    line: int
    stems: frozenset[str]
    is_current: bool
    changed_by: str = ""
    """The later sentence that changes it or takes it back."""

    def tells_change(self, stems: Set[str]) -> bool:
        """Whether a sentence of these stems has some of what holds now."""
        return not stems.isdisjoint(frozenset(content_stems(self.changed_by)) - self.stems)


@dataclass(frozen=True, slots=True)
class OutdatedSentence:
    statement: str
    source: DatedPassage


def find_outdated(sentences: Iterable[str], passages: Sequence[DatedPassage]) -> Iterator[OutdatedSentence]:
    """At most one for each sentence."""
    if all(passage.is_current for passage in passages):
        return
    by_stem: dict[str, list[int]] = {}
    for at, passage in enumerate(passages):
        for stem in passage.stems:
            by_stem.setdefault(stem, []).append(at)
    for sentence in sentences:
        if _MARKED_OUTDATED.search(sentence):
            continue
        for statement in (sentence, *(clause.text for clause in read_clauses(sentence))):
            stems = frozenset(content_stems(statement))
            least, share = (MIN_STEMS, SHARE) if statement is sentence else (MIN_STEMS + 1, SHARE_OF_CLAUSE)
            if len(stems) >= least and (source := _find_outdated_source(stems, share, passages, by_stem)):
                yield OutdatedSentence(statement, source)
                break


def _find_outdated_source(
    stems: frozenset[str], share: float, passages: Sequence[DatedPassage], by_stem: dict[str, list[int]]
) -> DatedPassage | None:
    shared: dict[int, int] = {}
    for stem in stems:
        for at in by_stem.get(stem, ()):
            shared[at] = shared.get(at, 0) + 1
    best: dict[bool, tuple[int, int]] = {True: (0, -1), False: (0, -1)}
    for at, count in shared.items():
        side = passages[at].is_current
        best[side] = max(best[side], (count, -at))
    count, place = best[False]
    if count < share * len(stems) or count - best[True][0] < AHEAD * len(stems):
        return None
    return None if passages[-place].tells_change(stems) else passages[-place]
