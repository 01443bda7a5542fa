"""Which of the offered entries and skills an asker opened, or says that it was."""

from typing import Any

from django.contrib.auth.models import User

from core.text.storable_text import is_storable
from quickstart.exceptions import EntryNotFound, InvalidQuickstartQuestion, QuestionNotFound, SkillNotFound
from quickstart.kinds import AskOutcome, OwnerKind
from quickstart.models import AskerChoice, Collection, FeedbackVerdict, Question
from quickstart.queries.browse_collection import entries_of, skills_of


def pick_option(*, account: User, question_id: int, kind: OwnerKind, option_id: str) -> Question:
    """Record that this answers one of the account's questions, for which no entry stood out. The last word counts.

    For a curator its text is then a proposed wording of the entry. Raises QuestionNotFound, EntryNotFound,
    SkillNotFound, and InvalidQuickstartQuestion for a question that was answered.
    """
    question = Question.objects.filter(account=account, pk=question_id).select_related("collection").first()
    if question is None:
        raise QuestionNotFound(f"You asked no question {question_id}.")
    if question.outcome == AskOutcome.ANSWERED:
        raise InvalidQuickstartQuestion("This question was answered: say whether the answer was right.")
    fields = _fields(question, kind, option_id)
    if fields is None:
        error = EntryNotFound if kind == "entry" else SkillNotFound
        raise error(
            f"No {kind} {option_id[:80]!r} of {question.collection.name} was offered to this question."
        )
    picked = fields | {"choice": AskerChoice.PICKED, "verdict": FeedbackVerdict.UP}
    Question.objects.filter(pk=question.pk).update(**picked)
    question.refresh_from_db()
    return question


def note_opened(
    *, account: User, collection: Collection, question_id: int, kind: OwnerKind, option_id: str
) -> Question | None:
    """Record that this was opened from what was offered to a question: the next one may lean on it.

    Returns the question, None if the account asked no such one of this collection or nothing was offered to it. What
    was picked stays picked.
    """
    asked = Question.objects.filter(account=account, collection=collection, pk=question_id)
    question = asked.exclude(outcome=AskOutcome.ANSWERED).select_related("collection").first()
    fields = _fields(question, kind, option_id) if question else None
    if question is None or fields is None:
        return None
    unpicked = Question.objects.filter(pk=question.pk).exclude(choice=AskerChoice.PICKED)
    unpicked.update(**fields, choice=AskerChoice.OPENED)
    question.refresh_from_db()
    return question


def _fields(question: Question, kind: OwnerKind, option_id: str) -> dict[str, Any] | None:
    """The row that is meant, as the question names it; None if it was not offered, or is published no more."""
    if not is_storable(option_id) or not question.was_offered(kind, option_id):
        return None
    if kind == "entry":
        entry = entries_of(question.collection).filter(entry_id=option_id).first()
        return {"entry": entry, "skill": None} if entry else None
    skill = skills_of(question.collection).filter(skill_id=option_id).first()
    return {"entry": None, "skill": skill} if skill else None
