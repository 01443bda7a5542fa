"""What stands on paper: the text and where it came from; nothing to press. Seen as the browser would print it."""

import os
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from quickstart.tests.coverage.coverage_rows import make_tree
from quickstart.tests.factories import make_collection
from stones.tests.browser.conftest import _models
from stones.tests.factories import LONG, store, write_levels

__all__ = ["_models"]
pytestmark = pytest.mark.browser

FURNITURE = ".bar, .nav, .tabs, .crumbs, .chips, qastone-assistant .bubble"
NOT_ON_PAPER = f"{FURNITURE}, main button, main .button, main form, dialog"
PICTURES = os.environ.get("QASTONE_PICTURES")


def print_out(page: Page, name: str) -> None:
    """As the print dialog sees it; QASTONE_PICTURES names a folder that keeps what it shows."""
    expect(page.locator("qastone-assistant .bubble")).to_be_visible()
    page.emulate_media(media="print", reduced_motion="reduce")
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"print-{name}.png", full_page=True)
        page.pdf(path=Path(PICTURES) / f"print-{name}.pdf")


def visible_texts(page: Page, selector: str) -> list[str]:
    """What of these is visible."""
    return [each.inner_html()[:80] for each in page.locator(selector).all() if each.is_visible()]


def test_a_stone_is_its_levels_and_its_address(ann_page: Page, live_server: LiveServer, ann: User) -> None:
    stone = store(ann, content=LONG, glow_channel="handoff", source_agent="koda")
    write_levels(stone)
    address = f"{live_server.url}/stones/{stone.content.border_hash}"
    ann_page.context.add_cookies([{"name": "theme", "value": "dark", "url": live_server.url}])
    ann_page.goto(f"{address}?lod=2")
    expect(ann_page.locator(".print-only")).to_be_hidden()
    print_out(ann_page, "stone")
    assert visible_texts(ann_page, NOT_ON_PAPER) == []
    assert visible_texts(ann_page, ".aside") == []
    expect(ann_page.locator(".print-only a")).to_have_attribute("href", address)
    expect(ann_page.locator(".print-only")).to_contain_text("LOD-0 to LOD-2")
    for level in range(3):
        expect(ann_page.locator(f"#lod-{level}")).to_be_visible()
    assert ann_page.locator(".level .prose").count() == 2
    assert ann_page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


@pytest.mark.long
def test_coverage_is_its_whole_tree(ann_page: Page, live_server: LiveServer, ann: User) -> None:
    make_tree(make_collection(ann, name="kitchen"))
    ann_page.goto(f"{live_server.url}/ask/coverage/?collection=kitchen&open=none")
    nodes = ann_page.locator(".coverage-tree .tree-label")
    folded = len(visible_texts(ann_page, ".coverage-tree .tree-label"))
    print_out(ann_page, "coverage")
    assert folded < len(visible_texts(ann_page, ".coverage-tree .tree-label")) == nodes.count()
    assert visible_texts(ann_page, NOT_ON_PAPER) == []
    expect(ann_page.locator(".print-only")).to_contain_text("/ask/coverage/?collection=kitchen")
