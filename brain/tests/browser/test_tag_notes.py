"""Notes that are ticked get a tag by the menu above them, which lies over the first rows."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from brain.models import Note

pytestmark = pytest.mark.browser


def test_chosen_notes_get_a_tag(ann_page: Page, live_server: LiveServer, frost: Note) -> None:
    ann_page.goto(f"{live_server.url}/brain/notes/")
    ann_page.locator(f'input[name=chosen][value="{frost.pk}"]').check()
    ann_page.get_by_text("Export or tag").click()
    ann_page.get_by_role("combobox", name="Tags").fill("To Do")
    ann_page.get_by_role("button", name="Add", exact=True).click()
    expect(ann_page.get_by_text("1 note tagged #to-do.")).to_be_visible()
    frost.refresh_from_db()
    assert "to-do" in frost.tags
    ann_page.get_by_role("button", name="Undo").click()
    expect(ann_page.get_by_text("The tag #to-do is removed from 1 note.")).to_be_visible()
