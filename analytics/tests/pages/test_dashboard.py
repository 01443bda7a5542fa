"""/analytics/: real figures where there are any, else a marked sample."""

import html
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import Model
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings

from analytics.services import ingest
from analytics.tests.ledger_entries import entry, event
from core.jobs.job_kinds import JobKind
from core.jobs.models import Job, JobState
from core.jobs.request_jobs import request_jobs
from core.llm.model_doubles import FakeChat, use_models
from core.llm.models import AccountDay, TokenDay
from inbox.models import RUN_HELPER, HelperJob
from inbox.tests.factories import new_agent
from stones.models import EMBED_SOURCE, WRITE_LEVELS
from stones.tests.factories import MIDDLE, new_account, store

pytestmark = pytest.mark.django_db


def now() -> datetime:
    return datetime.now(UTC)


def get(account: User, headers: dict[str, str] | None = None, **query: Any) -> HttpResponse:
    client = Client()
    client.force_login(account)
    response = client.get(reverse("analytics:dashboard"), query, headers=headers or {})
    assert isinstance(response, HttpResponse)
    return response


def words(response: HttpResponse) -> str:
    """What is read, in one line."""
    assert response.status_code == 200
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def body_rows(response: HttpResponse, heading: str) -> list[list[str]]:
    """The cells of the table under a heading."""
    content = response.content.decode()
    section = content[content.index(f'id="{heading}"') :]
    table = section[section.index("<tbody>") : section.index("</tbody>")]
    return [
        [
            html.unescape(re.sub(r"<[^>]+>", "", cell)).strip()
            for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)
        ]
        for row in re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)
    ]


@pytest.fixture
def read(account: User) -> User:
    """What was read yesterday and today."""
    yesterday = now() - timedelta(days=1)
    entry(account, created=yesterday)
    entry(account, created=now(), level=1, tokens=180)
    entry(
        account,
        created=now(),
        source="S2",
        reader="agent mira",
        glow_channel="query",
        kind="focus",
        level=None,
        tokens=300,
    )
    entry(account, created=now(), kind="write", level=2, tokens=400, paste_tokens=0, reader="agent koda")
    entry(
        account,
        created=now(),
        kind="helper",
        level=3,
        tokens=100,
        paste_tokens=0,
        reader="helper for agent koda",
    )
    return account


def test_the_headline_and_its_formula(read: User) -> None:
    text = words(get(read))
    assert "Saved 50% 1,000 of 2,000 tokens, the last 14 days exact" in text
    assert "Pasting the whole texts 2,000 − read of them 500 − models that wrote levels 400" in text
    assert "− helpers’ models 100 = saved 1,000" in text
    assert "Sample" not in text
    assert "<title>Saved 50% · Analytics · QA.Stone</title>" in get(read).content.decode()


def test_the_days(read: User) -> None:
    rows = body_rows(get(read), "by-day")
    assert len(rows) == 14
    assert rows[-2:] == [
        [
            f"{now() - timedelta(days=1):%a {(now() - timedelta(days=1)).day} %b}",
            "1,000",
            "20",
            "0",
            "0",
            "980",
        ],
        [f"{now():%a {now().day} %b}", "1,000", "480", "400", "100", "20"],
    ]
    assert "All days 2,000 500 400 100 1,000" in words(get(read))


def test_by_agent_channel_and_level(read: User) -> None:
    response = get(read)
    assert body_rows(response, "by-agent") == [
        ["agent mira", "1", "1,000", "300", "0", "0", "700"],
        ["agent koda", "2", "1,000", "200", "400", "100", "300"],
    ]
    assert body_rows(response, "by-channel") == [
        ["query", "1", "1,000", "300", "0", "0", "700"],
        ["task", "2", "1,000", "200", "400", "100", "300"],
    ]
    assert body_rows(response, "by-level") == [
        # Of each day the deepest: LOD-0 on the first, which spared the paste, LOD-1 on the second.
        ["LOD-0 Scan", "1", "1,000", "20", "0", "0", "980"],
        ["LOD-1 Detail or Source", "1", "0", "180", "0", "0", "−180"],
        ["Passages for a question", "1", "1,000", "300", "0", "0", "700"],
        ["Helpers' models", "0", "0", "0", "0", "100", "−100"],
        ["Models that wrote levels", "0", "0", "0", "400", "0", "−400"],
    ]
    assert words(response).count("Reads with 0 tokens are by people on these pages.") == 1


def test_a_person_who_only_looked_is_no_row_among_the_agents(read: User) -> None:
    for level in (0, 1):
        entry(read, created=now(), reader="person ann", level=level, tokens=0, paste_tokens=0)
    response = get(read)
    assert [row[0] for row in body_rows(response, "by-agent")] == ["agent mira", "agent koda"]
    assert "People opened something on these pages 2 times" in words(response)
    assert "person ann" not in words(response)
    # A model worked for a person: that costs, and is shown.
    entry(read, created=now(), kind="helper", reader="person bea", level=3, tokens=100, paste_tokens=0)
    assert body_rows(get(read), "by-agent")[-1] == ["bea, a person", "0", "0", "0", "0", "100", "−100"]


def test_no_word_of_people_where_none_looked(read: User) -> None:
    assert "People opened" not in words(get(read))


def test_each_column_says_its_unit(read: User) -> None:
    text = words(get(read, biggest=1))
    assert "Reads: how often something was opened. All other columns are tokens." in text
    assert "in tokens" in text


@pytest.mark.parametrize(
    ("query", "days"),
    [({}, 14), ({"days": 7}, 7), ({"days": 90}, 90), ({"days": 8}, 14), ({"days": "x"}, 14)],
)
def test_the_address_says_how_many_days(read: User, query: dict[str, Any], days: int) -> None:
    response = get(read, **query)
    assert len(body_rows(response, "by-day")) == days
    assert f'href="?days={days}" aria-current="true"' in response.content.decode()


def test_before_the_first_read_there_is_a_sample(account: User) -> None:
    text = words(get(account))
    assert "Sample: no agent has read anything yet." in text
    assert "Sample: saved 76%" in text
    assert "format=csv" not in get(account).content.decode()
    assert "<title>Analytics · QA.Stone</title>" in get(account).content.decode()


def test_the_sample_disappears_with_the_first_read(account: User) -> None:
    entry(account, created=now() - timedelta(days=60))
    text = words(get(account))
    assert "Sample" not in text
    assert "No agent has read anything No agent has loaded a level in these 14 days. Look at 90 days" in text
    assert "Saved 98%" in words(get(account, days=90))


def test_more_was_spent_than_saved(account: User) -> None:
    entry(account, created=now(), tokens=1_250)
    assert "Spent 25% more than pasting −250 of 1,000 tokens" in words(get(account))


def test_nothing_was_pasted_but_something_spent(account: User) -> None:
    entry(account, created=now(), kind="write", level=2, tokens=400, paste_tokens=0)
    assert "400 tokens spent, nothing pasted for the first time" in words(get(account))


def test_a_readers_name_is_escaped(account: User) -> None:
    entry(account, created=now(), reader="agent <b>koda</b>")
    assert "agent &lt;b&gt;koda&lt;/b&gt;" in get(account).content.decode()


def fail(row: Model, kind: JobKind) -> None:
    request_jobs([row], kind)
    Job.objects.of(kind).filter(target=row.pk).update(state=JobState.FAILED, finished=now())


def test_failures(account: User) -> None:
    assert "None in these 14 days" in words(get(account))
    for number, kind in enumerate((WRITE_LEVELS, EMBED_SOURCE, WRITE_LEVELS)):
        fail(store(account, content=f"{MIDDLE} {number}").content, kind)
    helper = HelperJob.objects.create(
        account=account,
        agent=new_agent(account),
        task="Which port?",
        answer_tokens=600,
        budget_tokens=12_000,
        used_tokens=1_234,
    )
    fail(helper, RUN_HELPER)
    text = words(get(account))
    assert "2 texts whose levels could not be written" in text
    assert "1 text whose passages are found by words only, not by meaning" in text
    assert "1 helper without an answer, 1,234 tokens spent" in text
    Job.objects.update(finished=now() - timedelta(days=15))
    assert "None in these 14 days" in words(get(account))


def test_what_was_done(account: User) -> None:
    assert "Nothing was counted in these 14 days." in words(get(account))
    at = now().isoformat()
    sent = [
        event(1, timestamp=at),
        event(2, timestamp=at, type="shortcut", name="Ctrl+/"),
        event(3, timestamp=at, type="page_visit", name=None, page="/stones/abc12345"),
        event(4, timestamp=at, type="page_exit", name=None, page="/stones/abc12345", duration_ms=83_000),
        event(5, timestamp=at, type="qastone_received", name=None, glow_channel="task", tokens=60),
    ]
    ingest(account=account, app="qastone", events=sent)
    response = get(account)
    assert body_rows(response, "actions") == [["copy-as-stone", "1"]]
    assert body_rows(response, "shortcuts") == [["Ctrl+/", "1"]]
    assert body_rows(response, "pages") == [["/stones/:id", "1", "1 min"]]
    assert body_rows(response, "received") == [["task", "1", "60"]]


def test_htmx_gets_the_figures_alone(read: User) -> None:
    response = get(read, headers={"HX-Request": "true", "HX-Target": "analytics"}, days=7)
    content = response.content.decode()
    assert content.startswith("<title>Saved 50%")
    assert "<!doctype" not in content
    assert "HX-Target" in response["Vary"]


def test_anothers_figures_are_not_there(read: User) -> None:
    other = new_account()
    assert "Sample" in words(get(other))
    assert get(other, format="json").json()["savings"]["paste"] == 0  # type: ignore[attr-defined]


def test_what_is_left_of_the_day_s_model_tokens(account: User, settings: Settings) -> None:
    settings.LLM_DAILY_TOKENS_PER_ACCOUNT = 50_000
    day = TokenDay.objects.create(day=now().date(), spent=9_000)
    AccountDay.objects.create(day=day, account=account, spent=8_000)
    left = "Of your account’s 50,000 model tokens of today, 42,000 are left."
    assert "model tokens" not in words(get(account)), "there is no model"
    with use_models(chat=FakeChat()):
        assert left in words(get(account))
        assert "50,000 are left" in words(get(new_account()))
        settings.LLM_DAILY_TOKENS_PER_ACCOUNT = 0
        assert "model tokens" not in words(get(account))


@pytest.mark.parametrize("size", [1, 3])
def test_more_entries_need_no_more_queries(
    account: User, size: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(size):
        entry(account, created=now(), source=f"S{number}", reader=f"agent {number}", level=number)
        ingest(account=account, app="qastone", events=[event(number, timestamp=now().isoformat())])
    # Session, user, unread messages, whether there is a ledger, its sums, whether they are exact, two of failures,
    # five of what was done.
    client = Client()
    client.force_login(account)
    with django_assert_num_queries(13):
        client.get(reverse("analytics:dashboard"))


def test_the_biggest_handoffs_come_by_themselves(read: User) -> None:
    page = get(read).content.decode()
    assert 'hx-get="?biggest=1"' in page
    stone = store(read, content="The port is 7003.")
    entry(read, created=now(), stone=stone, source=stone.pk)
    fragment = get(read, headers={"HX-Request": "true", "HX-Target": "biggest"})
    assert "<html" not in fragment.content.decode()
    assert body_rows(fragment, "biggest") == [["The port is 7003.", "1", "1,000", "20", "980"]]
    # Without a script it is a link to the same page with them.
    assert body_rows(get(read, biggest=1), "biggest") == body_rows(fragment, "biggest")


def test_who_reads_everything_is_named(account: User) -> None:
    for number in range(5):
        entry(account, created=now(), source=f"S{number}", level=3, tokens=950)
    said = "agent koda reads everything: 4,750 tokens in 5 reads, where each text pasted once takes 5,000."
    assert said in words(get(account))
