"""Sources of a chat answer from an inbox: the latest messages of the correspondent whom a question names."""

from inbox.helpers.chat_prompt import ChatSource
from inbox.helpers.message_question import named_correspondents
from inbox.models import Agent, Delivery

MAX_MESSAGES = 5
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


def _source(number: int, delivery: Delivery) -> ChatSource:
    message = delivery.message
    said = f"{message.subject}: {message.scan}" if message.subject else message.scan
    quote = f"{message.sender_name}, {message.created:%Y-%m-%d}: {said}"
    return ChatSource(
        name=f"d{number}",
        kind="message",
        id=f"#{delivery.sequence}",
        title=f"#{delivery.sequence} from {message.sender_name}",
        text=quote,
        quote=quote,
        tokens=message.lod_tokens[-1],
    )
