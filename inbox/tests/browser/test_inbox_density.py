"""How much of the inbox is in view, on a laptop and on a phone."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from inbox.models import Agent
from inbox.tests.factories import new_agent, send_stone
from stones.models import Stone

pytestmark = pytest.mark.browser


@pytest.fixture
def _full(me: Agent, koda: Agent, prax: Agent, stone: Stone) -> None:
    """Several inboxes to choose from, and rows with all that a row says."""
    for number in range(4):
        new_agent(me.account, f"agent-{number}")
    for number in range(8):
        send_stone(
            koda,
            "ann",
            "prax",
            stone=stone.pk,
            subject=f"Subject {number}",
            priority="high",
            needs_answer=True,
        )


def open_inbox(
    page: Page, live_server: LiveServer, width: int, height: int, query: str
) -> list[tuple[float, float]]:
    """Where each row begins and ends."""
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{live_server.url}/inbox/{query}")
    boxes = [row.bounding_box() for row in page.locator("#mails > li").all()]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return [(box["y"], box["y"] + box["height"]) for box in boxes if box]


@pytest.mark.usefixtures("_full")
@pytest.mark.parametrize("query", ["", "?agent=*&tab=all"])
def test_four_rows_are_in_view_on_a_laptop(ann_page: Page, live_server: LiveServer, query: str) -> None:
    rows = open_inbox(ann_page, live_server, 1280, 757, query)
    assert rows[3][1] <= 757, rows


@pytest.mark.usefixtures("_full")
@pytest.mark.parametrize("query", ["", "?agent=*&tab=all"])
def test_the_first_row_is_high_up_on_a_phone(ann_page: Page, live_server: LiveServer, query: str) -> None:
    assert open_inbox(ann_page, live_server, 390, 844, query)[0][0] < 420


@pytest.mark.usefixtures("_full")
def test_a_compact_row_has_its_sentence(ann_page: Page, live_server: LiveServer) -> None:
    ann_page.context.add_cookies([{"name": "density", "value": "compact", "url": live_server.url}])
    open_inbox(ann_page, live_server, 1280, 757, "")
    scan = ann_page.locator(".mail-scan").first
    expect(scan).to_be_visible()
    assert scan.evaluate("line => line.clientHeight < 2 * parseFloat(getComputedStyle(line).lineHeight)")


def test_the_copy_button_covers_no_command(ann_page: Page, live_server: LiveServer, me: Agent) -> None:
    for width in (390, 1280):
        ann_page.set_viewport_size({"width": width, "height": 800})
        ann_page.goto(f"{live_server.url}/inbox/")
        button = ann_page.locator(".nothing-command .copy").bounding_box()
        code = ann_page.locator("#send-command").bounding_box()
        assert button is not None
        assert code is not None
        assert button["y"] + button["height"] <= code["y"], width
        assert ann_page.locator(".nothing-command pre").evaluate(
            "box => box.scrollWidth <= box.clientWidth"
        ), width


@pytest.mark.usefixtures("_full")
def test_the_menus_of_the_bar_are_within_a_phone(ann_page: Page, live_server: LiveServer) -> None:
    open_inbox(ann_page, live_server, 390, 844, "")
    assert ann_page.locator(".bulk-bar summary").first.get_attribute("aria-disabled") == "true"
    ann_page.locator("[data-row] input[type=checkbox]").first.check()
    summaries = ann_page.locator(".bulk-bar summary").all()
    assert summaries
    for summary in summaries:
        summary.click()
        box = ann_page.locator(".bulk-bar details[open] .menu-panel").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        ann_page.keyboard.press("Escape")
