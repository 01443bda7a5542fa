"""manage.py revoke_token."""

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from inbox.models import AgentToken
from inbox.services import IssuedToken, create_agent, issue_token


@pytest.fixture
def token(db: None) -> IssuedToken:
    account = User.objects.create(username="ann")
    return issue_token(agent=create_agent(account=account, name="koda"))


@pytest.fixture
def other(token: IssuedToken) -> IssuedToken:
    return issue_token(agent=create_agent(account=token.row.account, name="prax"))


def revoked() -> set[str]:
    return set(AgentToken.objects.exclude(revoked=None).values_list("last4", flat=True))


@pytest.mark.parametrize("prefix", ["", "qas_…"])
def test_one_by_its_end(
    token: IssuedToken, other: IssuedToken, prefix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("revoke_token", prefix + token.row.last4)
    assert revoked() == {token.row.last4}
    assert capsys.readouterr().out == f"qas_…{token.row.last4} of koda is revoked.\n"


def test_all_of_an_agent(token: IssuedToken, other: IssuedToken) -> None:
    second = issue_token(agent=token.row.agent)
    call_command("revoke_token", "--agent", "koda")
    assert revoked() == {token.row.last4, second.row.last4}


def test_a_dry_run_revokes_nothing(token: IssuedToken, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("revoke_token", "--agent", "koda", "--dry-run")
    assert revoked() == set()
    assert "would be revoked" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["0000"], ["--agent", "nobody"]])
def test_no_matching_token(token: IssuedToken, arguments: list[str]) -> None:
    AgentToken.objects.update(last4="abcd")
    with pytest.raises(CommandError, match="no such valid token"):
        call_command("revoke_token", *arguments)
    call_command("revoke_token", "abcd")
    with pytest.raises(CommandError, match="no such valid token"):
        call_command("revoke_token", "abcd")


def test_two_with_one_end(token: IssuedToken, other: IssuedToken) -> None:
    AgentToken.objects.update(last4="abcd")
    with pytest.raises(CommandError, match="Several tokens end in abcd"):
        call_command("revoke_token", "abcd")
    assert revoked() == set()


def test_another_accounts_stay(token: IssuedToken) -> None:
    User.objects.create(username="bob")
    with pytest.raises(CommandError, match="one of ann, bob") as raised:
        call_command("revoke_token", token.row.last4)
    assert raised.value.returncode == 2
    with pytest.raises(CommandError, match="no such valid token"):
        call_command("revoke_token", token.row.last4, "--account", "bob")
    assert revoked() == set()
