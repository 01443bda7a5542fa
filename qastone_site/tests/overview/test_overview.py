"""/: who sees it, what was saved, and how much it asks of the database."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from analytics.tests.ledger_entries import entry
from brain.models import EMBED_NOTE
from brain.tests.factories import make_note
from core.jobs.models import Job, JobState
from core.jobs.request_jobs import request_jobs
from inbox.models import AgentKind
from inbox.services.manage_agents import site_agent
from inbox.services.manage_webhooks import add_webhook
from inbox.services.spawn_helpers import spawn_helper
from inbox.tests.factories import deliver, new_agent
from qastone_site.tests.overview.conftest import OpenOverview, client_of
from quickstart.models import INDEX_COLLECTION
from quickstart.services.coverage_reports import record_report, report_coverage
from quickstart.tests.coverage.coverage_rows import make_tree
from quickstart.tests.factories import make_collection
from quickstart.tests.waiting.question_rows import ask
from stones.models import Content
from stones.tests.factories import MIDDLE, new_account, store

pytestmark = pytest.mark.django_db


def test_it_is_for_those_who_are_signed_in() -> None:
    response = Client().get("/")
    assert (response.status_code, response["Location"]) == (302, "/sign-in?next=/")


def test_it_only_shows(account: User) -> None:
    assert client_of(account).post("/").status_code == 405


def test_nothing_was_saved_yet(account: User, open_overview: OpenOverview) -> None:
    page = open_overview(account)
    assert "Savings, the last 14 days No agent has read anything in these 14 days." in page
    assert 'href="/analytics/"' in page.content


def test_what_was_saved_in_the_last_days(account: User, open_overview: OpenOverview) -> None:
    now = timezone.now()
    entry(account, created=now, tokens=200)
    entry(account, created=now - timedelta(days=15), source="S2")
    entry(new_account(), created=now)
    page = open_overview(account)
    assert "Savings, the last 14 days Saved 80% 800 of 1,000 tokens" in page
    # The line of what was saved: nothing on thirteen days, then the most.
    points = re.search(r'data-part="saved" points="([^"]+)"', page.content)
    assert points
    heights = [float(point.split(",")[1]) for point in points[1].split()]
    assert len(heights) == 14
    assert len(set(heights[:13])) == 1
    assert heights[13] < heights[0]


def test_a_loss_is_worded_as_in_analytics(account: User, open_overview: OpenOverview) -> None:
    entry(account, created=timezone.now(), tokens=1_250)
    loss = "Spent 25% more than pasting −250 of 1,000 tokens"
    assert f"Savings, the last 14 days {loss}" in open_overview(account)
    assert loss in open_overview(account, "/analytics/")


def test_what_was_only_spent(account: User, open_overview: OpenOverview) -> None:
    entry(account, created=timezone.now(), kind="write", level=2, tokens=400, paste_tokens=0)
    assert "400 tokens spent; savings count" in open_overview(account)


def fill(account: User, size: int) -> None:
    """So many of everything that the overview may name."""
    koda = new_agent(account, "koda")
    add_webhook(agent=koda, url="https://hooks.example.com/qastone")
    for number in range(size):
        deliver(koda)
        deliver(site_agent(account, AgentKind.PERSON), needs_answer=True)
        stone = store(account, content=f"{MIDDLE} {number}")
        spawn_helper(agent=koda, border_hash=stone.content.border_hash, task=f"Which port, {number}?")
        request_jobs([make_note(account)], EMBED_NOTE)
        collection = make_tree(make_collection(account), [("Saw",)])
        request_jobs([collection], INDEX_COLLECTION)
        ask(collection, "Where is the log?")
        record_report(collection=collection, report=report_coverage(collection=collection))
        entry(account, created=timezone.now(), source=f"S{number}")
    Job.objects.update(state=JobState.FAILED, error="No.", finished=timezone.now())
    Content.objects.update(levels_failed=True)


@pytest.mark.parametrize("size", [1, 3])
def test_a_full_account_needs_no_more_queries(
    account: User, size: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    User.objects.filter(pk=account.pk).update(is_staff=True)
    fill(account, size)
    client = client_of(account)
    # Session, user, unread messages; all counts; the savings, and whether they are exact; the worker; the latest
    # helper, call, note, collection and question; the coverage.
    with django_assert_num_queries(15):
        content = client.get("/").content.decode()
    for code in (
        "needs_me",
        "unread",
        "stones",
        "helpers",
        "webhooks",
        "notes",
        "collections",
        "questions",
        "gaps",
    ):
        assert f'data-matter="{code}"' in content


def test_an_empty_account_needs_fewer_queries(
    account: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = client_of(account)
    with django_assert_num_queries(9):
        client.get("/")
