"""Choosing stones for a message in a browser, with JavaScript and without."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from inbox.models import Agent, Message
from inbox.tests.factories import inbox_of
from stones.models import Stone
from stones.tests.factories import store

pytestmark = pytest.mark.browser


@pytest.fixture
def gate(ann: User) -> Stone:
    return store(ann, content="Unlock the garden gate.")


def test_a_stone_found_by_a_word_takes_the_place_of_a_text_that_is_kept(
    ann_page: Page, live_server: LiveServer, koda: Agent, stone: Stone, gate: Stone
) -> None:
    ann_page.goto(f"{live_server.url}/inbox/compose?to=koda")
    box = ann_page.locator("#id_text")
    box.fill("Half a thought.")
    expect(ann_page.locator("#id_text_helptext")).to_contain_text("A text of 4 tokens.")
    expect(ann_page.locator(".inbox-line")).to_have_text("#1 ann: Half a thought.")
    ann_page.get_by_text("Choose a stone").click()
    expect(ann_page.locator(".pick")).to_have_count(2)
    ann_page.get_by_label("Find one of your stones").fill("garden")
    expect(ann_page.locator(".pick")).to_have_count(1)
    ann_page.get_by_role("button", name="Unlock the garden gate.").click()
    expect(box).to_have_value(gate.content.border_hash)
    expect(box).to_be_focused()
    expect(ann_page.locator("#id_text_helptext")).to_contain_text(
        "A stone, task from koda: Unlock the garden gate."
    )
    expect(ann_page.get_by_label("Note", exact=True)).to_have_value("Half a thought.")
    expect(ann_page.locator(".inbox-line").first).to_contain_text("Unlock the garden gate.")
    ann_page.get_by_role("button", name="Restore it").click()
    expect(box).to_have_value("Half a thought.")
    expect(ann_page.get_by_label("koda", exact=True)).to_be_checked()
    expect(ann_page.locator(".inbox-line")).to_have_text(["#1 ann: Half a thought."])
    assert not Message.objects.exists()


@pytest.mark.long
def test_enter_in_a_line_sends_nothing(ann_page: Page, live_server: LiveServer, koda: Agent) -> None:
    ann_page.goto(f"{live_server.url}/inbox/compose?to=koda")
    ann_page.locator("#id_text").fill("Not yet.")
    ann_page.locator(".more-options summary").click()
    ann_page.get_by_label("Subject").fill("Draft")
    ann_page.keyboard.press("Enter")
    expect(ann_page.locator(".inbox-line")).to_have_text('#1 ann "Draft": Not yet.')
    expect(ann_page.locator("#id_text")).to_have_value("Not yet.")
    assert not Message.objects.exists()


@pytest.mark.long
def test_without_javascript(
    ann_without_script: Page, live_server: LiveServer, koda: Agent, stone: Stone, gate: Stone
) -> None:
    page = ann_without_script
    page.goto(f"{live_server.url}/inbox/compose?to=koda")
    page.locator("#id_text").fill("Half a thought.")
    page.get_by_text("Choose a stone").click()
    page.get_by_label("Find one of your stones").fill("garden")
    page.get_by_role("button", name="Find").click()
    expect(page.locator(".pick")).to_have_count(1)
    expect(page.locator("#id_text")).to_have_value("Half a thought.")
    page.locator(".pick").click()
    expect(page.locator("#id_text")).to_have_value(gate.content.border_hash)
    expect(page.get_by_label("Note", exact=True)).to_have_value("Half a thought.")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator(".inbox-line")).to_have_text(
        ["#1 ann: Unlock the garden gate.", "#2 ann: Half a thought."]
    )
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator(".messages")).to_contain_text("Sent to koda, with your note beside it.")
    note, sent = Message.objects.all()
    assert (sent.border_hash, note.body) == (gate.content.border_hash, "Half a thought.")


@pytest.mark.long
def test_several_stones_of_the_list_go_to_one_agent(
    ann_page: Page, live_server: LiveServer, ann: User, koda: Agent
) -> None:
    for number in range(3):
        store(ann, content=f"Unlock gate {number}.")
    ann_page.goto(f"{live_server.url}/stones/?q=gate")
    ann_page.locator("[data-tick]").nth(0).check()
    ann_page.locator("[data-tick]").nth(2).check()
    ann_page.locator(".bulk-bar").get_by_role("button", name="Send").click()
    expect(ann_page.locator("#id_text_helptext")).to_contain_text(
        "2 stones: each is sent as its own message."
    )
    ann_page.get_by_label("koda", exact=True).check()
    expect(ann_page.locator(".inbox-line")).to_have_count(2)
    ann_page.locator("#compose").get_by_role("button", name="Send").click()
    expect(ann_page.locator(".messages")).to_contain_text(
        "2 stones sent, each as a message of its own, to koda."
    )
    assert len(inbox_of(koda)) == 2
