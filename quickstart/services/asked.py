"""The log of what was asked: curators begin there."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from llm.embeddings.base import Vectors
from quickstart.answers.model import Answer
from quickstart.models import Collection, Question
from quickstart.services.choosing import Choice
from quickstart.services.retrieving import Found

SAME_WITHIN = timedelta(minutes=10)
"""Asked again in its sitting within this time, a question is the same one: a page read again, a way back to it."""


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
    """Keep a question with what was told, or, where nothing was good enough, the nearest there was.

    The same one, just asked in this sitting, is kept once, with what was told last.
    """
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
    told = {"entry_id": entry.pk if entry else None, "skill_id": skill.pk if skill else None}
    again = _just_asked(fields, told)
    try:
        with transaction.atomic():
            return _kept(again, fields | told)
    except IntegrityError:  # deleted while it was told: that it was asked is kept all the same
        return _kept(again, fields | dict.fromkeys(told))


def _just_asked(fields: Mapping[str, Any], told: Mapping[str, int | None]) -> Question | None:
    """The same question of this sitting, unless it is settled or what was said of it was said of another answer."""
    if not fields["session"]:
        return None
    same = {name: fields[name] for name in ("account", "collection", "session", "text")}
    rows = Question.objects.filter(**same, asked__gte=fields["asked"] - SAME_WITHIN, settled=None)
    found = rows.order_by("-asked", "-pk").first()
    if found is None or not found.verdict:
        return found
    is_same = found.outcome == fields["outcome"] and all(
        getattr(found, name) == pk for name, pk in told.items()
    )
    return found if is_same else None


def _kept(again: Question | None, fields: Mapping[str, Any]) -> Question:
    if again is None:
        return Question.objects.create(**fields)
    for name, value in fields.items():
        setattr(again, name, value)
    again.save(update_fields=fields.keys())
    return again


def _first(options: Sequence[tuple[str, Found]], kind: str) -> Found | None:
    return next((each for found, each in options if found == kind), None)
