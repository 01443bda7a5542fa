"""Where a page stands that was reached by an anchor."""

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from inbox.models import Agent
from inbox.tests.factories import send

pytestmark = pytest.mark.browser


@pytest.mark.long
@pytest.mark.parametrize("width", [700, 1000, 1280])
def test_an_opened_message_stands_below_the_bar(
    ann_page: Page, live_server: LiveServer, me: Agent, koda: Agent, width: int
) -> None:
    """Its own heading, and the thread's where it is the first."""
    first = send(koda, "ann", payload="A long text. " * 400, subject="Which port does the export take? " * 6)
    second = send(koda, "ann", payload="Another. " * 400, in_reply_to=first.message.pk)
    ann_page.set_viewport_size({"width": width, "height": 700})
    for sent, heading in ((first, "h1"), (second, "h2")):
        ann_page.goto(f"{live_server.url}/inbox/{sent.message.pk}#m-{sent.message.pk}")
        inside = ".thread-head" if heading == "h1" else f"#m-{sent.message.pk}"
        top = "selector => document.querySelector(selector).getBoundingClientRect().top"
        bar = ann_page.evaluate("document.querySelector('.bar').getBoundingClientRect().bottom")
        assert bar < ann_page.evaluate(top, f"{inside} {heading}") < 700
