"""axe finds nothing serious in any state of the pages: all channels, what failed, what waits, faults, dialogs."""

import re
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from core.pages.tests.page_checks import check_page
from stones.models import Stone
from stones.queries import assemble, find_stone
from stones.services.read_levels import stone_text
from stones.tests.factories import LONG, give_up_levels, store

pytestmark = pytest.mark.browser


def new_setup_code() -> str:
    """The code, as whoever runs the site gets it."""
    call_command("setup_code", stdout=(out := StringIO()))
    found = re.search(r"\w{4}-\w{4}-\w{4}", out.getvalue())
    assert found is not None
    return found[0]


@pytest.mark.long
def test_the_stone_pages(
    ann_page: Page,
    live_server: LiveServer,
    ann: User,
    stone: Stone,
    complaints: list[str],
) -> None:
    name = stone.content.border_hash
    for channel in ("task", "context", "query", "data"):
        store(ann, glow_channel=channel, claimed_source="prax")
    failed = store(ann, content=f"failed {LONG}")
    give_up_levels(failed, error="no key")
    waiting = store(ann, content=f"waiting {LONG}", claimed_source="prax")
    addresses = [
        "/stones/",
        "/stones/?state=failed&q=channel:purple",
        "/stones/?q=zebra",
        f"/stones/{name}",
        f"/stones/{name}?lod=3&q=bucket",
        *(f"/stones/{name}?lod=1&tab={tab}" for tab in ("agent", "raw", "provenance", "reads")),
        f"/stones/{failed.content.border_hash}?lod=1",
        f"/stones/{waiting.content.border_hash}",
        "/nowhere",
        "/stones/nonsense",
    ]
    for address in addresses:
        ann_page.goto(live_server.url + address)
        check_page(ann_page, address)
    complaints[:] = [
        complaint for complaint in complaints if "404" not in complaint and "400" not in complaint
    ]  # asked for


@pytest.mark.long
def test_the_paste_page(ann_page: Page, live_server: LiveServer, stone: Stone) -> None:
    text = stone_text(assemble(find_stone(stone.account, stone.content.border_hash)))
    ann_page.goto(f"{live_server.url}/paste")
    check_page(ann_page, "nothing pasted")
    pasted = {
        "a stone": text,
        "damage": text.replace("lod_count: 4", "lod_count: x"),
        "mismatch": text.replace("port 7003", "port 6666"),
        "plain": "Make uploads retry.",
    }
    for name, each in pasted.items():
        ann_page.locator("#text").fill(each)
        ann_page.wait_for_timeout(250)
        check_page(ann_page, name)
    ann_page.get_by_role("button", name="Format as stone").click()
    ann_page.get_by_role("button", name="Store as a stone").wait_for()
    check_page(ann_page, "preview")
    ann_page.locator("#text").fill(text)
    ann_page.locator("[data-act=load]").click()
    ann_page.locator(".opened").first.wait_for()
    # While it loads the button is dimmed.
    ann_page.locator("[data-act=load]:enabled").wait_for()
    check_page(ann_page, "a level open")


def test_dialogs_and_menus(ann_page: Page, live_server: LiveServer, stone: Stone) -> None:
    ann_page.goto(f"{live_server.url}/stones/{stone.content.border_hash}")
    ann_page.get_by_label("account and theme").click()
    check_page(ann_page, "menu")
    ann_page.keyboard.press("Escape")
    ann_page.get_by_role("link", name="Help and keys").click()
    check_page(ann_page, "help")
    ann_page.keyboard.press("Escape")
    ann_page.get_by_role("link", name="Delete…").click()
    check_page(ann_page, "delete")


@pytest.mark.long
def test_signing_in_and_connecting(
    page: Page, live_server: LiveServer, transactional_db: None, complaints: list[str]
) -> None:
    code = new_setup_code()
    page.goto(f"{live_server.url}/setup")
    check_page(page, "setup")
    page.get_by_label("Set-up code").fill("wrong")
    page.get_by_label("Username").fill("ann")
    page.get_by_label("Password").fill("short")
    page.get_by_role("button", name="Create account").click()
    page.locator(".summary").wait_for()
    check_page(page, "setup with faults")
    page.get_by_label("Set-up code").fill(code)
    page.get_by_label("Password").fill("correct horse 9")
    page.get_by_role("button", name="Create account").click()
    page.get_by_role("heading", name="Your first agent").wait_for()
    check_page(page, "setup done")
    page.goto(f"{live_server.url}/stones/")
    check_page(page, "no stones yet")
    page.get_by_label("account and theme").click()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("heading", name="Sign in").wait_for()
    check_page(page, "sign in")
    complaints[:] = [
        complaint for complaint in complaints if "422" not in complaint
    ]  # the faults of the form
    assert complaints == []
