"""Which of what was found is told: by the intent, and by how sure the match is."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from quickstart.kinds import Intent, Outcome
from quickstart.queries.seen import Kind
from quickstart.services.retrieving import Found, Retrieved

NEAREST = 3
OPTIONS = 4


@dataclass(frozen=True, slots=True)
class Choice:
    """What is told. `options` are what it may mean (ask_back) or the nearest there is (no_answer)."""

    outcome: Outcome
    confidence: float
    entry: Found | None = None
    skill: Found | None = None
    also: Found | None = None
    """Sure enough too, of the kind that is not told: it is only named."""
    options: Sequence[tuple[str, Found]] = ()


def choose(found: Retrieved, intent: Intent) -> Choice:
    """An understanding is answered by an entry, an action by a skill, the other two by both.

    Where the kind that the intent asks for has nothing to say, the other kind answers, if it has. What is sure and not
    told is named.
    """
    entry, skill = _sure(found, "entry"), _sure(found, "skill")
    told_entry = entry if intent != Intent.ACTION or skill is None else None
    told_skill = skill if intent != Intent.UNDERSTANDING or entry is None else None
    if told_entry is None and told_skill is None:
        return no_answer(found)
    first: Kind = "entry" if told_entry else "skill"
    confidence = max(each.confidence for each in (told_entry, told_skill) if each)
    options = _branches(found, first)
    if len(options) > 1 and found.is_ambiguous(first):
        return Choice(Outcome.ASK_BACK, confidence, options=options)
    also = entry if told_entry is None else skill if told_skill is None else None
    return Choice(Outcome.ANSWERED, confidence, entry=told_entry, skill=told_skill, also=also)


def no_answer(found: Retrieved) -> Choice:
    """Nothing is told; the nearest there is."""
    nearest = _best(found)[:NEAREST]
    confidence = max((each.confidence for _, each in nearest), default=0.0)
    return Choice(Outcome.NO_ANSWER, confidence, options=nearest)


def _sure(found: Retrieved, kind: Kind) -> Found | None:
    """The best of this kind, if it is sure enough for this collection."""
    ranked = found.entries if kind == "entry" else found.skills
    if not ranked or ranked[0].confidence < found.calibrations[kind].answer_above:
        return None
    return ranked[0]


def _best(found: Retrieved) -> list[tuple[str, Found]]:
    """Entries and skills together, the surest first."""
    both = [("entry", each) for each in found.entries] + [("skill", each) for each in found.skills]
    return sorted(both, key=lambda each: -each[1].confidence)


def _branches(found: Retrieved, kind: Kind) -> list[tuple[str, Found]]:
    """The best of each branch of the tree that is sure enough to be told, best first."""
    best: dict[Hashable, Found] = {}
    for each in found.entries if kind == "entry" else found.skills:
        if each.confidence >= found.calibrations[kind].answer_above:
            best.setdefault(each.branch, each)
    return [(kind, each) for each in list(best.values())[:OPTIONS]]
