"""The list of the inbox page: its filters in the query string, its rows by key, the counts of tabs and agents."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeVar

from django.contrib.auth.models import User
from django.db.models import Count, Model, Prefetch, Q, QuerySet
from django.utils import timezone

from core.pages.key_pages import NUMBER, ULID, KeyPage, paginate_by_key
from core.pages.list_window import EVERYTHING, ListWindow, Order, day_faults, first_rows, read_window
from core.text.search_keys import unknown_key_faults, value_fault
from inbox.models import Agent, AgentKind, Delivery, Message, Priority
from inbox.queries.deliveries import (
    DeliveryFilter,
    account_deliveries,
    agent_deliveries,
    dead_letters,
    search_messages,
    sender_condition,
    with_answers,
)

Row = TypeVar("Row", bound=Model)
PAGE_SIZE = 50
# Larger counts are shown as "1,000+".
MAX_COUNTED = 1_000
VISIBLE_AGENTS = 8
KEYS = ("from", "priority")
ORDERS = {"oldest": Order("Oldest first", ("pk",))}
_OPERATOR = re.compile(rf"(?<!\S)({'|'.join(KEYS)}):(\S+)", re.IGNORECASE)


# In the address, in place of an agent's name: the inboxes of all.
ALL_AGENTS = "*"


def unread_for_person(account: User) -> int:
    """How many messages of their own inbox the person has not read, at most MAX_COUNTED."""
    unread = account_deliveries(account, DeliveryFilter(tab="unread", for_person=True)).filter(
        message__is_demo=False
    )
    own = unread.filter(agent__kind=AgentKind.PERSON)
    return own.order_by()[:MAX_COUNTED].count()


class Tab(StrEnum):
    """SENT and DEAD list what was sent, the others what was received."""

    UNREAD = "unread"
    NEEDS_ME = "needs-me"
    ALL = "all"
    SNOOZED = "snoozed"
    DONE = "done"
    SENT = "sent"
    DEAD = "dead"

    def label(self, agent: Agent | None) -> str:
        """Its name in the inbox of `agent`, None: everybody’s. What is wanted there need not be the reader’s."""
        is_own = agent is not None and agent.kind == AgentKind.PERSON
        return "Wants an answer" if self is Tab.NEEDS_ME and not is_own else _TITLES[self]


_TITLES: dict[str, str] = {
    Tab.UNREAD: "Unread",
    Tab.NEEDS_ME: "Needs me",
    Tab.ALL: "All",
    Tab.SNOOZED: "Snoozed",
    Tab.DONE: "Done",
    Tab.SENT: "Sent",
    Tab.DEAD: "Not delivered",
}


@dataclass(frozen=True)
class InboxFilter:
    """The list's filters. `words` is `search` without its operators.

    `agent`: whose inbox, by name; empty for the person's own, ALL_AGENTS for all.
    """

    tab: Tab = Tab.UNREAD
    agent: str = ""
    search: str = ""
    words: str = ""
    sender: str = ""
    priority: str = ""
    # Sentences about parts of the search that look like operators and are none.
    not_understood: tuple[str, ...] = ()
    window: ListWindow = EVERYTHING

    @property
    def is_filtered(self) -> bool:
        return bool(self.search or self.sender or self.priority or self.window != EVERYTHING)


def parse_inbox_filter(query: Mapping[str, str]) -> InboxFilter:
    """Parse a query string. An operator in the search (`from:koda`) overrides the parameter of that name."""
    tab, search = query.get("tab", ""), _text(query, "q")
    values = {"from": _text(query, "from"), "priority": _text(query, "priority")}
    values |= {found[1].lower(): found[2] for found in _OPERATOR.finditer(search)}
    return InboxFilter(
        tab=Tab(tab) if tab in _TITLES else Tab.UNREAD,
        agent=_text(query, "agent"),
        search=search,
        words=" ".join(_OPERATOR.sub(" ", search).split()),
        sender=values["from"],
        priority=values["priority"] if values["priority"] in Priority.values else "",
        not_understood=(*_faults(search), *day_faults(query)),
        window=read_window(query, ORDERS),
    )


def _faults(search: str) -> Iterator[str]:
    for found in _OPERATOR.finditer(search):
        if found[1].lower() == "priority" and found[2] not in Priority.values:
            yield value_fault(found[0], Priority.values)
    yield from unknown_key_faults(search, KEYS)


def _text(query: Mapping[str, str], name: str) -> str:
    """A value without NUL, which PostgreSQL takes in no text, and at most 300 characters."""
    return query.get(name, "").replace("\x00", " ").strip()[:300]


def filter_deliveries(account: User, agent: Agent | None, inbox_filter: InboxFilter) -> QuerySet[Delivery]:
    """The deliveries of a tab, newest first; of all the account's agents where `agent` is None."""
    if inbox_filter.tab is Tab.DEAD:
        dead = dead_letters(account)
        return _filter_rows(dead.filter(message__sender=agent) if agent else dead, "message__", inbox_filter)
    query = DeliveryFilter(
        tab="all" if inbox_filter.tab is Tab.SNOOZED else inbox_filter.tab.replace("-", "_"),
        for_person=True,
        q=inbox_filter.words,
        sender=inbox_filter.sender,
        priority=inbox_filter.priority,
    )
    found = (agent_deliveries(agent, query) if agent else account_deliveries(account, query)).order_by("-pk")
    found = inbox_filter.window.of_days(found, "created")
    if inbox_filter.tab is Tab.SNOOZED:
        return found.filter(archived_at=None, put_away_at=None, snoozed_until__gt=timezone.now())
    return found


def all_deliveries(account: User, agent: Agent | None) -> QuerySet[Delivery]:
    """Everything in the agent's inbox, or in all of the account's where `agent` is None."""
    return filter_deliveries(account, agent, InboxFilter(tab=Tab.ALL))


def filter_sent_messages(account: User, agent: Agent | None, inbox_filter: InboxFilter) -> QuerySet[Message]:
    """What the agent has sent, or any of the account's where `agent` is None, newest first."""
    sent = Message.objects.filter(account=account)
    return _filter_rows(sent.filter(sender=agent) if agent else sent, "", inbox_filter).order_by("-pk")


def _filter_rows(rows: QuerySet[Row], prefix: str, inbox_filter: InboxFilter) -> QuerySet[Row]:
    rows = inbox_filter.window.of_days(rows, "created")
    if inbox_filter.priority:
        rows = rows.filter(**{f"{prefix}priority": inbox_filter.priority})
    if inbox_filter.sender:
        rows = rows.filter(sender_condition(inbox_filter.sender, prefix))
    if inbox_filter.words:
        messages = Message.objects.filter(pk__in=rows.values(f"{prefix}pk"))
        found = search_messages(messages, inbox_filter.words)
        rows = rows.filter(**{f"{prefix}pk__in": found.values("pk")})
    return rows


def paginate(
    rows: QuerySet[Row], *, order: Order | None = None, older: str = "", newer: str = ""
) -> KeyPage[Row]:
    """The rows older than a key, or the nearest newer than one; the newest without either. By another order the first
    ones.
    """
    if order:
        return first_rows(rows, order, PAGE_SIZE)
    return paginate_by_key(rows, size=PAGE_SIZE, older=older, newer=newer, pattern=_key_pattern(rows))


def is_key(rows: QuerySet[Any], text: str) -> bool:
    """Whether a text of an address can be a key of these rows."""
    return _key_pattern(rows).fullmatch(text) is not None


def _key_pattern(rows: QuerySet[Any]) -> re.Pattern[str]:
    return ULID if rows.model is Message else NUMBER


def with_messages(deliveries: QuerySet[Delivery]) -> QuerySet[Delivery]:
    """Load what a row displays; bodies, which may be long, are deferred."""
    loaded = deliveries.select_related("agent", "message__account", "message__stone").defer("message__body")
    return with_answers(loaded)


def with_deliveries(messages: QuerySet[Message]) -> QuerySet[Message]:
    """Load what a row of the tab Sent displays; bodies are deferred."""
    return (
        messages.select_related("stone")
        .defer("body")
        .prefetch_related(Prefetch("deliveries", with_answers(Delivery.objects.order_by("pk"))))
    )


def find_deliveries(account: User, keys: Iterable[str]) -> list[Delivery]:
    """The account's deliveries with these keys, agents loaded, the oldest first; other keys are ignored."""
    valid_keys = [key for key in keys if NUMBER.fullmatch(key)]
    return list(
        all_deliveries(account, None).filter(pk__in=valid_keys).select_related("agent").order_by("pk")
    )


def find_row(account: User, key: str, message: str) -> Delivery | None:
    """The account's delivery with this key, if it is one of this message, with what a row displays."""
    found = with_messages(all_deliveries(account, None).filter(pk=key, message=message))
    return found.first()


def count_newer(deliveries: QuerySet[Delivery], key: str) -> int:
    """How many deliveries are newer than a key, at most MAX_COUNTED + 1: all for "", none for what is no key."""
    if key and not is_key(deliveries, key):
        return 0
    return count_up_to_limit(deliveries.filter(pk__gt=key or 0))


def count_up_to_limit(rows: QuerySet[Any]) -> int:
    """How many rows there are, at most MAX_COUNTED + 1."""
    return rows.order_by()[: MAX_COUNTED + 1].count()


@dataclass(frozen=True)
class AgentChoice:
    """An agent whose inbox can be chosen, with its number of unread messages."""

    agent: Agent
    unread: int
    is_chosen: bool

    @property
    def is_person(self) -> bool:
        return self.agent.kind == AgentKind.PERSON


def agent_choices(account: User, chosen: Agent | None) -> list[AgentChoice]:
    """The account's open agents and the chosen one: the person first, then by unread messages, then by name.

    Messages of the demonstration are not counted.
    """
    unread = account_deliveries(account, DeliveryFilter(tab="unread", for_person=True)).order_by()
    counts = dict(
        unread.filter(message__is_demo=False).values_list("agent").annotate(unread_count=Count("pk"))
    )
    is_listed = Q(closed=None) | Q(pk=chosen.pk if chosen else None)
    agents = Agent.objects.filter(is_listed, account=account)
    found = [AgentChoice(agent, counts.get(agent.pk, 0), agent == chosen) for agent in agents]
    return sorted(found, key=lambda choice: (not choice.is_person, -choice.unread, choice.agent.name))


@dataclass(frozen=True)
class TabLink:
    """A tab with its number of messages; None where it has no count."""

    tab: Tab
    label: str
    count: int | None
    is_chosen: bool


def tab_links(account: User, agent: Agent | None, inbox_filter: InboxFilter, unread: int) -> list[TabLink]:
    """All tabs. Needs me and Not delivered are counted here, Unread has the given number."""
    plain = InboxFilter(agent=inbox_filter.agent)
    counts: dict[Tab, int] = {Tab.UNREAD: unread}
    for tab in (Tab.NEEDS_ME, Tab.DEAD):
        rows = filter_deliveries(account, agent, replace(plain, tab=tab))
        counts[tab] = count_up_to_limit(rows.filter(message__is_demo=False))
    return [TabLink(tab, tab.label(agent), counts.get(tab), tab is inbox_filter.tab) for tab in Tab]


def unread_total(found: Iterable[AgentChoice]) -> int:
    """The number of unread messages of the chosen agent, or of all where none is chosen."""
    every: Sequence[AgentChoice] = list(found)
    chosen = [choice for choice in every if choice.is_chosen]
    return sum(choice.unread for choice in chosen or every)
