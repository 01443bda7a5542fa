"""What is written but not sent is there again, wherever the page went, and only for who wrote it."""

import re
from collections.abc import Callable

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from brain.models import Note
from core.pages.tests.page_checks import SignIn
from inbox.models import Agent, Message
from inbox.tests.factories import send
from quickstart.tests.factories import make_collection, make_entry
from stones.tests.factories import store

pytestmark = pytest.mark.browser

TEXT = "The invoices of May are wrong in two places."
STORED = "Object.keys(sessionStorage).filter((each) => each.startsWith('qastone-form-')).length"


def sign_in_again(page: Page) -> None:
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    expect(page.get_by_text("What you wrote is kept in this tab")).to_be_visible()
    page.get_by_label("Username").fill("ann")
    page.get_by_label("Password", exact=True).fill("correct horse 9")
    page.get_by_role("button", name="Sign in", exact=True).click()


def wait_until_stored(page: Page, text: str) -> None:
    page.wait_for_function(
        "text => Object.values(sessionStorage).some(each => each.includes(text))", arg=text
    )


def end_session() -> None:
    """As signing out in another tab does."""
    Session.objects.all().delete()


@pytest.fixture
def visitor(page: Page, sign_in: SignIn) -> Page:
    """Ann's browser; it complains about what is refused here on purpose."""
    sign_in(page.context)
    return page


@pytest.fixture
def question(koda: Agent) -> Message:
    return send(koda, "ann", payload="Which invoices are wrong?", subject="Invoices").message


def test_a_reply_whose_session_has_ended(
    visitor: Page, live_server: LiveServer, me: Agent, question: Message
) -> None:
    visitor.goto(f"{live_server.url}/inbox/compose?reply={question.pk}")
    visitor.locator("#id_text").fill(TEXT)
    expect(visitor.locator("#preview")).to_contain_text("two places")
    end_session()
    visitor.evaluate("sessionStorage.clear()")  # as signing out does with a header
    visitor.get_by_role("button", name="Send").click()
    sign_in_again(visitor)
    expect(visitor).to_have_url(f"{live_server.url}/inbox/compose?reply={question.pk}")
    expect(visitor.locator("#id_text")).to_have_value(TEXT)
    expect(visitor.get_by_text("What you wrote here before is back")).to_be_visible()
    visitor.get_by_role("button", name="Send").click()
    expect(visitor.locator("h1")).to_contain_text("Invoices")
    assert Message.objects.filter(in_reply_to=question, body=TEXT).count() == 1
    assert visitor.evaluate(STORED) == 0


def test_a_new_message_with_its_recipients(
    visitor: Page, live_server: LiveServer, me: Agent, koda: Agent, prax: Agent
) -> None:
    visitor.goto(f"{live_server.url}/inbox/compose")
    visitor.get_by_label("prax", exact=True).check()
    visitor.locator("#id_text").fill(TEXT)
    expect(visitor.locator("#preview")).to_contain_text("two places")
    end_session()
    # What looks at the message while it is typed finds the session gone, and the page leaves.
    visitor.evaluate("sessionStorage.clear()")
    visitor.locator("#id_text").press_sequentially(" More")
    sign_in_again(visitor)
    expect(visitor.locator("#id_text")).to_have_value(f"{TEXT} More")
    expect(visitor.get_by_label("prax", exact=True)).to_be_checked()
    visitor.get_by_role("button", name="Discard it").click()
    expect(visitor.locator("#id_text")).to_have_value("")
    visitor.goto(f"{live_server.url}/inbox/compose")
    expect(visitor.locator("#id_text")).to_have_value("")


def test_what_opens_filled_in_is_a_draft_of_its_own(
    visitor: Page, live_server: LiveServer, me: Agent, koda: Agent, prax: Agent
) -> None:
    """A stone to be sent takes nothing of an unfinished message, and sending it forgets nothing of that."""
    stone = store(me.account, content="The bill of June is right.")
    compose, text = f"{live_server.url}/inbox/compose", visitor.locator("#id_text")
    visitor.goto(compose)
    visitor.get_by_label("prax", exact=True).check()
    text.fill(TEXT)
    wait_until_stored(visitor, TEXT)
    visitor.goto(f"{compose}?stone={stone.pk}")
    expect(text).to_have_value(stone.address)
    expect(visitor.get_by_label("prax", exact=True)).not_to_be_checked()
    visitor.get_by_label("koda", exact=True).check()
    wait_until_stored(visitor, "koda")
    visitor.goto(f"{compose}?to=prax")
    expect(text).to_have_value("")
    visitor.goto(f"{compose}?stone={stone.pk}")
    expect(visitor.get_by_label("koda", exact=True)).to_be_checked()
    visitor.get_by_role("button", name="Send").click()
    expect(visitor.get_by_text("Sent to koda.")).to_be_visible()
    visitor.goto(f"{compose}?stone={stone.pk}")
    expect(visitor.get_by_label("koda", exact=True)).not_to_be_checked()
    visitor.goto(compose)
    expect(text).to_have_value(TEXT)
    expect(visitor.get_by_label("prax", exact=True)).to_be_checked()


@pytest.mark.parametrize("path", ["brain/", "ask/"])
def test_a_question_that_an_address_asks_is_no_other_draft(
    visitor: Page, live_server: LiveServer, ann: User, path: str
) -> None:
    make_entry(make_collection(ann, name="kitchen"), question="How is the oven switched on?")
    box = visitor.locator("main [name=q]").first
    visitor.goto(f"{live_server.url}/{path}")
    box.fill("who waters the ferns")
    wait_until_stored(visitor, "ferns")
    visitor.goto(f"{live_server.url}/{path}?q=oven")
    expect(box).to_have_value("oven")
    box.press("Control+Enter" if path == "brain/" else "Enter")
    visitor.wait_for_load_state("networkidle")
    visitor.goto(f"{live_server.url}/{path}")
    expect(box).to_have_value("who waters the ferns")


def test_what_is_refused_stays(visitor: Page, live_server: LiveServer, me: Agent, koda: Agent) -> None:
    """Without a recipient; then the page is left, and opened again."""
    visitor.goto(f"{live_server.url}/inbox/compose")
    visitor.locator("#id_text").fill(TEXT)
    with visitor.expect_response(lambda each: each.status == 422):
        visitor.get_by_role("button", name="Send").click()
    visitor.locator("#id_text").fill(f"{TEXT} More")
    wait_until_stored(visitor, "More")
    visitor.goto(f"{live_server.url}/inbox/compose")
    expect(visitor.locator("#id_text")).to_have_value(f"{TEXT} More")


def test_a_question_to_the_brain(visitor: Page, live_server: LiveServer, ann: User) -> None:
    Note.objects.create(account=ann, title="Invoices", body="Two invoices of May are wrong.", tokens=8)
    visitor.goto(f"{live_server.url}/brain/")
    visitor.get_by_label("Your question").fill("which invoices are wrong")
    end_session()
    visitor.get_by_role("button", name="Ask", exact=True).click()
    sign_in_again(visitor)
    expect(visitor.get_by_label("Your question")).to_have_value("which invoices are wrong")
    visitor.get_by_role("button", name="Ask", exact=True).click()
    expect(visitor.locator(".turn")).to_have_count(1)
    expect(visitor.get_by_label("Your question")).to_have_value("")
    assert visitor.evaluate(STORED) == 0


def test_a_question_to_a_collection(visitor: Page, live_server: LiveServer, ann: User) -> None:
    make_entry(make_collection(ann, name="kitchen"), question="How is the oven switched on?")
    visitor.goto(f"{live_server.url}/ask/")
    visitor.locator("#ask #q").fill("oven on")
    end_session()
    visitor.locator("#ask #q").press("Enter")
    sign_in_again(visitor)
    expect(visitor.locator("#ask #q")).to_have_value("oven on")
    visitor.locator("#ask #q").press("Enter")
    expect(visitor).to_have_url(re.compile(r"/ask/\?q=oven%20on&conversation=[0-9a-f]{16}$"))
    expect(visitor.locator("#ask")).to_contain_text("Was this right?")
    assert visitor.evaluate(STORED) == 0


@pytest.mark.parametrize("path", ["paste", "brain/notes/new"])
def test_a_refused_form_of_another_session(
    visitor: Page, live_server: LiveServer, ann: User, path: str
) -> None:
    """Signed in anew in another tab: the form's token has run out, and the error is not taken for a success."""
    visitor.goto(f"{live_server.url}/{path}")
    box = visitor.locator("main textarea").first
    box.fill(TEXT)
    visitor.context.clear_cookies(name=settings.CSRF_COOKIE_NAME)
    visitor.evaluate("document.querySelector('main form[method=post]').requestSubmit()")
    expect(visitor.get_by_role("heading", name="This form has expired")).to_be_visible()
    visitor.get_by_role("link", name="Open the page again").click()
    expect(visitor.locator("main textarea").first).to_have_value(TEXT)


def fail(route: Route) -> None:
    route.fulfill(status=503, body="Down for a moment")


def drop(route: Route) -> None:
    route.abort()


@pytest.mark.parametrize("answer", [fail, drop])
def test_a_question_that_the_server_never_took(
    visitor: Page, live_server: LiveServer, ann: User, answer: Callable[[Route], None]
) -> None:
    visitor.goto(f"{live_server.url}/brain/")
    visitor.get_by_label("Your question").fill("who waters the ferns")
    visitor.route("**/brain/ask*", answer)
    with visitor.expect_event("requestfinished" if answer is fail else "requestfailed"):
        visitor.get_by_role("button", name="Ask", exact=True).click()
    visitor.goto(f"{live_server.url}/status")
    visitor.goto(f"{live_server.url}/brain/")
    expect(visitor.get_by_label("Your question")).to_have_value("who waters the ferns")


def refuse_posts(answer: Callable[[Route], None]) -> Callable[[Route], None]:
    return lambda route: answer(route) if route.request.method == "POST" else route.continue_()


@pytest.mark.parametrize("path", ["inbox/compose", "paste", "brain/notes/new"])
@pytest.mark.parametrize("answer", [fail, drop])
def test_a_form_that_the_server_never_took(
    visitor: Page, live_server: LiveServer, ann: User, path: str, answer: Callable[[Route], None]
) -> None:
    visitor.goto(f"{live_server.url}/{path}")
    visitor.locator("main textarea").first.fill(TEXT)
    visitor.route(f"**/{path}", refuse_posts(answer))
    visitor.evaluate("document.querySelector('main form[method=post]').requestSubmit()")
    if answer is fail:
        expect(visitor.get_by_text("Down for a moment")).to_be_visible()
    else:
        visitor.wait_for_function("location.protocol === 'chrome-error:'")
    visitor.goto(f"{live_server.url}/status")
    visitor.goto(f"{live_server.url}/{path}")
    expect(visitor.locator("main textarea").first).to_have_value(TEXT)


def test_what_was_taken_is_not_back(visitor: Page, live_server: LiveServer, ann: User) -> None:
    """A note; then a text as a stone. What is written elsewhere meanwhile stays."""
    visitor.goto(f"{live_server.url}/inbox/compose")
    visitor.locator("#id_text").fill("Not sent yet")
    wait_until_stored(visitor, "Not sent yet")
    visitor.goto(f"{live_server.url}/brain/notes/new")
    visitor.get_by_label("Title").fill("Ferns")
    visitor.get_by_label("Text", exact=True).fill(TEXT)
    visitor.get_by_role("button", name="Save the note").click()
    expect(visitor.get_by_role("heading", name="Ferns").first).to_be_visible()
    visitor.goto(f"{live_server.url}/brain/notes/new")
    expect(visitor.get_by_label("Text", exact=True)).to_have_value("")
    visitor.goto(f"{live_server.url}/paste")
    visitor.locator("#text").fill(TEXT)
    visitor.get_by_role("button", name="Format as stone").click()
    visitor.get_by_role("button", name="Store as a stone").click()
    expect(visitor).to_have_url(re.compile("/stones/"))
    visitor.goto(f"{live_server.url}/paste")
    expect(visitor.locator("#text")).to_have_value("")
    visitor.goto(f"{live_server.url}/inbox/compose")
    expect(visitor.locator("#id_text")).to_have_value("Not sent yet")


def test_a_note_that_was_edited_elsewhere(visitor: Page, live_server: LiveServer, ann: User) -> None:
    """The draft of its text waits while another field is written in."""
    note = Note.objects.create(account=ann, title="Ferns", body="Water on Monday.", tokens=4)
    form = f"{live_server.url}/brain/notes/{note.pk}/edit"
    visitor.goto(form)
    visitor.get_by_label("Text", exact=True).fill(TEXT)
    wait_until_stored(visitor, TEXT)
    Note.objects.update(body="Water on Friday.")
    visitor.goto(form)
    expect(visitor.get_by_label("Text", exact=True)).to_have_value("Water on Friday.")
    visitor.get_by_label("Title").fill("Ferns upstairs")
    wait_until_stored(visitor, "Ferns upstairs")
    wait_until_stored(visitor, TEXT)
    Note.objects.update(body="Water on Monday.")
    visitor.goto(form)
    expect(visitor.get_by_label("Text", exact=True)).to_have_value(TEXT)
    expect(visitor.get_by_label("Title")).to_have_value("Ferns upstairs")
    # What is written in the field itself takes the place of what waits.
    Note.objects.update(body="Water on Sunday.")
    visitor.goto(form)
    visitor.get_by_label("Text", exact=True).fill("Water on Sunday and Tuesday.")
    wait_until_stored(visitor, "Tuesday")
    visitor.goto(form)
    expect(visitor.get_by_label("Text", exact=True)).to_have_value("Water on Sunday and Tuesday.")


def test_the_day_of_a_note(visitor: Page, live_server: LiveServer, ann: User) -> None:
    visitor.goto(f"{live_server.url}/brain/notes/new")
    visitor.get_by_label("Date").fill("2026-03-04")
    wait_until_stored(visitor, "2026-03-04")
    visitor.goto(f"{live_server.url}/brain/notes/new")
    expect(visitor.get_by_label("Date")).to_have_value("2026-03-04")


@pytest.mark.parametrize("stored", ["no JSON", "null", "3", '{"fields": null}'])
def test_a_stored_value_that_is_no_draft(
    visitor: Page, live_server: LiveServer, ann: User, stored: str
) -> None:
    visitor.goto(f"{live_server.url}/paste")
    visitor.locator("#text").fill(TEXT)
    wait_until_stored(visitor, TEXT)
    visitor.evaluate(
        "stored => Object.keys(sessionStorage).forEach(each => sessionStorage.setItem(each, stored))", stored
    )
    visitor.goto(f"{live_server.url}/paste")
    expect(visitor.locator("#text")).to_have_value("")
    visitor.locator("#text").fill(f"{TEXT} Again")
    wait_until_stored(visitor, "Again")
    visitor.goto(f"{live_server.url}/paste")
    expect(visitor.locator("#text")).to_have_value(f"{TEXT} Again")


def test_questions_to_two_collections(visitor: Page, live_server: LiveServer, ann: User) -> None:
    for name in ("garden", "kitchen"):
        make_entry(make_collection(ann, name=name), question=f"What is in the {name}?")
    visitor.goto(f"{live_server.url}/ask/?collection=kitchen")
    visitor.locator("#ask #q").fill("oven on")
    wait_until_stored(visitor, "oven on")
    visitor.goto(f"{live_server.url}/ask/?collection=garden")
    expect(visitor.locator("#ask #q")).to_have_value("")
    visitor.goto(f"{live_server.url}/ask/?collection=kitchen")
    expect(visitor.locator("#ask #q")).to_have_value("oven on")
