"""A message, a sent one and a dead letter as JSON values: what REST answers, and the pages as JSON."""

from typing import Any

from core.rest.trust import UNTRUSTED
from inbox.models import Agent, Delivery, DeliveryState, Message
from inbox.rendering.format_time import format_time
from inbox.rendering.inbox_lines import sender_address


def serialize_delivery(delivery: Delivery) -> dict[str, Any]:
    fields = {"recipient": delivery.recipient, "state": str(delivery.state), "read_lod": delivery.read_lod}
    if delivery.state != DeliveryState.DEAD:
        return fields
    fields |= {"reason_code": delivery.reason_code, "reason": delivery.reason}
    return fields | ({"resent_as": delivery.resent_as_id} if delivery.resent_as_id else {})


def serialize_message_fields(delivery: Delivery, agent: Agent) -> dict[str, Any]:
    """`agent` is the inbox's. The message and its sender's account are loaded."""
    message = delivery.message
    return {
        "tracking_id": message.pk,
        "sequence": delivery.sequence,
        "from_agent": sender_address(message, delivery.account_id),
        **serialize_for_agent(message),
        "to_agent": agent.name,
        "message_type": message.message_type,
        "priority": str(message.priority),
        "subject": message.subject,
        "lod_0": message.scan,
        "lod_0_origin": message.scan_origin or None,
        "lod_0_changed": format_time(message.reworded),
        "state": str(delivery.state),
        "read_lod": delivery.read_lod,
        "thread": message.thread,
        "in_reply_to": message.in_reply_to_id,
        "needs_answer": delivery.wants_answer,
        "archived": delivery.archived_at is not None,
        "border_hash": message.border_hash or None,
        "verdict": message.stone_verdict,
        "delivered_lod": message.delivered_lod,
        "timestamp": format_time(message.created),
        "trust": UNTRUSTED,
    }


def serialize_for_agent(message: Message) -> dict[str, str]:
    """Where a person wrote it for an agent of hers, that one."""
    return {"for_agent": message.for_agent} if message.for_agent else {}


def _sent_fields(message: Message) -> dict[str, Any]:
    return {
        "tracking_id": message.pk,
        **serialize_for_agent(message),
        "thread": message.thread,
        "message_type": message.message_type,
        "priority": str(message.priority),
        "subject": message.subject,
        "lod_0": message.scan,
        "lod_0_origin": message.scan_origin or None,
        "border_hash": message.border_hash or None,
        "timestamp": format_time(message.created),
        "trust": UNTRUSTED,
    }


def serialize_sent_row(message: Message) -> dict[str, Any]:
    return {
        **_sent_fields(message),
        "needs_answer": message.needs_answer,
        "delivered_lod": message.delivered_lod,
        "deliveries": [serialize_delivery(each) for each in message.deliveries.all()],
    }


def serialize_dead_letter(delivery: Delivery) -> dict[str, Any]:
    return {
        **_sent_fields(delivery.message),
        "recipient": delivery.recipient,
        "reason_code": delivery.reason_code,
        "reason": delivery.reason,
        "died": format_time(delivery.dead_at),
    }


def serialize_thread_message(message: Message, account_id: int) -> dict[str, Any]:
    """A message of a thread as an account sees it. Its deliveries are loaded."""
    return {"from_agent": sender_address(message, account_id), **serialize_sent_row(message)}
