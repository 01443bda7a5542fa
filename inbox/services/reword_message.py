"""Changing the sender's words for a text that was sent, and passing on those of a reworded stone to its messages."""

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from core.llm import count_tokens
from core.text.cut_to_tokens import cut_to_tokens
from core.text.one_line import one_line
from inbox.exceptions import InvalidMessage
from inbox.models import Agent, Delivery, DeliveryState, Message
from inbox.queries.deliveries import find_sent_message
from inbox.rendering.inbox_lines import SCAN_TOKENS
from inbox.services.compose_message import ComposedMessage, with_words
from inbox.services.send_messages import SendResult
from stones.exceptions import SummaryChanged
from stones.models import ListedStone, Stone
from stones.queries import assemble
from stones.services.sender_words import read_words, take_words, words_mark
from stones.stored_header import text_of


def reword_message(
    *, sender: Agent, tracking_id: str, summary: str, detail: str = "", former: str | None = None
) -> SendResult:
    """Replace LOD-0, and with `detail` LOD-1, of a plain message that `sender` sent, for all its recipients.

    Without `detail` LOD-1 stays. `former`: the `words_mark` of the words that were looked at. Safe to repeat. Raises
    MessageNotFound, SummaryRefused, SummaryChanged, TokenInContent, and InvalidMessage for a stone, or for a text that
    is no longer than the words.
    """
    message = find_sent_message(sender, tracking_id)
    if message.is_stone:
        raise InvalidMessage(
            f"{message.pk} brought the stone {message.border_hash}: its words are those of the stone. Nothing was "
            "changed."
        )
    words = read_words(summary=summary, detail=detail or message.detail)
    if not words.summary:
        raise InvalidMessage("Give a summary: one or two sentences. Nothing was changed.")
    taken = take_words(words, message.body, outcome="changed")
    if not taken.levels:
        raise InvalidMessage("The text is no longer than these words: it is its own. Nothing was changed.")
    with transaction.atomic():
        locked = Message.objects.select_for_update(no_key=True).get(pk=message.pk)
        now = message_words(locked)
        if former not in (None, words_mark(now)) and now != taken.levels:
            raise SummaryChanged.since()
        _write(locked, with_words(ComposedMessage(locked.body, locked.scan, tuple(locked.lod_tokens)), taken))
    return SendResult(locked, list(locked.deliveries.all()), left_out=taken.left_out)


def message_words(message: Message) -> dict[int, str]:
    """What its first levels say."""
    return {number: text for number, text in enumerate((message.scan, message.detail)) if text}


def _write(message: Message, composed: ComposedMessage) -> None:
    top = message.top_level
    if composed.scan != message.scan and _seen(message.deliveries.all()).exists():
        message.reworded = timezone.now()
    message.scan, message.detail = composed.scan, composed.detail
    message.scan_origin, message.lod_tokens = composed.scan_origin, list(composed.lod_tokens)
    message.save(update_fields=["scan", "reworded", "detail", "scan_origin", "lod_tokens"])
    # Who has read all of it has read all of it, whatever number that now has.
    if message.top_level != top:
        Delivery.objects.filter(message=message, read_lod=top).update(read_lod=message.top_level)


def _seen(deliveries: QuerySet[Delivery]) -> QuerySet[Delivery]:
    """Those that their recipients have fetched: nobody else can miss that a sentence was changed."""
    return deliveries.exclude(state=DeliveryState.QUEUED)


def show_words(sender: type[Stone], stone: ListedStone, **_: Any) -> None:
    """Update LOD-0 and prices of messages with the stone. Delivered copies stay as they were."""
    assembled = assemble(stone)
    scan = cut_to_tokens(one_line(text_of(assembled, 0)), SCAN_TOKENS, count_tokens)
    messages = Message.objects.filter(stone=stone)
    seen = _seen(Delivery.objects.filter(message__stone=stone)).values("message")
    messages.exclude(scan=scan).filter(pk__in=seen).update(reworded=timezone.now())
    messages.update(
        scan=scan,
        scan_origin=assembled.lod_0_origin,
        lod_tokens=list(assembled.lod_tokens),
    )
