"""Issuing, rotating and revoking tokens."""

import string
import zlib
from datetime import datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from core.rest.agent_tokens import new_token, token_sha256
from inbox.exceptions import AgentClosed, SiteAgentError, TokenNotValid, UnknownScope
from inbox.models import WITHOUT_TOKENS, AgentKind, AgentToken
from inbox.scopes import SCOPES
from inbox.services import (
    IssuedToken,
    close_agent,
    create_agent,
    issue_token,
    revoke_token,
    rotate_token,
    site_agent,
)


@pytest.fixture
def account(db: None) -> User:
    return User.objects.create(username="ann")


@pytest.fixture
def token(account: User) -> IssuedToken:
    agent = create_agent(account=account, name="koda")
    return issue_token(agent=agent, scopes=["stones:read", "inbox:read"], life=timedelta(days=30))


def about(moment: datetime | None, expected: datetime) -> bool:
    """Whether both are the same but for the time that the test took."""
    return moment is not None and abs(moment - expected) < timedelta(minutes=1)


ON_REQUEST = {"account:delete", "account:export", "clipboard:read", "clipboard:write"}


def test_default_scopes_and_life(account: User) -> None:
    token = issue_token(agent=create_agent(account=account, name="koda"))
    assert token.row.scopes == sorted(set(SCOPES) - ON_REQUEST)
    assert token.row.expires is not None
    assert timedelta(days=89) < token.row.expires - timezone.now() <= timedelta(days=90)
    assert token.row.account == account


def test_a_token_for_ever_with_few_scopes(account: User) -> None:
    agent = create_agent(account=account, name="koda")
    token = issue_token(agent=agent, scopes=["stones:read", "stones:read"], life=None)
    assert (token.row.scopes, token.row.expires) == (["stones:read"], None)


def test_unknown_scopes(account: User) -> None:
    agent = create_agent(account=account, name="koda")
    with pytest.raises(UnknownScope, match="'stones:burn'"):
        issue_token(agent=agent, scopes=["stones:read", "stones:burn"])
    with pytest.raises(IntegrityError, match="token_scopes_known"), transaction.atomic():
        AgentToken.objects.create(account=account, agent=agent, sha256="a" * 64, last4="aaaa", scopes=["x"])


def test_only_its_hash_is_stored(account: User) -> None:
    token = issue_token(agent=create_agent(account=account, name="koda"))
    row = AgentToken.objects.values().get()
    assert row["sha256"] == token_sha256(token.text)
    assert row["last4"] == token.text[-4:]
    assert not any(token.text in str(value) for value in row.values())
    assert token.text not in f"{token.row} {token.row!r}"


def test_a_token_ends_in_the_crc32_of_its_digits() -> None:
    digits = string.digits + string.ascii_uppercase + string.ascii_lowercase
    tokens = [new_token() for _ in range(3)]
    assert len(set(tokens)) == 3
    assert all(len(token) == 40 for token in tokens)
    for token in tokens:
        body, checksum = token[4:34], token[34:]
        number = sum(digits.index(digit) * 62**place for place, digit in enumerate(reversed(checksum)))
        assert number == zlib.crc32(body.encode())


@pytest.mark.parametrize("kind", WITHOUT_TOKENS)
def test_nobody_holds_a_token_for_the_sites_own(account: User, kind: AgentKind) -> None:
    with pytest.raises(SiteAgentError, match="has no tokens"):
        issue_token(agent=site_agent(account, kind))
    assert not AgentToken.objects.exists()


def test_no_token_for_a_closed_agent(token: IssuedToken) -> None:
    agent = token.row.agent
    close_agent(agent=agent)
    agent.refresh_from_db()
    with pytest.raises(AgentClosed):
        issue_token(agent=agent)
    with pytest.raises(TokenNotValid):
        rotate_token(token=token.row, overlap=timedelta(0))
    assert AgentToken.objects.count() == 1


@pytest.mark.parametrize("overlap", [timedelta(0), timedelta(hours=1), timedelta(days=7)])
def test_rotation_keeps_scopes_and_life(token: IssuedToken, overlap: timedelta) -> None:
    now = timezone.now()
    made = rotate_token(token=token.row, overlap=overlap)
    old = AgentToken.objects.get(pk=token.row.pk)
    assert (made.row.scopes, made.row.agent) == (token.row.scopes, token.row.agent)
    assert about(made.row.expires, now + timedelta(days=30))
    assert about(old.expires, now + overlap)
    assert old.replaced_by == made.row
    assert old.is_valid(timezone.now()) is bool(overlap)
    assert made.text != token.text


def test_rotation_never_lengthens_a_life(token: IssuedToken) -> None:
    soon = timezone.now() + timedelta(hours=2)
    AgentToken.objects.update(expires=soon)
    rotate_token(token=token.row, overlap=timedelta(days=1))
    assert AgentToken.objects.get(pk=token.row.pk).expires == soon


def test_a_token_for_ever_is_replaced_by_one_for_ever(account: User) -> None:
    token = issue_token(agent=create_agent(account=account, name="koda"), life=None)
    made = rotate_token(token=token.row, overlap=timedelta(hours=1))
    assert made.row.expires is None
    assert about(AgentToken.objects.get(pk=token.row.pk).expires, timezone.now() + timedelta(hours=1))


def test_a_token_is_replaced_once(token: IssuedToken) -> None:
    made = rotate_token(token=token.row, overlap=timedelta(hours=1))
    with pytest.raises(TokenNotValid, match=f"replaced by qas_…{made.row.last4}"):
        rotate_token(token=token.row, overlap=timedelta(hours=1))
    assert AgentToken.objects.count() == 2


def test_what_opens_nothing_is_not_replaced(token: IssuedToken) -> None:
    AgentToken.objects.update(expires=timezone.now())
    with pytest.raises(TokenNotValid):
        rotate_token(token=token.row, overlap=timedelta(0))
    AgentToken.objects.update(expires=None)
    revoke_token(token=token.row)
    with pytest.raises(TokenNotValid):
        rotate_token(token=token.row, overlap=timedelta(0))
    assert AgentToken.objects.count() == 1


@pytest.mark.parametrize("overlap", [timedelta(seconds=-1), timedelta(days=8)])
def test_overlaps_that_cannot_be(token: IssuedToken, overlap: timedelta) -> None:
    with pytest.raises(ValueError, match="overlap"):
        rotate_token(token=token.row, overlap=overlap)
