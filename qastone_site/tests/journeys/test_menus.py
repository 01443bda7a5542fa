"""The assistant's menu on the site's own pages: what can be done with a stone, and with a message."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from inbox.models import Agent
from inbox.tests.factories import new_agent, send
from stones.tests.factories import LONG, store, write_levels

pytestmark = pytest.mark.browser


def test_a_stone(ann_page: Page, live_server: LiveServer, ann: User) -> None:
    stone = store(ann, content=LONG)
    write_levels(stone)
    ann_page.goto(f"{live_server.url}/stones/{stone.content.border_hash}")
    ann_page.locator("qastone-assistant").wait_for(state="attached")
    ann_page.locator("h1").click(button="right")
    items = ann_page.get_by_role("menuitem")
    expect(items.filter(has_text="Send to agent")).to_be_visible()
    ann_page.keyboard.press("Escape")
    expect(items).to_have_count(0)


@pytest.mark.long
def test_a_message(ann_page: Page, live_server: LiveServer, ann: User, koda: Agent) -> None:
    message = send(koda, "prax", payload="The depot opens at seven.").message
    ann_page.goto(f"{live_server.url}/inbox/{message.pk}")
    ann_page.locator("qastone-assistant").wait_for(state="attached")
    ann_page.locator(".letter-scan").click(button="right")
    expect(ann_page.get_by_role("menuitem", name="Ask the brain")).to_be_visible()


@pytest.fixture(autouse=True)
def _prax(ann: User) -> Agent:
    return new_agent(ann, "prax")
