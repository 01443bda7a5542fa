"""axe finds nothing serious in the assistant, in both themes, wide and narrow; and no page scrolls sideways."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from assistant.tests.browser.conftest import Show, box, card, paste, shadow, text_of
from assistant.tests.browser.test_panel import used
from core.pages.tests.page_checks import check_page
from inbox.models import AgentKind
from inbox.services import site_agent
from inbox.tests.factories import deliver, new_agent
from stones.models import Stone

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_the_assistant(show: Show, live_server: LiveServer, ann: User, stone: Stone) -> None:
    deliver(site_agent(ann, AgentKind.PERSON), "Which port?", subject="A question", needs_answer=True)
    new_agent(ann, "koda")
    used(ann, "ask-brain", 24)
    used(ann, "menu-open:selection", 30, "custom")
    page = show()
    show()
    check_page(page, "bubble")
    page.keyboard.press("Control+/")
    check_page(page, "nothing said")
    text = text_of(stone)
    paste(page, text)
    expect(page.get_by_role("form", name="Spawn a helper")).to_be_visible()
    box(page).fill("Which port was kept for export job 1?")
    page.keyboard.press("Enter")
    expect(shadow(page, ".said")).to_have_count(2)
    check_page(page, "a stone and an answer")
    paste(page, text.replace("port 7003", "port 6666"))
    expect(card(page)).to_have_count(2)
    expect(card(page).last).to_contain_text("Blocked")
    check_page(page, "blocked")
    for tab in ("Inbox", "Insights"):
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tabpanel", name=tab).get_by_role("listitem").first).to_be_visible()
        check_page(page, tab)
    page.get_by_role("button", name="Close the assistant").click()
    page.locator("h1").first.select_text()
    page.locator("h1").first.click(button="right")
    check_page(page, "menu")
    page.get_by_role("menuitem", name="Send to agent").click()
    expect(page.get_by_role("form", name="Send to an agent")).to_be_visible()
    check_page(page, "sending")
