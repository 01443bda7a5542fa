"""Concurrent calls: a token is rotated once, a name is given once in whatever case, a site agent is made once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import TypeVar

import pytest
from django.contrib.auth.models import User
from django.db import connection

from inbox.exceptions import AgentNameTaken, TokenNotValid
from inbox.models import Agent, AgentKind, AgentToken
from inbox.services import create_agent, issue_token, rotate_token, site_agent

pytestmark = pytest.mark.django_db(transaction=True)
CALLERS = 4
T = TypeVar("T")


def at_once(call: Callable[[], T]) -> list[T]:
    """Call it from several threads, each with a connection of its own."""
    barrier = Barrier(CALLERS)

    def run() -> T:
        try:
            connection.ensure_connection()
            barrier.wait(timeout=30)
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(CALLERS) as pool:
        return [each.result() for each in [pool.submit(run) for _ in range(CALLERS)]]


def test_a_token_is_replaced_once() -> None:
    account = User.objects.create(username="ann")
    token = issue_token(agent=create_agent(account=account, name="koda")).row

    def rotate() -> str:
        try:
            return rotate_token(token=token, overlap=timedelta(hours=1)).row.last4
        except TokenNotValid:
            return ""

    made = [last4 for last4 in at_once(rotate) if last4]
    token.refresh_from_db()
    assert token.replaced_by is not None
    assert made == [token.replaced_by.last4]
    assert AgentToken.objects.count() == 2


def test_of_names_that_differ_by_case_one_is_given() -> None:
    account = User.objects.create(username="ann")
    names = iter(["Codex", "codex", "CODEX", "cOdex"])

    def make() -> str:
        try:
            return create_agent(account=account, name=next(names)).name
        except AgentNameTaken:
            return ""

    made = [name for name in at_once(make) if name]
    assert made == [Agent.objects.get().name]


def test_an_agent_of_the_site_has_a_name_that_differs_by_more_than_case() -> None:
    account = User.objects.create(username="ann")
    create_agent(account=account, name="Ann")
    assert site_agent(account, AgentKind.PERSON).name == "ann-2"


@pytest.mark.parametrize("kind", [AgentKind.PERSON, AgentKind.HELPER])
def test_an_agent_of_the_site_is_made_once(kind: AgentKind) -> None:
    account = User.objects.create(username="ann")
    made = at_once(lambda: site_agent(account, kind).pk)
    assert made == [Agent.objects.get().pk] * CALLERS
