"""A question of two questions: each is searched, one is answered, and of the other is said what became of it."""

from collections.abc import Callable
from dataclasses import dataclass

from core.text.bm25_words import split_words
from core.text.follow_up import leans_on_previous
from core.text.question_parts import is_held_by, own_stems, split_question
from quickstart.kinds import AskOutcome
from quickstart.rendering.answer_content import PartAnswer
from quickstart.services.find_answer import FoundAnswer

Find = Callable[[str, str], FoundAnswer]
"""Searches a question; the second is the one before it, or empty."""


@dataclass(frozen=True, slots=True)
class FoundParts:
    answer: FoundAnswer
    answered_part: str = ""
    """The part that `answer` is for; empty: the whole question."""
    open_parts: tuple[str, ...] = ()
    """Parts that nothing answers."""
    other_parts: tuple[PartAnswer, ...] = ()
    """Parts that something else answers surely."""


def find_parts(query: str, find: Find) -> FoundParts:
    """The answer to a question, or to the first of its two parts that has one. Three searches at most."""
    parts = split_question(query)
    if not parts:
        return FoundParts(find(query, ""))
    first, second = parts
    answer = find(first, "")
    if answer.choice.outcome == AskOutcome.NO_ANSWER:
        return _by_second(query, first, second, find)
    if answer.choice.outcome == AskOutcome.ANSWERED and is_held_by(second, _text(answer)):
        # One entry may answer both.
        return FoundParts(answer)
    other = find(second, first)
    named = _named(second, other)
    if named and other.follows and not own_stems(first).issubset(split_words(_text(other))):
        # What it leans on is not there: it has the words of the second part alone.
        named = None
    if named is None:
        return FoundParts(answer, first, open_parts=(second,))
    if named.id in {each.id for each in (answer.choice.entry, answer.choice.skill) if each}:
        return FoundParts(answer)
    return FoundParts(answer, first, other_parts=(named,))


def _by_second(query: str, first: str, second: str, find: Find) -> FoundParts:
    """Where the first part has no answer: what answers the second, if it stands alone, else the whole question."""
    if not leans_on_previous(second):
        answer = find(second, "")
        if answer.choice.outcome != AskOutcome.NO_ANSWER:
            return FoundParts(answer, second, open_parts=(first,))
    return FoundParts(find(query, ""))


def _named(part: str, found: FoundAnswer) -> PartAnswer | None:
    """What answers a part surely; None if nothing does."""
    if found.choice.outcome != AskOutcome.ANSWERED or not is_held_by(part, _text(found)):
        return None
    if entry := found.choice.entry:
        return PartAnswer(part, "entry", entry.id, found.rows.entries[entry.pk].question)
    skill = found.choice.skill
    return PartAnswer(part, "skill", skill.id, found.rows.skills[skill.pk].title) if skill else None


def _text(found: FoundAnswer) -> str:
    """All that the chosen entry and skill say."""
    texts = []
    if entry := found.choice.entry:
        row = found.rows.entries[entry.pk]
        texts += [row.question, *(each.text for each in row.variants.all()), row.answer]
    if skill := found.choice.skill:
        of_skill = found.rows.skills[skill.pk]
        texts += [of_skill.title, of_skill.description, of_skill.body]
    return "\n".join(texts)
