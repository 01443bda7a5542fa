"""The log of questions, from which curators work."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from core.llm.embeddings.embedder import Vectors
from quickstart.models import Collection, Question
from quickstart.models.questions import offer_key
from quickstart.rendering.answer_content import QuickstartAnswer
from quickstart.services.choose_answer import AnswerChoice
from quickstart.services.retrieve_items import RetrievedItem

DUPLICATE_WINDOW = timedelta(minutes=10)
"""Repeated in its conversation within this time, a question counts as the same one: a page reload or a step back."""


def log_question(
    *,
    account: User,
    collection: Collection,
    answer: QuickstartAnswer,
    choice: AnswerChoice,
    vector: Vectors | None,
    model: str,
    session_key: str,
    asked_by: str,
) -> Question:
    """Store a question with its answer, or if nothing was good enough with the nearest items.

    The same question, just asked in this conversation, is stored once, with its latest answer and all that was offered.
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
        "offered": [offer_key(kind, each.id) for kind, each in choice.options],
        "confidence": min(max(answer.confidence, 0.0), 1.0),
        "embedding": vector,
        "embedding_model": "" if vector is None else model,
        "asked": timezone.now(),
    }
    targets = {"entry_id": entry.pk if entry else None, "skill_id": skill.pk if skill else None}
    duplicate = _find_recent_duplicate(fields, targets)
    if duplicate:  # a page that shows its earlier options may still be open
        fields["offered"] = list(dict.fromkeys([*fields["offered"], *duplicate.offered]))
    if duplicate and duplicate.choice and duplicate.outcome == fields["outcome"]:
        targets = {}  # what the asker chose stays
    else:
        fields["choice"] = ""
    try:
        with transaction.atomic():
            return _save_question(duplicate, fields | targets)
    except IntegrityError:  # deleted while it was being answered: the question is logged all the same
        return _save_question(duplicate, fields | dict.fromkeys(targets))


def _find_recent_duplicate(fields: Mapping[str, Any], targets: Mapping[str, int | None]) -> Question | None:
    """The same question of this conversation, unless it is settled or its verdict was on another answer."""
    if not fields["session"]:
        return None
    same = {name: fields[name] for name in ("account", "collection", "session", "text")}
    rows = Question.objects.filter(**same, asked__gte=fields["asked"] - DUPLICATE_WINDOW, settled=None)
    found = rows.order_by("-asked", "-pk").first()
    if found is None or not found.verdict:
        return found
    is_same = bool(found.choice) or all(getattr(found, name) == pk for name, pk in targets.items())
    return found if is_same and found.outcome == fields["outcome"] else None


def _save_question(duplicate: Question | None, fields: Mapping[str, Any]) -> Question:
    if duplicate is None:
        return Question.objects.create(**fields)
    for name, value in fields.items():
        setattr(duplicate, name, value)
    duplicate.save(update_fields=fields.keys())
    return duplicate


def _first(options: Sequence[tuple[str, RetrievedItem]], kind: str) -> RetrievedItem | None:
    return next((each for found, each in options if found == kind), None)
