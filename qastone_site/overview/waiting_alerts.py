"""Alerts about messages that wait for the person: to read, to answer, and to send again."""

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.urls import reverse

from inbox.models import AgentKind
from inbox.models.agents import WITHOUT_TOKENS
from inbox.queries.inbox_tabs import ALL_AGENTS, InboxFilter, Tab, filter_deliveries
from qastone_site.overview.alerts import Alert, count_noun, pluralize_verb


def rows(account: User) -> dict[str, QuerySet[Any]]:
    """The rows of the inbox tabs to count: the person's own messages, what agents have not read, and dead letters of
    all.
    """
    found = {
        tab: filter_deliveries(account, None, InboxFilter(tab=tab)).filter(message__is_demo=False)
        for tab in (Tab.NEEDS_ME, Tab.UNREAD, Tab.DEAD)
    }
    return {
        "needs_me": found[Tab.NEEDS_ME].filter(agent__kind=AgentKind.PERSON),
        "unread": found[Tab.UNREAD].filter(agent__kind=AgentKind.PERSON),
        "agents_unread": found[Tab.UNREAD].exclude(agent__kind__in=WITHOUT_TOKENS),
        "dead": found[Tab.DEAD],
    }


def waiting(counts: Mapping[str, int]) -> list[Alert]:
    """Alerts for counts above 0, the most important first."""
    return list(_waiting(counts))


def agents_unread(counts: Mapping[str, int]) -> str:
    """A sentence on what the account's agents have not read; empty where that is nothing."""
    count = counts["agents_unread"]
    return f"Your agents have {count_noun(count, 'unread message')}." if count else ""


def _waiting(counts: Mapping[str, int]) -> Iterator[Alert]:
    if needs_me := counts["needs_me"]:
        words = f"{count_noun(needs_me, 'message')} {pluralize_verb(needs_me, 'wants', 'want')} an answer"
        yield Alert("needs_me", words, _tab(Tab.NEEDS_ME), "Answer")
    if unread := counts["unread"]:
        words = f"{count_noun(unread, 'message')} that you have not read"
        yield Alert("unread", words, _tab(Tab.UNREAD), "Read")
    if dead := counts["dead"]:
        words = f"{count_noun(dead, 'message')} did not reach {pluralize_verb(dead, 'its reader', 'their readers')}"
        yield Alert("dead", words, _tab(Tab.DEAD, agent=ALL_AGENTS), "See why and resend")


def _tab(tab: Tab, **whose: str) -> str:
    query = urlencode({"tab": tab, **whose}, safe=ALL_AGENTS)
    return f"{reverse('inbox:list')}?{query}"
