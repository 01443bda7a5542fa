"""What needs attention, each with the way to where it is put right; and that way leads there."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from pytest_django.fixtures import Settings

from brain.models import Note, Profile
from brain.tests.factories import make_note, make_profile
from inbox.models import AgentToken, HelperJob, WebhookCall
from inbox.services import issue_token
from inbox.services.helping import spawn_helper
from inbox.services.tokens import rotate_token
from inbox.services.webhooks import add_webhook
from inbox.tests.factories import deliver, new_agent
from jobs.models import JobState
from llm.models import TokenDay, TokenUse
from qastone_site.models import Heartbeat
from qastone_site.overview.attention import LATELY, waiting_questions
from qastone_site.tests.overview.conftest import Look, client_of
from quickstart.kinds import Outcome
from quickstart.models import Collection, Question
from quickstart.queries.waiting import waiting
from quickstart.services.coverage import report
from quickstart.tests.coverage.rows import plant
from quickstart.tests.factories import make_collection, make_entry, new_account
from quickstart.tests.waiting.rows import ask
from stones.models import ClipboardSettings, Generation
from stones.tests.factories import MIDDLE, store, write_levels

pytestmark = pytest.mark.django_db

FAILED: dict[str, Any] = {"state": JobState.FAILED, "error_code": "quota", "error": "The quota is used up."}


def failed_now() -> dict[str, Any]:
    return FAILED | {"finished": timezone.now()}


def test_levels_that_could_not_be_written(account: User, look: Look) -> None:
    stone = store(account, content=MIDDLE)
    Generation.objects.filter(content=stone.content_id).update(**failed_now())
    shown = look(account)
    assert shown.matters == ["stones"]
    assert "The levels of 1 stone could not be written Extracts stand in for them. Try again" in shown
    assert f"/stones/{stone.address}" in look(account, shown.cures["stones"]).content


def test_it_goes_when_they_are_written(account: User, look: Look) -> None:
    stone = store(account, content=MIDDLE)
    Generation.objects.filter(content=stone.content_id).update(**failed_now())
    client_of(account).post(f"/stones/{stone.address}/regenerate")
    write_levels(stone)
    assert look(account).matters == []


def test_a_helper_that_failed_is_one_click_away(account: User, look: Look) -> None:
    koda, stone = new_agent(account, "koda"), store(account, content=MIDDLE)
    job = spawn_helper(agent=koda, border_hash=stone.content.border_hash, task="Which port?")
    HelperJob.objects.update(**failed_now())
    shown = look(account)
    assert "1 helper could not answer The quota is used up. Start it again" in shown
    assert shown.cures == {"helpers": f"/inbox/helpers/{job.pk}"}
    assert "Start it again" in look(account, shown.cures["helpers"])
    spawn_helper(agent=koda, border_hash=stone.content.border_hash, task="Which key?")
    HelperJob.objects.update(**failed_now())
    assert look(account).cures == {"helpers": "/inbox/helpers/"}


def test_a_failure_of_long_ago_is_let_rest(account: User, look: Look) -> None:
    koda, stone = new_agent(account, "koda"), store(account, content=MIDDLE)
    spawn_helper(agent=koda, border_hash=stone.content.border_hash, task="Which port?")
    HelperJob.objects.update(**FAILED, finished=timezone.now() - LATELY - timedelta(minutes=1))
    assert look(account).matters == []


def test_a_helper_whose_stone_is_gone_cannot_be_started(account: User, look: Look) -> None:
    koda, stone = new_agent(account, "koda"), store(account, content=MIDDLE)
    spawn_helper(agent=koda, border_hash=stone.content.border_hash, task="Which port?")
    HelperJob.objects.update(**failed_now(), stone=None)
    assert look(account).matters == []


def test_calls_of_webhooks(account: User, look: Look) -> None:
    koda = new_agent(account, "koda")
    add_webhook(agent=koda, url="https://hooks.example.com/qastone")
    deliver(koda)
    WebhookCall.objects.update(**failed_now())
    shown = look(account)
    assert shown.matters == ["webhooks"]
    assert "1 call of webhooks was given up The latest, to https://hooks.example.com/qastone" in shown
    assert shown.cures["webhooks"] == "/agents/koda/webhooks"
    assert "The quota is used up." in look(account, shown.cures["webhooks"])


def test_notes_and_the_profile(account: User, look: Look) -> None:
    note = make_note(account, title="Frost")
    make_profile(account)
    for model in (Note, Profile):
        model._base_manager.update(**failed_now())
    shown = look(account)
    assert shown.matters == ["notes", "profile"]
    assert "1 note is found by its words alone They are tried again every hour." in shown
    assert shown.cures == {"notes": f"/brain/notes/{note.pk}", "profile": "/brain/profile"}


def test_an_index_that_is_not_up_to_date(account: User, look: Look) -> None:
    make_collection(account, name="tools")
    Collection.objects.update(**failed_now())
    shown = look(account)
    assert shown.matters == ["collections"]
    assert "The index of 1 collection is not up to date tools: The quota is used up." in shown
    assert "python manage.py index_quickstart --account bea" in shown


def test_a_paused_clipboard(account: User, look: Look) -> None:
    ClipboardSettings.objects.create(account=account, is_paused=True)
    shown = look(account)
    assert shown.matters == ["paused"]
    assert client_of(account).get(shown.cures["paused"]).status_code == 200


def test_a_token_that_runs_out(account: User, look: Look) -> None:
    for name, days in (("koda", 6), ("prax", 8), ("idle", 1)):
        issue_token(agent=new_agent(account, name), life=timedelta(days=days))
    AgentToken.objects.exclude(agent__name="idle").update(last_used=timezone.now())
    shown = look(account)
    assert shown.matters == ["tokens"]
    assert "1 token runs out within 7 days That of koda on" in shown
    assert shown.cures == {"tokens": "/agents/koda/"}


def test_a_token_in_whose_place_is_another(account: User, look: Look) -> None:
    old = issue_token(agent=new_agent(account, "koda"), life=timedelta(days=6)).row
    AgentToken.objects.update(last_used=timezone.now())
    rotate_token(token=old, overlap=timedelta(hours=1))
    assert look(account).matters == []


@pytest.fixture
def asked(account: User) -> User:
    """A curator with two collections, in which three questions wait, and two do not any more."""
    User.objects.filter(pk=account.pk).update(is_staff=True)
    account.refresh_from_db()
    for number in range(2):
        collection = make_collection(account, name=f"c{number}")
        ask(collection, "Where is the log?")
        ask(collection, "And the key?", settled=timezone.now())
    ask(collection, "Which port?", outcome=Outcome.ANSWERED, verdict="down")
    ask(collection, "Which door?", outcome=Outcome.ANSWERED, verdict="up")
    return account


def test_questions_without_an_answer(asked: User, look: Look) -> None:
    shown = look(asked)
    assert shown.matters == ["questions"]
    assert "3 questions found no good answer" in shown
    assert client_of(asked).get(shown.cures["questions"]).status_code == 200


def test_they_are_those_that_the_page_shows(asked: User) -> None:
    shown = [waiting(collection) for collection in Collection.objects.filter(account=asked)]
    there = {question.pk for questions in shown for question in questions}
    assert set(waiting_questions(asked).values_list("pk", flat=True)) == there


def test_whom_that_page_does_not_let_in_hears_nothing_of_them(asked: User, look: Look) -> None:
    User.objects.update(is_staff=False)
    assert look(User.objects.get(pk=asked.pk)).matters == []


def test_gaps_of_the_coverage(account: User, look: Look) -> None:
    tools = plant(make_collection(account, name="tools"), [("Saw",), ("File",)])
    make_entry(tools, tree_path=["Saw"])
    assert look(account).matters == []
    report(collection=tools, record=True)
    shown = look(account)
    today = timezone.now().date().isoformat()
    assert f"1 gap in what tools answers 50% covered on {today}." in shown
    assert shown.cures == {"gaps": "/ask/coverage/?collection=tools&gaps=1"}
    make_entry(tools, tree_path=["File"])
    report(collection=tools, record=True)
    assert look(account).matters == []


def test_the_collections_with_the_widest_gaps(account: User, look: Look) -> None:
    for number in range(5):
        collection = plant(make_collection(account, name=f"c{number}"), [("A",), ("B",), ("C",), ("D",)])
        for label in "ABCD"[:number]:
            make_entry(collection, tree_path=[label])
        report(collection=collection, record=True)
    names = [name for name in ("c0", "c1", "c2", "c3", "c4") if f"in what {name} answers" in look(account)]
    assert names == ["c0", "c1", "c2"]


def test_a_worker_that_is_away(account: User, look: Look) -> None:
    Heartbeat.objects.update(at=timezone.now() - timedelta(seconds=90))
    shown = look(account)
    assert shown.matters == ["worker"]
    assert "The worker is away: seen 90 s ago" in shown
    assert "Tell whoever runs this site." in shown
    assert client_of(account).get(shown.cures["worker"]).json()["checks"]["worker"] is False


def test_staff_hears_how_to_mend_it(account: User, look: Look) -> None:
    Heartbeat.objects.all().delete()
    User.objects.update(is_staff=True)
    shown = look(User.objects.get(pk=account.pk))
    assert "The worker is away: never seen" in shown
    assert "script/server" in shown


def use(kind: str, *, hours: int = 0, model: str = "small") -> None:
    day, _ = TokenDay.objects.get_or_create(day=timezone.now().date())
    at = timezone.now() - timedelta(hours=hours)
    TokenUse.objects.create(
        day=day, model=model, purpose=f"levels {kind} {hours}", calls=1, last_failure=kind, last_failure_at=at
    )


def test_a_model_that_fails(account: User, look: Look, settings: Settings) -> None:
    settings.LLM_MODEL = "small"
    use("wrong_key", hours=1)
    shown = look(account)
    assert shown.matters == ["model"]
    assert "The model small fails: it refuses the key (LLM_API_KEY)" in shown


@pytest.mark.parametrize(
    ("kind", "hours", "model"),
    [("", 0, "small"), ("too_long", 0, "small"), ("wrong_key", 25, "small"), ("wrong_key", 0, "another")],
    ids=["it works again", "one text", "long ago", "another model"],
)
def test_a_model_that_works(
    account: User, look: Look, settings: Settings, kind: str, hours: int, model: str
) -> None:
    settings.LLM_MODEL = "small"
    use(kind, hours=hours, model=model)
    assert look(account).matters == []


def test_what_is_anothers_needs_no_attention_here(account: User, look: Look) -> None:
    other = new_account("other")
    stone, tools = store(other, content=MIDDLE), plant(make_collection(other, shared=True), [("Saw",)])
    spawn_helper(agent=new_agent(other), border_hash=stone.content.border_hash, task="Which port?")
    make_note(other)
    ask(tools, "Where is the log?")
    report(collection=tools, record=True)
    for model in (Generation, HelperJob, Note, Collection):
        model._base_manager.update(**failed_now())
    ClipboardSettings.objects.create(account=other, is_paused=True)
    User.objects.update(is_staff=True)
    assert Question.objects.exists()
    assert look(User.objects.get(pk=account.pk)).matters == []
