"""From a question to the cited words of its answer: with htmx, without JavaScript, by keyboard alone."""

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from answering.tests.finish_answers import finish_answers
from brain.models import Note, Turn
from brain.tests.answering.garden_notes import BODIES
from core.llm.model_doubles import FakeChat, use_models
from core.llm.model_errors import CouldNotAsk, ErrorKind

pytestmark = pytest.mark.browser

QUESTION = "When was the last frost?"
FROST_CAME = "The last frost came on the fifteenth of May this year."


def test_ask_open_a_citation_and_save_the_answer(
    ann_page: Page, live_server: LiveServer, frost: Note
) -> None:
    ann_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann_page.goto(f"{live_server.url}/brain/")
    expect(ann_page.locator("#q")).to_be_focused()
    ann_page.evaluate("window.isSamePage = true")
    ann_page.keyboard.type(QUESTION)
    ann_page.keyboard.press("Enter")
    heading = ann_page.get_by_role("heading", name=QUESTION)
    expect(heading).to_be_focused()
    turn = Turn.objects.get()
    expect(ann_page).to_have_url(f"{live_server.url}/brain/?c={turn.conversation_id}")
    assert ann_page.evaluate("window.isSamePage")
    expect(ann_page.locator("#q")).to_have_value("")

    card = ann_page.locator(f"#cite-{turn.pk}-1")
    expect(card).to_be_hidden()
    ann_page.get_by_role("button", name="Source 1: Frost").first.click()
    expect(card).to_contain_text("fifteenth of May")
    ann_page.keyboard.press("Escape")
    expect(card).to_be_hidden()

    ann_page.get_by_role("link", name="Copy with sources").click()
    expect(ann_page.get_by_text("Copied")).not_to_have_count(0)
    assert f"[1] Frost ({frost.pk})" in ann_page.evaluate("navigator.clipboard.readText()")

    ann_page.get_by_role("button", name="Source 1: Frost").first.click()
    card.get_by_role("link", name="Open the note").click()
    expect(ann_page.locator("mark#cited")).to_be_in_viewport()
    expect(ann_page.get_by_text("None of your other notes is about the same topic.")).to_be_visible()
    ann_page.get_by_role("link", name="The answer that cites it").click()
    ann_page.get_by_role("link", name="Save as note").click()
    ann_page.get_by_role("button", name="Save as note").click()
    expect(ann_page.get_by_text("Saved as a note.")).to_be_visible()
    assert Note.objects.filter(origin="answer").count() == 1


@pytest.mark.usefixtures("frost")
def test_nothing_lies_over_the_first_question_that_is_proposed(
    ann_page: Page, live_server: LiveServer, frost: Note
) -> None:
    ann_page.set_viewport_size({"width": 360, "height": 720})
    ann_page.goto(f"{live_server.url}/brain/")
    proposed = ann_page.get_by_role("link", name="What information do you have in this brain?").bounding_box()
    field = ann_page.locator("#asking").bounding_box()
    assert proposed is not None
    assert field is not None
    assert proposed["y"] + proposed["height"] <= field["y"]


def test_nothing_lies_over_the_sources_on_a_phone(
    ann_page: Page, live_server: LiveServer, frost: Note
) -> None:
    ann_page.set_viewport_size({"width": 390, "height": 844})
    ann_page.goto(f"{live_server.url}/brain/")
    for question in (QUESTION, "How is compost turned?", "What keeps slugs away?"):
        ann_page.locator("#q").fill(question)
        ann_page.get_by_role("button", name="Ask", exact=True).click()
        expect(ann_page.get_by_role("heading", name=question)).to_be_visible()
    ann_page.evaluate("window.scrollTo(0, 0)")
    turn, field = ann_page.locator(".turn").last.bounding_box(), ann_page.locator("#asking").bounding_box()
    assert turn is not None
    assert field is not None
    assert turn["y"] + turn["height"] <= field["y"]


def test_what_is_typed_meanwhile_stays(ann_page: Page, live_server: LiveServer) -> None:
    ann_page.goto(f"{live_server.url}/brain/")
    typed = "And who saw it?"

    def answer_late(route: Route) -> None:
        ann_page.locator("#q").fill(typed)
        route.continue_()

    ann_page.route("**/brain/ask", answer_late)
    ann_page.keyboard.type(QUESTION)
    ann_page.keyboard.press("Enter")
    expect(ann_page.get_by_role("heading", name=QUESTION)).to_be_visible()
    expect(ann_page.locator("#q")).to_have_value(typed)


@pytest.mark.long
def test_without_javascript(
    ann_without_script: Page, live_server: LiveServer, ann: User, tmp_path: Path
) -> None:
    page = ann_without_script
    page.goto(f"{live_server.url}/brain/")
    expect(page.get_by_text("python manage.py import_notes DIR")).to_be_visible()
    for title, body in BODIES.items():
        (tmp_path / f"{title.lower()}.md").write_text(f"---\ntitle: {title}\ntags: [garden]\n---\n{body}\n")
    call_command("import_notes", str(tmp_path), account=ann.username)

    page.reload()
    page.get_by_label("Your question").fill(QUESTION)
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_role("heading", name=QUESTION)).to_be_in_viewport()
    turn = Turn.objects.get()
    page.locator(f"#turn-{turn.pk} .cite").first.click()
    page.locator(f"#cite-{turn.pk}-1").get_by_role("link", name="Open the note").click()
    expect(page.locator("mark#cited")).to_be_in_viewport()
    expect(page.locator("mark#cited")).to_contain_text("frost")
    page.get_by_role("link", name="Show them").click()
    expect(page.get_by_text("None of your other notes is about the same topic.")).to_be_visible()

    page.get_by_role("link", name="Edit").click()
    page.get_by_label("Text").fill("All is well.")
    page.get_by_role("button", name="Save").click()
    page.goto(f"{live_server.url}/brain/?c={turn.conversation_id}")
    page.get_by_text("Sources used").click()
    page.locator(".cites a").first.click()
    expect(page.get_by_text("the text has changed since it was cited")).to_be_visible()

    page.goto(f"{live_server.url}/brain/?c={turn.conversation_id}")
    page.get_by_label("New conversation").fill("beds")
    page.get_by_role("button", name="Create").click()
    page.get_by_role("link", name="Delete…").click()
    page.get_by_role("button", name="Delete beds").click()
    expect(page.get_by_text("is deleted")).to_be_visible()


@pytest.mark.long
def test_by_keyboard_alone(ann_page: Page, live_server: LiveServer, frost: Note) -> None:
    keys = ann_page.keyboard
    ann_page.goto(f"{live_server.url}/stones/")
    keys.press("g")
    keys.press("b")
    expect(ann_page.locator("#q")).to_be_focused()
    keys.type(QUESTION)
    keys.press("Enter")
    expect(ann_page.get_by_role("heading", name=QUESTION)).to_be_focused()
    keys.press("Tab")
    chip = ann_page.locator(".cite").first
    expect(chip).to_be_focused()
    keys.press("Enter")
    keys.press("Tab")
    expect(ann_page.get_by_role("link", name="Open the note").first).to_be_focused()
    keys.press("Enter")
    expect(ann_page.locator("mark#cited")).to_be_in_viewport()


@pytest.mark.long
def test_a_long_conversation_opens_at_its_end(ann_page: Page, live_server: LiveServer, frost: Note) -> None:
    ann_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann_page.set_viewport_size({"width": 1280, "height": 700})
    ann_page.goto(f"{live_server.url}/brain/")
    for question in (QUESTION, "How is compost turned?", "What keeps slugs away?"):
        ann_page.locator("#q").fill(question)
        ann_page.keyboard.press("Enter")
        expect(ann_page.get_by_role("heading", name=question)).to_be_focused()
    ann_page.goto(f"{live_server.url}/brain/")
    expect(ann_page.get_by_role("heading", name="What keeps slugs away?")).to_be_in_viewport()
    expect(ann_page.locator("#q")).to_be_in_viewport()
    # And what is copied is the answer at its end.
    ann_page.locator("#q").blur()
    ann_page.keyboard.press("y")
    expect(
        ann_page.get_by_role("article", name="What keeps slugs away?").get_by_text("Copied")
    ).to_be_visible()


@pytest.mark.long
def test_a_model_that_fails_keeps_the_question(
    ann_page: Page, live_server: LiveServer, frost: Note, complaints: list[str]
) -> None:
    ann_page.goto(f"{live_server.url}/brain/")
    ann_page.locator("#q").fill(QUESTION)
    with use_models(chat=FakeChat([CouldNotAsk("It is on fire.", kind=ErrorKind.SERVER_ERROR)])):
        ann_page.get_by_role("button", name="Ask", exact=True).click()
        expect(ann_page.get_by_role("heading", name=QUESTION)).to_be_focused()
        assert finish_answers() == 1
        problem = ann_page.get_by_role("alert").filter(has_text="could not be written")
        expect(problem).to_be_visible()
    expect(problem.get_by_role("link", name="Frost")).to_have_attribute("href", re.compile("#cited$"))
    expect(ann_page.locator("#offline")).to_have_count(0)
    expect(ann_page.locator("#q")).to_have_value(QUESTION)
    ann_page.get_by_role("button", name="Ask", exact=True).click()
    expect(ann_page.get_by_role("heading", name=QUESTION)).to_be_focused()
    # Where nothing holds the stream, htmx says so: there is only Django here.
    complaints[:] = [complaint for complaint in complaints if complaint != "[object Event]"]
    assert Turn.objects.count() == 1
