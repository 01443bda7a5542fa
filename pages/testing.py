"""How a page's look is tested: axe finds nothing serious in any of them, and no page scrolls sideways."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

SERIOUS = ("serious", "critical")
LOOKS = [("light", 1280), ("dark", 1280), ("light", 320), ("dark", 320)]
"""Theme and width (CSS pixels)."""


def check(page: Page, name: str) -> None:
    """Fail on a serious finding, or when the page is wider than the window."""
    found = Axe().run(page).response["violations"]
    serious = [(each["id"], each["nodes"][0]["html"][:200]) for each in found if each["impact"] in SERIOUS]
    assert serious == [], name
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} scrolls sideways"


def dress(page: Page, live_server: LiveServer, theme: str, width: int) -> None:
    """Give the browser a look."""
    page.context.add_cookies([{"name": "theme", "value": theme, "url": live_server.url}])
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(reduced_motion="reduce")
