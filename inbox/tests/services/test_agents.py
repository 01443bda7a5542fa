"""Making agents and their tokens."""

import string
import zlib
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from inbox.exceptions import AgentNameTaken, InvalidAgentName, UnknownScope
from inbox.models import Agent, AgentToken
from inbox.services import create_agent, issue_token
from rest.scopes import SCOPES
from rest.tokens import new_token, token_sha256


@pytest.fixture
def account(db: None) -> User:
    return User.objects.create(username="ann")


@pytest.mark.parametrize("name", ["koda", "koda_instance_1", "a", "0", "A.b-c", "k" * 64])
def test_names(account: User, name: str) -> None:
    assert create_agent(account=account, name=name).name == name


@pytest.mark.parametrize("name", ["", " ", "-a", "_a", ".", "a b", "a\n", "ü", "k" * 65, "a/b", "a\x00"])
def test_names_that_cannot_be(account: User, name: str) -> None:
    with pytest.raises(InvalidAgentName):
        create_agent(account=account, name=name)
    assert not Agent.objects.exists()


def test_a_name_is_taken_once_an_account(account: User) -> None:
    create_agent(account=account, name="koda")
    with pytest.raises(AgentNameTaken):
        create_agent(account=account, name="koda")
    create_agent(account=User.objects.create(username="bob"), name="koda")
    with pytest.raises(IntegrityError, match="agent_name_once_per_account"), transaction.atomic():
        Agent.objects.create(account=account, name="koda")


def test_a_token_has_all_scopes_for_90_days_unless_told(account: User) -> None:
    token = issue_token(agent=create_agent(account=account, name="koda"))
    assert token.row.scopes == sorted(SCOPES)
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
