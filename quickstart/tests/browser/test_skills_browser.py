"""The skill browser: by tree and words, with htmx, without JavaScript, by keyboard, in every look."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from core.pages.tests.page_checks import check_page
from quickstart.models import Collection
from quickstart.tests.factories import make_skill

pytestmark = pytest.mark.browser


@pytest.fixture
def shelf(kitchen: Collection) -> Collection:
    make_skill(kitchen, skill_id="mop", title="Mopping", tree_path=["Cleaning"], triggers=["mop the floor"])
    make_skill(kitchen, skill_id="sing", title="Singing", tree_path=[])
    return kitchen


def test_by_tree_and_by_words(ann_page: Page, live_server: LiveServer, shelf: Collection) -> None:
    ann_page.goto(f"{live_server.url}/ask/skills/")
    rows = ann_page.locator("[data-row] [data-open]")
    expect(rows).to_have_count(3)
    tree = ann_page.get_by_role("navigation", name="Capability tree")
    tree.get_by_text("Baking", exact=False).first.click()
    tree.get_by_role("link", name="All of Baking").click()
    expect(rows).to_have_text(["Sourdough care"])
    expect(ann_page.locator("h1")).to_be_focused()
    expect(ann_page).to_have_url(f"{live_server.url}/ask/skills/?collection=kitchen&at=baking")
    ann_page.get_by_role("link", name="Show all").click()
    ann_page.locator("#q").fill("mop floor")
    ann_page.get_by_role("button", name="Search").click()
    expect(rows).to_have_text(["Mopping"])
    expect(ann_page).to_have_title("“mop floor” · Skills · QA.Stone")
    ann_page.go_back()
    expect(rows).to_have_count(3)


@pytest.mark.long
def test_by_keyboard_alone(ann_page: Page, live_server: LiveServer, shelf: Collection) -> None:
    ann_page.goto(f"{live_server.url}/ask/skills/")
    for key in ("j", "j", "k", "Enter"):
        ann_page.keyboard.press(key)
    expect(ann_page.locator("h1")).not_to_have_text("Skills")


@pytest.mark.long
def test_without_javascript(ann_without_script: Page, live_server: LiveServer, shelf: Collection) -> None:
    page = ann_without_script
    page.goto(f"{live_server.url}/ask/skills/")
    page.locator("summary").filter(has_text="Baking").click()
    page.get_by_role("link", name="All of Baking").click()
    page.get_by_role("link", name="Sourdough care").click()
    expect(page.get_by_text("Weigh the starter.")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == "skill_sourdough.md"


@pytest.mark.long
def test_in_every_look(ann_page: Page, live_server: LiveServer, shelf: Collection) -> None:
    long = "W" * 120
    make_skill(
        shelf,
        skill_id=long,
        title=long,
        file=f"{long}.md",
        description=long,
        triggers=[long, *(f"phrase {number}" for number in range(8))],
        quick_command=f"{long} {long}",
        tree_path=["Baking", long],
        body=f"# {long}\n\n| a | b |\n|---|---|\n| {long} | {long} |\n\n```\n{long * 3}\n```\n",
    )
    for path in ("", "?at=baking", "?q=zebra", "?outside=1", "skill_sourdough", long):
        ann_page.goto(f"{live_server.url}/ask/skills/{path}")
        check_page(ann_page, path[:40])
