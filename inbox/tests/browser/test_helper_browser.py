"""From a stone to a helper's answer, in a real browser; its pages in every look."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from core.jobs.tests.job_rows import give_up, run_one
from core.llm.model_doubles import FakeEmbedder, use_models
from core.pages.tests.page_checks import check_page
from inbox.models import RUN_HELPER, Agent, HelperJob
from inbox.services.spawn_helpers import spawn_helper
from stones.models import Stone

pytestmark = pytest.mark.browser

TASK = "Which port has the export job number 17?"


def work(job: HelperJob) -> None:
    with use_models(embedder=FakeEmbedder()):
        run_one(job, RUN_HELPER)


def test_a_person_has_a_stone_read(ann_page: Page, live_server: LiveServer, stone: Stone) -> None:
    ann_page.goto(f"{live_server.url}/stones/{stone.content.border_hash}")
    ann_page.get_by_role("link", name="Have a helper read it").click()
    expect(ann_page.locator("#price")).to_contain_text(f"costs {stone.content.tokens:,} tokens")
    ann_page.get_by_label("What do you want to know?").fill(TASK)
    ann_page.get_by_role("button", name="Have it read").click()
    expect(ann_page.locator("#helper-state")).to_have_text("Waiting for a worker")
    work(HelperJob.objects.get())
    # The page looks by itself, and says what it sees.
    expect(ann_page.get_by_role("status").filter(has_text="It has quoted passages")).to_have_count(1)
    ann_page.get_by_role("link", name="Open the passages").click()
    expect(ann_page.locator("main")).to_contain_text("export job number 17")


@pytest.mark.long
def test_without_script(ann_without_script: Page, live_server: LiveServer, stone: Stone) -> None:
    page = ann_without_script
    page.goto(f"{live_server.url}/inbox/helpers/new?stone={stone.content.border_hash}")
    page.get_by_label("What do you want to know?").fill(TASK)
    page.get_by_role("button", name="Have it read").click()
    work(HelperJob.objects.get())
    page.get_by_role("link", name="Check again").click()
    expect(page.locator("#helper-state")).to_have_text("It has quoted passages")


@pytest.mark.long
def test_the_pages_of_helpers(
    ann_page: Page,
    live_server: LiveServer,
    ann: User,
    koda: Agent,
    stone: Stone,
    complaints: list[str],
) -> None:
    ann_page.goto(f"{live_server.url}/inbox/helpers/")
    check_page(ann_page, "no helpers")
    tasks = (TASK, f"Unbroken{'x' * 300}", "What is open?")
    waits, failed, done = (
        spawn_helper(agent=koda, border_hash=stone.content.border_hash, task=task) for task in tasks
    )
    give_up(failed, RUN_HELPER, "Its worker fell. " * 9)
    work(done)
    for job in (waits, failed, done):
        ann_page.goto(f"{live_server.url}/inbox/helpers/{job.pk}")
        check_page(ann_page, f"a helper, {job}")
    for address in ("", f"new?stone={stone.content.border_hash}"):
        ann_page.goto(f"{live_server.url}/inbox/helpers/{address}")
        check_page(ann_page, address)
    ann_page.get_by_label("What should it read?").fill("0" * 12)
    ann_page.get_by_label("What do you want to know?").fill(TASK)
    ann_page.get_by_role("button", name="Have it read").click()
    ann_page.locator(".summary").wait_for()
    check_page(ann_page, "with a fault")
    complaints[:] = [complaint for complaint in complaints if "404" not in complaint]  # asked for
