"""Bearer tokens. The tests of each operation try invalid ones; these try what a valid one does."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from inbox.authentication import AgentTokenAuthentication, authenticate_token, find_token
from inbox.models import Agent, AgentToken
from inbox.services import IssuedToken, close_agent, create_agent, issue_token, revoke_token, rotate_token
from inbox.services.issue_tokens import LAST_USE_STEP


@pytest.fixture
def token(db: None) -> IssuedToken:
    return issue_token(agent=create_agent(account=User.objects.create(username="ann"), name="koda"))


def call(text: str, **fields: str) -> AgentToken:
    return authenticate_token(
        text, **({"address": "192.0.2.7", "client": "curl/8", "call": "GET /x"} | fields)
    )


def authenticate(header: str | None) -> tuple[User, AgentToken] | None:
    headers = {} if header is None else {"HTTP_AUTHORIZATION": header}
    return AgentTokenAuthentication().authenticate(Request(RequestFactory().get("/", **headers)))  # type: ignore[arg-type]


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_the_account_and_the_token(token: IssuedToken, scheme: str) -> None:
    assert authenticate(f"{scheme} {token.text}") == (token.row.account, token.row)


@pytest.mark.parametrize("header", [None, "", "Basic YTpi", "Token x"])
def test_other_schemes_are_not_ours(token: IssuedToken, header: str | None) -> None:
    assert authenticate(header) is None


@pytest.mark.parametrize(
    "text", ["", "qas_", "x", "qas_" + "0" * 36, "Bearer", "\x00", "é" * 40, "\ud800", "q" * 100_000]
)
def test_unknown_tokens(token: IssuedToken, text: str) -> None:
    with pytest.raises(AuthenticationFailed):
        find_token(text)


def test_a_prefix_or_the_stored_hash_opens_nothing(token: IssuedToken) -> None:
    for text in (token.text[:-1], token.text + "0", token.row.sha256, token.text.lower(), token.text.upper()):
        with pytest.raises(AuthenticationFailed):
            find_token(text)


@pytest.mark.parametrize("header", [None, "Bearer qas_x"])
def test_a_refusal_speaks_to_a_client_elsewhere(db: None, client: Client, header: str | None) -> None:
    answer = client.get("/api/stones", headers={"Authorization": header} if header else {})
    assert answer.status_code == 401
    detail = answer.json()["detail"]
    assert "on the page Agents" in detail
    assert "manage.py" not in detail


def test_every_refusal_reads_the_same(token: IssuedToken) -> None:
    def refusal() -> str:
        with pytest.raises(AuthenticationFailed) as raised:
            find_token(token.text)
        return str(raised.value.detail)

    AgentToken.objects.update(expires=timezone.now())
    expired = refusal()
    AgentToken.objects.update(expires=None, revoked=timezone.now())
    revoked = refusal()
    AgentToken.objects.update(revoked=None)
    User.objects.update(is_active=False)
    deactivated = refusal()
    User.objects.update(is_active=True)
    Agent.objects.update(closed=timezone.now())
    closed = refusal()
    AgentToken.objects.all().delete()
    assert {expired, revoked, deactivated, closed, refusal()} == {expired}


def test_revoking_closes_at_once_and_for_good(token: IssuedToken) -> None:
    assert revoke_token(token=token.row)
    with pytest.raises(AuthenticationFailed):
        find_token(token.text)
    revoked = AgentToken.objects.get().revoked
    assert not revoke_token(token=token.row)
    assert AgentToken.objects.get().revoked == revoked


def test_closing_its_agent_closes_it_at_once(token: IssuedToken) -> None:
    assert find_token(token.text) == token.row
    close_agent(agent=token.row.agent)
    with pytest.raises(AuthenticationFailed):
        find_token(token.text)


def test_both_open_while_one_takes_the_place_of_the_other(token: IssuedToken) -> None:
    second = rotate_token(token=token.row, overlap=timedelta(hours=1))
    assert find_token(token.text).agent == find_token(second.text).agent
    third = rotate_token(token=second.row, overlap=timedelta(0))
    with pytest.raises(AuthenticationFailed):
        find_token(second.text)
    assert find_token(third.text) == third.row


def test_a_call_costs_one_query_and_a_note_of_it_once_a_minute(
    token: IssuedToken, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    account = token.row.account
    with django_assert_num_queries(2):
        call(token.text)
    with django_assert_num_queries(1):
        assert call(token.text).agent.account == account
    AgentToken.objects.update(last_used=timezone.now() - LAST_USE_STEP - timedelta(seconds=1))
    with django_assert_num_queries(2):
        call(token.text)


def test_the_first_use_is_recorded_at_once(token: IssuedToken) -> None:
    called = call(token.text, address="2001:db8::1", client="Claude-Code/3 (linux)", call="POST /mcp")
    row = AgentToken.objects.get()
    stored = (row.last_used, row.last_address, row.last_client, row.last_call)
    assert stored == (called.last_used, "2001:db8::1", "Claude-Code/3 (linux)", "POST /mcp")
    assert row.last_used is not None
    assert timezone.now() - row.last_used < timedelta(seconds=30)


@pytest.mark.parametrize(
    ("fields", "stored"),
    [
        ({"address": "", "client": "", "call": ""}, (None, "", "")),
        (
            {"address": "unix:", "client": "a\x00b\ud800c\n" * 60, "call": "x" * 500},
            (None, "abc" * 40, "x" * 120),
        ),
        ({"address": "fe80::1%eth0", "client": "é"}, ("fe80::1", "é", "GET /x")),
    ],
)
def test_what_a_caller_says_of_itself_cannot_break_it(
    token: IssuedToken, fields: dict[str, str], stored: tuple[str | None, str, str]
) -> None:
    call(token.text, **fields)
    row = AgentToken.objects.get()
    assert (row.last_address, row.last_client, row.last_call) == stored


def test_rest_keeps_address_client_and_path(token: IssuedToken) -> None:
    headers = {"HTTP_AUTHORIZATION": f"Bearer {token.text}", "HTTP_USER_AGENT": "curl/8.5"}
    request = RequestFactory().get("/api/stones?q=secret", REMOTE_ADDR="192.0.2.9", **headers)  # type: ignore[arg-type]
    AgentTokenAuthentication().authenticate(Request(request))
    row = AgentToken.objects.get()
    assert (row.last_address, row.last_client, row.last_call) == ("192.0.2.9", "curl/8.5", "GET /api/stones")
