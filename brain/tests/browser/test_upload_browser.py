"""Uploading notes in a browser: choose, see what is wrong, leave it out, confirm; with and without a script."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from brain.models import Note
from core.pages.tests.page_checks import check_page

pytestmark = pytest.mark.browser


def upload(page: Page, live_server: LiveServer, folder: Path) -> None:
    (folder / "good.md").write_text("# Good\n\nA text.")
    (folder / "bad.md").write_bytes(b"\xff\xfe")
    page.goto(f"{live_server.url}/brain/notes/")
    page.get_by_role("link", name="Upload", exact=False).first.click()
    page.get_by_label("Files", exact=True).set_input_files([folder / "good.md", folder / "bad.md"])
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", name="Part of this has errors")).to_be_visible()
    expect(page.locator(".upload-faults")).to_contain_text("bad.md, line 1 not UTF-8")
    assert not Note.objects.exists()


def confirm(page: Page) -> None:
    page.get_by_label("Skip what has errors").check()
    page.get_by_role("button", name="Preview again").click()
    page.get_by_role("button", name="Import 1").click()
    expect(page.locator(".messages")).to_contain_text("1 note imported.")
    assert Note.objects.get().title == "Good"


def test_from_files_to_notes(ann_page: Page, live_server: LiveServer, tmp_path: Path) -> None:
    upload(ann_page, live_server, tmp_path)
    check_page(ann_page, "upload preview", everywhere=True)
    confirm(ann_page)


@pytest.mark.long
def test_without_a_script(ann_without_script: Page, live_server: LiveServer, tmp_path: Path) -> None:
    upload(ann_without_script, live_server, tmp_path)
    confirm(ann_without_script)
