"""System status in every look, well and ill, with and without a script."""

import os
from pathlib import Path
from typing import Literal

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from brain.models import Note
from brain.tests.factories import make_note
from jobs.models import JobState
from pages.testing import check
from qastone_site.models import Heartbeat

pytestmark = pytest.mark.browser

SHOT: list[tuple[Literal["light", "dark"], int]] = [("light", 1280), ("dark", 1280), ("light", 320)]
LONG = "Unbroken" * 12


def shoot(page: Page, name: str) -> None:
    """Kept where SHOTS names a folder, for whoever wants to see them."""
    if folder := os.environ.get("SHOTS"):
        for theme, width in SHOT:
            page.emulate_media(color_scheme=theme)
            page.set_viewport_size({"width": width, "height": 900})
            page.screenshot(path=Path(folder) / f"{name}-{theme}-{width}.png", full_page=True)


@pytest.fixture(autouse=True)
def _well(settings: Settings, live_server: LiveServer) -> None:
    """Its worker was seen, and nobody else can reach it."""
    settings.ALLOWED_HOSTS = ["localhost"]
    Heartbeat.objects.create(name="worker", at=timezone.now())


def fall_ill(ann: User, settings: Settings) -> None:
    Heartbeat.objects.all().delete()
    make_note(ann)
    Note.objects.update(state=JobState.FAILED, error=LONG)
    settings.ALLOWED_HOSTS = ["localhost", "stones.example.org"]


def test_well_and_ill(ann_page: Page, live_server: LiveServer, ann: User, settings: Settings) -> None:
    ann_page.goto(f"{live_server.url}/status")
    expect(ann_page).to_have_title("System status · QA.Stone")
    check(ann_page, "well")
    shoot(ann_page, "status-well")
    fall_ill(ann, settings)
    ann_page.goto(f"{live_server.url}/status")
    expect(ann_page.locator("[data-finding][data-state=wrong]")).to_have_count(2)
    check(ann_page, "ill")
    shoot(ann_page, "status-ill")
    ann_page.goto(live_server.url)
    check(ann_page, "overview")
    shoot(ann_page, "status-overview")


def test_it_keeps_itself_up_to_date(ann_page: Page, live_server: LiveServer) -> None:
    ann_page.goto(f"{live_server.url}/status")
    said = ann_page.locator("#findings-said")
    expect(said).to_have_text("Everything works.")
    ann_page.evaluate("document.querySelector('#findings').dataset.pollSeconds = 1")
    Heartbeat.objects.all().delete()
    expect(said).to_have_text("Wrong: Worker.")
    expect(ann_page.locator("#announce")).to_have_text("Wrong: Worker.")


def test_from_the_menu(ann_page: Page, live_server: LiveServer) -> None:
    ann_page.goto(live_server.url)
    ann_page.locator(".menu > summary").click()
    ann_page.get_by_role("link", name="System status").click()
    expect(ann_page.get_by_role("heading", level=1)).to_have_text("System status")


def test_without_a_script(ann_without_script: Page, live_server: LiveServer) -> None:
    page = ann_without_script
    page.goto(f"{live_server.url}/status")
    expect(page.locator("#findings-said")).to_have_text("Everything works.")
    Heartbeat.objects.all().delete()
    page.get_by_role("link", name="Check again").click()
    expect(page.locator("#findings-said")).to_have_text("Wrong: Worker.")
    page.get_by_role("link", name="as JSON").click()
    expect(page.locator("body")).to_contain_text('"name": "worker", "ok": false')
