"""Making, describing and closing agents, and the site's own."""

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from core.db.reader_names import agent_reader
from inbox.exceptions import AgentNameTaken, InvalidAgent, InvalidAgentName, SiteAgentError
from inbox.models import WITHOUT_TOKENS, Agent, AgentKind
from inbox.services import close_agent, create_agent, describe_agent, site_agent
from stones.models import LedgerEntry
from stones.services import read_level
from stones.tests.factories import store


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


@pytest.mark.parametrize("name", ["user", "helper", "User"])
def test_names_under_which_the_site_stores(account: User, name: str) -> None:
    with pytest.raises(InvalidAgentName, match=f"'{name}' cannot be .* Choose another name"):
        create_agent(account=account, name=name)
    assert not Agent.objects.exists()


def test_a_name_is_taken_once_an_account(account: User) -> None:
    create_agent(account=account, name="koda")
    with pytest.raises(AgentNameTaken, match="Choose another name"):
        create_agent(account=account, name="koda")
    with pytest.raises(
        AgentNameTaken, match="'koda' already, whose name differs from 'Koda' only in capital"
    ):
        create_agent(account=account, name="Koda")
    create_agent(account=User.objects.create(username="bob"), name="koda")
    with pytest.raises(IntegrityError, match="agent_name_once_per_account"), transaction.atomic():
        Agent.objects.create(account=account, name="koda")


@pytest.mark.parametrize("kind", ["claude_code", "cursor", "codex", "custom"])
def test_what_an_agent_is(account: User, kind: str) -> None:
    fields = {
        "description": " Reviews pull requests. ",
        "capabilities": ["python", " code  review", "python", " "],
    }
    create_agent(account=account, name="koda", kind=kind, **fields)  # type: ignore[arg-type]
    agent = Agent.objects.get()
    assert (agent.kind, agent.description) == (kind, "Reviews pull requests.")
    assert agent.capabilities == ["python", "code review"]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"kind": "person"}, "Unknown kind 'person'. There are: claude_code, cursor, codex, custom."),
        ({"kind": ""}, "Unknown kind"),
        ({"description": "x" * 301}, "300 characters"),
        ({"description": "a\x00"}, "plain text"),
        ({"capabilities": ["x" * 61]}, "60 characters"),
        ({"capabilities": ["\x00"]}, "plain text"),
        ({"capabilities": [str(number) for number in range(21)]}, "at most 20"),
    ],
)
def test_what_an_agent_cannot_be(account: User, fields: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidAgent, match=message):
        create_agent(account=account, name="koda", **fields)  # type: ignore[arg-type]
    assert not Agent.objects.exists()
    agent = create_agent(account=account, name="koda")
    whole: dict[str, object] = {"kind": "custom", "description": "", "capabilities": ()}
    with pytest.raises(InvalidAgent, match=message):
        describe_agent(agent=agent, **(whole | fields))  # type: ignore[arg-type]


def test_an_agent_is_described_anew(account: User) -> None:
    agent = create_agent(account=account, name="koda", description="old", capabilities=["a"])
    describe_agent(agent=agent, kind="cursor", description="new", capabilities=["b", "c"])
    row = Agent.objects.get()
    assert (row.kind, row.description, row.capabilities, row.name) == ("cursor", "new", ["b", "c"], "koda")


def test_an_agent_is_closed_once(account: User) -> None:
    agent = create_agent(account=account, name="koda")
    assert close_agent(agent=agent)
    closed = Agent.objects.get().closed
    assert closed is not None
    assert not close_agent(agent=agent)
    assert Agent.objects.get().closed == closed
    assert not Agent.objects.open().exists()


@pytest.mark.parametrize(
    ("username", "name"),
    [
        ("ann", "ann"),
        ("josé@example.org", "jose-example.org"),
        ("_ann_", "ann"),
        ("李", "person"),
        ("a" * 150, "a" * 64),
    ],
)
def test_a_person_is_named_after_the_account(db: None, username: str, name: str) -> None:
    account = User.objects.create(username=username)
    agent = site_agent(account, AgentKind.PERSON)
    assert (agent.name, agent.kind, agent.account) == (name, AgentKind.PERSON, account)
    agent.full_clean()


@pytest.mark.parametrize("kind", WITHOUT_TOKENS)
def test_the_sites_own_are_made_once(account: User, kind: AgentKind) -> None:
    for name in ("ann", "assistant", "ann-2", "assistant-2", "helper-2"):
        create_agent(account=account, name=name)
    # From before the name was the site's alone.
    Agent.objects.create(account=account, name="helper")
    made = site_agent(account, kind)
    assert made.name in ("ann-3", "assistant-3", "helper-3")
    assert site_agent(account, kind) == made
    assert site_agent(User.objects.create(username="bob"), kind) != made
    with pytest.raises(SiteAgentError):
        close_agent(agent=made)
    with pytest.raises(SiteAgentError):
        describe_agent(agent=made, kind="custom", description="", capabilities=())
    with pytest.raises(IntegrityError, match="agent_of_the_site_once_per_account"), transaction.atomic():
        Agent.objects.create(account=account, name="other", kind=kind)


def test_a_long_name_is_cut_for_its_number(db: None) -> None:
    account = User.objects.create(username="a" * 100)
    create_agent(account=account, name="a" * 64)
    assert site_agent(account, AgentKind.PERSON).name == "a" * 62 + "-2"


def test_other_kinds_are_not_the_sites_own(account: User) -> None:
    with pytest.raises(ValueError, match="cursor"):
        site_agent(account, "cursor")


def test_what_a_deleted_agent_read_stays_with_its_name(account: User) -> None:
    koda = create_agent(account=account, name="koda")
    read_level(account=account, border_hash=store(account).pk, level=0, reader=agent_reader(koda.name))
    koda.delete()
    assert LedgerEntry.objects.get().reader.name == "agent koda"
