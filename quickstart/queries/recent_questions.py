"""What was asked before in a conversation."""

from datetime import timedelta

from django.utils import timezone

from quickstart.models import Collection, Question

REMEMBERED_FOR = timedelta(hours=1)
"""A browser's session is one conversation for weeks; nobody leans on what was asked yesterday."""
MAX_RECENT = 5


def recent_questions(collection: Collection, *, account_id: int, session: str) -> list[str]:
    """Newest first, at most MAX_RECENT of the last REMEMBERED_FOR; none for an empty session."""
    if not session:
        return []
    rows = Question.objects.filter(
        account_id=account_id,
        collection=collection,
        session=session,
        asked__gte=timezone.now() - REMEMBERED_FOR,
    )
    return list(rows.order_by("-asked").values_list("text", flat=True)[:MAX_RECENT])
