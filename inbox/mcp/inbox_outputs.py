"""The fields that the inbox tools answer with beside their text."""

from pydantic import Field

from core.llm import count_tokens
from core.mcp.tool_output import Output, Support, Untrusted
from core.text.cut_to_tokens import cut_to_tokens
from core.text.one_line import one_line
from inbox.models import Delivery, DeliveryState, Memory, Message
from inbox.rendering.format_time import format_time
from inbox.rendering.inbox_lines import SCAN_TOKENS, sender_address

SUBJECT_TOKENS = 16


class MessageOutput(Output):
    number: int
    sender: str = Field(alias="from")
    for_agent: str | None = None
    subject: str | None = None
    scan: str
    origin: str | None = None
    lod_0_changed: str | None = None
    verdict: str | None = None
    lod_tokens: list[int]
    state: str
    priority: str | None = None
    needs_answer: bool | None = None


class RecipientOutput(Output):
    to: str
    state: str
    lod: int | None = None
    reason: str | None = None


class SentMessageOutput(Output):
    tracking_id: str
    subject: str | None = None
    scan: str
    origin: str | None = None
    deliveries: list[RecipientOutput]


class AgentOutput(Output):
    to: str
    kind: str
    about: str | None = None


class InboxOutput(Untrusted):
    """One list, as its tab says."""

    unread: int | None = None
    more: bool | None = None
    next_after: int | None = None
    messages: list[MessageOutput] | None = None
    sent: list[SentMessageOutput] | None = None
    agents: list[AgentOutput] | None = None


class AcknowledgeOutput(Output):
    """`already`: those of them that were so before the call."""

    acknowledged: list[str]
    already: list[str] | None = None


class LevelOutput(Untrusted):
    """Of a message or a stone: a level, or the passages that answer a question (`of_tokens`: out of so many)."""

    message: str | None = None
    stone: str | None = None
    verdict: str | None = None
    sender: str = Field(alias="from")
    subject: str | None = None
    level: int | None = None
    origin: str | None = None
    lod_0_changed: str | None = None
    tokens: int
    of_tokens: int | None = None
    is_match: bool | None = None
    next_level: int | None = None
    next_tokens: int | None = None
    needs_answer: bool | None = None
    text: str
    next_start: int | None = None
    next_skip: str | None = None
    omitted: str | None = None


class SendOutput(Output):
    tracking_id: str
    deliveries: list[RecipientOutput]
    left_out: list[str] | None = None
    border_hash: str | None = None
    delivered_lod: int | None = None


class RememberOutput(Output):
    id: str | None = None
    tokens: int | None = None
    replaced: bool | None = None
    forgotten: int | None = None


class MemoryOutput(Output):
    """`text` as recalled; `superseded`: when another took its place; `shared_by`: who shared it with the account."""

    id: str
    key: str | None = None
    text: str
    remembered: str | None = None
    superseded: str | None = None
    shared_by: str | None = None


class RecallOutput(Untrusted):
    support: Support
    memories: list[MemoryOutput]
    left_out: int | None = None
    left_out_tokens: int | None = None


class HelperOutput(Output):
    helper: str
    border_hash: str
    state: str


def message_output(delivery: Delivery) -> MessageOutput:
    """A delivery in its inbox."""
    message = delivery.message
    return MessageOutput.model_validate(
        {
            "number": delivery.sequence,
            "from": cut_to_tokens(sender_address(message, delivery.account_id), SUBJECT_TOKENS, count_tokens),
            "for_agent": message.for_agent or None,
            "subject": cut_to_tokens(one_line(message.subject), SUBJECT_TOKENS, count_tokens) or None,
            "scan": cut_to_tokens(one_line(message.scan), SCAN_TOKENS, count_tokens),
            "origin": message.scan_origin or None,
            "lod_0_changed": format_time(message.reworded),
            "verdict": message.stone_verdict,
            "lod_tokens": message.prices,
            "state": str(delivery.state),
            "priority": message.priority if message.priority != "normal" else None,
            "needs_answer": delivery.wants_answer or None,
        }
    )


def memory_output(memory: Memory, text: str) -> MemoryOutput:
    """A memory with what recall says of its text. Its agent is loaded."""
    return MemoryOutput(
        id=memory.pk,
        key=memory.key or None,
        text=text,
        remembered=format_time(memory.created),
        superseded=format_time(memory.superseded),
        shared_by=memory.agent.name if memory.shared else None,
    )


def sent_message_output(message: Message) -> SentMessageOutput:
    """A message, and how far it has come with each recipient."""
    return SentMessageOutput(
        tracking_id=message.pk,
        subject=cut_to_tokens(one_line(message.subject), SUBJECT_TOKENS, count_tokens) or None,
        scan=cut_to_tokens(one_line(message.scan), SCAN_TOKENS, count_tokens),
        origin=message.scan_origin or None,
        deliveries=[recipient_output(each) for each in message.deliveries.all()],
    )


def recipient_output(delivery: Delivery) -> RecipientOutput:
    """How far a delivery has come; why it did not."""
    is_dead = delivery.state == DeliveryState.DEAD
    return RecipientOutput(
        to=delivery.recipient,
        state=delivery.state,
        lod=delivery.read_lod,
        reason=delivery.reason if is_dead else None,
    )
