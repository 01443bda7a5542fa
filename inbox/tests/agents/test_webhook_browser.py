"""The page of an agent's webhooks in a browser: axe finds nothing serious, and a webhook is added and removed."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from core.jobs.models import Job
from core.pages.tests.page_checks import check_page
from inbox.models import CALL_WEBHOOK, Webhook
from inbox.services.manage_webhooks import add_webhook
from inbox.tests.factories import deliver, new_agent

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_it_is_accessible(ann_page: Page, live_server: LiveServer, ann: User) -> None:
    agent = new_agent(ann, "koda")
    ann_page.goto(f"{live_server.url}/agents/koda/webhooks")
    check_page(ann_page, "no webhook")
    for path in ("a", "b" * 300):
        add_webhook(agent=agent, url=f"https://example.com/{path}")
    deliver(agent, subject="W" * 200)
    Job.objects.of(CALL_WEBHOOK).update(
        state="failed", finished="2026-01-19T08:41:12Z", error="It answered 500."
    )
    Webhook.objects.filter(url__endswith="a").update(disabled="2026-01-19T08:41:12Z")
    ann_page.goto(f"{live_server.url}/agents/koda/webhooks")
    check_page(ann_page, "dead calls")


def test_a_webhook_is_added_and_removed(ann_page: Page, live_server: LiveServer, ann: User) -> None:
    new_agent(ann, "koda")
    ann_page.goto(f"{live_server.url}/agents/koda/")
    ann_page.get_by_role("link", name="Webhooks").click()
    ann_page.get_by_label("URL", exact=True).fill("https://example.com/hook")
    ann_page.get_by_role("button", name="Add webhook").click()
    assert ann_page.get_by_role("textbox", name="Secret").input_value() == Webhook.objects.get().secret
    check_page(ann_page, "its secret")
    # Loaded again it makes no other secret, and shows none.
    secret = Webhook.objects.get().secret
    ann_page.reload()
    assert Webhook.objects.get().secret == secret
    assert ann_page.get_by_role("textbox", name="Secret").count() == 0
    ann_page.get_by_role("link", name="Remove https://example.com/hook").click()
    check_page(ann_page, "the question")
    ann_page.get_by_role("button", name="Remove it").click()
    ann_page.get_by_text("No webhook yet").wait_for()
    assert not Webhook.objects.exists()
