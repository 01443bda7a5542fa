"""Why a chosen answer is not sure, whatever its confidence: it answers a question that differs in one respect."""

import re

from core.text.asked_reasons import asks_reason_alone, gives_reason
from core.text.prevented_actions import prevents_another, wants_prevented
from core.text.question_actors import asks_of_asker, has_other_actor, lacks_subject
from core.text.question_qualifiers import lacks_qualifier
from quickstart.models import Skill
from quickstart.services.answer_parts import RetrievedRows
from quickstart.services.choose_answer import AnswerChoice

_YES_OR_NO = re.compile(r"(?:yes|no|not|ja|nein)\b", re.IGNORECASE)


def is_doubtful(query: str, choice: AnswerChoice, rows: RetrievedRows) -> bool:
    """Whether what answers gives no reason where one is asked for, says nothing of how it is wanted (longer, in bulk),
    or tells what somebody else does. Up to three queries, only where a question can be so.
    """
    if not _may_be_doubtful(query):
        return False
    if choice.entry is None:
        return choice.skill is not None and _is_other_skill(query, rows.skills[choice.skill.pk])
    entry = rows.entries[choice.entry.pk]
    wordings = entry.wordings
    texts = [*wordings, entry.answer]
    if choice.skill:
        texts += rows.skills[choice.skill.pk].contents
    return bool(
        (asks_reason_alone(query) and not gives_reason(wordings, entry.answer))
        or lacks_qualifier(query, "\n".join(texts))
        or has_other_actor(query, wordings)
        or prevents_another(query, wordings)
        or (_YES_OR_NO.match(entry.answer) and lacks_subject(query, texts))
    )


def _may_be_doubtful(query: str) -> bool:
    return (
        asks_reason_alone(query)
        or asks_of_asker(query)
        or wants_prevented(query)
        or lacks_subject(query, ())
        or bool(lacks_qualifier(query, ""))
    )


def _is_other_skill(query: str, skill: Skill) -> bool:
    """A skill tells how, never why."""
    wordings = skill.wordings
    return bool(
        asks_reason_alone(query)
        or lacks_qualifier(query, "\n".join([*wordings, skill.body]))
        or has_other_actor(query, wordings)
        or lacks_subject(query, [*wordings, skill.body])
    )
