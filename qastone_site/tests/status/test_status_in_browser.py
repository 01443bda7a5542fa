"""System status in every look, well and ill, with and without a script."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from brain.models import EMBED_NOTE
from brain.tests.factories import make_note
from core.jobs.models import Job, JobState
from core.jobs.request_jobs import request_jobs
from core.pages.tests.page_checks import check_page, save_screenshots
from qastone_site.models import Heartbeat

pytestmark = pytest.mark.browser

LONG = "Unbroken" * 12


@pytest.fixture(autouse=True)
def _well(settings: Settings, live_server: LiveServer) -> None:
    """Its worker was seen, also by a browser that takes its time, and nobody else can reach it."""
    settings.ALLOWED_HOSTS = ["localhost"]
    Heartbeat.objects.create(name="worker", at=timezone.now() + timedelta(minutes=10))


def fall_ill(ann: User, settings: Settings) -> None:
    Heartbeat.objects.all().delete()
    request_jobs([make_note(ann)], EMBED_NOTE)
    Job.objects.of(EMBED_NOTE).update(state=JobState.FAILED, error=LONG)
    settings.ALLOWED_HOSTS = ["localhost", "stones.example.org"]


def test_well_and_ill(ann_page: Page, live_server: LiveServer, ann: User, settings: Settings) -> None:
    ann_page.goto(f"{live_server.url}/status")
    expect(ann_page).to_have_title("System status · QA.Stone")
    check_page(ann_page, "well")
    save_screenshots(ann_page, "status-well")
    fall_ill(ann, settings)
    ann_page.goto(f"{live_server.url}/status")
    expect(ann_page.locator("[data-finding][data-state=wrong]")).to_have_count(2)
    check_page(ann_page, "ill")
    save_screenshots(ann_page, "status-ill")
    ann_page.goto(live_server.url)
    check_page(ann_page, "overview")
    save_screenshots(ann_page, "status-overview")


@pytest.mark.long
def test_it_keeps_itself_up_to_date(ann_page: Page, live_server: LiveServer) -> None:
    ann_page.goto(f"{live_server.url}/status")
    announcement = ann_page.locator("#findings-said")
    expect(announcement).to_have_text("Everything works.")
    ann_page.evaluate("document.querySelector('#findings').dataset.pollSeconds = 1")
    Heartbeat.objects.all().delete()
    expect(announcement).to_have_text("Wrong: Worker.")
    expect(ann_page.locator("#announce")).to_have_text("Wrong: Worker.")


@pytest.mark.long
def test_from_the_menu(ann_page: Page, live_server: LiveServer) -> None:
    ann_page.goto(live_server.url)
    ann_page.get_by_label("ann: account and theme").click()
    ann_page.get_by_role("link", name="System status").click()
    expect(ann_page.get_by_role("heading", level=1)).to_have_text("System status")


@pytest.mark.long
def test_without_a_script(ann_without_script: Page, live_server: LiveServer) -> None:
    page = ann_without_script
    page.goto(f"{live_server.url}/status")
    expect(page.locator("#findings-said")).to_have_text("Everything works.")
    Heartbeat.objects.all().delete()
    page.get_by_role("link", name="Check again").click()
    expect(page.locator("#findings-said")).to_have_text("Wrong: Worker.")
    page.get_by_role("link", name="as JSON").click()
    expect(page.locator("body")).to_contain_text('"name": "worker", "ok": false')
