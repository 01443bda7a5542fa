"""The pages of agents in a real browser: a token made and tried, rotated, revoked; with and without JavaScript."""

import os
import re
import subprocess
import sys
from urllib.request import Request, urlopen

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from core.pages.tests.page_checks import check_page
from inbox.models import Agent, AgentKind, AgentToken
from inbox.services import IssuedToken, close_agent, create_agent, issue_token, record_use, site_agent
from inbox.services.manage_contacts import add_contact
from inbox.tests.agents.conftest import token_on_page

pytestmark = pytest.mark.browser


@pytest.fixture
def ann(transactional_db: None) -> User:
    return User.objects.create_user("ann", password="correct horse 9")


def make_agent(page: Page, site: str, name: str) -> str:
    """Make an agent that may read, as a person does; its token."""
    page.goto(f"{site}/agents/")
    page.get_by_role("link", name="New agent").first.click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Kind").select_option("custom")
    page.get_by_role("checkbox", name="Send messages").uncheck()
    page.get_by_role("button", name="Create agent").click()
    return new_token(page)


def new_token(page: Page) -> str:
    """The token that the page on the way shows, once it is there and whole."""
    expect(page.get_by_label("Token", exact=True)).to_have_value(re.compile("^qas_"))
    page.wait_for_load_state("domcontentloaded")
    return token_on_page(page.content())


def test_a_long_name_makes_no_page_wider(ann_page: Page, live_server: LiveServer, ann: User) -> None:
    name = "reviewer_of_everything_that_the_warehouse_program_has_ever_written"[:64]
    ann_page.set_viewport_size({"width": 390, "height": 844})
    make_agent(ann_page, live_server.url, name)
    width = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    assert ann_page.evaluate(width) == [390, 390]
    pages = ("", "new", f"{name}/", f"{name}/edit", f"{name}/webhooks", f"{name}/tokens/new", f"{name}/close")
    for path in (
        *(f"agents/{each}" for each in pages),
        "",
        "inbox/",
        "inbox/compose",
        f"memory/?agent={name}",
    ):
        ann_page.goto(f"{live_server.url}/{path}")
        assert ann_page.evaluate(width) == [390, 390], path


def call(site: str, token: str) -> int:
    request = Request(
        f"{site}/api/stones", headers={"Authorization": f"Bearer {token}", "User-Agent": "probe/1"}
    )
    with urlopen(request, timeout=10) as answer:
        status: int = answer.status
        return status


def test_a_token_is_made_and_its_first_call_appears(ann_page: Page, live_server: LiveServer) -> None:
    token = make_agent(ann_page, live_server.url, "koda")
    assert "inbox:send" not in AgentToken.objects.get().scopes
    expect(ann_page.get_by_label("Token", exact=True)).to_have_value(token)
    region = ann_page.locator("#connection-state")
    expect(region).to_contain_text("Waiting for the first call")
    assert call(live_server.url, token) == 200
    expect(region).to_contain_text("Connected.")
    expect(region).to_contain_text("GET /api/stones")
    expect(region).to_contain_text("127.0.0.1")
    expect(region).to_contain_text("probe/1")
    ann_page.get_by_role("link", name="I have stored it").click()
    expect(ann_page.get_by_role("heading", name="koda", level=1)).to_be_visible()
    assert token not in ann_page.content()


@pytest.mark.parametrize("width", [1280, 360])
def test_the_longest_name_leaves_the_others_in_sight(
    ann_page: Page, live_server: LiveServer, ann: User, width: int
) -> None:
    for name in ("harbour-bot", "x" * 64):
        create_agent(account=ann, name=name)
    ann_page.set_viewport_size({"width": width, "height": 800})
    ann_page.goto(f"{live_server.url}/agents/")
    assert ann_page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # In one line, and not because each column is a letter wide.
    short = ann_page.get_by_role("link", name="harbour-bot").bounding_box()
    assert short is not None
    assert short["height"] < 40


@pytest.mark.long
def test_the_token_can_be_copied(ann_page: Page, live_server: LiveServer) -> None:
    token = make_agent(ann_page, live_server.url, "koda")
    ann_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann_page.locator("[data-copy='#token']").click()
    expect(ann_page.locator("#announce")).to_have_text("Copied")
    assert ann_page.evaluate("navigator.clipboard.readText()") == token


@pytest.mark.long
def test_the_python_snippet_runs_unchanged(ann_page: Page, live_server: LiveServer) -> None:
    make_agent(ann_page, live_server.url, "koda")
    code = ann_page.locator("#setup-python").text_content() or ""
    token = re.search(r"qas_\w{20,}", ann_page.content())
    assert token
    environment = os.environ | {"QASTONE_TOKEN": token[0]}
    # An agent without inbox:read is shown a call of another scope; both are tried.
    for each in (code, re.sub(r"/mcp/inbox/\w+", "/api/stones", code)):
        ran = subprocess.run(
            [sys.executable, "-c", each], capture_output=True, text=True, timeout=30, env=environment
        )
        assert ran.returncode == 0, ran.stderr
        assert ran.stdout.startswith("{")


@pytest.mark.long
def test_revoking_in_the_dialog(ann_page: Page, live_server: LiveServer, token: IssuedToken) -> None:
    ann_page.goto(f"{live_server.url}/agents/koda/")
    ann_page.get_by_role("link", name="Revoke qas_").click()
    dialog = ann_page.get_by_role("dialog")
    dialog.get_by_role("link", name="Cancel").click()
    expect(dialog).to_have_count(0)
    ann_page.get_by_role("link", name="Revoke qas_").click()
    dialog.get_by_label("Type koda").fill("koda")
    dialog.get_by_role("button", name="Revoke qas_").click()
    expect(ann_page.get_by_role("status").first).to_contain_text("is revoked")
    assert AgentToken.objects.get().revoked is not None


@pytest.mark.long
def test_the_whole_journey_without_a_script(ann_without_script: Page, live_server: LiveServer) -> None:
    page, site = ann_without_script, live_server.url
    first = make_agent(page, site, "koda")
    page.locator("summary", has_text="Cursor").click()
    expect(page.locator("#setup-cursor")).to_be_visible()
    assert call(site, first) == 200
    page.get_by_role("link", name="Check again").click()
    expect(page.locator("#connection-state")).to_contain_text("GET /api/stones")
    page.get_by_role("link", name="Rotate qas_").click()
    page.get_by_label("not at all").check()
    page.get_by_role("button", name="Create new token").click()
    second = new_token(page)
    assert call(site, second) == 200
    page.get_by_role("link", name="I have stored it").click()
    page.get_by_role("link", name="Revoke qas_").click()
    page.get_by_label("Type koda").fill("kodo")
    page.get_by_role("button", name="Revoke").click()
    expect(page.locator(".field-error")).to_contain_text("It is koda.")
    page.get_by_label("Type koda").fill("koda")
    page.get_by_role("button", name="Revoke").click()
    expect(page.get_by_role("heading", name="No valid token")).to_be_visible()
    page.get_by_role("link", name="Close agent").click()
    page.get_by_label("Type koda").fill("koda")
    page.get_by_role("button", name="Close koda").click()
    expect(page.locator("summary", has_text="Closed agents (1)")).to_be_visible()
    assert Agent.objects.get().closed is not None


@pytest.mark.long
def test_accessible_in_every_look(
    ann_page: Page,
    live_server: LiveServer,
    ann: User,
    complaints: list[str],
) -> None:
    ann_page.goto(f"{live_server.url}/agents/")
    check_page(ann_page, "none")
    _populate(ann)
    pages = {
        "list": "",
        "contacts": "contacts",
        "detail": "koda/",
        "edit": "koda/edit",
        "connected": "prax-the-long-named-reviewer_of-things/",
        "without": "idle/",
        "own": "assistant/",
        "closed": "retired/",
    }
    for name, path in pages.items():
        ann_page.goto(f"{live_server.url}/agents/{path}")
        check_page(ann_page, name)
    ann_page.goto(f"{live_server.url}/agents/koda/")
    ann_page.get_by_role("link", name="Revoke qas_").first.click()
    check_page(ann_page, "dialog")
    ann_page.goto(f"{live_server.url}/agents/new")
    ann_page.get_by_label("Name", exact=True).fill("without-scopes")
    for box in ann_page.get_by_role("checkbox").all():
        box.uncheck()
    ann_page.get_by_role("button", name="Create agent").click()
    ann_page.locator(".summary").wait_for()
    check_page(ann_page, "faults")
    complaints[:] = [
        complaint for complaint in complaints if "422" not in complaint
    ]  # the faults of the form
    make_agent(ann_page, live_server.url, "fresh")
    check_page(ann_page, "made")


def _populate(ann: User) -> None:
    """Agents in every state."""
    koda = create_agent(
        account=ann,
        name="koda",
        kind="claude_code",
        description="Reviews pull requests of the upload service, and answers questions about it.",
        capabilities=["python", "code review"],
    )
    used = issue_token(agent=koda, scopes=["stones:read", "stones:write", "inbox:read", "inbox:send"])
    client = "claude-code/2.1.14 (external, cli, with a rather long line about itself)"
    record_use(
        used.row,
        address="2001:db8:85a3:8d3:1319:8a2e:370:7348",
        client=client,
        call="POST /mcp tools/call send",
    )
    issue_token(agent=koda)
    prax = create_agent(account=ann, name="prax-the-long-named-reviewer_of-things", kind="cursor")
    record_use(
        issue_token(agent=prax, life=None).row,
        address="127.0.0.1",
        client=client,
        call="GET /mcp/inbox/lines",
    )
    create_agent(account=ann, name="idle")
    site_agent(ann, AgentKind.ASSISTANT)
    close_agent(agent=create_agent(account=ann, name="retired"))
    for name in ("bob", "an.account.with.a.very.long.name.indeed@example.org"):
        add_contact(account=ann, username=User.objects.create(username=name).username)
