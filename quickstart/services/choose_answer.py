"""Chooses the answer among what was found, by the intent, by confidence and by what stands out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from quickstart.kinds import AskOutcome, Intent, OwnerKind
from quickstart.ranking.rank_items import TRIGGER_BONUS
from quickstart.services.retrieve_items import QuickstartRetrieval, RetrievedItem
from search.opposite_hits import DOUBTED

MAX_NEAREST = 3
"""Of one kind; where nothing answers, of both together."""
SURER_BY = 0.1
"""From this difference in confidence on an entry answers a wish for an action, too: a skill alone would hide it."""
SAYS_IT = 0.5
"""How similar a trigger of a skill is to a question that it is made for: else a surer entry answers, too."""
MAX_OTHERS = 2
"""That may answer in place of an answer that is not sure."""


@dataclass(frozen=True, slots=True)
class AnswerChoice:
    """The chosen items. `options` are what may answer (ask_back, and an answer that is not sure) or the nearest items
    (no_answer).
    """

    outcome: AskOutcome
    confidence: float
    entry: RetrievedItem | None = None
    skill: RetrievedItem | None = None
    also: RetrievedItem | None = None
    """Sure enough too, but not of the kind that answers: it is only named."""
    is_sure: bool = True
    options: Sequence[tuple[OwnerKind, RetrievedItem]] = ()
    described: Sequence[RetrievedItem] = ()
    """Where the question names the skill: others whose descriptions say the same."""


def choose(
    found: QuickstartRetrieval, intent: Intent, *, sure_from: float = 0.0, follows: bool = False
) -> AnswerChoice:
    """An understanding is answered by an entry, an action by a skill, the other two by both.

    Only by what stands out. If nothing of the intended kind does, the other kind answers if it does; if nothing at all
    does, the best are options. An entry answers an action together with the skill where it is surer by SURER_BY; beside
    a skill that is not made for the wish (SAYS_IT) also where it is surer at all, or has the question's words and no
    others. A confident item that is not part of the answer is named in `also`. Below the confidence `sure_from` the
    answer is not sure, unless it has the question's words and no others.

    `follows`: to a question that follows another one the best option is the answer, though not a sure one: its hits are
    about one thing, and so close to one another that few stand out.
    """
    entry = _standing_out(found, "entry")
    skill = _standing_out(found, "skill") or _best_skill_of(found, entry)
    is_surer = entry and skill and _is_surer(entry, skill)
    answer_entry = entry if intent != Intent.ACTION or skill is None or is_surer else None
    answer_skill = skill if intent != Intent.UNDERSTANDING or entry is None else None
    if answer_entry is None and answer_skill is None:
        clarification = _ask_back(found, intent)
        return _answer_with_best(clarification) if follows else clarification
    if skill and _settles(skill, entry):
        return _with_others(found, _answer_with_named(found, skill), sure_from)
    also = (
        _confident_best(found, "entry")
        if answer_entry is None
        else _confident_best(found, "skill")
        if answer_skill is None
        else None
    )
    confidence = max(each.confidence for each in (answer_entry, answer_skill) if each)
    choice = AnswerChoice(AskOutcome.ANSWERED, confidence, entry=answer_entry, skill=answer_skill, also=also)
    return _with_others(found, choice, sure_from)


def _with_others(found: QuickstartRetrieval, choice: AnswerChoice, sure_from: float) -> AnswerChoice:
    first = choice.entry or choice.skill
    if first is None or first.is_equal or first.confidence >= sure_from:
        return choice
    return as_perhaps(found, choice)


def as_perhaps(found: QuickstartRetrieval, choice: AnswerChoice) -> AnswerChoice:
    """The same answer, not a sure one, with the best of the others that are likely at all."""
    chosen = {id(choice.entry), id(choice.skill)}
    others = [
        (kind, each)
        for kind, each in _best(found)
        if id(each) not in chosen and each.confidence >= found.calibrations[kind].answer_above
    ]
    return replace(choice, is_sure=False, options=others[:MAX_OTHERS])


def _best_skill_of(found: QuickstartRetrieval, entry: RetrievedItem | None) -> RetrievedItem | None:
    """The best skill where the entry that stands out names it: two ways lead there."""
    best = _confident_best(found, "skill")
    return best if entry and best and best.pk in found.links.get(entry.pk, ()) else None


def _is_surer(entry: RetrievedItem, skill: RetrievedItem) -> bool:
    """Whether a skill alone would hide what a wish for an action asks for."""
    if entry.confidence >= skill.confidence + SURER_BY:
        return True
    says_it = skill.is_equal or skill.trigger >= SAYS_IT * TRIGGER_BONUS
    return not says_it and (entry.is_equal or entry.confidence > skill.confidence)


def _settles(skill: RetrievedItem, entry: RetrievedItem | None) -> bool:
    """Whether the question names the skill, and no entry as clearly."""
    if entry is None:
        return skill.is_named
    return skill.is_equal and not entry.is_equal


def _answer_with_named(found: QuickstartRetrieval, skill: RetrievedItem) -> AnswerChoice:
    """A skill that the question names, with the best entry if that names it, too; else the entry is only named."""
    entry = _confident_best(found, "entry")
    own = entry if entry and skill.pk in found.links.get(entry.pk, ()) else None
    also = None if own else entry
    return AnswerChoice(AskOutcome.ANSWERED, skill.confidence, entry=own, skill=skill, also=also)


def _ask_back(found: QuickstartRetrieval, intent: Intent) -> AnswerChoice:
    """The best of the kind asked for, the surest first, then the best of the other; no answer where neither has a
    confident one. Among near ties of the score the confidence tells better which it is (docs/adr/0010).
    """
    kinds: list[OwnerKind] = ["skill", "entry"] if intent == Intent.ACTION else ["entry", "skill"]
    confident = [(kind, best) for kind in kinds if (best := _confident_best(found, kind))]
    if not confident:
        return no_answer(found)
    (first, _), *others = confident
    # A hit about the opposite has no more than that.
    least = DOUBTED * found.calibrations[first].answer_above
    likely = [each for each in found.of(first) if each.confidence > least][:MAX_NEAREST]
    options = [(first, each) for each in sorted(likely, key=lambda each: -each.confidence)]
    confidence = max(best.confidence for _, best in confident)
    return AnswerChoice(AskOutcome.ASK_BACK, confidence, options=[*options, *others])


def _answer_with_best(choice: AnswerChoice) -> AnswerChoice:
    """The first option as the answer, not a sure one, beside the others; as it is where nothing may answer."""
    if choice.outcome != AskOutcome.ASK_BACK:
        return choice
    (kind, best), *others = choice.options
    return AnswerChoice(
        AskOutcome.ANSWERED,
        best.confidence,
        entry=best if kind == "entry" else None,
        skill=best if kind == "skill" else None,
        is_sure=False,
        options=others,
    )


def no_answer(found: QuickstartRetrieval) -> AnswerChoice:
    """Only the nearest items, as options."""
    nearest = _best(found)[:MAX_NEAREST]
    confidence = max((each.confidence for _, each in nearest), default=0.0)
    return AnswerChoice(AskOutcome.NO_ANSWER, confidence, options=nearest)


def _standing_out(found: QuickstartRetrieval, kind: OwnerKind) -> RetrievedItem | None:
    """The best of this kind, if it is confident and more likely than the others, or the question names it."""
    best = _confident_best(found, kind)
    return best if best and (best.stands_out or best.is_named) else None


def _confident_best(found: QuickstartRetrieval, kind: OwnerKind) -> RetrievedItem | None:
    """The best of this kind, if it is sure enough for this collection."""
    ranked = found.of(kind)
    if not ranked or ranked[0].confidence < found.calibrations[kind].answer_above:
        return None
    return ranked[0]


def _best(found: QuickstartRetrieval) -> list[tuple[OwnerKind, RetrievedItem]]:
    """Entries and skills together, the surest first."""
    both: list[tuple[OwnerKind, RetrievedItem]] = [
        *(("entry", each) for each in found.entries),
        *(("skill", each) for each in found.skills),
    ]
    return sorted(both, key=lambda each: -each[1].confidence)
