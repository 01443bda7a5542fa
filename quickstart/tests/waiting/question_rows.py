"""Questions as they are logged."""

import itertools
from datetime import timedelta
from typing import Any

from django.utils import timezone

from quickstart.kinds import AskOutcome, Intent
from quickstart.models import Collection, Question

_minutes = itertools.count(1)


def ask(collection: Collection, text: str, **fields: Any) -> Question:
    """A logged question without an answer; each is newer than the one before."""
    given: dict[str, Any] = {
        "account_id": collection.account_id,
        "collection": collection,
        "asked_by": "page",
        "text": text,
        "intent": Intent.HYBRID,
        "outcome": AskOutcome.NO_ANSWER,
        "confidence": 0.2,
        "asked": timezone.now() - timedelta(days=30) + timedelta(minutes=next(_minutes)),
    }
    return Question.objects.create(**(given | fields))
