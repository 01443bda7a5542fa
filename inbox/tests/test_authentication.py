"""Bearer tokens at the door. Each operation's own tests try all that are refused; here is what a valid one does."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import RequestFactory
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from inbox.authentication import LAST_USE_STEP, AgentTokenAuthentication, find_token
from inbox.models import AgentToken
from inbox.services import NewToken, create_agent, issue_token, revoke_token


@pytest.fixture
def token(db: None) -> NewToken:
    return issue_token(agent=create_agent(account=User.objects.create(username="ann"), name="koda"))


def authenticate(header: str | None) -> tuple[User, AgentToken] | None:
    headers = {} if header is None else {"HTTP_AUTHORIZATION": header}
    return AgentTokenAuthentication().authenticate(Request(RequestFactory().get("/", **headers)))  # type: ignore[arg-type]


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_the_account_and_the_token(token: NewToken, scheme: str) -> None:
    assert authenticate(f"{scheme} {token.text}") == (token.row.account, token.row)


@pytest.mark.parametrize("header", [None, "", "Basic YTpi", "Token x"])
def test_other_schemes_are_not_ours(token: NewToken, header: str | None) -> None:
    assert authenticate(header) is None


@pytest.mark.parametrize(
    "text", ["", "qas_", "x", "qas_" + "0" * 36, "Bearer", "\x00", "é" * 40, "q" * 100_000]
)
def test_unknown_tokens(token: NewToken, text: str) -> None:
    with pytest.raises(AuthenticationFailed):
        find_token(text)


def test_a_prefix_or_the_stored_hash_opens_nothing(token: NewToken) -> None:
    for text in (token.text[:-1], token.text + "0", token.row.sha256, token.text.lower(), token.text.upper()):
        with pytest.raises(AuthenticationFailed):
            find_token(text)


def test_every_refusal_reads_the_same(token: NewToken) -> None:
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
    AgentToken.objects.all().delete()
    assert {expired, revoked, deactivated, refusal()} == {expired}


def test_revoking_closes_at_once_and_for_good(token: NewToken) -> None:
    assert revoke_token(token=token.row)
    with pytest.raises(AuthenticationFailed):
        find_token(token.text)
    revoked = AgentToken.objects.get().revoked
    assert not revoke_token(token=token.row)
    assert AgentToken.objects.get().revoked == revoked


def test_the_last_use_is_written_once_a_minute(
    token: NewToken, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2):
        find_token(token.text)
    with django_assert_num_queries(1):
        find_token(token.text)
    AgentToken.objects.update(last_used=timezone.now() - LAST_USE_STEP - timedelta(seconds=1))
    with django_assert_num_queries(2):
        find_token(token.text)
