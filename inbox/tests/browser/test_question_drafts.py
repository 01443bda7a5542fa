"""A question that is written but not asked is there again when its page is opened anew."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from core.pages.tests.page_checks import SignIn
from inbox.tests.browser.test_drafts import wait_until_stored
from quickstart.tests.factories import make_collection, make_entry

pytestmark = pytest.mark.browser


@pytest.fixture
def visitor(page: Page, sign_in: SignIn) -> Page:
    sign_in(page.context)
    return page


@pytest.fixture
def kitchen(ann: User) -> None:
    make_entry(make_collection(ann, name="kitchen"), question="How is the oven switched on?")


@pytest.mark.usefixtures("kitchen")
def test_a_follow_up_below_an_answer(visitor: Page, live_server: LiveServer) -> None:
    box = visitor.locator("#ask #q")
    visitor.goto(f"{live_server.url}/ask/")
    box.fill("oven on")
    box.press("Enter")
    expect(visitor.locator("#ask")).to_contain_text("Was this right?")
    box.fill("who waters the ferns")
    wait_until_stored(visitor, "ferns")
    visitor.goto(f"{live_server.url}/ask/")
    expect(box).to_have_value("who waters the ferns")
    # An address that asks is stronger, and takes nothing of it.
    visitor.goto(f"{live_server.url}/ask/?q=oven")
    expect(box).to_have_value("oven")
    visitor.goto(f"{live_server.url}/ask/")
    expect(box).to_have_value("who waters the ferns")


@pytest.mark.usefixtures("kitchen")
def test_what_was_answered_is_no_draft(visitor: Page, live_server: LiveServer) -> None:
    box = visitor.locator("#ask #q")
    visitor.goto(f"{live_server.url}/ask/")
    box.fill("oven on")
    box.press("Enter")
    expect(visitor.locator("#ask")).to_contain_text("Was this right?")
    visitor.goto(f"{live_server.url}/ask/")
    expect(box).to_have_value("")
