"""What is written but not sent is there again, wherever the page went, and only for who wrote it."""

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from brain.models import Note
from core.pages.tests.page_checks import SignIn
from inbox.models import Agent, Message
from inbox.tests.factories import send
from quickstart.tests.factories import make_collection, make_entry

pytestmark = pytest.mark.browser

TEXT = "The invoices of May are wrong in two places."
STORED = "Object.keys(sessionStorage).filter((each) => each.startsWith('qastone-form-')).length"


def sign_in_again(page: Page) -> None:
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    expect(page.get_by_text("What you wrote is kept in this tab")).to_be_visible()
    page.get_by_label("Username").fill("ann")
    page.get_by_label("Password", exact=True).fill("correct horse 9")
    page.get_by_role("button", name="Sign in", exact=True).click()


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
    # An address that names the recipient is stronger than the draft.
    visitor.goto(f"{live_server.url}/inbox/compose?to=koda")
    expect(visitor.locator("#id_text")).to_have_value(f"{TEXT} More")
    expect(visitor.get_by_label("prax", exact=True)).not_to_be_checked()
    visitor.get_by_role("button", name="Discard it").click()
    expect(visitor.locator("#id_text")).to_have_value("")
    visitor.goto(f"{live_server.url}/inbox/compose")
    expect(visitor.locator("#id_text")).to_have_value("")


def test_what_is_refused_stays(visitor: Page, live_server: LiveServer, me: Agent, koda: Agent) -> None:
    """Without a recipient; then the page is left, and opened again."""
    visitor.goto(f"{live_server.url}/inbox/compose")
    visitor.locator("#id_text").fill(TEXT)
    with visitor.expect_response(lambda each: each.status == 422):
        visitor.get_by_role("button", name="Send").click()
    visitor.locator("#id_text").fill(f"{TEXT} More")
    visitor.wait_for_function(
        "text => Object.values(sessionStorage).some(each => each.includes(text))", arg="More"
    )
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
    expect(visitor).to_have_url(f"{live_server.url}/ask/?q=oven%20on")
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
