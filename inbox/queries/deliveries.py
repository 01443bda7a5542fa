"""Queries for inboxes and threads. Each sees only what the agent or account that it is given may see."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches

from django.contrib.auth.models import User
from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from core.db.word_query import word_query
from inbox.exceptions import MessageNotFound
from inbox.models import (
    BEFORE,
    MESSAGE_WORDS,
    Agent,
    AgentKind,
    Delivery,
    DeliveryQuerySet,
    DeliveryState,
    Message,
)

TABS = ("all", "unread", "open", "needs_me", "done")
_SEQUENCE = re.compile(r"#?([1-9][0-9]{0,17})")
_TRACKING_ID = re.compile(r"[0-9A-HJKMNP-TV-Z]{26}")
UNREAD_STATES = BEFORE[DeliveryState.READ]


@dataclass(frozen=True)
class DeliveryFilter:
    """A filter for deliveries; an empty field does not filter.

    `tab`: all, unread (no level loaded), open (neither acknowledged nor put away), needs_me (an answer is wanted and
    none was given), done (acknowledged or put away). `q` as people type it: quotes keep words together, a minus leaves
    one out. `sender`: "koda" of any account, or "koda@ann". `for_person`: what the person put away is done, even where
    the agent still has it open.
    """

    tab: str = "all"
    for_person: bool = False
    q: str = ""
    sender: str = ""
    priority: str = ""
    message_type: str = ""
    thread: str = ""
    since: datetime | None = None

    def __post_init__(self) -> None:
        if self.tab not in TABS:
            raise ValueError(f"{self.tab!r} is none of {', '.join(TABS)}.")


NO_FILTER = DeliveryFilter()


def agent_deliveries(agent: Agent, filters: DeliveryFilter = NO_FILTER) -> QuerySet[Delivery]:
    """The deliveries in an agent's inbox, in order of arrival, with messages and their accounts loaded.

    Dead ones, and those that expired unread, are left out.
    """
    return apply_filter(visible_in_inbox(Delivery.objects.filter(agent=agent)), filters)


def account_deliveries(account: User, filters: DeliveryFilter = NO_FILTER) -> QuerySet[Delivery]:
    """The same for all agents of the account, closed ones included, newest first."""
    rows = visible_in_inbox(Delivery.objects.filter(account=account, agent__isnull=False))
    return apply_filter(rows.select_related("agent"), filters).order_by("-id")


def visible_in_inbox(deliveries: DeliveryQuerySet) -> DeliveryQuerySet:
    """Without dead deliveries and those that expired unread; messages loaded."""
    return deliveries.visible().select_related("message__account", "message__stone")


def apply_filter(deliveries: QuerySet[Delivery], filters: DeliveryFilter) -> QuerySet[Delivery]:
    rows = (
        deliveries.filter(_tab_condition(filters.tab, filters.for_person))
        if filters.tab != "all"
        else deliveries
    )
    if filters.sender:
        rows = rows.filter(sender_condition(filters.sender))
    for field, value in (
        ("message__priority", filters.priority),
        ("message__message_type", filters.message_type),
        ("message__thread", filters.thread),
        ("created__gte", filters.since),
    ):
        rows = rows.filter(**{field: value}) if value else rows
    if not filters.q.strip():
        return rows
    # The words are looked for in these messages alone, not in those of all accounts.
    found = search_messages(Message.objects.filter(pk__in=rows.values("message")), filters.q)
    return rows.filter(message__in=found.values("pk"))


def sender_condition(sender: str, path: str = "message__") -> Q:
    """Whether a message is from "koda" of any account, or from "koda@ann"; `path` leads to the message."""
    name, _, account = sender.partition("@")
    if not account:
        return Q(**{f"{path}sender_name": name})
    # Of an account that was deleted since, the whole address is the sender's name.
    address = Q(**{f"{path}sender_name": sender})
    return address | Q(**{f"{path}sender_name": name, f"{path}account__username": account})


def _tab_condition(tab: str, for_person: bool) -> Q:
    is_there = Q(archived_at=None, put_away_at=None) if for_person else Q(archived_at=None)
    is_open = is_there & ~Q(state=DeliveryState.ACKNOWLEDGED)
    is_awake = Q(snoozed_until=None) | Q(snoozed_until__lte=timezone.now()) if for_person else Q()
    match tab:
        case "unread":
            return is_there & is_awake & Q(state__in=UNREAD_STATES)
        case "open":
            return is_open & is_awake
        case "done":
            return ~is_open
    return is_open & is_awake & Q(message__needs_answer=True) & ~Q(_is_answered())


def _is_answered() -> Exists:
    """Whether a delivery was answered, by its agent or by the person of its account."""
    answers = Message.objects.filter(
        Q(sender=OuterRef("agent")) | Q(account=OuterRef("account"), sender__kind=AgentKind.PERSON),
        in_reply_to=OuterRef("message"),
    )
    return Exists(answers)


def with_answers(deliveries: QuerySet[Delivery]) -> QuerySet[Delivery]:
    """Load what `wants_answer` has to know: by the same rule the tab Needs me has them."""
    is_answered = Q(message__needs_answer=True) & Q(_is_answered())
    return deliveries.annotate(is_answered=ExpressionWrapper(is_answered, BooleanField()))


def search_messages(messages: QuerySet[Message], words: str) -> QuerySet[Message]:
    """Those of them that contain these words."""
    return messages.annotate(words=MESSAGE_WORDS).filter(words=word_query(words))


def unread_count(owner: Agent | User) -> int:
    """How many messages in the inbox of an agent, or of all agents of an account, have no level read."""
    filters = DeliveryFilter(tab="unread")
    found = (
        agent_deliveries(owner, filters) if isinstance(owner, Agent) else account_deliveries(owner, filters)
    )
    return without_put_away(found).count()


def without_put_away(deliveries: QuerySet[Delivery]) -> QuerySet[Delivery]:
    """Without what persons put away or snoozed in inboxes of their own; an agent's is as it was, whatever they do."""
    put_away = Q(put_away_at__isnull=False) | Q(snoozed_until__gt=timezone.now())
    return deliveries.exclude(put_away, agent__kind=AgentKind.PERSON)


def find_delivery(agent: Agent, message: str) -> Delivery:
    """The delivery that this agent calls "#12", "12" or by its tracking_id. Raises MessageNotFound."""
    found = visible_in_inbox(Delivery.objects.filter(_name_condition(message), agent=agent))
    if (delivery := with_answers(found).first()) is None:
        raise MessageNotFound(
            f"There is no message {message[:40]!r} in the inbox of {agent.name!r}. List it: a row has its name first."
        )
    return delivery


def _name_condition(message: str) -> Q:
    name = message.strip()
    if number := _SEQUENCE.fullmatch(name):
        return Q(sequence=int(number[1]))
    return Q(message=name.upper()) if _TRACKING_ID.fullmatch(name.upper()) else Q(pk__in=[])


def find_visible_message(agent: Agent, message: str) -> Message:
    """A message that this agent sent, or has in its inbox; a person sees those of all the account's agents.

    Raises MessageNotFound.
    """
    name = message.strip().upper()
    if not _TRACKING_ID.fullmatch(name):
        return find_delivery(agent, message).message
    found = sent_by(agent).filter(pk=name).first()
    if found is None and agent.kind == AgentKind.PERSON:
        thread = Message.objects.filter(pk=name).values_list("thread", flat=True).first() or ""
        found = thread_messages(agent.account, thread).filter(pk=name).first()
    return found or find_delivery(agent, message).message


def find_sent_message(agent: Agent, tracking_id: str) -> Message:
    """A message that this agent sent, with its deliveries. Raises MessageNotFound."""
    name = tracking_id.strip().upper()
    found = sent_by(agent).filter(pk=name).first() if _TRACKING_ID.fullmatch(name) else None
    if found is None:
        raise MessageNotFound(
            f"{agent.name!r} has sent no message {tracking_id[:40]!r}. The list of what was sent has the ids "
            '(inbox(tab="sent"), GET /mcp/inbox/sent).'
        )
    return found


def sent_by(agent: Agent) -> QuerySet[Message]:
    """What an agent has sent, newest first, each with its deliveries in order of creation."""
    deliveries = Delivery.objects.order_by("pk").select_related("agent")
    mine = Message.objects.filter(account=agent.account_id, sender=agent)
    return mine.prefetch_related(Prefetch("deliveries", deliveries)).order_by("-pk")


def search_sent(agent: Agent, words: str) -> QuerySet[Message]:
    """What an agent has sent that contains these words, newest first; everything for blank `words`."""
    sent = sent_by(agent)
    return search_messages(sent, words) if words.strip() else sent


def dead_letters(account: User) -> QuerySet[Delivery]:
    """Dead deliveries of the account's own messages that were not resent, newest first."""
    dead = Delivery.objects.filter(message__account=account, state=DeliveryState.DEAD, resent_as=None)
    return dead.select_related("message", "agent").order_by("-pk")


def thread_messages(owner: Agent | User, thread: str) -> QuerySet[Message]:
    """The messages of a thread that an agent, or any agent of an account, sent or has received, oldest first.

    Each has the deliveries that the account may see: all of its own messages', of others' those to its own agents.
    """
    if isinstance(owner, Agent):
        account_id, sent, received = owner.account_id, Q(sender=owner), Q(agent=owner)
    else:
        account_id, sent, received = owner.pk, Q(account=owner), Q(account=owner)
    arrived = visible_in_inbox(Delivery.objects.filter(received, message=OuterRef("pk"), agent__isnull=False))
    deliveries = Delivery.objects.filter(Q(account=account_id) | Q(message__account=account_id)).order_by(
        "pk"
    )
    messages = Message.objects.filter(sent | Q(Exists(arrived)), thread=thread).select_related("account")
    shown = with_answers(deliveries.select_related("agent"))
    return messages.prefetch_related(Prefetch("deliveries", shown)).order_by("pk")


def similar_agent_names(account: User, name: str) -> Sequence[str]:
    """At most three names of the account's open agents that are spelled like this one, the nearest first."""
    addressable = (
        Agent.objects.filter(account=account).open().exclude(kind__in=[AgentKind.ASSISTANT, AgentKind.HELPER])
    )
    names = addressable.values_list("name", flat=True)[:1000]
    by_folded = {each.lower(): each for each in names}
    return [by_folded[each] for each in get_close_matches(name.lower()[:64], by_folded, n=3, cutoff=0.5)]
