"""Template tags: the unread count of every page's navigation, and states and prices on the inbox pages."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, cast

from django import template
from django.contrib.auth.models import User
from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.llm import count_tokens
from inbox.models import AgentKind, Delivery, DeliveryState, Message
from inbox.queries.inbox_tabs import MAX_COUNTED, unread_for_person
from inbox.rendering import activity_bars as bars
from inbox.rendering.inbox_lines import shows_one_field

register = template.Library()

_UNREAD = (DeliveryState.QUEUED, DeliveryState.DELIVERED)
_WORDS = {
    DeliveryState.QUEUED: "queued",
    DeliveryState.DELIVERED: "delivered",
    DeliveryState.READ: "read",
    DeliveryState.ACKNOWLEDGED: "acknowledged",
    DeliveryState.DEAD: "not delivered",
}


@register.simple_tag(takes_context=True)
def unread_messages(context: dict[str, Any]) -> int | None:
    """Unread messages in the person's own inbox; None on an error page, which must not query the database."""
    user = getattr(context.get("request"), "user", None)
    if "error_id" in context or user is None or not user.is_authenticated:
        return None
    return unread_for_person(cast(User, user))


@register.filter
def badge(unread: int) -> str:
    """The number as the badge shows it: 999+."""
    return f"{MAX_COUNTED - 1}+" if unread >= MAX_COUNTED else str(unread)


@register.filter
def is_unread(delivery: Delivery) -> bool:
    """Whether it was neither read nor put away."""
    return delivery.archived_at is None and delivery.put_away_at is None and delivery.state in _UNREAD


@register.filter
def is_done(delivery: Delivery) -> bool:
    """Whether the tab Done has it: acknowledged, or put away by its agent or by the person."""
    is_put_away = delivery.archived_at is not None or delivery.put_away_at is not None
    return is_put_away or delivery.state == DeliveryState.ACKNOWLEDGED


@register.filter
def row_state(delivery: Delivery) -> str:
    """The state as a row has it: of one's own inbox nothing until one has opened it, as "queued" is for its sender."""
    is_own = delivery.agent is not None and delivery.agent.kind == AgentKind.PERSON
    return "" if is_own and delivery.state in _UNREAD else state_words(delivery)


@register.filter
def state_words(delivery: Delivery) -> str:
    """The delivery's state in words: "read LOD-1"."""
    if delivery.state == DeliveryState.READ:
        return f"read LOD-{delivery.read_lod}"
    return _WORDS[DeliveryState(delivery.state)]


@register.filter
def states_words(message: Message) -> list[tuple[str, str]]:
    """States of all deliveries of a message, the last state first: [("2 acknowledged", "acknowledged")]."""
    deliveries = list(message.deliveries.all())
    if len(deliveries) == 1:
        return [(state_words(deliveries[0]), deliveries[0].state)]
    many = Counter(delivery.state for delivery in deliveries)
    return [(f"{many[state]} {_WORDS[state]}", state) for state in reversed(DeliveryState) if many[state]]


@register.filter
def price(message: Message) -> SafeString:
    """What LOD-0 costs, and all of it: 18 / 480, in tokens."""
    first, last = message.prices[0], message.prices[-1]
    if shows_one_field(message):
        first = count_tokens(message.scan)
    elif len(message.prices) == 1:
        return format_html("<strong>{}</strong>", f"{first:,}")
    return format_html("<strong>{}</strong> / {}", f"{first:,}", f"{last:,}")


@register.filter
def activity_bars(days: Sequence[int]) -> bars.ActivityBars:
    """The small chart of an agent's days."""
    return bars.activity_bars(days)
