"""docs/architecture.md: the five walks name files in the order in which a run enters them (`-s` prints all of them)."""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings
from pytest_httpserver import HTTPServer

from brain.tests.factories import index, make_note
from core.jobs.job_kinds import DEFAULT_QUEUE
from core.jobs.models import Job
from core.jobs.tasks import run_due
from core.llm import get_embedder
from core.rest.tests.access_assertions import Personas
from inbox.models import CALL_WEBHOOK
from inbox.services import create_agent
from inbox.services.manage_webhooks import add_webhook
from qastone_site.settings import BASE_DIR
from quickstart.tests.kitchen_collection import make_kitchen
from stones.models import LedgerEntry
from stones.tests.factories import LONG, store, write_levels

OnCommit = DjangoCaptureOnCommitCallbacks

PAGE = BASE_DIR / "docs" / "architecture.md"
ROOT = f"{BASE_DIR}/"
NEARLY = 5
"""Files by which a count on the page may be out: a process that loads its model first enters one or two more."""
STEP = re.compile(r"^\d+\. `([^`]+\.py)`", re.MULTILINE)


class Trace:
    """The product's files in which functions were called, in order, as often as a call came from another file."""

    def __init__(self) -> None:
        self.files: list[str] = []

    def note(self, frame: FrameType, event: str, _: Any) -> None:
        if event != "call" or not (here := _product_file(frame)):
            return
        caller = frame.f_back
        while caller is not None and not _product_file(caller):
            caller = caller.f_back
        if caller is None or _product_file(caller) != here:
            self.files.append(here)

    @contextmanager
    def on(self) -> Iterator[None]:
        sys.setprofile(self.note)
        try:
            yield
        finally:
            sys.setprofile(None)

    def counts(self) -> str:
        entries = Counter(self.files).values()
        return f"{len(entries)} files entered, {sum(count > 1 for count in entries)} of them re-entered"


def _product_file(frame: FrameType) -> str:
    """Its path in the repository; nothing for libraries, tests, and what runs when a module is imported."""
    name = frame.f_code.co_filename
    if (
        not name.startswith(ROOT)
        or "/tests/" in name
        or "/.venv/" in name
        or frame.f_code.co_name == "<module>"
    ):
        return ""
    return name.removeprefix(ROOT)


def section(walk: str) -> str:
    return PAGE.read_text().split(f"\n### {walk}\n")[1].split("\n#")[0]


@pytest.fixture
def trace(personas: Personas, request: pytest.FixtureRequest) -> Iterator[Trace]:
    """Of a process that has answered already: its addresses are loaded."""
    personas.owner.get("/api/stone/00000000")
    traced = Trace()
    yield traced
    sys.stdout.write(
        "\n".join([f"\n{request.node.name}: {traced.counts()}", *dict.fromkeys(traced.files), ""])
    )


def assert_documented(walk: str, trace: Trace) -> None:
    entered = list(dict.fromkeys(trace.files))
    text = section(walk)
    steps = STEP.findall(text)
    assert len(steps) > 5
    assert [step for step in steps if step not in entered] == []
    assert steps == sorted(steps, key=entered.index)
    counted = re.search(r"(\d+) files are entered", text)
    assert counted
    assert abs(int(counted[1]) - len(entered)) <= NEARLY


def test_from_paste_to_levels(
    personas: Personas, trace: Trace, client: Client, django_capture_on_commit_callbacks: OnCommit
) -> None:
    client.force_login(personas.account)
    with trace.on(), django_capture_on_commit_callbacks(execute=True):
        assert client.post("/paste", {"text": f"{LONG}\n\nNew.", "action": "store"}).status_code == 302
    with trace.on():
        run_due(DEFAULT_QUEUE)
    assert {job.state for job in Job.objects.all()} == {"done"}
    assert_documented("Paste → levels", trace)


def test_from_read_to_ledger(personas: Personas, trace: Trace) -> None:
    stone = store(personas.account, content=LONG)
    write_levels(stone)
    with trace.on():
        assert personas.owner.get(f"/api/stone/{stone.content.border_hash}/lod/1").status_code == 200
    assert LedgerEntry.objects.count() == 1
    assert_documented("Read → ledger", trace)


def test_from_message_to_webhook(
    personas: Personas,
    trace: Trace,
    settings: Settings,
    httpserver: HTTPServer,
    django_capture_on_commit_callbacks: OnCommit,
) -> None:
    settings.WEBHOOK_ALLOW_PRIVATE = True
    httpserver.expect_request("/hook").respond_with_data("", 204)
    add_webhook(agent=create_agent(account=personas.account, name="mira"), url=httpserver.url_for("/hook"))
    with trace.on(), django_capture_on_commit_callbacks(execute=True):
        sent = personas.owner.post(
            "/mcp/inbox/send", {"to_agent": "mira", "payload": "The export is done."}, "json"
        )
        assert sent.status_code == 201
    with trace.on():
        run_due(CALL_WEBHOOK.queue)
    assert Job.objects.of(CALL_WEBHOOK).get().state == "done"
    assert_documented("Message → webhook", trace)


def test_from_question_to_hits(personas: Personas, trace: Trace) -> None:
    store(personas.account, content=LONG)
    personas.owner.get("/api/stones/search", {"q": "export"})
    with trace.on():
        found = personas.owner.get("/api/stones/search", {"q": "export"})
    assert found.json()["items"]
    assert_documented("Question → hits", trace)


def test_from_question_to_answer(personas: Personas, trace: Trace) -> None:
    make_kitchen(personas.account)
    body = {"query": "how do i feed the sourdough starter"}
    with trace.on():
        assert personas.owner.post("/api/quickstart/ask", body, "json").status_code == 200
    assert_documented("Question → answer", trace)


def test_from_question_to_answer_of_the_brain(personas: Personas, trace: Trace) -> None:
    make_note(personas.account, title="Ports", body="The export service listens on port 8003.")
    index(personas.account, get_embedder())
    with trace.on():
        answer = personas.owner.post(
            "/api/brain/query", {"query": "Which port has the export service?"}, "json"
        )
        assert answer.status_code == 200
    assert_documented("The same in the brain", trace)
