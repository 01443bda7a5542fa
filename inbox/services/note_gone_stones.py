"""Receivers for the deletion of sent stones: messages store the reason, the deletion dialog names the recipients."""

from collections.abc import Sequence
from typing import Any

from inbox.models import BEFORE, Delivery, DeliveryState, Message
from stones.models import Stone

# Recipients that the dialog names.
NAMED = 5


def note_reason(*, stone_ids: Sequence[str], reason: str, **kwargs: Any) -> None:
    """Store the reason in the messages with these stones: only the delivered levels are left."""
    Message.objects.filter(stone__in=stone_ids).update(stone_gone=reason)


def describe_recipients(*, stone: Stone, **kwargs: Any) -> str:
    """A sentence on whom the account sent the stone to, how many have not read it, and what they retain; "" for none.

    Whether others sent it on, and whether it was read there, is not disclosed.
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
