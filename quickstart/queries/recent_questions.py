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
    newest = rows.order_by("-asked").values_list("text", "outcome", "collection")[:MAX_REMEMBERED]
    answered = takewhile(lambda row: row[1:] == (AskOutcome.ANSWERED, collection.pk), newest)
    return [text for text, *_ in answered]
