"""The overview in every look, empty and full, with and without a script."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from analytics.tests.ledger_entries import entry
from brain.models import EMBED_NOTE, Note
from brain.tests.factories import make_note
from core.jobs.models import Job, JobState
from core.jobs.request_jobs import request_jobs
from core.pages.tests.page_checks import check_page, save_screenshots
from inbox.models import AgentKind
from inbox.services.manage_agents import site_agent
from inbox.services.spawn_helpers import spawn_helper
from inbox.tests.factories import deliver, new_agent
from quickstart.services.coverage_reports import record_report, report_coverage
from quickstart.tests.coverage.coverage_rows import make_tree
from quickstart.tests.factories import make_collection
from quickstart.tests.waiting.question_rows import ask
from stones.models import Content
from stones.tests.factories import LONG as LONG_TEXT
from stones.tests.factories import MIDDLE, store

pytestmark = pytest.mark.browser

LONG = "Unbroken" * 12


def fill(ann: User) -> None:
    """One of each thing that may wait or need attention, with long words in it."""
    koda = new_agent(ann, "koda")
    deliver(site_agent(ann, AgentKind.PERSON), needs_answer=True)
    stone = store(ann, content=MIDDLE)
    spawn_helper(agent=koda, border_hash=stone.content.border_hash, task=LONG)
    make_note(ann, title=LONG)
    collection = make_tree(make_collection(ann, name="tools"), [("Saw",)])
    ask(collection, "Where is the log?")
    record_report(collection=collection, report=report_coverage(collection=collection))
    for hours in range(0, 300, 20):
        created = timezone.now() - timedelta(hours=hours)
        entry(ann, created=created, source=f"S{hours}", tokens=20 * hours, paste_tokens=9_000 - 20 * hours)
    request_jobs(list(Note.objects.all()), EMBED_NOTE)
    Job.objects.update(state=JobState.FAILED, error=LONG, finished=timezone.now())
    Content.objects.update(levels_failed=True, fallback_reason=LONG)


@pytest.mark.long
def test_empty_and_full(ann_page: Page, live_server: LiveServer, ann: User) -> None:
    ann_page.goto(live_server.url)
    check_page(ann_page, "first run")
    save_screenshots(ann_page, "overview-first")
    fill(ann)
    ann_page.goto(live_server.url)
    check_page(ann_page, "full")
    save_screenshots(ann_page, "overview-full")


def test_a_step_ticks_itself_off(ann_page: Page, live_server: LiveServer, ann: User) -> None:
    ann_page.goto(live_server.url)
    expect(ann_page.locator("#steps-said")).to_have_text("0 of 3 done")
    store(ann)
    expect(ann_page.locator("#steps-said")).to_have_text("1 of 3 done")
    expect(ann_page.locator(".step[data-done]")).to_have_count(1)
    expect(ann_page.locator("#announce")).to_have_text("1 of 3 done")


@pytest.mark.long
def test_a_pasted_text_is_shown_as_an_agent_would_read_it(ann_page: Page, live_server: LiveServer) -> None:
    ann_page.goto(live_server.url)
    ann_page.get_by_label("Anything that you would paste").fill(LONG_TEXT)
    ann_page.get_by_role("button", name="See what it saves").click()
    expect(ann_page.get_by_role("heading", name="An agent would read this first")).to_be_focused()
    check_page(ann_page, "the box with a text")
    ann_page.get_by_role("button", name="Store as a stone").click()
    ann_page.wait_for_url("**/stones/*")


@pytest.mark.long
def test_by_keys_to_the_first_cure(ann_page: Page, live_server: LiveServer, ann: User) -> None:
    fill(ann)
    ann_page.goto(live_server.url)
    ann_page.keyboard.press("j")
    ann_page.keyboard.press("Enter")
    ann_page.wait_for_url("**/inbox/?tab=needs-me")


@pytest.mark.long
def test_without_a_script(ann_without_script: Page, live_server: LiveServer, ann: User) -> None:
    fill(ann)
    ann_without_script.goto(live_server.url)
    row = ann_without_script.locator("[data-matter=stones]")
    row.get_by_role("link", name="Try again").click()
    expect(ann_without_script).to_have_url(f"{live_server.url}/stones/?state=failed")
