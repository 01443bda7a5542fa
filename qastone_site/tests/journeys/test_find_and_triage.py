"""Finding a sentence that was read last week, and working off fifty messages, by keyboard alone."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from core.pages.tests.page_checks import save_screenshots
from inbox.models import Agent, AgentKind, Delivery, Message
from inbox.services.manage_agents import site_agent
from inbox.services.memory import remember
from inbox.tests.factories import send
from stones.models import Stone
from stones.tests.factories import store

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("kind", ["Stones", "Messages", "Memory"])
def test_a_sentence_read_last_week_is_found_from_any_page(
    ann_page: Page, live_server: LiveServer, ann: User, koda: Agent, kind: str
) -> None:
    sentence = "The lighthouse keeper counts the boats twice before the fog comes in."
    if kind == "Stones":
        store(ann, content=sentence)
    elif kind == "Messages":
        site_agent(ann, AgentKind.PERSON)
        send(koda, "ann", payload=sentence, subject="Harbour")
    else:
        remember(agent=koda, text=sentence, key="harbour/fog")
    for number in range(60):
        store(ann, content=f"Something else, number {number}, about boats.")
    last_week = timezone.now() - timedelta(days=7)
    Stone.objects.filter(content__text=sentence).update(created=last_week, archived=timezone.now())
    Message.objects.update(created=last_week)
    ann_page.goto(f"{live_server.url}/analytics/")
    keys = ann_page.keyboard
    keys.press("/")
    # As one remembers it: not all of it, nor in its form.
    keys.type("keepers counting boats fog")
    keys.press("Enter")
    section = ann_page.get_by_role("region", name=kind)
    expect(section.locator("[data-row]")).to_have_count(1)
    save_screenshots(ann_page, f"journey-search-{kind.lower()}")
    keys.press("j")
    keys.press("Enter")
    expect(ann_page).not_to_have_url(re.compile("/search"))
    expect(ann_page.locator("main")).to_contain_text(sentence)


@pytest.mark.long
def test_fifty_messages_are_worked_off_by_keyboard(
    ann_page: Page, live_server: LiveServer, ann: User, koda: Agent
) -> None:
    site_agent(ann, AgentKind.PERSON)
    for number in range(50):
        send(koda, "ann", payload=f"Report {number}.", needs_answer=number == 7)
    ann_page.goto(f"{live_server.url}/stones/")
    keys = ann_page.keyboard
    keys.press("g")
    keys.press("i")
    rows = ann_page.locator("[data-row]")
    expect(rows).to_have_count(50)
    ann_page.wait_for_load_state()  # the rows are there before what the keys do
    save_screenshots(ann_page, "journey-triage")
    # The newest first: one key for each, with the next in the focus.
    keys.press("j")
    for left in range(49, 7, -1):
        keys.press("e")
        expect(rows).to_have_count(left)
        expect(rows.first.locator("[data-open]")).to_be_focused()
    # What asks for an answer is answered before it is done.
    keys.press("Enter")
    expect(ann_page.locator(".letter")).to_contain_text("Report 7.")
    keys.press("r")
    expect(ann_page.locator("#id_text")).to_be_visible()
    ann_page.locator("#id_text").focus()
    keys.type("Yes.")
    ann_page.locator("#compose").get_by_role("button", name="Send").press("Enter")
    expect(ann_page.locator(".letter")).to_have_count(2)
    assert Message.objects.get(body="Yes.").in_reply_to is not None
    assert sum(each.is_put_away for each in Delivery.objects.filter(agent__name="ann")) == 42
