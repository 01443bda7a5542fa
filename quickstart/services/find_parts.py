"""The parts of a question, as a collection answers them (`search/search_parts.py`)."""

from collections.abc import Callable

from quickstart.kinds import AskOutcome
from quickstart.rendering.answer_content import PartAnswer
from quickstart.services.find_answer import FoundAnswer
from search.search_parts import FoundParts, PartSearch, search_parts

Find = Callable[[str, str], FoundAnswer]
"""Searches a question; the second is the one before it, or empty."""


def find_parts(query: str, find: Find) -> FoundParts[FoundAnswer]:
    return search_parts(
        query,
        PartSearch(
            find=find,
            is_answer=lambda found: found.choice.outcome == AskOutcome.ANSWERED,
            is_empty=lambda found: found.choice.outcome == AskOutcome.NO_ANSWER,
            text=_text,
            follows=lambda found: bool(found.follows),
            is_same=lambda answer, other: _chosen_ids(other)[0] in _chosen_ids(answer),
        ),
    )


def part_answer(part: str, found: FoundAnswer) -> PartAnswer:
    """What answers a part: the entry, else the skill. It was answered."""
    if entry := found.choice.entry:
        return PartAnswer(part, "entry", entry.id, found.rows.entries[entry.pk].question)
    skill = found.choice.skill
    assert skill is not None
    return PartAnswer(part, "skill", skill.id, found.rows.skills[skill.pk].title)


def _chosen_ids(found: FoundAnswer) -> list[str]:
    return [each.id for each in (found.choice.entry, found.choice.skill) if each]


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
