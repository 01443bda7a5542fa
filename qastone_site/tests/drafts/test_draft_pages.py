"""An answer's draft on the pages, in a real browser: it grows, becomes the checked answer, and can be stopped.

The whole web process runs on the test's database; a thread of the test is the
worker, and its model waits where it is told.
"""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.contrib.staticfiles import finders
from django.db import connections
from django.test import Client
from playwright.sync_api import Page, Route, expect

from answering.models import WrittenAnswer
from answering.tests.finish_answers import finish_answers
from brain.models import Turn
from brain.tests.answering.garden_notes import BODIES, NOTES, model_answer
from brain.tests.factories import index, make_note
from core.llm import Message, get_embedder
from core.llm.chat.chat_model import Answer
from core.llm.chat.draft import Draft
from core.llm.model_doubles import FakeChat, use_models
from core.llm.model_errors import Stopped
from qastone_site.tests.mcp.conftest import running_site

pytestmark = pytest.mark.browser

QUESTION = "When was the last frost?"
SAID = "The last frost came on the fifteenth of May [1]. <b>Not bold.</b>"


class PacedChat(FakeChat):
    """Shows its draft, and gives its answer when it is `released`."""

    def __init__(self, answers: Sequence[Any]) -> None:
        super().__init__(answers)
        self.released = threading.Event()

    def parse(
        self, messages: Sequence[Message], schema: Any, *, draft: Draft | None = None, **options: Any
    ) -> Answer[Any]:
        answer = super().parse(messages, schema, draft=draft, **options)
        end = monotonic() + 60
        while not self.released.wait(0.05) and monotonic() < end:
            if draft is not None:
                draft.add("")  # what was added last is written a moment later
                if draft.should_stop():
                    raise Stopped
        return answer


@pytest.fixture
def site(ann: User) -> Iterator[str]:
    with running_site() as url:
        yield url


@pytest.fixture
def garden_model(ann: User) -> Iterator[PacedChat]:
    """Ann's notes on a garden, and a model that answers from them."""
    notes = {title: make_note(ann, title=title, body=BODIES[title]) for title in NOTES}
    index(ann, get_embedder())
    model = PacedChat([model_answer(SAID, (notes["Frost"].pk, "came on the fifteenth of May"))])
    with use_models(chat=model):
        yield model


@pytest.fixture
def ann_browser(page: Page, site: str, ann: User, complaints: list[str]) -> Iterator[Page]:
    client = Client()
    client.force_login(ann)
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": site}])
    # The process serves only files that were collected.
    page.context.route("**/static/**", _send_file)
    yield page
    assert complaints == []


def _send_file(route: Route) -> None:
    found = finders.find(urlsplit(route.request.url).path.removeprefix("/static/"))
    assert isinstance(found, str)
    route.fulfill(path=found)


@contextmanager
def working() -> Iterator[None]:
    """A worker that writes the first answer that is requested."""

    def work() -> None:
        try:
            end = monotonic() + 60
            while not finish_answers() and monotonic() < end:
                sleep(0.1)
        finally:
            connections.close_all()

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        thread.join(60)
        assert not thread.is_alive()


def test_a_draft_becomes_the_checked_answer(ann_browser: Page, site: str, garden_model: PacedChat) -> None:
    page = ann_browser
    page.goto(f"{site}/brain/")
    with working():
        try:
            page.keyboard.type(QUESTION)
            page.keyboard.press("Enter")
            draft = page.locator(".draft-text")
            expect(draft).to_have_text(SAID)
            assert not draft.locator("b").count()
            expect(page.get_by_role("heading", name=QUESTION)).to_be_focused()
            assert not Turn.objects.exists()
        finally:
            garden_model.released.set()
    expect(page.get_by_role("button", name="Source 1: Frost").first).to_be_visible()
    expect(draft).to_have_count(0)
    expect(page.get_by_role("heading", name=QUESTION)).to_be_focused()
    expect(page).to_have_url(f"{site}/brain/?c={Turn.objects.get().conversation_id}")


@pytest.mark.long
def test_a_draft_is_stopped(
    ann_browser: Page, site: str, garden_model: PacedChat, complaints: list[str]
) -> None:
    page = ann_browser
    page.goto(f"{site}/brain/")
    with working():
        page.keyboard.type(QUESTION)
        page.keyboard.press("Enter")
        expect(page.locator(".draft-text")).to_have_text(SAID)
        page.get_by_role("button", name="Stop").click()
        expect(page.get_by_role("alert").get_by_text("It was stopped")).to_be_visible()
    expect(page.locator("#q")).to_have_value(QUESTION)
    assert WrittenAnswer.objects.get().state == "stopped"
    assert not Turn.objects.exists()
    complaints[:] = [
        line for line in complaints if "409" not in line
    ]  # the browser names each refused request


@pytest.mark.long
def test_the_panel_shows_the_draft_and_then_the_answer(
    ann_browser: Page, site: str, garden_model: PacedChat
) -> None:
    page = ann_browser
    answer = {"answer": "Nothing is known of it.", "used": []}
    with use_models(chat=(model := PacedChat([answer]))):
        page.goto(f"{site}/brain/")
        page.get_by_role("button", name="Assistant").click()
        with working():
            try:
                page.get_by_role("textbox", name="Message").fill("What is known?")
                page.keyboard.press("Enter")
                expect(page.get_by_text("A draft, not checked yet")).to_be_visible()
                expect(page.get_by_text("Nothing is known of it.")).to_be_visible()
            finally:
                model.released.set()
        expect(page.get_by_text("A draft, not checked yet")).to_have_count(0)
        expect(page.get_by_role("log").get_by_text("Nothing is known of it.")).to_be_visible()
