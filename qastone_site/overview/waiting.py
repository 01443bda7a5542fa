"""What waits for the person: messages to read, to answer, and to send again."""

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.urls import reverse

from inbox.listing import EVERYBODY, Tab, Wanted, wanted_deliveries
from inbox.models import AgentKind
from qastone_site.overview.matters import Matter, agree, many


def rows(account: User) -> dict[str, QuerySet[Any]]:
    """What is counted: exactly what the tabs of the inbox show, of the person's own and of everybody's dead letters."""
    found = {
        tab: wanted_deliveries(account, None, Wanted(tab=tab)) for tab in (Tab.NEEDS_ME, Tab.UNREAD, Tab.DEAD)
    }
    return {
        "needs_me": found[Tab.NEEDS_ME].filter(agent__kind=AgentKind.PERSON),
        "unread": found[Tab.UNREAD].filter(agent__kind=AgentKind.PERSON),
        "dead": found[Tab.DEAD],
    }


def waiting(counts: Mapping[str, int]) -> list[Matter]:
    """Those of them that there are, what asks for most first."""
    return list(_waiting(counts))


def _waiting(counts: Mapping[str, int]) -> Iterator[Matter]:
    if needs_me := counts["needs_me"]:
        words = f"{many(needs_me, 'message')} {agree(needs_me, 'wants', 'want')} an answer"
        yield Matter("needs_me", words, _tab(Tab.NEEDS_ME), "Answer")
    if unread := counts["unread"]:
        words = f"{many(unread, 'message')} that you have not read"
        yield Matter("unread", words, _tab(Tab.UNREAD), "Read")
    if dead := counts["dead"]:
        words = f"{many(dead, 'message')} did not reach {agree(dead, 'its reader', 'their readers')}"
        yield Matter("dead", words, _tab(Tab.DEAD, agent=EVERYBODY), "See why, send again")


def _tab(tab: Tab, **whose: str) -> str:
    query = urlencode({"tab": tab, **whose}, safe=EVERYBODY)
    return f"{reverse('inbox:list')}?{query}"
