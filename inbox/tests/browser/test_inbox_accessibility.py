"""axe finds nothing serious on any page of the inbox, in both themes, wide and narrow; and none scrolls sideways."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from core.pages.tests.page_checks import check_page
from inbox.models import Agent
from inbox.services.manage_contacts import set_contact_policy
from inbox.services.read_messages import acknowledge, read_message
from inbox.tests.factories import deliver, new_agent, send, send_stone
from stones.models import Stone

pytestmark = pytest.mark.browser


@pytest.fixture
def thread(ann: User, me: Agent, koda: Agent, prax: Agent, stone: Stone) -> str:
    """A message with all that a page can show; the others beside it are in every state."""
    set_contact_policy(account=ann, policy="open")
    mallory = new_agent(name="mallory")
    sent = send_stone(koda, "prax", "ann", "nobody", stone=stone.pk, subject="Export", needs_answer=True)
    read_message(agent=prax, message=sent.message.pk, level=1, reader="prax")
    send(prax, "koda", payload="A list:\n\n- one\n- two\n\n" + "Word " * 400, in_reply_to=sent.message.pk)
    send(mallory, "ann@ann", payload="Unbroken" * 60, subject="W" * 200, priority="urgent")
    deliver(koda, "High.", sender=prax, priority="high")
    taken = deliver(koda, "Low.", sender=prax, priority="low")
    acknowledge(agent=koda, message=taken.message_id)
    send(mallory, "ann@ann", in_reply_to=None, payload={"task": "x"}, message_type="task")
    return sent.message.pk


@pytest.mark.long
def test_the_inbox_pages(
    ann_page: Page,
    live_server: LiveServer,
    koda: Agent,
    stone: Stone,
    thread: str,
    complaints: list[str],
) -> None:
    addresses = [
        *(f"/inbox/?tab={tab}" for tab in ("unread", "needs-me", "all", "done", "sent", "dead")),
        "/inbox/?agent=koda&q=zebra",
        "/inbox/?agent=nobody",
        f"/inbox/{thread}",
        f"/inbox/{thread}?open={thread}:3",
        f"/inbox/compose?reply={thread}",
        f"/inbox/compose?stone={stone.content.border_hash}&to=koda",
    ]
    for address in addresses:
        ann_page.goto(live_server.url + address)
        check_page(ann_page, address)
    ann_page.goto(f"{live_server.url}/inbox/compose")
    ann_page.get_by_role("button", name="Send").click()
    ann_page.locator(".summary").wait_for()
    check_page(ann_page, "compose with faults")
    complaints[:] = [
        complaint for complaint in complaints if "404" not in complaint and "422" not in complaint
    ]  # asked for


@pytest.mark.long
def test_an_empty_inbox(ann_page: Page, live_server: LiveServer) -> None:
    for tab in ("unread", "sent", "dead"):
        ann_page.goto(f"{live_server.url}/inbox/?tab={tab}")
        check_page(ann_page, tab)
