"""Six of the eight journeys; the clipboard's chain and the figures that add up have files of their own."""

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from core.jobs.find_jobs import find_job
from core.jobs.run_job import run_now
from core.pages.tests.page_checks import save_screenshots
from inbox.models import RUN_HELPER, Agent, Delivery, DeliveryState, HelperJob
from qastone_site.accounts.first_setup import new_setup_code
from quickstart.models import Collection, Review
from quickstart.tests.coverage.coverage_rows import make_tree
from quickstart.tests.factories import index, make_collection, make_entry
from stones.models import LedgerEntry, Stone
from stones.queries import assemble, reloaded
from stones.services.read_levels import stone_text
from stones.tests.factories import LONG, store, write_levels

pytestmark = pytest.mark.browser

NOTE = "---\ntitle: Frost\ntags: [garden]\n---\nThe last frost came on the fifteenth of May this year.\n"


@pytest.fixture
def stone(ann: User) -> Stone:
    """Four levels, all written."""
    made = store(ann, content=LONG, glow_channel="handoff", source_agent="koda")
    write_levels(made)
    return made


def test_first_run_to_first_stone(
    page: Page, live_server: LiveServer, transactional_db: None, complaints: list[str]
) -> None:
    code = new_setup_code()
    page.goto(live_server.url)
    expect(page).to_have_url(f"{live_server.url}/setup")
    page.set_viewport_size({"width": 1280, "height": 757})
    expect(page.get_by_role("button", name="Create account")).to_be_in_viewport(ratio=1)
    page.get_by_label("code").fill(code)
    page.get_by_label("name").fill("ann")
    password = page.get_by_label("Password")
    password.fill("correct horse 9")
    page.get_by_role("button", name="Show what was typed").click()
    expect(password).to_have_attribute("type", "text")
    page.get_by_role("button", name="Hide what was typed").click()
    expect(password).to_have_attribute("type", "password")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_label("Token of first-agent")).to_have_value(re.compile(r"qas_\w{36}"))
    save_screenshots(page, "journey-owner")
    page.get_by_role("link", name="Continue: make a first stone").click()
    expect(page.locator("[aria-current=step]")).to_have_text("First stone")
    page.locator("#text").fill(LONG)
    page.get_by_role("button", name="Format as stone").click()
    page.get_by_role("button", name="Store as a stone").click()
    expect(page).to_have_url(re.compile(r"/stones/[0-9a-f]{8}"))
    expect(page.locator("main")).to_contain_text("LOD-0 Scan")
    save_screenshots(page, "journey-first-stone")
    page.get_by_role("link", name="QA.Stone").click()
    expect(page).to_have_url(f"{live_server.url}/")
    assert Stone.objects.get().content.text == LONG
    assert complaints == []


def test_paste_and_load_more(ann_page: Page, live_server: LiveServer, stone: Stone) -> None:
    ann_page.goto(f"{live_server.url}/paste")
    ann_page.locator("#text").fill(stone_text(assemble(reloaded(stone))))
    card = ann_page.locator(".stone-card")
    expect(card).to_contain_text("Header read. No level is open, and nothing was sent.")
    assert not LedgerEntry.objects.exists()
    card.get_by_role("button", name="Use LOD-2").click()
    card.get_by_role("button", name=re.compile(r"Load LOD-3 \(\+")).click()
    expect(card.locator(".opened")).to_have_count(4)
    assert list(LedgerEntry.objects.order_by("level").values_list("level", flat=True)) == [0, 1, 2, 3]


def test_send_read_acknowledge(ann_page: Page, live_server: LiveServer, stone: Stone, koda: Agent) -> None:
    ann_page.goto(f"{live_server.url}/stones/{stone.content.border_hash}")
    ann_page.get_by_role("link", name="Send to an agent").click()
    ann_page.get_by_label("koda").check()
    ann_page.locator(".more-options summary").click()
    ann_page.get_by_label("LOD-1 Detail").check()
    expect(ann_page.locator("#preview")).to_contain_text("delivered_lod: 1")
    ann_page.locator("#compose").get_by_role("button", name="Send").click()
    expect(ann_page.locator(".messages")).to_contain_text("Sent to koda.")
    delivery = Delivery.objects.get()
    assert delivery.message.delivered_lod == 1

    ann_page.goto(f"{live_server.url}/inbox/?agent=koda")
    ann_page.locator("[data-open]").first.click()
    ann_page.get_by_role("button", name=re.compile("LOD-1 Detail")).click()
    expect(ann_page.locator(f"#m-{delivery.message_id}-1")).to_be_visible()
    ann_page.get_by_role("link", name="Acknowledge for koda").click()
    ann_page.get_by_role("button", name="Acknowledge for koda").click()
    expect(ann_page.locator(".messages")).to_contain_text("Acknowledged for koda.")
    delivery.refresh_from_db()
    assert delivery.state == DeliveryState.ACKNOWLEDGED


def test_a_helper_answers(ann_page: Page, live_server: LiveServer, stone: Stone) -> None:
    ann_page.goto(f"{live_server.url}/stones/{stone.content.border_hash}")
    ann_page.get_by_role("link", name="Have a helper read it").click()
    expect(ann_page.locator("#price")).to_contain_text("tokens")
    ann_page.get_by_label("What do you want to know?").fill("Which port has the export job number 17?")
    ann_page.get_by_role("button", name="Have it read").click()
    expect(ann_page.locator("#helper-state")).to_have_text("Waiting for a worker")
    run_now(find_job(HelperJob.objects.get(), RUN_HELPER))
    ann_page.get_by_role("link", name="Open the passages").click()
    expect(ann_page.locator("main")).to_contain_text("export job number 17")


@pytest.mark.long
def test_a_question_is_curated_and_coverage_rises(
    ann_page: Page, live_server: LiveServer, ann: User, complaints: list[str]
) -> None:
    kitchen = make_tree(make_collection(ann, name="kitchen"), [("Baking",), ("Cleaning",)])
    make_entry(kitchen, question="How do I bake bread?", answer="In the oven.", tree_path=["Baking"], level=1)
    index(kitchen)
    ann_page.goto(f"{live_server.url}/ask/coverage/?collection=kitchen")
    before = _percent(ann_page)
    ann_page.goto(f"{live_server.url}/ask/?collection=kitchen&q=where+do+the+brooms+hang")
    expect(ann_page.get_by_role("heading", name="No clear answer here")).to_be_visible()

    ann_page.get_by_role("link", name="Questions").click()
    ann_page.get_by_role("link", name="Add this question").click()
    expect(ann_page.locator("#id_question")).to_have_value("where do the brooms hang")
    ann_page.fill("#id_question", "Where do the brooms hang?")
    ann_page.fill("#id_answer", "Behind the door of the pantry, on the second hook.")
    ann_page.fill("#id_entry_id", "brooms")
    ann_page.fill("#id_tree_path", "Cleaning")
    ann_page.select_option("#id_review", Review.PUBLISHED)
    ann_page.get_by_role("button", name="Save", exact=True).click()
    expect(ann_page.get_by_text("was added successfully")).to_be_visible()
    index(Collection.objects.get(name="kitchen"))
    complaints.clear()  # the admin's own page is not ours to mend

    ann_page.goto(f"{live_server.url}/ask/?collection=kitchen&q=where+do+the+brooms+hang")
    expect(ann_page.locator("main")).to_contain_text("on the second hook")
    ann_page.get_by_role("button", name="Yes").click()
    expect(ann_page.locator("#thanks")).to_have_text("Thank you.")
    ann_page.goto(f"{live_server.url}/ask/coverage/?collection=kitchen")
    assert _percent(ann_page) > before


def _percent(page: Page) -> int:
    return int(page.locator(".coverage-figure strong").inner_text().rstrip("%"))


def test_imported_notes_answer_with_citations(
    ann_page: Page, live_server: LiveServer, ann: User, tmp_path: Path
) -> None:
    ann_page.goto(f"{live_server.url}/brain/")
    expect(ann_page.get_by_text("python manage.py import_notes DIR")).to_be_visible()
    (tmp_path / "frost.md").write_text(NOTE)
    call_command("import_notes", str(tmp_path), account=ann.username)
    ann_page.reload()
    ann_page.locator("#q").fill("When was the last frost?")
    ann_page.keyboard.press("Enter")
    ann_page.get_by_role("button", name="Source 1: Frost").first.click()
    ann_page.get_by_role("link", name="Open the note").first.click()
    expect(ann_page.locator("mark#cited")).to_contain_text("fifteenth of May")
