"""The inbox list as a person asks for it: whose, which tab, words and filters, one page by key, how many there are."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeVar

from django.contrib.auth.models import User
from django.contrib.postgres.search import SearchQuery
from django.db.models import Count, Model, Prefetch, Q, QuerySet

from core.pages.key_pages import ULID, KeyPage, paginate_by_key
from core.text.search_keys import unknown_key_faults, value_fault
from inbox.models import MESSAGE_WORDS, Agent, AgentKind, Delivery, Message, Priority
from inbox.queries.deliveries import DeliveryFilter, account_deliveries, agent_deliveries, dead_letters

Row = TypeVar("Row", bound=Model)
PAGE_SIZE = 50
# Larger counts are shown as "1,000+".
MAX_COUNTED = 1_000
VISIBLE_AGENTS = 8
_DELIVERY_KEY = re.compile(r"\d{1,18}")
KEYS = ("from", "priority")
_OPERATOR = re.compile(rf"(?<!\S)({'|'.join(KEYS)}):(\S+)", re.IGNORECASE)


# In the address, in place of an agent's name: the inboxes of all.
ALL_AGENTS = "*"


def unread_for_person(account: User) -> int:
    """What the person has not read in their own inbox, at most COUNTED."""
    own = account_deliveries(account, DeliveryFilter(tab="unread")).filter(agent__kind=AgentKind.PERSON)
    return own.order_by()[:MAX_COUNTED].count()


class Tab(StrEnum):
    """What of an inbox is shown. The last two are the sender's side."""

    UNREAD = "unread"
    NEEDS_ME = "needs-me"
    ALL = "all"
    DONE = "done"
    SENT = "sent"
    DEAD = "dead"

    @property
    def label(self) -> str:
        return _TITLES[self]


_TITLES: dict[str, str] = {
    Tab.UNREAD: "Unread",
    Tab.NEEDS_ME: "Needs me",
    Tab.ALL: "All",
    Tab.DONE: "Done",
    Tab.SENT: "Sent",
    Tab.DEAD: "Dead letters",
}


@dataclass(frozen=True)
class InboxFilter:
    """What the list is filtered by. `words` is what is left of the search when its operators are taken out.

    `agent`: whose inbox, by name; empty for the person's own, EVERYBODY for all.
    """

    tab: Tab = Tab.UNREAD
    agent: str = ""
    search: str = ""
    words: str = ""
    sender: str = ""
    priority: str = ""
    # Sentences about what of the search was no filter.
    not_understood: tuple[str, ...] = ()

    @property
    def is_filtered(self) -> bool:
        return bool(self.search or self.sender or self.priority)


def parse_inbox_filter(query: Mapping[str, str]) -> InboxFilter:
    """Read the query of an address. An operator in the search (`from:koda`) counts as that filter."""
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
        not_understood=tuple(_faults(search)),
    )


def _faults(search: str) -> Iterator[str]:
    for found in _OPERATOR.finditer(search):
        if found[1].lower() == "priority" and found[2] not in Priority.values:
            yield value_fault(found[0], Priority.values)
    yield from unknown_key_faults(search, KEYS)


def _text(query: Mapping[str, str], name: str) -> str:
    """A value as the database can compare it: PostgreSQL has no NUL in its texts."""
    return query.get(name, "").replace("\x00", " ").strip()[:300]


def filter_deliveries(account: User, agent: Agent | None, inbox_filter: InboxFilter) -> QuerySet[Delivery]:
    """The deliveries of a tab, newest first; of all the account's agents where `agent` is None."""
    if inbox_filter.tab is Tab.DEAD:
        dead = dead_letters(account)
        return _filter_rows(dead.filter(message__sender=agent) if agent else dead, "message__", inbox_filter)
    query = DeliveryFilter(
        tab=inbox_filter.tab.replace("-", "_"),
        for_person=True,
        q=inbox_filter.words,
        sender=inbox_filter.sender,
        priority=inbox_filter.priority,
    )
    return (agent_deliveries(agent, query) if agent else account_deliveries(account, query)).order_by("-pk")


def all_deliveries(account: User, agent: Agent | None) -> QuerySet[Delivery]:
    """All that is in one inbox, or in those of the account."""
    return filter_deliveries(account, agent, InboxFilter(tab=Tab.ALL))


def filter_sent_messages(account: User, agent: Agent | None, inbox_filter: InboxFilter) -> QuerySet[Message]:
    """What an agent, or all of the account's, has sent, newest first."""
    sent = Message.objects.filter(account=account)
    return _filter_rows(sent.filter(sender=agent) if agent else sent, "", inbox_filter).order_by("-pk")


def _filter_rows(rows: QuerySet[Row], prefix: str, inbox_filter: InboxFilter) -> QuerySet[Row]:
    if inbox_filter.priority:
        rows = rows.filter(**{f"{prefix}priority": inbox_filter.priority})
    if inbox_filter.words:
        query = SearchQuery(inbox_filter.words, config="english", search_type="websearch")
        messages = Message.objects.annotate(words=MESSAGE_WORDS).filter(words=query)
        rows = rows.filter(**{f"{prefix}pk__in": messages.values("pk")})
    return rows


def paginate(rows: QuerySet[Row], *, older: str = "", newer: str = "") -> KeyPage[Row]:
    """The rows older than a key, or the nearest newer than one; the newest without either."""
    return paginate_by_key(rows, size=PAGE_SIZE, older=older, newer=newer, pattern=_key_pattern(rows))


def is_key(rows: QuerySet[Any], text: str) -> bool:
    """Whether a text of an address can be a key of these rows."""
    return _key_pattern(rows).fullmatch(text) is not None


def _key_pattern(rows: QuerySet[Any]) -> re.Pattern[str]:
    return ULID if rows.model is Message else _DELIVERY_KEY


def with_messages(deliveries: QuerySet[Delivery]) -> QuerySet[Delivery]:
    """The same deliveries with all that a row shows; the bodies, which may be long, stay in the database."""
    return deliveries.select_related("agent", "message__account", "message__stone").defer("message__body")


def with_deliveries(messages: QuerySet[Message]) -> QuerySet[Message]:
    """The same messages with all that a row of those sent shows."""
    return (
        messages.select_related("stone")
        .defer("body")
        .prefetch_related(Prefetch("deliveries", Delivery.objects.order_by("pk")))
    )


def find_deliveries(account: User, keys: Iterable[str]) -> list[Delivery]:
    """Those of the account's inboxes that these keys name, with their agents."""
    valid_keys = [key for key in keys if _DELIVERY_KEY.fullmatch(key)]
    return list(
        all_deliveries(account, None).filter(pk__in=valid_keys).select_related("agent").order_by("pk")
    )


def count_newer(deliveries: QuerySet[Delivery], key: str) -> int:
    """How many came after a key; after none ("") all did; after what is no key, none."""
    if key and not is_key(deliveries, key):
        return 0
    return count_up_to_limit(deliveries.filter(pk__gt=key or 0))


def count_up_to_limit(rows: QuerySet[Any]) -> int:
    """How many there are, at most COUNTED + 1."""
    return rows.order_by()[: MAX_COUNTED + 1].count()


@dataclass(frozen=True)
class AgentChoice:
    """One of the account's agents, how much is unread there, and whether its inbox is shown."""

    agent: Agent
    unread: int
    is_chosen: bool

    @property
    def is_person(self) -> bool:
        return self.agent.kind == AgentKind.PERSON


def agent_choices(account: User, chosen: Agent | None) -> list[AgentChoice]:
    """The account's agents: the person first, then by what is unread, then by name."""
    unread = account_deliveries(account, DeliveryFilter(tab="unread", for_person=True)).order_by()
    counts = dict(unread.values_list("agent").annotate(unread_count=Count("pk")))
    is_shown = Q(closed=None) | Q(pk=chosen.pk if chosen else None)
    agents = Agent.objects.filter(is_shown, account=account)
    found = [AgentChoice(agent, counts.get(agent.pk, 0), agent == chosen) for agent in agents]
    return sorted(found, key=lambda choice: (not choice.is_person, -choice.unread, choice.agent.name))


@dataclass(frozen=True)
class TabLink:
    """A tab with how many wait in it; None where nobody needs to know."""

    tab: Tab
    count: int | None
    is_chosen: bool


def tab_links(account: User, agent: Agent | None, inbox_filter: InboxFilter, unread: int) -> list[TabLink]:
    """All tabs, the counts of those that ask for something."""
    plain = InboxFilter(agent=inbox_filter.agent)
    counts: dict[Tab, int] = {Tab.UNREAD: unread}
    for tab in (Tab.NEEDS_ME, Tab.DEAD):
        counts[tab] = count_up_to_limit(filter_deliveries(account, agent, replace(plain, tab=tab)))
    return [TabLink(tab, counts.get(tab), tab is inbox_filter.tab) for tab in Tab]


def unread_total(found: Iterable[AgentChoice]) -> int:
    """What is unread in the inbox that is shown: the chosen one's, or everybody's."""
    every: Sequence[AgentChoice] = list(found)
    chosen = [choice for choice in every if choice.is_chosen]
    return sum(choice.unread for choice in chosen or every)
