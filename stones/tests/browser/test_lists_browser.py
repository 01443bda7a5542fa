"""What lists have in common, in a browser: a search is saved, rows become compact, and reads are drawn."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from core.pages.tests.page_checks import check_page
from stones.models import Stone
from stones.services import focus, read_level
from stones.tests.factories import store

pytestmark = pytest.mark.browser


def test_a_search_is_saved_and_deleted(ann_page: Page, live_server: LiveServer, stone: Stone) -> None:
    ann_page.goto(f"{live_server.url}/stones/?channel=handoff")
    ann_page.get_by_text("Save this search").click()
    ann_page.get_by_label("Name").fill("Handoffs")
    ann_page.get_by_role("button", name="Save", exact=True).click()
    ann_page.goto(f"{live_server.url}/stones/")
    ann_page.get_by_label("Saved searches").get_by_role("link", name="Handoffs").click()
    expect(ann_page).to_have_url(f"{live_server.url}/stones/?channel=handoff")
    check_page(ann_page, "saved search")
    ann_page.get_by_role("button", name="Delete this saved search").click()
    expect(ann_page.get_by_label("Saved searches")).to_have_count(0)
    ann_page.get_by_role("button", name="Undo").click()
    expect(ann_page.get_by_label("Saved searches")).to_be_visible()


@pytest.mark.long
def test_rows_become_compact_and_stay_so(ann_page: Page, live_server: LiveServer, stone: Stone) -> None:
    def height() -> float:
        box = ann_page.locator("[data-row]").first.bounding_box()
        assert box
        return box["height"]

    ann_page.goto(f"{live_server.url}/stones/")
    before = height()
    ann_page.get_by_label("ann: account and theme").click()
    ann_page.get_by_role("button", name="Compact").click()
    compact = height()
    assert compact < before
    ann_page.reload()
    assert height() == compact
    check_page(ann_page, "compact list")
    ann_page.get_by_label("ann: account and theme").click()
    ann_page.get_by_role("button", name="Comfortable").click()
    assert height() > compact


@pytest.mark.long
def test_the_strip_of_reads(ann_page: Page, live_server: LiveServer, ann: User, stone: Stone) -> None:
    read_level(account=ann, border_hash=stone.pk, level=stone.top_level, reader="agent koda")
    focus(account=ann, border_hash=stone.pk, question="Which port?", reader="agent mira")
    ann_page.goto(f"{live_server.url}/stones/{stone.pk}?tab=reads")
    expect(ann_page.get_by_role("img", name="lines of the source from left to right")).to_be_visible()
    ann_page.get_by_text("Show as a table").click()
    expect(ann_page.get_by_role("table", name="Lines of the source")).to_contain_text("agent koda")
    check_page(ann_page, "strip of reads", everywhere=True)


def test_the_dialog_names_what_is_chosen(ann_page: Page, live_server: LiveServer, ann: User) -> None:
    for number in range(4):
        store(ann, content=f"Kettle {number} is descaled.")
    ann_page.goto(f"{live_server.url}/stones/")
    dialog = ann_page.locator("#delete-chosen")
    ann_page.locator("[data-tick]").first.check()
    expect(dialog.locator("[data-chosen-names]")).to_have_text("“Kettle 3 is descaled.”")
    for tick in ann_page.locator("[data-tick]").all():
        tick.check()
    expect(dialog.locator("[data-chosen-names]")).to_contain_text("and 1 more")
