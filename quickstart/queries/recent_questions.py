"""What was asked before in a conversation."""

from collections.abc import Sequence
from itertools import takewhile

from django.utils import timezone

from core.text.follow_up import MAX_REMEMBERED, REMEMBERED_FOR
from quickstart.kinds import AskOutcome
from quickstart.models import Collection, Question


def recent_questions(
    collection: Collection,
    *,
    account_id: int,
    session: str,
    also_asked: Sequence[Collection] = (),
) -> list[str]:
    """Newest first, at most MAX_REMEMBERED of the last REMEMBERED_FOR; none from one on that was not answered, or that
    another of the collections `also_asked` has logged: whoever leans on that leans on no older one either. None of no
    session.
    """
    if not session:
        return []
    rows = Question.objects.filter(
        account_id=account_id,
        collection__in=[collection, *also_asked],
        session=session,
        asked__gte=timezone.now() - REMEMBERED_FOR,
    )
    columns = ("text", "outcome", "collection", "choice", "entry__question", "skill__title")
    newest = rows.order_by("-asked").values_list(*columns)[:MAX_REMEMBERED]
    leads = (_standing_text(collection, *row) for row in newest)
    return list(takewhile(bool, leads))


def _standing_text(
    collection: Collection,
    text: str,
    outcome: str,
    asked: int,
    choice: str,
    entry: str | None,
    skill: str | None,
) -> str:
    """What a next question may lean on: one that was answered, or what its asker chose of what was offered."""
    if asked != collection.pk:
        return ""
    if outcome == AskOutcome.ANSWERED:
        return text
    return (entry or skill or "") if choice else ""
