"""The settings in a real browser: in every look, by keyboard and colour picker, and without JavaScript."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from assistant.services.save_settings import assistant_config, clipboard_config
from assistant.tests.settings.conftest import ASSISTANT
from core.pages.tests.page_checks import check_page

pytestmark = pytest.mark.browser


@pytest.fixture
def ann(transactional_db: None) -> User:
    return User.objects.create_user("ann", password="correct horse 9")


@pytest.mark.long
def test_faults_and_defaults_in_every_look(
    ann_page: Page, live_server: LiveServer, ann: User, complaints: list[str]
) -> None:
    ann_page.goto(f"{live_server.url}/assistant/settings")
    ann_page.locator("#id_task_color").fill("green")
    ann_page.locator("#assistant").get_by_role("button", name="Save").click()
    expect(ann_page.locator(".summary")).to_be_focused()
    check_page(ann_page, "with a fault")
    # From the summary to the field, which says it too.
    ann_page.get_by_role("link", name="Colour of task").click()
    expect(ann_page.locator("#id_task_color")).to_be_focused()
    ann_page.keyboard.press("Control+A")
    ann_page.keyboard.type("#123456")
    ann_page.keyboard.press("Enter")
    expect(ann_page.get_by_text("Saved: the assistant.")).to_be_visible()
    ann_page.locator("#assistant").get_by_role("button", name="Restore the defaults").click()
    expect(ann_page.get_by_text("The assistant has its defaults again.")).to_be_visible()
    ann_page.reload()
    check_page(ann_page, "restored")
    complaints[:] = [complaint for complaint in complaints if "422" not in complaint]  # asked for


@pytest.mark.long
def test_a_colour_is_picked_or_typed(ann_page: Page, live_server: LiveServer, ann: User) -> None:
    ann_page.goto(f"{live_server.url}/assistant/settings")
    pick, typed = ann_page.get_by_label("Pick the colour of data"), ann_page.locator("#id_data_color")
    pick.fill("#0a0b0c")
    expect(typed).to_have_value("#0A0B0C")
    typed.fill("#aabbcc")
    expect(pick).to_have_value("#aabbcc")
    ann_page.locator("#assistant").get_by_role("button", name="Save").click()
    expect(ann_page.get_by_text("Saved: the assistant.")).to_be_visible()
    assert assistant_config(ann)["qastone"]["channels"]["data"]["color"] == "#AABBCC"


def test_without_javascript(ann_without_script: Page, live_server: LiveServer, ann: User) -> None:
    page = ann_without_script
    page.goto(f"{live_server.url}/assistant/settings")
    expect(page.get_by_label("Pick the colour of task")).to_be_hidden()
    page.get_by_label("Read up to").select_option("3")
    page.locator("#assistant").get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved: the assistant.")).to_be_visible()
    page.get_by_label("Keep copies for (days)").fill("0")
    page.locator("#clipboard").get_by_role("button", name="Save").click()
    expect(page.locator(".summary")).to_contain_text("greater than or equal to 1")
    page.get_by_label("Keep copies for (days)").fill("7")
    page.locator("#clipboard").get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved: the clipboard.")).to_be_visible()
    assert assistant_config(ann)["qastone"]["defaultMaxLod"] == 3
    assert clipboard_config(ann)["qastone"]["ttlDays"] == 7
    page.locator("#assistant").get_by_role("button", name="Restore the defaults").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("The assistant is as it was before.")).to_be_visible()
    assert assistant_config(ann) == {"qastone": ASSISTANT | {"defaultMaxLod": 3}}
