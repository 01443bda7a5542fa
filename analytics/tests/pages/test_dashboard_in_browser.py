"""The dashboard in every look, with the longest names, and without a script."""

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from analytics.services import ingest
from analytics.tests.ledger_entries import entry, event
from core.pages.tests.page_checks import check_page, save_screenshots
from stones.format import CHANNELS

pytestmark = pytest.mark.browser

LONG = "agent " + "Unbroken" * 12


def fill(account: User) -> None:
    """Two weeks of reading, by several agents, and what was done at the pages."""
    chance, now = random.Random(7), datetime.now(UTC)
    readers = ("agent koda", "agent prax", "person ann", LONG)
    for number in range(120):
        created = now - timedelta(hours=chance.randrange(330))
        paste = chance.randrange(800, 60_000)
        level = chance.choice((0, 0, 1, 1, 1, 2, 3))
        entry(
            account,
            created=created,
            source=f"S{number}",
            reader=chance.choice(readers),
            glow_channel=chance.choice((*CHANNELS, "")),
            level=level,
            tokens=paste * (2, 12, 40, 100)[level] // 100,
            paste_tokens=paste,
        )
        if number % 4 == 0:
            entry(
                account,
                created=created,
                kind="write",
                level=2,
                tokens=paste // 5,
                paste_tokens=0,
                source=f"S{number}",
            )
    at = now.isoformat()
    sent = [
        *(event(number, timestamp=at, name=f"menu-item-{number % 5}") for number in range(20)),
        event(30, timestamp=at, type="shortcut", name="Ctrl+/"),
        event(31, timestamp=at, type="page_visit", name=None, page="/stones/abc12345"),
        event(32, timestamp=at, type="page_exit", name=None, page="/stones/abc12345", duration_ms=83_000),
        event(33, timestamp=at, type="page_visit", name=None, page=f"/{'unbroken-' * 2}/" * 8),
        event(34, timestamp=at, type="qastone_received", name=None, glow_channel="task", tokens=60),
    ]
    ingest(account=account, app="qastone", events=sent)


@pytest.mark.long
def test_every_look(ann_page: Page, live_server: LiveServer, ann: User) -> None:
    ann_page.goto(f"{live_server.url}/analytics/")
    check_page(ann_page, "sample")
    save_screenshots(ann_page, "analytics-sample")
    entry(ann, created=datetime.now(UTC) - timedelta(days=40), tokens=3_000)
    ann_page.reload()
    check_page(ann_page, "nothing in these days")
    fill(ann)
    for days in (14, 90):
        ann_page.goto(f"{live_server.url}/analytics/?days={days}")
        ann_page.locator("main details").evaluate_all("all => all.forEach((each) => (each.open = true))")
        check_page(ann_page, f"{days} days")
        save_screenshots(ann_page, f"analytics-{days}")


def test_another_period_is_swapped_in(ann_page: Page, live_server: LiveServer, ann: User) -> None:
    fill(ann)
    ann_page.goto(f"{live_server.url}/analytics/")
    expect(ann_page.locator(".bars g")).to_have_count(14)
    ann_page.get_by_role("link", name="7 days").click()
    expect(ann_page.locator(".bars g")).to_have_count(7)
    expect(ann_page).to_have_url(f"{live_server.url}/analytics/?days=7")
    expect(ann_page.locator("#analytics h1")).to_be_focused()
    ann_page.go_back()
    expect(ann_page.locator(".bars g")).to_have_count(14)


@pytest.mark.long
def test_without_a_script(ann_without_script: Page, live_server: LiveServer, ann: User) -> None:
    fill(ann)
    ann_without_script.goto(f"{live_server.url}/analytics/")
    ann_without_script.get_by_role("link", name="30 days").click()
    expect(ann_without_script.locator(".bars g")).to_have_count(30)
    ann_without_script.locator(".twins summary").click()
    with ann_without_script.expect_download() as download:
        ann_without_script.get_by_role("link", name="CSV").click()
    assert Path(download.value.path()).read_text().startswith("by,key,paste")


def test_on_a_narrow_screen_each_figure_has_its_head_beside_it(
    ann_page: Page, live_server: LiveServer, ann: User
) -> None:
    fill(ann)
    ann_page.set_viewport_size({"width": 320, "height": 800})
    ann_page.goto(f"{live_server.url}/analytics/")
    ann_page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    heads = ann_page.locator("main thead")
    assert heads.count() > 5
    assert not any(heads.nth(at).is_visible() for at in range(heads.count()))
    assert ann_page.locator("main td:not([data-label]), main td[data-label*='<']").count() == 0
    assert ann_page.locator("main td", has_text='">').count() == 0
    inside = "all => all.every((each) => each.getBoundingClientRect().right <= innerWidth)"
    assert ann_page.locator("main table *").evaluate_all(inside)
