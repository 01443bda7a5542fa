"""The pages of agents: list, new, detail, edit, close."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from inbox.authentication import find_token
from inbox.models import Agent, AgentKind, AgentToken
from inbox.scopes import SCOPES, USUAL_SCOPES
from inbox.services import (
    IssuedToken,
    close_agent,
    create_agent,
    issue_token,
    record_use,
    revoke_token,
    site_agent,
)
from inbox.tests.agents.conftest import token_on_page, tokens_on
from stones.models import LedgerEntry
from stones.tests.factories import ledger_reader, store

NEW = {
    "name": "koda",
    "kind": "cursor",
    "description": "Writes tests.",
    "capabilities": "python, code review,,",
    "scopes": ["stones:read", "inbox:read"],
    "days": "30",
}


def text_of(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return re.sub(r"\s+", " ", response.content.decode())


@pytest.mark.parametrize(
    "path",
    [
        "",
        "new",
        "contacts",
        "koda/",
        "koda/edit",
        "koda/close",
        "koda/tokens/new",
        "koda/tokens/1/rotate",
        "koda/tokens/1/revoke",
        "koda/tokens/1/connection",
    ],
)
def test_anonymous_visitors_are_redirected_to_sign_in(client: Client, db: None, path: str) -> None:
    for response in (client.get(f"/agents/{path}"), client.post(f"/agents/{path}")):
        assert response.status_code == 302
        assert response["Location"].startswith("/sign-in?next=/agents/")


@pytest.mark.parametrize("name", ["mallet", "nobody", "%00", "a%20b"])
def test_other_peoples_agents_are_not_found(person: Client, mallorys: AgentToken, name: str) -> None:
    token = f"{name}/tokens/{mallorys.pk}"
    for path in ("", "edit", "close", "tokens/new"):
        assert person.get(f"/agents/{name}/{path}").status_code == 404
        assert person.post(f"/agents/{name}/{path}", {"typed": "mallet"}).status_code in (404, 405)
    for action in ("rotate", "revoke", "connection"):
        assert person.get(f"/agents/{token}/{action}").status_code == 404
        assert person.post(f"/agents/{token}/{action}", {"typed": "mallet", "hours": 0}).status_code in (
            404,
            405,
        )
    mallorys.refresh_from_db()
    assert (mallorys.revoked, mallorys.agent.closed) == (None, None)


def test_another_accounts_token_under_ones_own_agent(
    person: Client, token: IssuedToken, mallorys: AgentToken
) -> None:
    for action in ("rotate", "revoke", "connection"):
        assert person.get(f"/agents/koda/tokens/{mallorys.pk}/{action}").status_code == 404


def test_the_empty_list_says_what_an_agent_is(person: Client, mallorys: AgentToken) -> None:
    page = text_of(person, "/agents/")
    assert "No agents yet" in page
    assert "python manage.py create_agent NAME --account ann" in page
    assert "Whoever runs this site types it, at a shell" in page
    assert "mallet" not in page


def test_a_row_has_scopes_and_last_use(person: Client, ann: User, token: IssuedToken) -> None:
    stone = store(ann, content="x " * 300)
    for level in (0, 1):
        LedgerEntry.objects.create(
            account=ann,
            stone=stone,
            source=stone.pk,
            reader=ledger_reader(ann),
            kind="level",
            level=level,
            tokens=50,
            paste_tokens=1500,
        )
    page = text_of(person, "/agents/")
    assert "never" in page
    assert "Claude Code" in page
    assert "<code>inbox:read</code> <code>stones:read</code>" in page
    assert ">1,400<" in page
    record_use(token.row, address="192.0.2.1", client="curl", call="GET /")
    page = text_of(person, "/agents/")
    assert "just now" in page
    revoke_token(token=token.row)
    assert "none: no valid token" in text_of(person, "/agents/")


def test_closed_agents_and_the_sites_own_stand_apart(person: Client, ann: User, token: IssuedToken) -> None:
    site_agent(ann, AgentKind.ASSISTANT)
    close_agent(agent=create_agent(account=ann, name="retired"))
    page = text_of(person, "/agents/")
    table, _, rest = page.partition("<table")[2].partition("</table>")
    assert ("koda" in table, "assistant" in table, "retired" in table) == (True, False, False)
    assert "Without a token" in rest
    assert "Closed agents (1)" in rest


def test_each_page_that_connects_an_agent_says_what_a_chat_in_the_browser_does(
    person: Client, ann: User, token: IssuedToken
) -> None:
    made = person.post("/agents/new", NEW).content.decode()
    for page in (text_of(person, "/agents/new"), text_of(person, "/agents/koda/"), made):
        chat = page.index("ChatGPT, Claude, Gemini</summary>")
        assert "<em>Copy as stone</em>" in page[chat:]
        assert '<a href="/paste">Paste</a>' in page[chat:]
        assert chat < page.find("Claude Code", chat), "it is the first choice"


def test_the_columns_of_agents_say_what_they_hold(person: Client, token: IssuedToken) -> None:
    page = text_of(person, "/agents/")
    assert '<th scope="col">Permissions</th>' in page
    assert ">May<" not in page


@pytest.mark.parametrize("agents", [1, 3])
def test_the_number_of_queries_does_not_grow(
    person: Client, ann: User, agents: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(agents):
        issue_token(agent=create_agent(account=ann, name=f"agent{number}"))
    with django_assert_num_queries(11):
        assert text_of(person, "/agents/").count("<tr data-row") == agents


def test_a_new_agent_and_its_token_once(person: Client, ann: User) -> None:
    response = person.post("/agents/new", NEW)
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    text = token_on_page(response.content.decode())
    row = find_token(text)
    agent = row.agent
    assert (agent.account, agent.name, agent.kind, agent.description) == (
        ann,
        "koda",
        "cursor",
        "Writes tests.",
    )
    assert (agent.capabilities, row.scopes) == (["python", "code review"], ["inbox:read", "stones:read"])
    assert row.expires is not None
    assert timedelta(days=29) < row.expires - timezone.now() < timedelta(days=30)
    assert 'id="token" class="mono" readonly' in response.content.decode()
    # Nowhere else, and never again.
    for path in ("/agents/", "/agents/koda/", "/agents/new"):
        page = text_of(person, path)
        assert tokens_on(page) == 0
        assert text not in page
    assert not any(text in str(session.get_decoded()) for session in Session.objects.all())
    assert f"qas_…{text[-4:]}" in text_of(person, "/agents/koda/")


def test_what_is_to_be_mended_is_linked(person: Client) -> None:
    page = person.post("/agents/new", NEW | {"name": "a b", "scopes": []}).content.decode()
    links = re.findall(r'<li><a href="#(\w+)">', page)
    assert links == ["id_name", "id_scopes"]
    assert all(f'id="{link}"' in page for link in links)


def test_the_example_of_a_name_is_one_that_is_free(person: Client) -> None:
    assert 'placeholder="koda"' in text_of(person, "/agents/new")
    person.post("/agents/new", NEW)
    page = text_of(person, "/agents/new")
    assert 'placeholder="koda"' not in page
    assert 'placeholder="ivo"' in page


def test_the_form_asks_for_ninety_days_and_all_scopes_but_those_on_request(person: Client) -> None:
    page = text_of(person, "/agents/new")
    assert '<option value="90" selected>' in page
    assert page.count("checked") == len(USUAL_SCOPES)
    for scope in SCOPES:
        ticked = re.search(rf'value="{scope}"[^>]* checked', page) is not None
        assert ticked is (scope in USUAL_SCOPES), scope
    for sentence in SCOPES.values():
        assert sentence.replace("'", "&#x27;") in page


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"name": "a b"}, "A name has 1 to 64 letters"),
        ({"name": "taken"}, "There is an agent &#x27;taken&#x27; already."),
        ({"name": ""}, "This field is required"),
        ({"kind": "person"}, "Select a valid choice"),
        ({"scopes": []}, "Choose at least one"),
        ({"scopes": ["stones:burn"]}, "Select a valid choice"),
        ({"days": "-5"}, "Select a valid choice"),
        ({"description": "x" * 301}, "at most 300 characters"),
        ({"capabilities": "x" * 61}, "longer than 60 characters"),
    ],
)
def test_faults_lose_nothing_and_make_nothing(
    person: Client, ann: User, wrong: dict[str, object], message: str
) -> None:
    create_agent(account=ann, name="taken")
    response = person.post("/agents/new", NEW | wrong)
    page = response.content.decode()
    assert response.status_code == 422
    assert message in page
    assert 'value="Writes tests."' in page or "description" in wrong
    assert not AgentToken.objects.exists()
    assert Agent.objects.count() == 1
    assert f'<li><a href="#id_{next(iter(wrong))}">' in page


@pytest.mark.parametrize("name", ["new", "contacts"])
def test_an_agent_may_be_called_like_a_page(person: Client, ann: User, name: str) -> None:
    create_agent(account=ann, name=name, description="A strange name.")
    assert "A strange name." in text_of(person, f"/agents/{name}/")


def test_an_agents_page(person: Client, token: IssuedToken) -> None:
    page = text_of(person, "/agents/koda/")
    assert "never used" in page
    assert "Waiting for the first call" in page
    assert "qas_YOUR_TOKEN" in page
    record_use(token.row, address="192.0.2.7", client="Claude-Code/3 <b>", call="POST /mcp")
    page = text_of(person, "/agents/koda/")
    assert "Connected." in page
    assert "from 192.0.2.7" in page
    assert "Claude-Code/3 &lt;b&gt;" in page
    assert 'data-poll="/agents/' not in page
    assert "Waiting for the next call" in text_of(person, "/agents/koda/?wait=1")


def test_the_page_of_the_sites_own_offers_nothing_to_break(person: Client, ann: User) -> None:
    site_agent(ann, AgentKind.HELPER)
    page = text_of(person, "/agents/helper/")
    assert "cannot be closed" in page
    assert "/agents/helper/tokens" not in page
    for path in ("close", "tokens/new", "edit"):
        body = {"typed": "helper", "scopes": ["stones:read"], "days": "7", "kind": "custom"}
        response = person.post(f"/agents/helper/{path}", body)
        assert response.status_code == 422
        assert "a helper of this site" in response.content.decode()
    agent = Agent.objects.get()
    assert (agent.closed, agent.kind) == (None, AgentKind.HELPER)


def test_described_anew(person: Client, token: IssuedToken) -> None:
    assert 'href="/agents/koda/edit" aria-label="Edit koda"' in text_of(person, "/agents/koda/")
    assert "<h1>Edit koda</h1>" in text_of(person, "/agents/koda/edit")
    assert 'value="Reviews."' in text_of(person, "/agents/koda/edit")
    body = {"kind": "custom", "description": "Deploys.", "capabilities": "ansible"}
    assert person.post("/agents/koda/edit", body).status_code == 302
    agent = Agent.objects.get()
    assert (agent.kind, agent.description, agent.capabilities) == ("custom", "Deploys.", ["ansible"])
    assert person.post("/agents/koda/edit", body | {"capabilities": "x" * 61}).status_code == 422


def test_closing_asks_for_the_name(person: Client, token: IssuedToken) -> None:
    assert "All its tokens stop working" in text_of(person, "/agents/koda/close")
    for typed in ("", "Koda", "koda2"):
        response = person.post("/agents/koda/close", {"typed": typed})
        assert response.status_code == 422
    assert Agent.objects.open().exists()
    assert person.post("/agents/koda/close", {"typed": "koda"}).status_code == 302
    assert not Agent.objects.open().exists()
    page = text_of(person, "/agents/koda/")
    assert "closed with its agent" in page
    assert "/agents/koda/close" not in page
    assert person.post("/agents/koda/tokens/new", {"scopes": ["stones:read"], "days": "7"}).status_code == 422
