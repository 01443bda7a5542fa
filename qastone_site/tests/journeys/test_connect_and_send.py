"""Connecting an agent, sending what a search found, and removing the demonstration."""

import re
from io import StringIO
from urllib.request import Request, urlopen

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from core.pages.tests.page_checks import save_screenshots
from inbox.models import Agent, Message
from qastone_site.accounts.first_setup import new_setup_code
from stones.models import Stone
from stones.tests.factories import store

pytestmark = pytest.mark.browser


def test_an_agent_is_connected_and_the_page_sees_its_first_call(
    ann_page: Page, live_server: LiveServer
) -> None:
    ann_page.goto(live_server.url)
    ann_page.get_by_role("link", name="Agents", exact=True).first.click()
    ann_page.get_by_role("link", name="New agent").first.click()
    ann_page.get_by_label("Name", exact=True).fill("koda")
    ann_page.get_by_role("button", name="Create agent").click()
    token = ann_page.get_by_label("Token", exact=True)
    expect(token).to_have_value(re.compile("^qas_"))
    state = ann_page.locator("#connection-state")
    expect(state).to_contain_text("Waiting for the first call")
    authorization = {"Authorization": f"Bearer {token.input_value()}"}
    with urlopen(Request(f"{live_server.url}/api/stones", headers=authorization), timeout=10) as answer:
        assert answer.status == 200
    expect(state).to_contain_text("Connected.")
    save_screenshots(ann_page, "journey-connect")


def test_a_stone_is_found_by_its_words_and_sent(
    ann_page: Page, live_server: LiveServer, ann: User, koda: Agent
) -> None:
    sentence = "The lighthouse keeper counts the boats twice before the fog comes in."
    found = store(ann, content=sentence)
    for number in range(20):
        store(ann, content=f"Something else, number {number}, about harbours.")
    ann_page.goto(live_server.url)
    keys = ann_page.keyboard
    keys.press("/")
    keys.type("keeper counts boats")
    keys.press("Enter")
    save_screenshots(ann_page, "journey-found")
    ann_page.get_by_role("region", name="Stones").locator("[data-row] a").first.click()
    ann_page.get_by_role("link", name="Send to an agent").click()
    ann_page.get_by_label("koda").check()
    save_screenshots(ann_page, "journey-send")
    ann_page.locator("#compose").get_by_role("button", name="Send").click()
    expect(ann_page.locator(".messages")).to_contain_text("Sent to koda.")
    assert Message.objects.get().stone_id == found.pk
    save_screenshots(ann_page, "journey-sent")


@pytest.mark.long
def test_the_demonstration_is_removed(page: Page, live_server: LiveServer, transactional_db: None) -> None:
    call_command("seed_demo", stderr=StringIO())
    code = new_setup_code()
    page.goto(live_server.url)
    page.get_by_label("code").fill(code)
    page.get_by_label("name").fill("ann")
    page.get_by_label("Password").fill("correct horse 9")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_label("Token of first-agent")).to_be_visible()
    own = store(User.objects.get(username="ann"), content="A text of one's own, which stays.")
    page.goto(live_server.url)
    save_screenshots(page, "journey-demonstration")
    page.get_by_role("link", name="Remove the demonstration…").click()
    page.get_by_role("button", name="Remove").click()
    expect(page.locator(".messages")).to_contain_text("Demonstration removed")
    expect(page.get_by_role("link", name="Remove the demonstration…")).to_have_count(0)
    assert list(Stone.objects.all()) == [own]
    save_screenshots(page, "journey-removed")
