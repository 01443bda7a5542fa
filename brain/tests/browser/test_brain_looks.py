"""Every page of the brain in every look, with the longest and the worst that it may hold; and it runs nothing."""

from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Dialog, Page
from pytest_django.live_server_helper import LiveServer

from answering.tests.finish_answers import finish_answers
from brain.answer_sources import SourceType
from brain.answer_trace import Trace, TracedSource
from brain.checking.checked_answer import DroppedReference, SourceSpan
from brain.models import Interface, Mode, Note, Turn
from brain.services.manage_notes import edit_note
from brain.services.save_answer import save_as_note
from brain.standard_response import Citation, ExternalSource
from brain.tests.conversations.conversation_factories import (
    create_turn,
    create_turns,
    make_conversation,
    make_response,
)
from brain.tests.factories import make_note, make_profile
from core.llm.model_doubles import FakeChat, use_models
from core.llm.model_errors import CouldNotAsk, ErrorKind
from core.pages.tests.page_checks import check_page

pytestmark = pytest.mark.browser

GONE = "01J00000000000000000000000"
LONG = "Unbroken" * 30
XSS = "<script>alert(1)</script><img src=x onerror=alert(2)>[x](javascript:alert(3))\"'><svg onload=alert(4)>"


def make_turn(ann: User, note: Note, words: str = LONG) -> Turn:
    """An answer with every part that can be displayed."""
    start = note.body.index("came")
    trace = Trace(
        retrieved=(
            TracedSource("notes", note.pk, words, 0.8125, 31),
            TracedSource("notes", GONE, "Gone", 0.25),
            TracedSource("external", "https://example.com", words, 0.1, 7),
        ),
        how="vectors and words",
        confidence=0.93,
        steps=("Looked at 3 notes.", words),
        notices=(words,),
        sent_to=("Wikipedia",),
        attempts=2,
        cited=(
            SourceSpan(SourceType.NOTES, note.pk, start, start + 28),
            SourceSpan(SourceType.NOTES, GONE, 0, 4),
        ),
        dropped=(DroppedReference(words, "It was not supplied."),),
        unsupported=("Cows dance.",),
        withheld=(words,),
    )
    citations = [
        Citation(note_id=note.pk, note_title=words, excerpt=note.body[start : start + 28]),
        Citation(note_id=GONE, note_title="Gone", excerpt="Gone"),
    ]
    pages = [
        ExternalSource(title=words, source="Wikipedia", url=f"https://example.com/{LONG}", excerpt=words)
    ]
    response = make_response(
        f"May [1], or not [2]. Cows dance. {words} [3]\n\n```\n{words}\n```", citations, pages, profile=True
    )
    return create_turn(make_conversation(ann), f"{words} when?", response, trace=trace, tokens=12_345)


@pytest.mark.long
def test_every_page_in_every_look(ann_page: Page, live_server: LiveServer, ann: User, frost: Note) -> None:
    turn = make_turn(ann, frost)
    create_turn(make_conversation(ann), mode=Mode.EXTRACTIVE, model="", tokens=0)
    create_turns(beds := make_conversation(ann, "x" * 100, Interface.MCP), 11)
    saved, _ = save_as_note(turn=turn)
    note = make_note(ann, title=LONG, body=f"# {LONG}\n\n{LONG}\n\n|a|b|\n|-|-|\n|{LONG}|c|", tags=["t" * 60])
    make_profile(ann)
    addresses = [
        *("", f"?c={beds.pk}", f"?c={beds.pk}&before=3"),
        *(f"answers/{turn.pk}", f"answers/{turn.pk}/note"),
        *("notes/", "notes/?q=frost", "notes/?tag=nosuch"),
        *(f"notes/{note.pk}?from=3&to=20", f"notes/{note.pk}/edit", f"notes/{note.pk}/delete"),
        *(
            f"notes/{frost.pk}?answer={turn.pk}&n=1",
            f"notes/{frost.pk}?answer={turn.pk}&n=2",
            f"notes/{saved.pk}",
        ),
        "profile",
        *(f"conversations/{beds.pk}/rename", f"conversations/{beds.pk}/delete"),
    ]
    for address in addresses:
        ann_page.goto(f"{live_server.url}/brain/{address}")
        # From the end: each that is opened is one less to count.
        for folded in reversed(ann_page.locator("main details:not([open]) > summary").all()):
            folded.click()
        check_page(ann_page, address)
    ann_page.goto(f"{live_server.url}/brain/")
    ann_page.locator(".cite").first.click()
    ann_page.locator(".cite-card:popover-open").wait_for()
    check_page(ann_page, "a claim's words")


BROKEN_STREAM = "[object Event]"
"""What htmx logs where a stream is not held: the server in front of Django is missing."""


@pytest.mark.long
def test_empty_pages_and_errors_in_every_theme(
    ann_page: Page,
    live_server: LiveServer,
    ann: User,
    complaints: list[str],
) -> None:
    for address in ("", "notes/", "profile"):
        ann_page.goto(f"{live_server.url}/brain/{address}")
        check_page(ann_page, f"nothing yet: {address}")
    note = make_note(ann, title="Frost", body="The frost came late.")
    ann_page.goto(f"{live_server.url}/brain/")
    ann_page.locator("#q").fill("x" * 2_001)
    ann_page.get_by_role("button", name="Ask", exact=True).click()
    ann_page.locator("#q-fault").wait_for()
    check_page(ann_page, "too long")
    with use_models(chat=FakeChat([CouldNotAsk("It is on fire.", kind=ErrorKind.SERVER_ERROR)])):
        ann_page.locator("#q").fill("When did the frost come?")
        ann_page.get_by_role("button", name="Ask", exact=True).click()
        ann_page.get_by_role("button", name="Stop").wait_for()
        check_page(ann_page, "a model that is writing")
        finish_answers()
        ann_page.get_by_text("could not be written").wait_for()
    check_page(ann_page, "a model that fails")
    ann_page.get_by_label("New conversation").fill("x" * 101)
    ann_page.get_by_role("button", name="Create").click()
    ann_page.locator("#conversation-fault").wait_for()
    check_page(ann_page, "a conversation that cannot be")
    ann_page.goto(f"{live_server.url}/brain/notes/{note.pk}/edit")
    edit_note(note=note, version=1, body="Their words.")
    ann_page.get_by_role("button", name="Save").click()
    ann_page.get_by_text("It was edited in the meantime").wait_for()
    check_page(ann_page, "edited in the meantime")
    ann_page.goto(f"{live_server.url}/brain/notes/new")
    ann_page.get_by_role("button", name="Save the note").click()
    ann_page.locator(".summary").wait_for()
    check_page(ann_page, "a note without words")
    complaints[:] = [
        complaint
        for complaint in complaints
        if not any(code in complaint for code in ("400", "409", "422", BROKEN_STREAM))
    ]


def test_content_runs_nothing(ann_page: Page, live_server: LiveServer, ann: User, frost: Note) -> None:
    """Others' texts are shown escaped, and the content security policy blocked nothing: ann_page fails otherwise."""
    turn = make_turn(ann, frost, XSS)
    make_conversation(ann, XSS[:100])
    note = make_note(ann, title=XSS, description=XSS, body=f"# {XSS}\n\n{XSS}", tags=["<b>x"])
    make_profile(ann, {"full_name": XSS, XSS: [XSS]})
    dialogs: list[str] = []
    requests: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    ann_page.on("dialog", dismiss)
    ann_page.on("request", lambda request: requests.append(request.url))
    paths = [
        *(
            "",
            f"?{urlencode({'q': XSS})}",
            f"answers/{turn.pk}",
            f"answers/{turn.pk}/note",
        ),
        *(
            "notes/",
            f"notes/?{urlencode({'q': XSS, 'tag': XSS})}",
            f"notes/{note.pk}?from=2&to=90",
            "profile",
        ),
        *(f"notes/{note.pk}/edit", f"notes/{note.pk}/delete", f"conversations/{turn.conversation_id}/delete"),
    ]
    for path in paths:
        ann_page.goto(f"{live_server.url}/brain/{path}")
        bad = ann_page.locator("main :is(img, script, svg[onload], a[href^='javascript'])")
        assert bad.count() == 0, path
    assert dialogs == []
    assert all(url.startswith(live_server.url) for url in requests)
