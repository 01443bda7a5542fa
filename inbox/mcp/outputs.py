"""The fields that the inbox tools answer with beside their text."""

from pydantic import Field

from inbox.models import Delivery, DeliveryState, Message
from inbox.rows import SCAN_TOKENS, sender_of, shortened
from mcp_tools.output import Output, Untrusted
from texts.visible import one_line

SUBJECT_TOKENS = 16


class MessageRow(Output):
    number: int
    sender: str = Field(alias="from")
    subject: str | None = None
    scan: str
    origin: str | None = None
    lod_tokens: list[int]
    priority: str | None = None
    needs_answer: bool | None = None


class Recipient(Output):
    to: str
    state: str
    lod: int | None = None
    reason: str | None = None


class SentRow(Output):
    tracking_id: str
    subject: str | None = None
    scan: str
    origin: str | None = None
    deliveries: list[Recipient]


class AgentRow(Output):
    to: str
    kind: str
    about: str | None = None


class InboxOutput(Untrusted):
    """One list, as its tab says."""

    unread: int | None = None
    more: bool | None = None
    next_after: int | None = None
    messages: list[MessageRow] | None = None
    sent: list[SentRow] | None = None
    agents: list[AgentRow] | None = None


class AcknowledgeOutput(Output):
    acknowledged: list[str]
    refused: list[str] | None = None


class LevelOutput(Untrusted):
    """Of a message or a stone: a level, or the passages that answer a question (`of_tokens`: out of so many)."""

    message: str | None = None
    stone: str | None = None
    sender: str = Field(alias="from")
    level: int | None = None
    origin: str | None = None
    tokens: int
    of_tokens: int | None = None
    is_match: bool | None = None
    next_level: int | None = None
    next_tokens: int | None = None
    needs_answer: bool | None = None
    text: str
    next_start: int | None = None


class SendOutput(Output):
    tracking_id: str
    deliveries: list[Recipient]
    left_out: list[str] | None = None
    border_hash: str | None = None
    delivered_lod: int | None = None


class RememberOutput(Output):
    id: str | None = None
    tokens: int | None = None
    replaced: bool | None = None
    forgotten: int | None = None


class RecallOutput(Untrusted):
    memories: int
    is_match: bool
    text: str
    left_out: int
    left_out_tokens: int


class HelperOutput(Output):
    helper: str
    border_hash: str
    state: str


def message_row(delivery: Delivery) -> MessageRow:
    """A delivery in its inbox."""
    message = delivery.message
    return MessageRow.model_validate(
        {
            "number": delivery.sequence,
            "from": shortened(sender_of(message, delivery.account_id), SUBJECT_TOKENS),
            "subject": shortened(one_line(message.subject), SUBJECT_TOKENS) or None,
            "scan": shortened(one_line(message.scan), SCAN_TOKENS),
            "origin": message.scan_origin or None,
            "lod_tokens": message.prices,
            "priority": message.priority if message.priority != "normal" else None,
            "needs_answer": message.needs_answer or None,
        }
    )


def sent_row(message: Message) -> SentRow:
    """A message, and how far it has come with each recipient."""
    return SentRow(
        tracking_id=message.pk,
        subject=shortened(one_line(message.subject), SUBJECT_TOKENS) or None,
        scan=shortened(one_line(message.scan), SCAN_TOKENS),
        origin=message.scan_origin or None,
        deliveries=[recipient(each) for each in message.deliveries.all()],
    )


def recipient(delivery: Delivery) -> Recipient:
    """How far a delivery has come; why it did not."""
    is_dead = delivery.state == DeliveryState.DEAD
    return Recipient(
        to=delivery.recipient,
        state=delivery.state,
        lod=delivery.read_lod,
        reason=delivery.reason if is_dead else None,
    )
