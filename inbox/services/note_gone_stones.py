"""When sent stones are deleted: their messages keep the reason, and the deletion dialog names the recipients."""

from collections.abc import Sequence
from typing import Any

from django.dispatch import receiver

from inbox.models import BEFORE, Delivery, DeliveryState, Message
from stones.models import Stone
from stones.signals import deletion_concerns, stones_deleting

# So many recipients are named.
NAMED = 5


@receiver(stones_deleting)
def note_reason(*, stone_ids: Sequence[str], reason: str, **kwargs: Any) -> None:
    """Write down with the messages that brought these stones why there is no more of them than was delivered."""
    Message.objects.filter(stone__in=stone_ids).update(stone_gone=reason)


@receiver(deletion_concerns)
def describe_recipients(*, stone: Stone, **kwargs: Any) -> str:
    """To whom its account sent the stone, how many of them have not read it, and what stays with them.

    Who passed it on, to whom, and whether it was read there is another account's business.
    """
    sent = Delivery.objects.filter(message__stone=stone, message__account=stone.account_id)
    sent = sent.exclude(state=DeliveryState.DEAD)
    states = list(sent.order_by("pk").values_list("recipient", "state"))
    if not states:
        return ""
    names = list(dict.fromkeys(name for name, _ in states))
    unread = sum(state in BEFORE[DeliveryState.READ] for _, state in states)
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    waits = f", and {unread:,} of its messages {'waits' if unread == 1 else 'wait'} unread" if unread else ""
    return (
        f"It was sent to {', '.join(names[:NAMED])}{more}{waits}. What was delivered stays in the messages; the deeper "
        "levels go."
    )
