"""Alerts about what needs attention, and the pages to which they lead."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from pytest_django.fixtures import Settings

from brain.models import EMBED_NOTE, EMBED_PROFILE
from brain.tests.factories import make_note, make_profile
from clipboard.models import ClipboardSettings
from core.jobs.models import Job, JobState
from core.jobs.request_jobs import request_jobs
from core.llm.models import TokenDay, TokenUse
from inbox.models import CALL_WEBHOOK, RUN_HELPER, AgentToken, HelperJob
from inbox.services import issue_token
from inbox.services.issue_tokens import rotate_token
from inbox.services.manage_webhooks import add_webhook
from inbox.services.spawn_helpers import spawn_helper
from inbox.tests.factories import deliver, new_agent
from qastone_site.models import Heartbeat
from qastone_site.overview.attention_alerts import RECENT, attention, rows, waiting_questions
from qastone_site.tests.overview.conftest import OpenOverview, client_of
from quickstart.kinds import AskOutcome
from quickstart.models import INDEX_COLLECTION, Collection, Question
from quickstart.queries.waiting_questions import unsettled_questions
from quickstart.services.coverage_reports import record_report, report_coverage
from quickstart.tests.coverage.coverage_rows import make_tree
from quickstart.tests.factories import make_collection, make_entry, new_account
from quickstart.tests.waiting.question_rows import ask
from stones.models import WRITE_LEVELS, Content
from stones.tests.factories import MIDDLE, store, write_levels

pytestmark = pytest.mark.django_db

FAILED: dict[str, Any] = {"state": JobState.FAILED, "error_code": "quota", "error": "The quota is used up."}


def failed_now() -> dict[str, Any]:
    return FAILED | {"finished": timezone.now()}


def fail_levels() -> None:
    Job.objects.of(WRITE_LEVELS).update(**failed_now())
    Content.objects.update(levels_failed=True)


def test_levels_that_could_not_be_written(account: User, open_overview: OpenOverview) -> None:
    stone = store(account, content=MIDDLE)
    fail_levels()
    page = open_overview(account)
    assert page.alerts == ["stones"]
    assert "The levels of 1 stone could not be written Extracts are shown instead. Try again" in page
    assert f"/stones/{stone.address}" in open_overview(account, page.actions["stones"]).content


def test_the_alert_disappears_when_levels_are_written(account: User, open_overview: OpenOverview) -> None:
    stone = store(account, content=MIDDLE)
    fail_levels()
    client_of(account).post(f"/stones/{stone.address}/regenerate")
    write_levels(stone)
    assert open_overview(account).alerts == []


def test_a_helper_that_failed_is_one_click_away(account: User, open_overview: OpenOverview) -> None:
    koda, stone = new_agent(account, "koda"), store(account, content=MIDDLE)
    job = spawn_helper(agent=koda, border_hash=stone.content.border_hash, task="Which port?")
    Job.objects.of(RUN_HELPER).update(**failed_now())
    page = open_overview(account)
    assert "1 helper could not answer The quota is used up. Try again" in page
    assert page.actions == {"helpers": f"/inbox/helpers/{job.pk}"}
    assert "Try again" in open_overview(account, page.actions["helpers"])
    spawn_helper(agent=koda, border_hash=stone.content.border_hash, task="Which key?")
    Job.objects.of(RUN_HELPER).update(**failed_now())
    assert open_overview(account).actions == {"helpers": "/inbox/helpers/"}


def test_a_failure_of_long_ago_is_let_rest(account: User, open_overview: OpenOverview) -> None:
    koda, stone = new_agent(account, "koda"), store(account, content=MIDDLE)
    spawn_helper(agent=koda, border_hash=stone.content.border_hash, task="Which port?")
    Job.objects.of(RUN_HELPER).update(**FAILED, finished=timezone.now() - RECENT - timedelta(minutes=1))
    assert open_overview(account).alerts == []


def test_a_helper_whose_stone_is_gone_cannot_be_started(account: User, open_overview: OpenOverview) -> None:
    koda, stone = new_agent(account, "koda"), store(account, content=MIDDLE)
    spawn_helper(agent=koda, border_hash=stone.content.border_hash, task="Which port?")
    Job.objects.of(RUN_HELPER).update(**failed_now())
    HelperJob.objects.update(stone=None)
    assert open_overview(account).alerts == []


def test_calls_of_webhooks(account: User, open_overview: OpenOverview) -> None:
    koda = new_agent(account, "koda")
    add_webhook(agent=koda, url="https://hooks.example.com/qastone")
    deliver(koda)
    Job.objects.of(CALL_WEBHOOK).update(**failed_now())
    page = open_overview(account)
    assert page.alerts == ["webhooks"]
    assert "1 call of webhooks was given up The latest, to https://hooks.example.com/qastone" in page
    assert page.actions["webhooks"] == "/agents/koda/webhooks"
    assert "The quota is used up." in open_overview(account, page.actions["webhooks"])


def test_calls_of_webhooks_that_fail_again_and_again(account: User, open_overview: OpenOverview) -> None:
    koda = new_agent(account, "koda")
    add_webhook(agent=koda, url="https://hooks.example.com/qastone")
    deliver(koda)
    Job.objects.of(CALL_WEBHOOK).update(attempts=2, error="It answered 500.")
    assert open_overview(account).alerts == []
    Job.objects.of(CALL_WEBHOOK).update(attempts=4)
    page = open_overview(account)
    assert page.alerts == ["failing"]
    assert (
        "1 call of webhooks has failed 3 times or more To https://hooks.example.com/qastone: It answered"
        in page
    )
    assert page.actions["failing"] == "/agents/koda/webhooks"


def test_notes_and_the_profile(account: User, open_overview: OpenOverview) -> None:
    note = make_note(account, title="Frost")
    request_jobs([note], EMBED_NOTE)
    request_jobs([make_profile(account)], EMBED_PROFILE)
    Job.objects.update(**failed_now())
    page = open_overview(account)
    assert page.alerts == ["notes", "profile"]
    assert "1 note is found by its words alone They are retried every hour." in page
    assert page.actions == {"notes": f"/brain/notes/{note.pk}", "profile": "/brain/profile"}


def test_an_index_that_is_not_up_to_date(account: User, open_overview: OpenOverview) -> None:
    request_jobs([make_collection(account, name="tools")], INDEX_COLLECTION)
    Job.objects.update(**failed_now())
    page = open_overview(account)
    assert page.alerts == ["collections"]
    assert "The index of 1 collection is not up to date tools: The quota is used up." in page
    assert "python manage.py index_quickstart --account bea" in page


def test_a_paused_clipboard(account: User, open_overview: OpenOverview) -> None:
    ClipboardSettings.objects.create(account=account, is_paused=True)
    page = open_overview(account)
    assert page.alerts == ["paused"]
    assert client_of(account).get(page.actions["paused"]).status_code == 200


def test_a_token_that_runs_out(account: User, open_overview: OpenOverview) -> None:
    for name, days in (("koda", 6), ("prax", 8), ("idle", 1)):
        issue_token(agent=new_agent(account, name), life=timedelta(days=days))
    AgentToken.objects.exclude(agent__name="idle").update(last_used=timezone.now())
    page = open_overview(account)
    assert page.alerts == ["tokens"]
    assert "1 token runs out within 7 days That of koda on" in page
    assert page.actions == {"tokens": "/agents/koda/"}


def test_a_token_in_whose_place_is_another(account: User, open_overview: OpenOverview) -> None:
    old = issue_token(agent=new_agent(account, "koda"), life=timedelta(days=6)).row
    AgentToken.objects.update(last_used=timezone.now())
    rotate_token(token=old, overlap=timedelta(hours=1))
    assert open_overview(account).alerts == []


@pytest.fixture
def curator(account: User) -> User:
    """A curator with two collections, in which three questions wait, and two do not any more."""
    User.objects.filter(pk=account.pk).update(is_staff=True)
    account.refresh_from_db()
    for number in range(2):
        collection = make_collection(account, name=f"c{number}")
        ask(collection, "Where is the log?")
        ask(collection, "And the key?", settled=timezone.now())
    ask(collection, "Which port?", outcome=AskOutcome.ANSWERED, verdict="down")
    ask(collection, "Which door?", outcome=AskOutcome.ANSWERED, verdict="up")
    return account


def test_questions_without_an_answer(curator: User, open_overview: OpenOverview) -> None:
    page = open_overview(curator)
    assert page.alerts == ["questions"]
    assert "3 questions found no good answer" in page
    assert client_of(curator).get(page.actions["questions"]).status_code == 200


def test_questions_about_the_site_itself_are_nobodys_to_answer(
    curator: User, open_overview: OpenOverview
) -> None:
    ask(make_collection(curator, name="about", shipped_hash="0" * 64), "Where is the lamp?")
    page = open_overview(curator)
    assert "3 questions found no good answer" in page
    assert page.actions == {"questions": "/ask/questions/?collection=c1"}
    Collection.objects.filter(shipped_hash="").delete()
    assert open_overview(curator).alerts == []


def test_they_are_those_that_the_page_shows(curator: User) -> None:
    ask(Collection.objects.get(name="c0"), "Which lamp?", account_id=new_account().pk)
    page = [unsettled_questions(collection) for collection in Collection.objects.filter(account=curator)]
    there = {question.pk for questions in page for question in questions}
    assert len(there) == 4
    assert set(waiting_questions(curator).values_list("pk", flat=True)) == there


def test_what_was_settled_since_it_was_counted_raises_no_alert(curator: User) -> None:
    counts = dict.fromkeys(rows(curator), 1)
    Question.objects.all().delete()
    named = {alert.code for alert in attention(curator, counts)}
    assert named == {"stones", "profile", "paused"}


def test_whom_that_page_does_not_let_in_hears_nothing_of_them(
    curator: User, open_overview: OpenOverview
) -> None:
    User.objects.update(is_staff=False)
    assert open_overview(User.objects.get(pk=curator.pk)).alerts == []


def test_gaps_of_the_coverage(account: User, open_overview: OpenOverview) -> None:
    tools = make_tree(make_collection(account, name="tools"), [("Saw",), ("File",)])
    make_entry(tools, tree_path=["Saw"])
    assert open_overview(account).alerts == []
    record_report(collection=tools, report=report_coverage(collection=tools))
    page = open_overview(account)
    today = timezone.now().date().isoformat()
    assert f"1 gap in what tools answers 50% covered on {today}." in page
    assert page.actions == {"gaps": "/ask/coverage/?collection=tools&gaps=1"}
    make_entry(tools, tree_path=["File"])
    record_report(collection=tools, report=report_coverage(collection=tools))
    assert open_overview(account).alerts == []


def test_the_collections_with_the_widest_gaps(account: User, open_overview: OpenOverview) -> None:
    for number in range(5):
        collection = make_tree(make_collection(account, name=f"c{number}"), [("A",), ("B",), ("C",), ("D",)])
        for label in "ABCD"[:number]:
            make_entry(collection, tree_path=[label])
        record_report(collection=collection, report=report_coverage(collection=collection))
    names = [
        name for name in ("c0", "c1", "c2", "c3", "c4") if f"in what {name} answers" in open_overview(account)
    ]
    assert names == ["c0", "c1", "c2"]


def test_a_worker_that_is_away(account: User, open_overview: OpenOverview) -> None:
    Heartbeat.objects.update(at=timezone.now() - timedelta(seconds=90))
    page = open_overview(account)
    assert page.alerts == ["worker"]
    assert re.search(r"The worker is away: seen 9\d s ago", page)
    assert "Tell an administrator of this site." in page
    assert client_of(account).get(page.actions["worker"]).json()["checks"]["worker"] is False


def test_staff_hears_how_to_mend_it(account: User, open_overview: OpenOverview) -> None:
    Heartbeat.objects.all().delete()
    User.objects.update(is_staff=True)
    page = open_overview(User.objects.get(pk=account.pk))
    assert "The worker is away: never seen" in page
    assert "script/server" in page


def use(kind: str, *, hours: int = 0, model: str = "small") -> None:
    day, _ = TokenDay.objects.get_or_create(day=timezone.now().date())
    at = timezone.now() - timedelta(hours=hours)
    TokenUse.objects.create(
        day=day, model=model, purpose=f"levels {kind} {hours}", calls=1, last_failure=kind, last_failure_at=at
    )


def test_a_model_that_fails(account: User, open_overview: OpenOverview, settings: Settings) -> None:
    settings.LLM_MODEL = "small"
    use("wrong_key", hours=1)
    page = open_overview(account)
    assert page.alerts == ["model"]
    assert "The model small fails: it refuses the key (LLM_API_KEY)" in page


@pytest.mark.parametrize(
    ("kind", "hours", "model"),
    [("", 0, "small"), ("too_long", 0, "small"), ("wrong_key", 25, "small"), ("wrong_key", 0, "another")],
    ids=["it works again", "one text", "long ago", "another model"],
)
def test_a_model_that_works(
    account: User, open_overview: OpenOverview, settings: Settings, kind: str, hours: int, model: str
) -> None:
    settings.LLM_MODEL = "small"
    use(kind, hours=hours, model=model)
    assert open_overview(account).alerts == []


def test_what_is_anothers_needs_no_attention_here(account: User, open_overview: OpenOverview) -> None:
    other = new_account("other")
    stone, tools = store(other, content=MIDDLE), make_tree(make_collection(other, shared=True), [("Saw",)])
    spawn_helper(agent=new_agent(other), border_hash=stone.content.border_hash, task="Which port?")
    request_jobs([make_note(other)], EMBED_NOTE)
    request_jobs([tools], INDEX_COLLECTION)
    ask(tools, "Where is the log?")
    record_report(collection=tools, report=report_coverage(collection=tools))
    fail_levels()
    Job.objects.update(**failed_now())
    ClipboardSettings.objects.create(account=other, is_paused=True)
    User.objects.update(is_staff=True)
    assert Question.objects.exists()
    assert open_overview(User.objects.get(pk=account.pk)).alerts == []
