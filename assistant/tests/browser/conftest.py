"""A real browser with the assistant in its page. Errors in its console fail the test."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Locator, Page, Request, expect
from pytest_django.live_server_helper import LiveServer

from assistant.services.save_settings import save_assistant_settings
from stones.models import LedgerEntry, Stone
from stones.queries import assemble, find_stone
from stones.services.read_levels import stone_text
from stones.tests.browser.conftest import _models, stone
from stones.tests.factories import LONG, store, write_levels

__all__ = ["_models", "stone"]

Show = Callable[..., Page]
TRACKER = Path(__file__).parents[3] / "analytics" / "static" / "analytics" / "tracker.js"


def text_of(stone: Stone, lod: int | None = None) -> str:
    return stone_text(assemble(find_stone(stone.account, stone.content.border_hash)), lod)


def make_stone(account: User, **fields: Any) -> Stone:
    """A stone with its levels written."""
    made = store(account, **fields)
    write_levels(made)
    return made


@pytest.fixture
def foreign(transactional_db: None) -> str:
    """A stone that ann was sent and does not have."""
    other = User.objects.create(username="mallory")
    return text_of(make_stone(other, content=f"Mallory's text.\n\n{LONG}", glow_channel="context"))


@pytest.fixture
def show(ann_page: Page, live_server: LiveServer) -> Show:
    """Opens a page of the site, with the assistant in it."""

    def opened(path: str = "/stones/") -> Page:
        ann_page.goto(live_server.url + path)
        expect(shadow(ann_page, ".bubble")).to_be_attached()
        return ann_page

    return opened


@pytest.fixture
def sent(ann_page: Page) -> list[Request]:
    """What the page posts, but for the events."""
    requests: list[Request] = []

    def note(request: Request) -> None:
        if request.method == "POST" and not request.url.endswith("/events"):
            requests.append(request)

    ann_page.on("request", note)
    return requests


def configure(account: User, **fields: Any) -> None:
    save_assistant_settings(account=account, **fields)


def shadow(page: Page, selector: str) -> Locator:
    """Within the assistant: playwright looks through its shadow."""
    return page.locator(f"qastone-assistant {selector}")


def card(page: Page) -> Locator:
    return shadow(page, "article.card")


def box(page: Page) -> Locator:
    """Where one writes."""
    return page.get_by_role("textbox", name="Message", exact=True)


def fill_clipboard(context: BrowserContext, page: Page, text: str) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", text)


def paste(page: Page, text: str) -> None:
    """Press the keys for it, with the text in the clipboard, wherever the focus is."""
    fill_clipboard(page.context, page, text)
    page.keyboard.press("Control+v")


def levels_read() -> list[tuple[str, int | None]]:
    return list(LedgerEntry.objects.order_by("pk").values_list("reader__name", "level"))


def expected(complaints: list[str], *statuses: int) -> None:
    """Ignore the browser's complaints about answers with these statuses."""
    expected_words = [f"status of {status}" for status in statuses]
    complaints[:] = [each for each in complaints if not any(part in each for part in expected_words)]
