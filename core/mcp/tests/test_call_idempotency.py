"""A call under a key has its effect once, also when two come at the same time, and a failure is not stored."""

import threading
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import User
from django.db import connections

from core.mcp.call_idempotency import call_once
from core.mcp.caller import Caller
from core.mcp.exceptions import CallAlreadyDone, CallKeyReused, InvalidCallKey
from core.mcp.tool_output import Output, ToolAnswer
from core.rest.models import IdempotencyRecord


class Done(Output):
    count: int


def done(count: int = 1) -> ToolAnswer:
    return ToolAnswer(f"done {count}", Done(count=count))


def caller_of(account: User) -> Caller:
    return Caller(account, SimpleNamespace(pk=7), frozenset())


@pytest.mark.django_db
def test_the_second_call_gets_the_first_answer() -> None:
    caller, calls = caller_of(User.objects.create(username="ann")), []

    def call() -> ToolAnswer:
        calls.append(1)
        return done(len(calls))

    assert call_once(caller, None, 1, call, Done) == done(1)
    assert call_once(caller, "k", {"a": 1, "b": 2}, call, Done) == done(2)
    again = call_once(caller, "k", {"b": 2, "a": 1}, call, Done)
    assert again == ToolAnswer("done 2 (already done under this key)", Done(count=2))
    with pytest.raises(CallKeyReused, match="To repeat that one give exactly what you gave then"):
        call_once(caller, "k", {"a": 2, "b": 2}, call, Done)
    assert len(calls) == 2
    for wrong in ("", " ", "é", "x" * 256):
        with pytest.raises(InvalidCallKey):
            call_once(caller, wrong, 1, call, Done)


@pytest.mark.django_db
@pytest.mark.parametrize("body", ['"done 1"', '{"text": "done 1", "data": {"number": 1}}'])
def test_what_an_older_release_answered_is_its_text(body: str) -> None:
    caller = caller_of(User.objects.create(username="ann"))
    call_once(caller, "k", 1, done, Done)
    IdempotencyRecord.objects.update(body=body)
    with pytest.raises(CallAlreadyDone) as caught:
        call_once(caller, "k", 1, done, Done)
    assert caught.value.message == "done 1 (already done under this key)"


@pytest.mark.django_db
def test_a_failure_is_not_stored() -> None:
    caller = caller_of(User.objects.create(username="ann"))
    with pytest.raises(ZeroDivisionError):
        call_once(caller, "k", 1, lambda: done(1 // 0), Done)
    assert not IdempotencyRecord.objects.exists()
    assert call_once(caller, "k", 2, done, Done) == done()


@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_acts() -> None:
    caller = caller_of(User.objects.create(username="ann"))
    both, calls, answers = threading.Barrier(2), [], []

    def act() -> ToolAnswer:
        calls.append(1)
        return done()

    def run() -> None:
        both.wait(10)
        answers.append(call_once(caller, "k", 1, act, Done).text)
        connections.close_all()

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert len(calls) == 1
    assert sorted(answers) == ["done 1", "done 1 (already done under this key)"]
