"""What was asked before in a conversation."""

from django.utils import timezone

from core.text.follow_up import MAX_REMEMBERED, REMEMBERED_FOR
from quickstart.kinds import AskOutcome
from quickstart.models import Collection, Question


def recent_questions(collection: Collection, *, account_id: int, session: str) -> list[str]:
    """Those that were answered, newest first: at most MAX_REMEMBERED of the last REMEMBERED_FOR; of no session none."""
    if not session:
        return []
    rows = Question.objects.filter(
        account_id=account_id,
        collection=collection,
        session=session,
        asked__gte=timezone.now() - REMEMBERED_FOR,
        outcome=AskOutcome.ANSWERED,
    )
    return list(rows.order_by("-asked").values_list("text", flat=True)[:MAX_REMEMBERED])
