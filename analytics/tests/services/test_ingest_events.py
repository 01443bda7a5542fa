"""Storing and purging events."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone

from analytics.exceptions import InvalidEvents
from analytics.models import Event
from analytics.services import IngestResult, ingest, purge_events
from analytics.tests.ledger_entries import NOON, event
from stones.tests.factories import new_account

pytestmark = pytest.mark.django_db
FULL: dict[str, Any] = {
    "type": "lod_loaded",
    "page": "/stones/8f3a21c0?lod=1",
    "name": "",
    "glow_channel": "task",
    "stone_type": "handoff",
    "level": 1,
    "lod_count": 4,
    "tokens": 95,
    "saved_tokens": 1_800,
    "duration_ms": None,
}


def refused(account: User, *events: Any) -> InvalidEvents:
    with pytest.raises(InvalidEvents) as caught:
        ingest(account=account, app="notes", events=events)
    assert not Event.objects.exists()
    return caught.value


def now() -> str:
    return timezone.now().isoformat()


def test_all_fields_are_stored(account: User) -> None:
    sent = timezone.now() - timedelta(hours=1)
    result = ingest(account=account, app="notes", events=[event(1, **FULL | {"timestamp": sent.isoformat()})])
    assert result == IngestResult(1, 0)
    row = Event.objects.get()
    assert (row.account_id, row.event_id, row.session_id, row.timestamp) == (account.pk, "e1", "s1", sent)
    assert (row.type, row.app, row.page, row.name) == ("lod_loaded", "notes", "/stones/:id", "")
    assert (row.glow_channel, row.stone_type, row.level, row.lod_count) == ("task", "handoff", 1, 4)
    assert (row.tokens, row.saved_tokens, row.duration_ms) == (95, 1_800, None)


def test_an_event_that_is_sent_again_is_one_event(account: User) -> None:
    first = [event(1, timestamp=now()), event(2, timestamp=now())]
    assert ingest(account=account, app="notes", events=first) == IngestResult(2, 0)
    again = [event(2, name="something-else"), event(3), event(3)]
    assert ingest(account=account, app="notes", events=again) == IngestResult(1, 2)
    assert Event.objects.get(event_id="e2").name == "copy-as-stone"
    assert ingest(account=new_account("mallory"), app="notes", events=first) == IngestResult(2, 0)


def test_none_is_none(account: User) -> None:
    assert ingest(account=account, app="notes", events=[]) == IngestResult(0, 0)


@pytest.mark.parametrize(
    ("moved", "counted"),
    [
        pytest.param(timedelta(days=-30), timedelta(days=-7), id="offline for a month"),
        pytest.param(timedelta(days=-6), timedelta(days=-6), id="offline for six days"),
        pytest.param(timedelta(minutes=4), timedelta(minutes=4), id="a clock four minutes fast"),
        pytest.param(timedelta(days=400), timedelta(0), id="a clock a year fast"),
    ],
)
def test_a_wrong_clock_loses_nothing(account: User, moved: timedelta, counted: timedelta) -> None:
    before = timezone.now()
    ingest(account=account, app="notes", events=[event(timestamp=(before + moved).isoformat())])
    assert timedelta(0) <= Event.objects.get().timestamp - (before + counted) < timedelta(seconds=10)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        pytest.param({"content": "secret"}, "there is no field 'content'", id="unknown field"),
        pytest.param({"id": None}, "id is missing", id="no id"),
        pytest.param({"session_id": ""}, "session_id must be", id="empty session"),
        pytest.param({"id": "x" * 41}, "id must be", id="long id"),
        pytest.param({"type": "keylog"}, "type must be one of", id="unknown type"),
        pytest.param({"type": ["copy"]}, "type must be one of", id="type a list"),
        pytest.param({"timestamp": "2026-03-10T12:00:00"}, "timestamp must be", id="time without offset"),
        pytest.param({"timestamp": 1_770_000_000}, "timestamp must be", id="time a number"),
        pytest.param({"timestamp": "yesterday"}, "timestamp must be", id="time in words"),
        pytest.param({"name": "My secret, in words!"}, "name must be", id="a sentence"),
        pytest.param({"name": "x" * 65}, "name must be", id="long name"),
        pytest.param({"name": ""}, "menu_click needs name", id="click without name"),
        pytest.param({"type": "page_visit"}, "page_visit needs page", id="visit without page"),
        pytest.param(
            {"type": "page_exit", "page": "/"}, "page_exit needs duration_ms", id="exit without time"
        ),
        pytest.param({"page": "https://a.example/x"}, "page must be", id="page with host"),
        pytest.param({"page": "/a\x00"}, "page must be", id="page with NUL"),
        pytest.param({"duration_ms": -1}, "duration_ms must be", id="negative time"),
        pytest.param({"duration_ms": 86_400_001}, "duration_ms must be", id="more than a day"),
        pytest.param({"tokens": True}, "tokens must be", id="tokens a truth"),
        pytest.param({"tokens": 2**31}, "tokens must be", id="tokens too many"),
        pytest.param({"tokens": 1.5}, "tokens must be", id="tokens a fraction"),
        pytest.param({"level": 99}, "level must be", id="no such level"),
        pytest.param({"lod_count": 0}, "lod_count must be", id="no levels"),
        pytest.param({"glow_channel": "pink"}, "glow_channel must be", id="no such channel"),
        pytest.param({"stone_type": "pebble"}, "stone_type must be", id="no such kind of stone"),
    ],
)
def test_one_at_fault_refuses_all(account: User, fields: dict[str, Any], message: str) -> None:
    error = refused(account, event(1), event(2, **fields))
    assert message in error.message
    assert error.message.startswith("Event 1: ")
    assert error.message.endswith(" Nothing was stored.")
    assert (error.code, error.extra["index"]) == ("invalid_events", 1)


def test_what_is_no_object(account: User) -> None:
    assert refused(account, "copy").extra["index"] == 0


def test_too_many_or_too_large(account: User) -> None:
    assert "101 events are too many" in refused(account, *map(event, range(101))).message
    pages = "/" + "a" * 1_900
    assert "bytes" in refused(account, *(event(number, page=pages) for number in range(18))).message
    assert ingest(account=account, app="notes", events=list(map(event, range(100)))) == IngestResult(100, 0)


@pytest.mark.parametrize("app", ["", "x" * 65])
def test_an_app_without_a_name(account: User, app: str) -> None:
    with pytest.raises(InvalidEvents):
        ingest(account=account, app=app, events=[event()])


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/stones/8f3a21c0", "/stones/:id"),
        ("/agents/", "/agents/"),
        ("/agents/koda/", "/agents/:id/"),
        ("/no/such/page7", "/no/such/:id"),
        ("/", "/"),
    ],
)
def test_of_own_pages_the_route_is_stored(account: User, path: str, page: str) -> None:
    ingest(account=account, app="qastone", events=[event(type="page_visit", name="", page=path)])
    assert Event.objects.get().page == page


def test_events_are_purged_after_half_a_year(account: User) -> None:
    ingest(account=account, app="notes", events=[event(1), event(2)])
    old = timezone.now() - timedelta(days=settings.EVENT_DAYS, minutes=1)
    Event.objects.filter(event_id="e1").update(received=old)
    assert (purge_events(), purge_events()) == (1, 0)
    assert Event.objects.get().event_id == "e2"
    assert old > NOON
