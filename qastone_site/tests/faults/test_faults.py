"""Parts of a running site are killed under load. Nothing acknowledged is lost, nothing doubled, nothing swapped.

Faults that are repeated under --all, by number: 1 a worker's child killed in a model's call, 2 a worker killed,
4 killed between commit and publishing, 5 killed between effect and acknowledgement, 6 the broker killed and back empty,
7 the broker gone for long, 22 two workers for one job, 24 the scheduler killed.
FAULT_SECONDS: how long the broker is gone (5; under --all a minute the first time, as promised).
"""

import hashlib
import http.server
import json
import os
import re
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from qastone_site.embedded.embedded_postgres import Postgres
from qastone_site.embedded.embedded_valkey import Valkey
from qastone_site.tests.embedded.conftest import ROOT, eventually, kill, new_folder, postmaster
from qastone_site.tests.faults.checker import check
from qastone_site.tests.faults.clients import Api, Load, Unanswered, until
from qastone_site.tests.faults.history import History, read_history
from qastone_site.tests.whole_sites import Site, of_site

pytestmark = pytest.mark.slow

NAMES = ("ada", "bo", "cy")
IS_LONG = bool(os.environ.get("TEST_ALL"))
FAULT_SECONDS = float(os.environ.get("FAULT_SECONDS", "60" if IS_LONG else "5"))
# After a fault ends, the site has recovered within this time (60 s), without a person.
RECOVERY_SECONDS = 60.0
TASK = "Which port has the export job 42?"
HANDOFF = "# Handoff\n\n" + "\n\n".join(
    f"## Part {n}\n\nThe export job {n} writes /var/export/{n}.csv every night on port {7000 + n}."
    for n in range(60)
)


class Broker:
    """A Valkey of the test's own, to be killed and to come back empty."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.program = str(Valkey(folder).program())
        self.start()

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen([self.program, *options], stdout=subprocess.DEVNULL)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


class Model(http.server.BaseHTTPRequestHandler):
    """A provider who refuses; but the first answer to TASK never comes: whoever asks is caught in the middle."""

    was_called = threading.Event()
    release = threading.Event()

    def do_POST(self) -> None:
        question = self.rfile.read(int(self.headers["Content-Length"]))
        if TASK.encode() in question and not Model.was_called.is_set():
            Model.was_called.set()
            Model.release.wait(120)
        body = json.dumps(
            {"error": {"message": "no such key", "type": "x", "code": "invalid_api_key"}}
        ).encode()
        try:
            self.send_response(401)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        except OSError:
            pass  # who asked is dead

    def log_message(self, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    started = Broker(tmp_path_factory.mktemp("broker"))
    yield started
    started.kill()


@pytest.fixture(scope="module")
def model() -> Iterator[str]:
    """The address of a Model that answers."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    Model.release.set()
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def site(broker: Broker, model: str) -> Iterator[Site]:
    """One for all faults: each leaves it whole, or the next test fails. It ends, and leaves nothing."""
    models = {"LLM_BASE_URL": model, "LLM_API_KEY": "sk-test", "LLM_MODEL": "slow"}
    with new_folder() as var:
        site = Site(var, CELERY_BROKER_URL=f"redis://127.0.0.1:{broker.port}/0", **models)
        yield site
        site.stop()
        assert eventually(lambda: of_site(var) == [])


Tokens = dict[str, str]


def new_agent(site: Site, name: str) -> str:
    """Its token."""
    return str(json.loads(site.command("create_agent", name, "--json"))["token"])


@pytest.fixture(scope="module")
def tokens(site: Site) -> Tokens:
    return {name: new_agent(site, name) for name in NAMES}


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Iterator[History]:
    """Of all faults, as the inboxes are."""
    opened = History(tmp_path_factory.mktemp("faults") / "history.jsonl")
    yield opened
    opened.close()


def judged(load: Load, history: History) -> None:
    """Everything that was seen agrees with what is there."""
    events = read_history(history.path)
    assert check(events, load.inboxes()) == []
    assert not [event for event in events if event.kind == "fail"]
    assert load.read == set(NAMES)


def recovers(load: Load) -> None:
    """Messages are acknowledged again, soon."""
    before = load.acknowledged
    until(lambda: load.acknowledged > before + len(NAMES), RECOVERY_SECONDS)
    until(lambda: load.read == set(NAMES), RECOVERY_SECONDS)


@pytest.mark.long
def test_web_killed_while_messages_are_sent(site: Site, tokens: Tokens, history: History) -> None:
    with Load(site.url, tokens, history).running() as load:
        until(lambda: load.acknowledged > 20, 30)
        kills = 0
        # One can fall between two calls.
        while kills < (3 if IS_LONG else 1) or (kills < 5 and not load.unanswered):
            with load.dense():
                for web in site.processes("qastone: web"):
                    kill(web)
            kills += 1
            recovers(load)
    assert load.unanswered
    judged(load, history)


@pytest.mark.long
def test_postgres_killed_under_load(site: Site, tokens: Tokens, history: History) -> None:
    with Load(site.url, tokens, history).running() as load:
        until(lambda: load.acknowledged > 20, 30)
        kills = 0
        # One can fall between two calls.
        while kills < (2 if IS_LONG else 1) or (kills < 5 and not load.unanswered):
            with load.dense():
                kill(postmaster(Postgres(site.var)))
            kills += 1
            recovers(load)
    assert load.unanswered
    judged(load, history)


@pytest.mark.long
@pytest.mark.fault(6, 7)
def test_broker_gone_and_back_empty(
    site: Site, broker: Broker, tokens: Tokens, history: History, fault_run: int
) -> None:
    seconds = FAULT_SECONDS if fault_run == 1 else min(FAULT_SECONDS, 5)
    with Load(site.url, tokens, history).running() as load:
        until(lambda: load.acknowledged > 20, 30)
        broker.kill()
        gone = time.monotonic()
        before, api = load.acknowledged, load.apis["ada"]
        status, stone = api.call("POST", "/api/format-qastone", {"content": f"{HANDOFF}\n\nRun {fault_run}."})
        assert status == 201
        time.sleep(max(0.0, seconds - (time.monotonic() - gone)))
        # What needs no worker goes on meanwhile.
        assert load.acknowledged > before + len(NAMES)
        broker.start()
        recovers(load)
        until(lambda: is_done(api, stone["border_hash"]), RECOVERY_SECONDS)
    assert not load.unanswered
    judged(load, history)


def is_done(api: Api, border_hash: str) -> bool:
    """Whether a worker was there: the levels are no longer provisional, but extracts for good, as the model refuses."""
    try:
        _, level = api.call("GET", f"/api/stone/{border_hash}/lod/0")
    except Unanswered:
        return False
    return bool(level["state"] == "failed")


@pytest.mark.long
@pytest.mark.fault(24)
def test_the_scheduler_is_started_again(site: Site, tokens: Tokens) -> None:
    until(lambda: len(site.processes("celery beat")) == 1, RECOVERY_SECONDS)
    (beat,) = site.processes("celery beat")
    kill(beat)

    until(
        lambda: [each.pid for each in site.processes("celery beat")] not in ([], [beat.pid]), RECOVERY_SECONDS
    )
    beats = heartbeat(site)
    until(lambda: heartbeat(site) > beats, RECOVERY_SECONDS)


def heartbeat(site: Site) -> str:
    return shell(site, "from qastone_site.models import Heartbeat; print(Heartbeat.objects.get().at)").stdout


def shell(site: Site, code: str) -> subprocess.CompletedProcess[str]:
    """Python on this site, which may kill itself."""
    command = [*site.python, "manage.py", "shell", "--verbosity", "0", "--command", code]
    return subprocess.run(
        command, cwd=ROOT, env=site.environment, capture_output=True, text=True, timeout=120
    )


KILLED_AS_IT_PUBLISHES = """
import os, signal
from celery.signals import before_task_publish
from django.contrib.auth.models import User
from stones.services import StoneDraft, store_stone

@before_task_publish.connect(weak=False)
def die(**_):
    os.kill(os.getpid(), signal.SIGKILL)

store_stone(account=User.objects.get(agents__name="ada"), draft=StoneDraft(content={content!r}))
"""


@pytest.mark.long
@pytest.mark.fault(4)
def test_killed_between_commit_and_publishing(site: Site, tokens: Tokens, fault_run: int) -> None:
    """The job is a row: the sweep finds it."""
    content = f"{HANDOFF}\n\nKilled as it is published, run {fault_run}."
    assert shell(site, KILLED_AS_IT_PUBLISHES.format(content=content)).returncode == -signal.SIGKILL

    name = hashlib.sha256(content.encode()).hexdigest()
    until(lambda: is_done(Api(site.url, tokens["ada"]), name), RECOVERY_SECONDS)


# A worker that dies when it has done something, before its message is acknowledged.
KILLED_BEFORE_ACK = """
import os, signal
from celery.signals import task_success
from qastone_site.celery import app

@task_success.connect(weak=False)
def die(sender, result, **_):
    if sender.name == "core.jobs.tasks.run_due" and result:
        os.kill(os.getpid(), signal.SIGKILL)

app.worker_main(["worker", "--pool", "solo", "--queues", "celery", "--hostname", "dies@%h", "--loglevel", "ERROR"])
"""
ANNOUNCE = """
from core.jobs.enqueue import enqueue
from stones.models import WRITE_LEVELS
enqueue(WRITE_LEVELS.queue)
"""
ATTEMPTS = """
from core.jobs.models import Job
from stones.models import WRITE_LEVELS, Content
content = Content.objects.get(sha256={name!r})
print(Job.objects.get(kind=WRITE_LEVELS.name, target=str(content.pk)).attempts, content.levels.count())
"""


@pytest.mark.long
@pytest.mark.fault(5)
def test_killed_between_effect_and_acknowledgement(site: Site, tokens: Tokens, fault_run: int) -> None:
    """The message comes again, to a job that is done: nothing is done twice."""
    api = Api(site.url, tokens["ada"])
    workers = site.processes("celeryd:")
    for worker in workers:
        worker.suspend()
    dying = subprocess.Popen([*site.python, "-c", KILLED_BEFORE_ACK], cwd=ROOT, env=site.environment)
    try:
        content = f"{HANDOFF}\n\nKilled before the acknowledgement, run {fault_run}."
        assert api.call("POST", "/api/format-qastone", {"content": content})[0] == 201
        # Messages, the sweep's too, may go to workers that are held: more than these take beforehand are sent.
        until(
            lambda: shell(site, ANNOUNCE).returncode == 0 and dying.poll() is not None, 3 * RECOVERY_SECONDS
        )
        assert dying.wait() == -signal.SIGKILL
    finally:
        dying.kill()
        dying.wait()
        for worker in workers:
            worker.resume()
    name = hashlib.sha256(content.encode()).hexdigest()
    until(lambda: is_done(api, name), RECOVERY_SECONDS)

    assert shell(site, ATTEMPTS.format(name=name)).stdout.split() == ["1", "3"]


def test_the_faults_are_the_ones_listed() -> None:
    marked = {
        int(number)
        for path in ROOT.rglob("test_*.py")
        if not {".venv", "var"} & set(path.relative_to(ROOT).parts)
        for numbers in re.findall(r"^@pytest\.mark\.fault\(([\d, ]+)\)", path.read_text(), re.MULTILINE)
        for number in numbers.split(",")
    }
    assert marked == {1, 2, 4, 5, 6, 7, 22, 24}


@pytest.mark.long
@pytest.mark.fault(1, 2)
def test_a_worker_killed_in_a_helper_is_followed_by_another(site: Site, fault_run: int) -> None:
    Model.was_called.clear()
    Model.release.clear()
    dan = Api(site.url, new_agent(site, f"dan{fault_run}"))
    status, stone = dan.call("POST", "/api/format-qastone", {"content": HANDOFF})
    assert status == 201
    task = {"border_hash": stone["border_hash"], "task": TASK}
    status, job = dan.call("POST", "/mcp/helpers", task)
    assert status == 202
    assert eventually(Model.was_called.is_set, seconds=60)
    kill_workers(site)
    until(lambda: helper(dan, job["id"])["state"] == "done", 60 + RECOVERY_SECONDS)

    assert helper(dan, job["id"])["attempts"] == 2
    _, listed = dan.call("GET", "/mcp/inbox/messages")
    (answer,) = [row for row in listed["messages"] if row["from_agent"] == "helper"]
    assert "7042" in answer["payload"]["qastone"]
    Model.release.set()


def helper(api: Api, job_id: str) -> dict[str, Any]:
    found: dict[str, Any] = api.call("GET", f"/mcp/helpers/{job_id}")[1]
    return found


def kill_workers(site: Site) -> None:
    """The worker and its pool, without a word."""
    workers = site.processes("celeryd:")
    assert workers
    for process in workers:
        process.kill()
    psutil.wait_procs(workers, timeout=10)
