"""Authentication: a session at this site, a grant from its app's origin, and a key for public operations alone."""

import time
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core import signing
from django.utils import timezone
from pytest_django import Settings

from assistant.api import caller_authentication
from assistant.models import App, Connection
from assistant.services.connection_grants import LIFE
from assistant.services.manage_apps import delete_app, end_connections
from assistant.tests.api_pages import Page, app_of, connected, connected_in, signed_in
from inbox.services import create_agent, issue_token
from stones.models import LedgerEntry, Stone
from stones.services import StoneDraft, store_stone

PATH = "level"


@pytest.fixture
def stone(account: User) -> Stone:
    return store_stone(account=account, draft=StoneDraft(content="The server listens on port 7892.")).stone


@pytest.fixture
def body(stone: Stone) -> dict[str, Any]:
    return {"border_hash": stone.content.border_hash, "level": 0}


def refused(response: Any) -> tuple[int, str]:
    assert response["Content-Type"] == "application/problem+json"
    assert not LedgerEntry.objects.exists()
    return response.status_code, response.json()["code"]


def test_a_signed_in_person_at_a_page_of_this_site(own: Page, body: dict[str, Any]) -> None:
    assert own.post(PATH, body).status_code == 200


def test_a_page_that_the_person_connected(embedded: Page, body: dict[str, Any]) -> None:
    assert embedded.post(PATH, body).status_code == 200
    assert LedgerEntry.objects.get().reader.name == "person ann"


def test_a_key_beside_the_grant_changes_nothing(embedded: Page, app: App, body: dict[str, Any]) -> None:
    embedded.key = app.key
    assert embedded.post(PATH, body).status_code == 200


def test_nobody(body: dict[str, Any]) -> None:
    response = Page().post(PATH, body)
    assert refused(response) == (401, "not_signed_in")
    assert response["WWW-Authenticate"] == 'Bearer realm="qastone"'


def test_an_agents_token_is_no_grant(account: User, body: dict[str, Any]) -> None:
    token = issue_token(agent=create_agent(account=account, name="koda")).text
    page = Page(headers={"Authorization": f"Bearer {token}"})
    response = page.post(PATH, body)
    assert refused(response) == (401, "grant_refused")
    assert "This is an agent's token" in response.json()["detail"]
    assert "run out" not in response.json()["detail"]


def test_a_session_without_the_csrf_token(account: User, body: dict[str, Any]) -> None:
    response = signed_in(account, enforce_csrf=True).post(PATH, body)
    assert refused(response) == (403, "permission_denied")
    assert "CSRF" in response.json()["detail"]


def test_a_session_with_the_csrf_token(account: User, body: dict[str, Any]) -> None:
    page = signed_in(account, enforce_csrf=True)
    page.client.cookies["csrftoken"] = "a" * 32
    page.headers = {"X-CSRFToken": "a" * 32}
    assert page.post(PATH, body).status_code == 200


def test_a_session_from_a_page_of_another_origin_is_none(own: Page, app: App, body: dict[str, Any]) -> None:
    own.headers = {"Origin": app.origin}
    assert refused(own.post(PATH, body)) == (401, "not_signed_in")
    own.key = app.key
    assert refused(own.post(PATH, body)) == (403, "not_connected")


def test_this_sites_own_origin(own: Page, body: dict[str, Any]) -> None:
    own.headers = {"Origin": "http://testserver"}
    assert own.post(PATH, body).status_code == 200


@pytest.mark.parametrize(
    "origin", ["null", "http://notes.example.org", "https://notes.example.org.evil.org", "é", ""]
)
def test_a_grant_from_another_origin(embedded: Page, origin: str, body: dict[str, Any]) -> None:
    embedded.headers["Origin"] = origin.encode().decode("latin-1")
    assert refused(embedded.post(PATH, body)) == (401, "grant_refused")


def test_a_grant_from_the_origin_of_another_app(account: User, embedded: Page, body: dict[str, Any]) -> None:
    embedded.headers["Origin"] = app_of(account, name="wiki", origin="https://wiki.example.org").origin
    assert refused(embedded.post(PATH, body)) == (401, "grant_refused")


@pytest.mark.parametrize("place", [0, 20, -1])
def test_an_altered_grant(embedded: Page, place: int, body: dict[str, Any]) -> None:
    grant = embedded.headers["Authorization"].removeprefix("Bearer ")
    letters = list(grant)
    letters[place] = "A" if letters[place] != "A" else "B"
    embedded.headers["Authorization"] = f"Bearer {''.join(letters)}"
    assert refused(embedded.post(PATH, body)) == (401, "grant_refused")


def test_a_word_signed_for_something_else(embedded: Page, body: dict[str, Any]) -> None:
    embedded.headers["Authorization"] = f"Bearer {signing.TimestampSigner(sep='.').sign_object({'app': 1})}"
    assert refused(embedded.post(PATH, body)) == (401, "grant_refused")


@pytest.mark.parametrize(("seconds", "status"), [(-5, 200), (5, 401)], ids=["before", "after"])
def test_a_grant_lasts_twelve_hours(
    embedded: Page, seconds: int, status: int, body: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    then = time.time() + LIFE.total_seconds() + seconds
    monkeypatch.setattr("django.core.signing.time.time", lambda: then)
    assert embedded.post(PATH, body).status_code == status


def test_a_deleted_app(account: User, app: App, embedded: Page, visited: Page, body: dict[str, Any]) -> None:
    delete_app(account=account, app_id=app.pk)
    assert refused(embedded.post(PATH, body)) == (401, "grant_refused")
    assert refused(visited.post(PATH, body)) == (401, "unknown_key")
    # Nor does a new app of the same name and origin revive it.
    app_of(account)
    assert refused(embedded.post(PATH, body)) == (401, "grant_refused")


def test_ended_connections(account: User, app: App, embedded: Page, body: dict[str, Any]) -> None:
    another = connected(app)  # of another browser
    wiki = connected(app_of(account, name="wiki", origin="https://wiki.example.org"))
    end_connections(account=account, app_id=app.pk)
    assert [refused(page.post(PATH, body)) for page in (embedded, another)] == [(401, "grant_refused")] * 2
    # What was under way with the app as it was before is ended, too; a new approval holds.
    assert refused(connected(app).post(PATH, body)) == (401, "grant_refused")
    app.refresh_from_db()
    assert connected(app).post(PATH, body).status_code == 200
    assert wiki.post(PATH, body).status_code == 200


def test_the_key_stays_valid_when_connections_are_ended(app: App, visited: Page) -> None:
    end_connections(account=app.account, app_id=app.pk)
    assert visited.post("events", {"events": []}).status_code == 202


def test_a_changed_password(account: User, embedded: Page, body: dict[str, Any]) -> None:
    account.set_password("another horse 9")
    account.save()
    assert refused(embedded.post(PATH, body)) == (401, "grant_refused")


def test_it_ends_with_the_session_that_gave_it(account: User, app: App, body: dict[str, Any]) -> None:
    here, elsewhere = signed_in(account), signed_in(account)
    page, another = connected_in(here, app), connected_in(elsewhere, app)
    assert page.post("level", body).status_code == 200
    assert here.client.post("/sign-out").status_code == 302
    assert page.post(PATH, body).json()["code"] == "grant_refused"
    assert another.post(PATH, body).status_code == 200


def test_a_session_that_has_run_out(own: Page, app: App, body: dict[str, Any]) -> None:
    page = connected_in(own, app)
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert refused(page.post(PATH, body)) == (401, "grant_refused")


def test_approvals_do_not_pile_up(own: Page, app: App) -> None:
    connected_in(own, app)
    Connection.objects.update(created=timezone.now() - LIFE - timedelta(seconds=1))
    connected_in(own, app)
    assert Connection.objects.count() == 1


def test_an_inactive_account(
    account: User, own: Page, embedded: Page, visited: Page, body: dict[str, Any]
) -> None:
    account.is_active = False
    account.save()
    assert refused(own.post(PATH, body)) == (401, "not_signed_in")
    assert refused(embedded.post(PATH, body)) == (401, "grant_refused")
    assert refused(visited.post(PATH, body)) == (401, "unknown_key")


def test_another_accounts_stone_is_not_there(other: User, body: dict[str, Any]) -> None:
    theirs = [signed_in(other), connected(app_of(other))]
    assert [refused(page.post(PATH, body)) for page in theirs] == [(404, "stone_not_found")] * 2


def test_the_key_alone_opens_nothing_of_a_persons(visited: Page, body: dict[str, Any]) -> None:
    response = visited.post(PATH, body)
    assert refused(response) == (403, "not_connected")
    assert "/assistant/connect" in response.json()["detail"]


def test_a_foreign_key(other: User, visited: Page, body: dict[str, Any]) -> None:
    visited.key = app_of(other, origin="https://evil.example").key
    assert refused(visited.post(PATH, body)) == (401, "unknown_key")


@pytest.mark.parametrize("key", ["qaw_unknown", "é\x00", "x" * 5000], ids=["unknown", "no text", "long"])
def test_a_key_that_there_is_not(visited: Page, key: str, body: dict[str, Any]) -> None:
    visited.key = quote(key)
    assert refused(visited.post(PATH, body)) == (401, "unknown_key")


def test_a_parameter_that_there_is_not(own: Page, body: dict[str, Any]) -> None:
    response = own.client.post("/assistant/api/level?level=1", body, content_type="application/json")
    assert refused(response) == (400, "invalid")


def test_an_address_that_there_is_not(own: Page) -> None:
    assert refused(own.get("/assistant/api/nothing")) == (404, "not_found")


def test_use_is_noted_once_an_hour(app: App, embedded: Page, body: dict[str, Any]) -> None:
    now = timezone.now()
    for ago, is_noted in [(59, False), (61, True)]:
        before = now - timedelta(minutes=ago)
        App.objects.update(last_used=before)
        embedded.post(PATH, body)
        app.refresh_from_db()
        assert (app.last_used != before) == is_noted


@pytest.mark.usefixtures("noon")
def test_a_persons_calls_are_counted_wherever_they_come_from(
    app: App, own: Page, settings: Settings, body: dict[str, Any]
) -> None:
    settings.API_CALLS_PER_MINUTE = 2
    page = connected(app)
    assert [page.post(PATH, body).status_code, own.post(PATH, body).status_code] == [200, 200]
    for each in (page, own):
        response = each.post(PATH, body)
        assert (response.status_code, response["Retry-After"]) == (429, "40")


@pytest.mark.usefixtures("noon")
def test_a_key_has_a_limit_of_its_own(visited: Page, own: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caller_authentication, "KEY_CALLS_PER_MINUTE", 2)
    answers = [visited.post("events", {"events": []}) for _ in range(3)]
    assert [answer.status_code == 429 for answer in answers] == [False, False, True]
    assert own.post("events", {"events": []}).status_code != 429
