"""The notice after an act, with its "Undo", stays in sight on a long list, and covers neither the focus nor the bar."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from core.pages.tests.page_checks import check_page
from inbox.models import Agent
from inbox.tests.factories import send

pytestmark = pytest.mark.browser

OVERLAPS = """([one, other]) => {
  const [a, b] = [one, other].map((each) => document.querySelector(each).getBoundingClientRect());
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""
FOCUS_UNDER_IT = """() => {
  const notice = document.querySelector('.notices').getBoundingClientRect(), at = document.activeElement;
  const has = at.getBoundingClientRect();
  return !at.closest('.notices') && has.top < notice.bottom && has.bottom > notice.top && has.left < notice.right;
}"""


@pytest.mark.parametrize("size", [(390, 700), (1280, 800)])
def test_it_is_seen_from_the_end_of_a_long_list(
    ann_page: Page, live_server: LiveServer, koda: Agent, prax: Agent, size: tuple[int, int]
) -> None:
    for number in range(30):
        send(prax, "koda", payload=f"Note {number}")
    ann_page.set_viewport_size({"width": size[0], "height": size[1]})
    ann_page.goto(f"{live_server.url}/inbox/?agent=*")
    ann_page.locator("[data-row]").last.scroll_into_view_if_needed()
    ann_page.locator("[data-row] [data-done]").last.click()
    expect(ann_page.locator(".notices")).to_contain_text("Undo")
    for step in (10_000, -500, -300):
        ann_page.mouse.wheel(0, step)
        expect(ann_page.get_by_role("button", name="Undo")).to_be_in_viewport(ratio=1)
        assert not ann_page.evaluate(OVERLAPS, [".notices", "nav.nav"])
    if size[0] > 640:  # on a phone the bar scrolls away
        assert not ann_page.evaluate(OVERLAPS, [".notices", ".bar"])
    check_page(ann_page, "notice")
    ann_page.locator("[data-row] [data-open]").last.focus()
    for _ in range(40):
        ann_page.keyboard.press("Shift+Tab")
        assert not ann_page.evaluate(FOCUS_UNDER_IT)
    # It passes away with the page.
    ann_page.goto(f"{live_server.url}/stones/")
    expect(ann_page.locator(".notices")).to_have_count(0)
