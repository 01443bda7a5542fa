"""The pictures: the page of each, and the steps before it is taken."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, expect

from qastone_site.tests.whole_sites import Site
from tools.pictures.palette import with_palette
from tools.pictures.sample_life import QUESTION

THEMES = ("light", "dark")
WIDTH = 1280
MAX_BYTES = 150_000

Prepare = Callable[[Page, Site], None]


class Shot(NamedTuple):
    """`height` is that of the window."""

    name: str
    prepare: Prepare
    height: int


def border_hash(page: Page, site: Site) -> str:
    """The hash of the demonstration's handoff, from its link in the list of stones."""
    page.goto(f"{site.url}/stones/?channel=handoff&q=partial+index")
    found = page.locator("[data-row] [data-open]").first.get_attribute("href") or ""
    return found.rpartition("/")[2].partition("?")[0]


def stone(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/stones/{border_hash(page, site)}?lod=1")


def overview(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/")


def analytics(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/analytics/")


def chain(page: Page, site: Site) -> None:
    """The copy that the others were made from, at its provenance."""
    page.goto(f"{site.url}/clipboard/?app=Visual+Studio+Code")
    page.locator("[data-row] [data-open]").first.click()
    expect(page.locator("svg.chain-graph")).to_be_visible()
    page.locator("#chain-heading").evaluate("heading => heading.scrollIntoView()")


def answer(page: Page, site: Site) -> None:
    """The question is asked once: the conversation stays for both themes."""
    page.goto(f"{site.url}/brain/")
    source = page.get_by_role("button", name=re.compile("Source 1")).first
    if not source.is_visible():
        page.locator("#q").fill(QUESTION)
        page.get_by_role("button", name="Ask", exact=True).click()
        expect(source).to_be_visible()
        page.goto(f"{site.url}/brain/")
    page.evaluate("scrollTo(0, 0)")


def assistant(page: Page, site: Site) -> None:
    """A stone is pasted on the list of stones, and the assistant reads it."""
    name = border_hash(page, site)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    text = page.request.get(f"{site.url}/stones/{name}/text?lod=3").text()
    page.goto(f"{site.url}/stones/")
    expect(page.locator("qastone-assistant .bubble")).to_be_attached()
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.locator("h1").click()
    page.keyboard.press("Control+V")
    expect(page.locator("qastone-assistant article.card .use").last).to_contain_text("in use")
    page.locator("qastone-assistant article.card").last.evaluate("card => card.scrollIntoView()")


SHOTS = (
    Shot("stone", stone, 880),
    Shot("overview", overview, 520),
    Shot("analytics", analytics, 760),
    Shot("clipboard-chain", chain, 640),
    Shot("brain-answer", answer, 740),
    Shot("assistant", assistant, 760),
)


def take(page: Page, site: Site, shot: Shot, theme: str, folder: Path) -> Path:
    """One picture. Raises ValueError when it is larger than the README should load."""
    page.context.add_cookies([{"name": "theme", "value": theme, "url": site.url}])
    page.set_viewport_size({"width": WIDTH, "height": shot.height})
    shot.prepare(page, site)
    page.evaluate("document.fonts.ready.then(() => document.activeElement?.blur())")
    file = folder / f"{shot.name}-{theme}.png"
    file.write_bytes(with_palette(page.screenshot()))
    if file.stat().st_size > MAX_BYTES:
        raise ValueError(f"{file.name} has {file.stat().st_size:,} bytes; crop it below {MAX_BYTES:,}.")
    return file


def window(browser: Browser, site: Site) -> BrowserContext:
    """A window at scale 1, without animations."""
    context = browser.new_context(viewport={"width": WIDTH, "height": 900}, reduced_motion="reduce")
    context.set_default_timeout(60_000)
    return context
