"""/status: for staff alone; the same findings as doctor's, as a page, as its region and as JSON."""

import html
import json
import re
from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.management import call_command
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings
from pytest_httpserver import HTTPServer

from brain.models import EMBED_NOTE
from brain.tests.factories import make_note
from core.jobs.models import Job, JobState
from core.jobs.request_jobs import request_jobs
from core.llm.model_doubles import FakeEmbedder, use_models
from inbox.services.spawn_helpers import spawn_helper
from inbox.tests.factories import new_agent
from qastone_site.health import ALL
from qastone_site.models import Heartbeat
from qastone_site.tests.overview.conftest import client_of
from quickstart.models import INDEX_COLLECTION
from quickstart.tests.factories import make_collection
from stones.tests.factories import MIDDLE, new_account, store

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(settings: Settings) -> User:
    """Of a site whose worker was seen, and that nobody else can reach."""
    settings.ALLOWED_HOSTS = ["localhost"]
    Heartbeat.objects.create(name="worker", at=timezone.now())
    return User.objects.create_user("ann", is_staff=True)


@pytest.fixture
def person(staff: User) -> Client:
    client = client_of(staff)
    client.defaults["SERVER_NAME"] = "localhost"
    return client


def words(content: bytes) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", content.decode())).split())


def states(content: bytes) -> dict[str, str]:
    return dict(re.findall(r'data-finding="(\w+)" data-state="(\w+)"', content.decode()))


def test_without_a_model_it_says_that_nothing_is_to_be_done(person: Client, settings: Settings) -> None:
    page = person.get("/status").content
    assert "Nothing to do: the site works without a model." in words(page)
    assert b'<a href="/ask/entries/llm_configure?collection=qastone">' in page
    settings.LLM_MODEL = "qwen3"
    assert "Nothing to do" not in words(person.get("/status").content)


def test_a_model_of_this_machine_is_offered(
    person: Client, settings: Settings, httpserver: HTTPServer
) -> None:
    cache.clear()
    settings.LOCAL_MODEL_PORTS = {"ollama": httpserver.port}
    httpserver.expect_request("/api/tags").respond_with_json({"models": [{"name": "llama3.2"}]})
    page = person.get("/status").content
    cache.clear()
    assert "Ollama on this machine has llama3.2" in words(page)
    assert "LLM_MODEL=llama3.2" in words(page)
    assert states(page)["model"] == "ok"


def test_anonymous_visitors_are_redirected_to_sign_in() -> None:
    for address in ("/status", "/status?format=json"):
        response = Client().get(address)
        assert response.status_code == 302
        assert response["Location"].startswith("/sign-in?next=/status")


@pytest.mark.parametrize("query", ["", "?format=json"])
def test_people_who_are_no_staff_are_refused(query: str) -> None:
    response = client_of(new_account()).get(f"/status{query}")
    assert response.status_code == 403
    assert "You may not do that" in response.content.decode()
    assert "PostgreSQL" not in response.content.decode()


def test_it_only_shows(person: Client) -> None:
    assert person.post("/status").status_code == 405


def test_all_is_well(person: Client) -> None:
    response = person.get("/status")
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    assert len(states(response.content)) == len(ALL)
    assert set(states(response.content).values()) == {"ok"}
    text = words(response.content)
    assert "Everything works." in text
    assert "Broker Works Accepts messages If it stops: Background work is late" in text
    assert "Version Works QA.Stone 0.1.0, Django" in text
    assert "To fix it:" not in text


def test_what_is_wrong_comes_first_with_what_it_means_and_its_mend(
    person: Client, settings: Settings
) -> None:
    Heartbeat.objects.all().delete()
    settings.DEBUG = True
    response = person.get("/status")
    assert list(states(response.content).items())[:2] == [("worker", "wrong"), ("configuration", "warning")]
    text = words(response.content)
    assert "Wrong: Worker. To check: Configuration." in text
    assert "Worker Wrong Never seen For users: New stones keep their provisional levels" in text
    assert "To fix it: Start worker and beat" in text
    assert '<code id="mend-worker">script/server</code>' in response.content.decode()


def test_it_asks_again_for_its_region_alone(person: Client) -> None:
    response = person.get("/status", headers={"HX-Request": "true", "HX-Target": "findings"})
    assert response.content.startswith(b'<section id="findings"')
    assert {"HX-Request", "HX-Target"} <= set(response["Vary"].split(", "))
    assert b'data-poll="/status"' in response.content


def test_json_is_what_doctor_says(person: Client) -> None:
    Heartbeat.objects.all().delete()
    found = person.get("/status?format=json").json()
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("doctor", "--json", stdout=out)
    doctor_json = json.loads(out.getvalue())
    for findings in (found, doctor_json):
        for finding in findings:
            if finding["name"] == "disk":
                finding["detail"] = ""  # others write there, too
    assert found == doctor_json
    by_name = {finding["name"]: finding for finding in found}
    assert by_name["worker"] == {
        "name": "worker",
        "ok": False,
        "title": "Worker",
        "state": "wrong",
        "detail": "never seen",
        "means": by_name["worker"]["means"],
        "mend": by_name["worker"]["mend"],
        "command": "script/server",
        "offer": "",
    }
    assert "provisional levels" in by_name["worker"]["means"]


def test_a_warning_does_not_fail_the_doctor(staff: User, settings: Settings) -> None:
    settings.DEBUG = True
    out = StringIO()
    call_command("doctor", stdout=out)
    assert "warn  configuration" in out.getvalue()
    assert "→ Set DEBUG=0." in out.getvalue()


def test_secrets_are_masked(person: Client, settings: Settings) -> None:
    settings.LLM_API_KEY = "sk-secret"
    request_jobs([make_note(User.objects.get(), title="My diary")], EMBED_NOTE)
    Job.objects.update(state=JobState.FAILED, error="https://u:hunter2@llm.example.com refused sk-secret")
    for query in ("", "?format=json"):
        text = html.unescape(person.get(f"/status{query}").content.decode())
        assert "llm.example.com refused" in text
        for secret in ("hunter2", "sk-secret", "My diary", settings.SECRET_KEY):
            assert secret not in text


def test_without_a_database_it_is_unavailable(person: Client) -> None:
    def away(execute: object, sql: str, params: object, many: bool, context: object) -> None:
        raise OperationalError("connection refused")

    person.raise_request_exception = False
    with connection.execute_wrapper(away):
        assert person.get("/status").status_code == 503


@pytest.mark.parametrize("size", [1, 3])
def test_a_full_site_needs_no_more_queries(
    person: Client, staff: User, size: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    koda = new_agent(staff)
    for number in range(size):
        stone = store(staff, content=f"{MIDDLE} {number}")
        spawn_helper(agent=koda, border_hash=stone.content.border_hash, task=f"Which port, {number}?")
        request_jobs([make_note(staff)], EMBED_NOTE)
        request_jobs([make_collection(staff)], INDEX_COLLECTION)
    Job.objects.update(state=JobState.FAILED, error="No.", finished=timezone.now())
    # Session, user; the database, two of its migrations, the worker; five queues of jobs; why those of one have failed;
    # webhooks that failed, and that fail; unread messages.
    with use_models(embedder=FakeEmbedder()), django_assert_num_queries(15):
        person.get("/status")


@pytest.mark.parametrize(("is_staff", "is_there"), [(True, True), (False, False)])
def test_the_menu_leads_there(person: Client, staff: User, is_staff: bool, is_there: bool) -> None:
    User.objects.update(is_staff=is_staff)
    assert ('href="/status"' in person.get("/").content.decode()) is is_there


def test_the_overview_leads_there(person: Client) -> None:
    Heartbeat.objects.update(at=timezone.now() - timedelta(hours=1))
    content = person.get("/").content.decode()
    assert re.search(r'data-matter="worker".*?data-open href="/status"', content, re.DOTALL)
