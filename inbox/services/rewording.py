"""A sender gives a text that it has sent its own words, or better ones."""

from django.db import transaction

from inbox.exceptions import InvalidMessage
from inbox.models import Agent, Delivery, Message
from inbox.queries import find_sent
from inbox.services.composing import Composed, with_words
from inbox.services.sending import Sent


def reword_message(*, sender: Agent, tracking_id: str, summary: str, detail: str = "") -> Sent:
    """Write LOD-0, and LOD-1 where it is given, of a plain message of one's own: whoever lists it sees them then.

    Safe to repeat. Raises MessageNotFound, SummaryRefused, TokenInContent, and InvalidMessage for a stone.
    """
    message = find_sent(sender, tracking_id)
    if message.is_stone:
        raise InvalidMessage(
            f"{message.pk} brought the stone {message.border_hash}: its words are those of the stone. Nothing was "
            "changed."
        )
    if not summary.strip():
        raise InvalidMessage("Give a summary: one or two sentences. Nothing was changed.")
    before = Composed(message.body, message.scan, tuple(message.lod_tokens), is_json=message.is_json)
    composed = with_words(before, summary=summary, detail=detail, outcome="changed")
    _write(message, composed)
    return Sent(message, list(message.deliveries.all()), left_out=composed.left_out)


@transaction.atomic
def _write(message: Message, composed: Composed) -> None:
    top = message.top_level
    message.scan, message.detail = composed.scan, composed.detail
    message.scan_origin, message.lod_tokens = composed.scan_origin, list(composed.lod_tokens)
    message.save(update_fields=["scan", "detail", "scan_origin", "lod_tokens"])
    # Who has read all of it has read all of it, whatever number that now has.
    if message.top_level != top:
        read = Delivery.objects.filter(message=message, read_lod=top)
        read.update(read_lod=message.top_level)
