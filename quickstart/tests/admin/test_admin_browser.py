"""The form of an entry in a browser: the preview and the six points follow what is typed."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from core.pages.tests.page_checks import SignIn
from quickstart.models import Collection
from quickstart.tests.admin.admin_pages import url
from quickstart.tests.factories import make_entry

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_superuser("root")


def test_judged_while_typing(
    page: Page, sign_in: SignIn, complaints: list[str], live_server: LiveServer, collection: Collection
) -> None:
    sign_in(page.context)
    entry = make_entry(collection, question="What is a stone?", variants=["stones?"])
    page.goto(live_server.url + url("entry", "change", entry.pk))
    panel = page.locator("[data-judged]")
    expect(panel).to_contain_text("It has 1: add how others would ask.")
    page.fill("#id_answer", "A stone carries **one** handoff.\n\n- and its levels")
    expect(panel.locator("strong")).to_have_text("one")
    page.fill("#id_question", "Stone Format")
    expect(panel).to_contain_text("It reads like a heading")
    assert complaints == []
