"""Chooses the answer among what was found, by the intent and by confidence."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from quickstart.kinds import AskOutcome, Intent
from quickstart.queries.candidates import OwnerKind
from quickstart.services.retrieve_items import QuickstartRetrieval, RetrievedItem

MAX_NEAREST = 3
MAX_OPTIONS = 4
SURER_BY = 0.1
"""From this difference in confidence on an entry answers a wish for an action, too: a skill alone would hide it."""


@dataclass(frozen=True, slots=True)
class AnswerChoice:
    """The chosen items. `options` are possible meanings (ask_back) or the nearest items (no_answer)."""

    outcome: AskOutcome
    confidence: float
    entry: RetrievedItem | None = None
    skill: RetrievedItem | None = None
    also: RetrievedItem | None = None
    """Sure enough too, but not of the kind that answers: it is only named."""
    options: Sequence[tuple[str, RetrievedItem]] = ()
    described: Sequence[RetrievedItem] = ()
    """Where the question names the skill: others whose descriptions say the same."""


def choose(found: QuickstartRetrieval, intent: Intent) -> AnswerChoice:
    """An understanding is answered by an entry, an action by a skill, the other two by both.

    If the intended kind is not sure enough, the other kind answers if it is. An entry that is surer by SURER_BY answers
    an action together with the skill. A sure item that is not part of the answer is named in `also`.
    """
    entry, skill = _confident_best(found, "entry"), _confident_best(found, "skill")
    answer_entry = entry if intent != Intent.ACTION or skill is None or _is_surer(found) else None
    answer_skill = skill if intent != Intent.UNDERSTANDING or entry is None else None
    if answer_entry is None and answer_skill is None:
        return no_answer(found)
    first: OwnerKind = "entry" if answer_entry else "skill"
    confidence = max(each.confidence for each in (answer_entry, answer_skill) if each)
    options = _branches(found, first)
    if skill and skill.is_equal and answer_skill is None and not (entry and entry.is_equal):
        return _answer_with_named(found, skill, [each for _, each in _branches(found, "entry")])
    if len(options) > 1 and found.is_ambiguous(first):
        if skill and skill.is_named:
            return _answer_with_named(found, skill, [each for _, each in options])
        other = ("skill", skill) if first == "entry" else ("entry", entry)
        return AnswerChoice(AskOutcome.ASK_BACK, confidence, options=_with_other(options, *other))
    also = entry if answer_entry is None else skill if answer_skill is None else None
    return AnswerChoice(AskOutcome.ANSWERED, confidence, entry=answer_entry, skill=answer_skill, also=also)


def _is_surer(found: QuickstartRetrieval) -> bool:
    """Whether the best entry is clearly surer than the best skill, and is the only one that may be meant."""
    best = found.entries[0].confidence if found.entries else 0.0
    return best >= found.skills[0].confidence + SURER_BY and not found.is_ambiguous("entry")


def _with_other(
    options: Sequence[tuple[str, RetrievedItem]], kind: str, best: RetrievedItem | None
) -> list[tuple[str, RetrievedItem]]:
    """The best of the other kind may be meant, too, if it is sure enough: it is the last of the options."""
    return [*options[: MAX_OPTIONS - 1], (kind, best)] if best else [*options]


def _answer_with_named(
    found: QuickstartRetrieval, skill: RetrievedItem, entries: Sequence[RetrievedItem]
) -> AnswerChoice:
    """A skill that an index names settles which of the entries is meant: the one that names it."""
    own = next((each for each in entries if skill.pk in found.links.get(each.pk, ())), None)
    also = None if own else entries[0]
    return AnswerChoice(AskOutcome.ANSWERED, skill.confidence, entry=own, skill=skill, also=also)


def no_answer(found: QuickstartRetrieval) -> AnswerChoice:
    """Only the nearest items, as options."""
    nearest = _best(found)[:MAX_NEAREST]
    confidence = max((each.confidence for _, each in nearest), default=0.0)
    return AnswerChoice(AskOutcome.NO_ANSWER, confidence, options=nearest)


def _confident_best(found: QuickstartRetrieval, kind: OwnerKind) -> RetrievedItem | None:
    """The best of this kind, if it is sure enough for this collection."""
    ranked = found.of(kind)
    if not ranked or ranked[0].confidence < found.calibrations[kind].answer_above:
        return None
    return ranked[0]


def _best(found: QuickstartRetrieval) -> list[tuple[str, RetrievedItem]]:
    """Entries and skills together, the surest first."""
    both = [("entry", each) for each in found.entries] + [("skill", each) for each in found.skills]
    return sorted(both, key=lambda each: -each[1].confidence)


def _branches(found: QuickstartRetrieval, kind: OwnerKind) -> list[tuple[str, RetrievedItem]]:
    """The best of each branch of the tree that is sure enough to answer, best first."""
    best: dict[Hashable, RetrievedItem] = {}
    for each in found.of(kind):
        if each.confidence >= found.calibrations[kind].answer_above:
            best.setdefault(each.branch, each)
    return [(kind, each) for each in list(best.values())[:MAX_OPTIONS]]
