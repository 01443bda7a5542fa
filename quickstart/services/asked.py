"""The log of what was asked: curators begin there."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from llm.embeddings.base import Vectors
from quickstart.answers.model import Answer
from quickstart.models import Collection, Question
from quickstart.services.choosing import Choice
from quickstart.services.retrieving import Found


def log_question(
    *,
    account: User,
    collection: Collection,
    answer: Answer,
    choice: Choice,
    vector: Vectors | None,
    model: str,
    session_key: str,
    asked_by: str,
) -> Question:
    """Keep a question with what was told, or, where nothing was good enough, the nearest there was."""
    entry = choice.entry or _first(choice.options, "entry")
    skill = choice.skill or _first(choice.options, "skill")
    fields: dict[str, Any] = {
        "account": account,
        "collection": collection,
        "session": session_key,
        "asked_by": asked_by,
        "text": answer.query,
        "intent": answer.intent,
        "outcome": answer.outcome,
        "confidence": min(max(answer.confidence, 0.0), 1.0),
        "embedding": vector,
        "embedding_model": "" if vector is None else model,
        "asked": timezone.now(),
    }
    try:
        with transaction.atomic():
            return Question.objects.create(
                **fields, entry_id=entry.pk if entry else None, skill_id=skill.pk if skill else None
            )
    except IntegrityError:  # deleted while it was told: that it was asked is kept all the same
        return Question.objects.create(**fields)


def _first(options: Sequence[tuple[str, Found]], kind: str) -> Found | None:
    return next((each for found, each in options if found == kind), None)
