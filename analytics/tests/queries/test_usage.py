"""Events, counted."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from analytics.models import Event
from analytics.queries import MOST_ROWS, Usage, usage
from analytics.sums import Assistant, Count, Page, Received
from analytics.tests.entries import NOON
from stones.tests.factories import new_account

pytestmark = pytest.mark.django_db
DAY = NOON.date()


def make(account: User, type: str, **fields: Any) -> Event:
    usual = {"session_id": "s1", "timestamp": NOON, "app": "qastone", "event_id": f"e{Event.objects.count()}"}
    return Event.objects.create(account=account, type=type, **usual | fields)


def told(account: User) -> Usage:
    return usage(account, DAY, DAY)


def test_nothing(account: User) -> None:
    assert told(account) == Usage(DAY, DAY, 0, (), (), (), (), Assistant(0, 0, 0, 0, 0, 0, 0))


def test_actions_and_shortcuts_the_most_used_first(account: User) -> None:
    for name in ("save-note", "copy-as-stone", "copy-as-stone", "ask-brain"):
        make(account, "menu_click", name=name)
    make(account, "custom", name="exported")
    make(account, "custom", name="menu-open:selection")
    for name in ("g i", "ctrl+/", "ctrl+/"):
        make(account, "shortcut", name=name)
    assert told(account).actions == (
        Count("copy-as-stone", 2),
        Count("ask-brain", 1),
        Count("exported", 1),
        Count("save-note", 1),
    )
    assert told(account).shortcuts == (Count("ctrl+/", 2), Count("g i", 1))


def test_pages_with_the_median_of_their_times(account: User) -> None:
    for number, milliseconds in enumerate((900, 100, 40_000)):
        make(account, "page_visit", page="/stones/")
        make(account, "page_exit", page="/stones/", duration_ms=milliseconds + number)
    make(account, "page_visit", page="/stones/", app="notes")
    make(account, "copy", page="/elsewhere")
    assert told(account).pages == (Page("qastone", "/stones/", 3, 900), Page("notes", "/stones/", 1, None))


def test_what_the_assistant_did(account: User) -> None:
    make(account, "qastone_received", glow_channel="task", tokens=50, saved_tokens=900)
    make(account, "qastone_received", glow_channel="task")
    make(account, "qastone_received", glow_channel="data", tokens=60)
    make(account, "lod_loaded", level=1, tokens=95, saved_tokens=5)
    for type in ("helper_spawned", "copy", "paste", "paste"):
        make(account, type)
    found = told(account)
    assert found.received == (Received("task", 2, 50), Received("data", 1, 60))
    assert found.assistant == Assistant(3, 1, 95, 905, 1, 1, 2)
    assert found.events == 8


def test_of_that_time_and_account_alone(account: User) -> None:
    make(account, "copy", timestamp=NOON - timedelta(days=1))
    make(account, "copy", timestamp=NOON + timedelta(days=1))
    make(new_account("mallory"), "copy")
    assert told(account).events == 0


@pytest.mark.parametrize("many", [1, 30])
def test_five_queries_however_many_events(account: User, many: int, django_assert_num_queries: Any) -> None:
    for number in range(many):
        make(account, "menu_click", name=f"item {number}")
        make(account, "page_visit", page=f"/p{number}")
    with django_assert_num_queries(5):
        found = told(account)
    assert len(found.actions) == len(found.pages) == min(many, MOST_ROWS)
