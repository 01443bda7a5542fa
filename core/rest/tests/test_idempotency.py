"""`Idempotency-Key`: an effect once, and its answer again. The effect here is a row of its own."""

import threading
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from celery import current_app
from django.conf import settings
from django.contrib.auth.models import Group
from django.db import OperationalError, close_old_connections, connections
from django.urls import path
from django.utils import timezone
from pytest_django import Settings
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIClient

from core.db.purge_rows import BATCH
from core.rest import tasks
from core.rest.exceptions import ProductError
from core.rest.idempotency import REPLAYED_HEADER, RETENTION, idempotent
from core.rest.models import IdempotencyRecord
from core.rest.tests.access_assertions import Personas
from core.rest.views import RestView

URL, OTHER_URL = "/groups", "/other-groups"


class ProbeError(ProductError):
    code = "probe"


class GroupsView(RestView):
    """Creates a group with a unique name; `fail` says how it ends after that."""

    required_scopes = {"POST": "inbox:send"}
    entered = threading.Event()
    may_go_on = threading.Event()

    @idempotent
    def post(self, request: Request) -> Response:
        group = Group.objects.create(name=str(uuid4()))
        self.entered.set()
        data: Any = request.data
        if data.get("slow"):
            assert self.may_go_on.wait(10)
        match data.get("fail"):
            case "raise":
                raise ProbeError("As asked.")
            case "return":
                return Response({"code": "probe"}, status=409)
            case "database":
                raise OperationalError("gone")
            case "empty":
                return Response(status=204)
        body = {"zeta": group.name, "a": [1.5, None, "é\x00"]}
        return Response(body, status=201, headers={"Location": f"/groups/{group.name}"})


urlpatterns = [path("groups", GroupsView.as_view()), path("other-groups", GroupsView.as_view())]


@pytest.fixture(autouse=True)
def _addresses(settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__
    GroupsView.entered.clear()
    GroupsView.may_go_on.clear()


def send(client: APIClient, key: str | None = "k-1", url: str = URL, **body: Any) -> Any:
    headers = None if key is None else {"Idempotency-Key": key}
    return client.post(url, body, "json", headers=headers)


def test_the_same_call_again_is_answered_alike_and_does_nothing(personas: Personas) -> None:
    first, again, third = (send(personas.owner, subject="x") for _ in range(3))
    assert (first.status_code, again.status_code, third.status_code) == (201, 201, 201)
    assert first.content == again.content == third.content
    assert first["Location"] == again["Location"]
    assert (first.has_header(REPLAYED_HEADER), again[REPLAYED_HEADER], third[REPLAYED_HEADER]) == (
        False,
        "true",
        "true",
    )
    assert Group.objects.count() == 1


def test_without_a_key_each_call_counts(personas: Personas) -> None:
    bodies = [send(personas.owner, None).content for _ in range(2)]
    assert bodies[0] != bodies[1]
    assert (Group.objects.count(), IdempotencyRecord.objects.count()) == (2, 0)


def test_another_key_is_another_call(personas: Personas) -> None:
    assert send(personas.owner, "a").content != send(personas.owner, "b").content
    assert Group.objects.count() == 2


def test_keys_differ_in_case(personas: Personas) -> None:
    send(personas.owner, "a")
    assert not send(personas.owner, "A").has_header(REPLAYED_HEADER)


def test_another_body_under_the_key_is_refused(personas: Personas) -> None:
    send(personas.owner, subject="x")
    response = send(personas.owner, subject="y")
    assert (response.status_code, response.json()["code"]) == (422, "idempotency_key_reused")
    assert "choose a new key" in response.json()["detail"]
    assert Group.objects.count() == 1


@pytest.mark.parametrize("url", [OTHER_URL, f"{URL}?wait=1"])
def test_another_address_under_the_key_is_refused(personas: Personas, url: str) -> None:
    send(personas.owner)
    response = send(personas.owner, url=url)
    assert (response.status_code, response.json()["code"]) == (422, "idempotency_key_reused")
    assert Group.objects.count() == 1


@pytest.mark.parametrize(
    ("body", "same"),
    [
        ('{"a":1,"b":{"c":2,"d":[]}}', True),
        ('{ "b" : {"d": [], "c": 2}, "a": 1 }', True),
        ('{"a":"\\u0031","b":{"c":2,"d":[]}}', False),
        ('{"a":1.0,"b":{"c":2,"d":[]}}', False),
        ('{"a":true,"b":{"c":2,"d":[]}}', False),
        ('{"a":1,"b":{"c":2,"d":[]},"e":null}', False),
    ],
)
def test_equal_bodies_may_differ_in_spelling(personas: Personas, body: str, same: bool) -> None:
    send(personas.owner, a=1, b={"c": 2, "d": []})
    response = personas.owner.generic("POST", URL, body, "application/json", HTTP_IDEMPOTENCY_KEY="k-1")
    assert response.status_code == (201 if same else 422)


def test_another_agent_may_choose_the_same_key(personas: Personas) -> None:
    callers = (personas.owner, personas.stranger, personas.colleague("mira"))
    answers = [send(client) for client in callers]
    assert len({answer.content for answer in answers}) == 3
    assert Group.objects.count() == 3


def test_another_token_of_the_agent_is_the_same_caller(personas: Personas) -> None:
    first = send(personas.owner)
    again = send(personas.with_scopes(["inbox:send"]))
    assert (again.content, again[REPLAYED_HEADER]) == (first.content, "true")


def test_a_caller_that_lost_the_scope_gets_no_stored_answer(personas: Personas) -> None:
    send(personas.owner)
    assert send(personas.with_scopes(["inbox:read"])).status_code == 403


@pytest.mark.parametrize(("fail", "status"), [("raise", 400), ("return", 409), ("database", 503)])
def test_errors_are_not_stored_and_leave_nothing(personas: Personas, fail: str, status: int) -> None:
    personas.owner.raise_request_exception = False
    assert [send(personas.owner, fail=fail).status_code for _ in range(2)] == [status, status]
    assert (Group.objects.count(), IdempotencyRecord.objects.count()) == (0, 0)
    # The key is still free, for the call as it should have been, too.
    assert send(personas.owner).status_code == 201


def test_an_unreadable_body_is_not_stored(personas: Personas) -> None:
    for body, status in (("{", 400), ("[" * 100_000, 400)):
        response = personas.owner.generic("POST", URL, body, "application/json", HTTP_IDEMPOTENCY_KEY="k-1")
        assert response.status_code == status
    assert personas.owner.generic("POST", URL, "x", "text/plain", HTTP_IDEMPOTENCY_KEY="k").status_code == 415
    assert not IdempotencyRecord.objects.exists()


def test_deep_bodies_end_in_an_answer(personas: Personas) -> None:
    for depth in range(100, 1000, 50):
        body = '{"a":' + "[" * depth + "]" * depth + "}"
        response = personas.owner.generic(
            "POST", URL, body, "application/json", HTTP_IDEMPOTENCY_KEY=f"k{depth}"
        )
        assert response.status_code in (201, 400), depth


def test_an_answer_without_a_body(personas: Personas) -> None:
    answers = [send(personas.owner, fail="empty") for _ in range(2)]
    assert [(answer.status_code, answer.content) for answer in answers] == [(204, b""), (204, b"")]
    assert answers[1][REPLAYED_HEADER] == "true"


@pytest.mark.parametrize("key", ["", " ", "a b", "a\tb", "é", "a" * 256, "\x7f"])
def test_malformed_keys(personas: Personas, key: str) -> None:
    response = send(personas.owner, key)
    assert (response.status_code, response.json()["code"]) == (400, "invalid_idempotency_key")
    assert "a UUID will do" in response.json()["detail"]
    assert not Group.objects.exists()


@pytest.mark.parametrize("key", ["!", "~" * 255, '"quoted"', "a,b;c=d", "';DROP/**/TABLE--"])
def test_keys_of_any_visible_characters(personas: Personas, key: str) -> None:
    assert [send(personas.owner, key).status_code for _ in range(2)] == [201, 201]
    assert Group.objects.count() == 1


def test_answers_are_stored_for_seven_days(personas: Personas) -> None:
    send(personas.owner, "old")
    send(personas.owner, "young")
    now = timezone.now()
    IdempotencyRecord.objects.filter(key="old").update(created=now - RETENTION - timedelta(minutes=1))
    IdempotencyRecord.objects.filter(key="young").update(created=now - RETENTION + timedelta(minutes=1))
    assert send(personas.owner, "young")[REPLAYED_HEADER] == "true"
    assert tasks.purge() == 1
    assert IdempotencyRecord.objects.get().key == "young"
    # Forgotten: a call of its own again.
    assert not send(personas.owner, "old").has_header(REPLAYED_HEADER)
    assert Group.objects.count() == 3


def test_purging_goes_on_until_nothing_old_is_left(personas: Personas) -> None:
    old = timezone.now() - RETENTION * 2
    IdempotencyRecord.objects.bulk_create(
        IdempotencyRecord(account=personas.account, caller="1", key=str(number), created=old)
        for number in range(BATCH + 1)
    )
    assert (tasks.purge(), tasks.purge()) == (BATCH + 1, 0)


def test_purging_is_scheduled() -> None:
    assert tasks.purge.name in {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert tasks.purge.name in current_app.tasks


def at_once(*calls: Any) -> list[Any]:
    """Run each in a thread of its own, with a connection of its own; their answers in order."""
    answers: list[Any] = [None] * len(calls)

    def run(number: int) -> None:
        try:
            answers[number] = calls[number]()
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    close_old_connections()
    return answers


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_one_has_the_effect(personas: Personas) -> None:
    answers = at_once(*[lambda: send(personas.owner)] * 6)
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert sorted(answer.has_header(REPLAYED_HEADER) for answer in answers) == [False] + [True] * 5
    assert Group.objects.count() == 1


def second_while_first_is_under_way(
    first: dict[str, Any], second: dict[str, Any], client: APIClient
) -> list[Any]:
    def call_second() -> Any:
        assert GroupsView.entered.wait(10)
        going_on = threading.Timer(0.3, GroupsView.may_go_on.set)
        going_on.start()
        answer = send(client, slow=True, **second)
        going_on.join()
        return answer

    return at_once(lambda: send(client, slow=True, **first), call_second)


@pytest.mark.django_db(transaction=True)
def test_a_second_call_waits_for_the_first(personas: Personas) -> None:
    first, second = second_while_first_is_under_way({}, {}, personas.owner)
    assert (first.status_code, second.status_code, second[REPLAYED_HEADER]) == (201, 201, "true")
    assert (first.content, Group.objects.count()) == (second.content, 1)


@pytest.mark.django_db(transaction=True)
def test_a_second_call_with_another_body_is_refused_once_the_first_is_done(personas: Personas) -> None:
    first, second = second_while_first_is_under_way({}, {"subject": "y"}, personas.owner)
    assert (first.status_code, second.status_code) == (201, 422)
    assert Group.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_second_call_takes_over_when_the_first_is_undone(personas: Personas) -> None:
    failed, done = second_while_first_is_under_way({"fail": "raise"}, {}, personas.owner)
    assert (failed.status_code, done.status_code) == (400, 201)
    assert not done.has_header(REPLAYED_HEADER)
    assert (Group.objects.count(), IdempotencyRecord.objects.count()) == (1, 1)
