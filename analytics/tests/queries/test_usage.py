"""Events, counted."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from analytics.models import Event
from analytics.queries import MAX_ROWS, UsageFigures, usage
from analytics.sums import AssistantUse, NamedCount, PageUse, ReceivedStones
from analytics.tests.ledger_entries import NOON
from stones.tests.factories import new_account

pytestmark = pytest.mark.django_db
DAY = NOON.date()


def make(account: User, type: str, **fields: Any) -> Event:
    usual = {"session_id": "s1", "timestamp": NOON, "app": "qastone", "event_id": f"e{Event.objects.count()}"}
    return Event.objects.create(account=account, type=type, **usual | fields)


def usage_of(account: User) -> UsageFigures:
    return usage(account, DAY, DAY)


def test_nothing(account: User) -> None:
    assert usage_of(account) == UsageFigures(DAY, DAY, 0, (), (), (), (), AssistantUse(0, 0, 0, 0, 0, 0, 0))


def test_actions_and_shortcuts_the_most_used_first(account: User) -> None:
    for name in ("save-note", "copy-as-stone", "copy-as-stone", "ask-brain"):
        make(account, "menu_click", name=name)
    make(account, "custom", name="exported")
    make(account, "custom", name="menu-open:selection")
    for name in ("g i", "ctrl+/", "ctrl+/"):
        make(account, "shortcut", name=name)
    assert usage_of(account).actions == (
        NamedCount("copy-as-stone", 2),
        NamedCount("ask-brain", 1),
        NamedCount("exported", 1),
        NamedCount("save-note", 1),
    )
    assert usage_of(account).shortcuts == (NamedCount("ctrl+/", 2), NamedCount("g i", 1))


def test_pages_with_the_median_of_their_times(account: User) -> None:
    for number, milliseconds in enumerate((900, 100, 40_000)):
        make(account, "page_visit", page="/stones/")
        make(account, "page_exit", page="/stones/", duration_ms=milliseconds + number)
    make(account, "page_visit", page="/stones/", app="notes")
    make(account, "copy", page="/elsewhere")
    assert usage_of(account).pages == (
        PageUse("qastone", "/stones/", 3, 900),
        PageUse("notes", "/stones/", 1, None),
    )


def test_what_the_assistant_did(account: User) -> None:
    make(account, "qastone_received", glow_channel="task", tokens=50, saved_tokens=900)
    make(account, "qastone_received", glow_channel="task")
    make(account, "qastone_received", glow_channel="data", tokens=60)
    make(account, "lod_loaded", level=1, tokens=95, saved_tokens=5)
    for type in ("helper_spawned", "copy", "paste", "paste"):
        make(account, type)
    found = usage_of(account)
    assert found.received == (ReceivedStones("task", 2, 50), ReceivedStones("data", 1, 60))
    assert found.assistant == AssistantUse(3, 1, 95, 905, 1, 1, 2)
    assert found.events == 8


def test_of_that_time_and_account_alone(account: User) -> None:
    make(account, "copy", timestamp=NOON - timedelta(days=1))
    make(account, "copy", timestamp=NOON + timedelta(days=1))
    make(new_account("mallory"), "copy")
    assert usage_of(account).events == 0


@pytest.mark.parametrize("many", [1, 30])
def test_five_queries_however_many_events(account: User, many: int, django_assert_num_queries: Any) -> None:
    for number in range(many):
        make(account, "menu_click", name=f"item {number}")
        make(account, "page_visit", page=f"/p{number}")
    with django_assert_num_queries(5):
        found = usage_of(account)
    assert len(found.actions) == len(found.pages) == min(many, MAX_ROWS)
