"""Sources of a chat answer from an inbox: what is open there, or the latest messages of a named correspondent."""

from django.db.models import Case, Q, When

from inbox.helpers.chat_prompt import ChatSource
from inbox.helpers.message_question import named_correspondents, wants_urgent
from inbox.models import Agent, Delivery, Priority
from inbox.queries.deliveries import (
    UNREAD_STATES,
    DeliveryFilter,
    agent_deliveries,
    with_answers,
    without_put_away,
)

MAX_MESSAGES = 5
MAX_OPEN = 10
MAX_RECENT = 500
"""Messages whose senders are known as correspondents."""


def find_messages(agent: Agent, question: str) -> list[ChatSource]:
    """Newest first, at most MAX_MESSAGES, each with its LOD-0; none of a question that is not about messages. Nothing
    counts as read by it, as in a list. One query, two where a correspondent is named.
    """
    deliveries = agent.deliveries.visible().exclude(message__sender=agent).order_by("-sequence")
    recent = set(deliveries.values_list("message__sender_name", flat=True)[:MAX_RECENT])
    senders = named_correspondents(question, recent)
    if not senders:
        return []
    named = deliveries.filter(message__sender_name__in=senders).select_related("message")[:MAX_MESSAGES]
    return [_source(number, delivery) for number, delivery in enumerate(named, start=1)]


def find_open_messages(agent: Agent, question: str) -> list[ChatSource]:
    """What is unread or unanswered in the inbox, urgent ones first, then the newest, at most MAX_OPEN.

    A question for what is urgent gets those alone. Nothing counts as read by it. One query.
    """
    tabs = [agent_deliveries(agent, DeliveryFilter(tab=tab)) for tab in ("unread", "needs_me")]
    rows = without_put_away(tabs[0] | tabs[1]).exclude(message__sender=agent)
    is_urgent = Q(message__priority=Priority.URGENT)
    if wants_urgent(question):
        rows = rows.filter(is_urgent)
    urgent_first = Case(When(is_urgent, then=0), default=1)
    return [
        _source(number, delivery, _marks(delivery))
        for number, delivery in enumerate(
            with_answers(rows).order_by(urgent_first, "-sequence")[:MAX_OPEN], start=1
        )
    ]


def _marks(delivery: Delivery) -> str:
    """Why it is open: `, urgent, unread, wants an answer`."""
    marks = {
        "urgent": delivery.message.priority == Priority.URGENT,
        "unread": delivery.state in UNREAD_STATES,
        "wants an answer": delivery.wants_answer,
    }
    return "".join(f", {mark}" for mark, holds in marks.items() if holds)


def _source(number: int, delivery: Delivery, marks: str = "") -> ChatSource:
    message = delivery.message
    said = f"{message.subject}: {message.scan}" if message.subject else message.scan
    quote = f"{message.sender_name}, {message.created:%Y-%m-%d}: {said}"
    return ChatSource(
        name=f"d{number}",
        kind="message",
        id=f"#{delivery.sequence}",
        title=f"#{delivery.sequence} from {message.sender_name}{marks}",
        text=quote,
        quote=quote,
        tokens=message.lod_tokens[-1],
    )
