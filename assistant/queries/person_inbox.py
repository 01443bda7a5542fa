"""The open messages of a person's own agent, newest first."""

from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.timesince import timesince

from inbox.models import Agent, AgentKind, Delivery, DeliveryState
from inbox.queries.deliveries import (
    DeliveryFilter,
    agent_deliveries,
    unread_count,
    with_answers,
    without_put_away,
)
from inbox.rendering.inbox_lines import sender_text
from stones.stone_name import parse_stone_name

MAX_ROWS = 10


class WaitingRow(NamedTuple):
    """A message as one row. `age` in words; `ack_required`: it is a task, or its sender still waits for an answer.
    `lod_0_origin`: whose words `scan` is; empty where it is the text itself.
    """

    id: str
    subject: str
    sender: str
    scan: str
    lod_0_origin: str
    created: str
    age: str
    is_unread: bool
    ack_required: bool
    border_hash: str
    lod_tokens: list[int]


class InboxGlance(NamedTuple):
    unread: int
    messages: list[WaitingRow]


def glance_at_inbox(agent: Agent) -> InboxGlance:
    """The unread count, and the MAX_ROWS newest messages neither archived nor acknowledged. Marks nothing as read."""
    return InboxGlance(
        unread_count(agent), [_waiting_row(each) for each in _open_deliveries(agent)[:MAX_ROWS]]
    )


def delivery_of_stone(agent: Agent, border_hash: str) -> Delivery | None:
    """The newest unacknowledged message to this agent with the stone of this name; None: there is none."""
    if not border_hash.isprintable():  # NUL, which PostgreSQL takes in no text, names nothing
        return None
    named = Q(message__border_hash=border_hash) | parse_stone_name(border_hash).claimed("message__stone_")
    return _open_deliveries(agent).filter(named).first()


def recipients(account_id: int) -> QuerySet[Agent]:
    """The account's open agents that take messages, by name; not the person, who writes."""
    silent = (AgentKind.PERSON, AgentKind.ASSISTANT, AgentKind.HELPER)
    return Agent.objects.filter(account=account_id).open().exclude(kind__in=silent).order_by("name")


def _open_deliveries(agent: Agent) -> QuerySet[Delivery]:
    rows = without_put_away(agent_deliveries(agent, DeliveryFilter()).filter(archived_at=None))
    rows = rows.exclude(state=DeliveryState.ACKNOWLEDGED).select_related("message__stone").order_by("-id")
    return with_answers(rows)


def _waiting_row(delivery: Delivery) -> WaitingRow:
    message = delivery.message
    is_task = message.stone is not None and message.stone.glow_channel == "task"
    return WaitingRow(
        id=message.pk,
        subject=message.subject,
        sender=sender_text(message, delivery.account_id),
        scan=message.scan,
        lod_0_origin=message.scan_origin,
        created=message.created.strftime("%Y-%m-%dT%H:%M:%SZ"),
        age=_age(delivery),
        is_unread=delivery.state in (DeliveryState.QUEUED, DeliveryState.DELIVERED),
        ack_required=delivery.wants_answer or is_task,
        border_hash=message.border_hash,
        lod_tokens=message.prices,
    )


def _age(delivery: Delivery) -> str:
    seconds = (timezone.now() - delivery.message.created).total_seconds()
    return "just now" if seconds < 60 else timesince(delivery.message.created, depth=1).replace("\xa0", " ")
