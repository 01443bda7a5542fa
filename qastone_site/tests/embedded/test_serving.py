"""`manage.py serve`: the whole site up, a rival, a crash, the end; and what it prepares."""

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import cast

import psutil
import pytest
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from core.jobs.job_kinds import all_kinds
from qastone_site import prepare_site, site_programs
from qastone_site.celery import app
from qastone_site.embedded.embedded_postgres import Postgres
from qastone_site.embedded.embedded_valkey import Valkey
from qastone_site.schedule import SCHEDULE
from qastone_site.tests.whole_sites import NewSite, Site, environment, of_site

from .conftest import ROOT, eventually, is_gone, kill, postmaster, watchdog

START_SECONDS = 60.0


@pytest.fixture
def left(var: Path) -> Iterator[None]:
    yield
    for process in of_site(var):
        process.kill()


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Site, pytest.param(NewSite, marks=pytest.mark.long)])
def test_a_site_comes_up_and_leaves_nothing(var: Path, left: None, kind: type[Site]) -> None:
    site = kind(var)
    assert site.get("/health")
    (stylesheet,) = re.findall(rb'href="(/static/css/site\.[^"]+)"', site.get("/setup"))
    assert site.get(stylesheet.decode())
    assert eventually(site.works, seconds=30)
    titles = " ".join(word for each in of_site(var) for word in each.cmdline())
    assert "qastone: web" in titles
    assert "celery beat" in titles
    rival = subprocess.run(
        [sys.executable, "manage.py", "serve"], cwd=ROOT, env=environment(var), capture_output=True, text=True
    )
    assert rival.returncode == 1
    assert f"It runs already: {site.url}/ (process {site.process.pid})" in rival.stderr

    site.close()  # nobody reads any more what it says: Ctrl-C ends a `tee` behind it, too
    site.process.send_signal(signal.SIGTERM)
    assert site.process.wait(20) == 120  # Python's, for output that could not be written
    assert of_site(var) == []


@pytest.mark.slow
@pytest.mark.long
def test_it_survives_its_parts_and_none_survives_it(var: Path, left: None) -> None:
    site = NewSite(var)
    kill(postmaster(Postgres(var)))
    kill(watchdog(Valkey(var)))
    assert eventually(site.works, seconds=30)

    children = psutil.Process(site.process.pid).children(recursive=True)
    site.process.kill()
    site.process.wait()
    site.close()
    assert len(children) >= 3
    assert eventually(lambda: all(is_gone(child) for child in children), seconds=10)

    again = Site(var)
    assert again.code != site.code
    again.process.send_signal(signal.SIGTERM)
    assert again.process.wait(20) == 0
    again.close()
    assert of_site(var) == []


def test_wrong_variables_are_named_together_and_plainly(var: Path) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env=environment(var, DATABASE_URL="mysql://host/name", STONE_MAX_BYTES="many"),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "DATABASE_URL" in done.stderr
    assert "STONE_MAX_BYTES" in done.stderr
    assert "Traceback" not in done.stderr


def test_commands_that_need_no_database_start_none(var: Path) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "check"], cwd=ROOT, env=environment(var), capture_output=True
    )
    assert done.returncode == 0, done.stderr.decode()
    assert not (var / "postgres").exists()


def test_a_taken_port_is_skipped_unless_it_was_requested(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        monkeypatch.setattr(site_programs, "FIRST_PORT", taken)
        with site_programs.listen("127.0.0.1", None) as listener:
            assert listener.getsockname()[1] != taken
        with pytest.raises(site_programs.PortTakenError, match=f"port {taken}"):
            site_programs.listen("127.0.0.1", taken)


@pytest.mark.parametrize(
    ("host", "prefix"),
    [("127.0.0.1", "http://127.0.0.1:"), ("0.0.0.0", "http://127.0.0.1:"), ("::1", "http://[::1]:")],
)
def test_the_address_is_one_that_a_browser_can_open(host: str, prefix: str) -> None:
    try:
        listener = site_programs.listen(host, 0)
    except site_programs.PortTakenError:
        pytest.skip(f"this machine has no {host}")
    with listener:
        assert site_programs.address(listener).startswith(prefix)


def test_answers_are_not_held_back_for_acknowledgements() -> None:
    with site_programs.listen("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_each_queue_has_a_worker() -> None:
    with site_programs.listen("127.0.0.1", 0) as listener:
        runs = [cast("partial[object]", program.run) for program in site_programs.programs(listener)]
    commands = [run.args[0] for run in runs if run.func is site_programs.run_celery]
    queues = [command[command.index("--queues") + 1] for command in commands if "worker" in command]
    assert queues == ["celery", "webhooks", "answers"]
    app.loader.import_default_modules()
    sent = {name: app.amqp.router.route({}, name)["queue"].name for name in app.tasks}
    assert {"core.jobs.tasks.run_due", *SCHEDULE} <= set(sent)
    assert set(sent.values()) == {"celery"}
    # Those of the tests of jobs have a queue of their own.
    assert {kind.queue for kind in all_kinds()} - {"tests"} == set(queues)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGKILL, marks=pytest.mark.long)])
def test_it_is_stopped_while_it_is_prepared(var: Path, left: None, number: signal.Signals) -> None:
    serve = [sys.executable, "manage.py", "serve", "--port", "0", "--no-quickstart"]
    with subprocess.Popen(
        serve, cwd=ROOT, env=environment(var), stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr
        assert eventually(lambda: "migrating" in str(process.stderr and process.stderr.readline()))
        process.send_signal(number)
        assert process.wait(30) == (0 if number == signal.SIGTERM else -number)
    assert eventually(lambda: of_site(var) == [], seconds=20)


SETTINGS = """
from qastone_site.settings import *
raise SystemExit("other settings")
"""


def test_its_settings_can_be_chosen(var: Path, tmp_path: Path) -> None:
    (tmp_path / "other_settings.py").write_text(SETTINGS)
    chosen = ["--settings", "other_settings", "--pythonpath", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "manage.py", "serve", *chosen],
        cwd=ROOT,
        env=environment(var),
        capture_output=True,
        text=True,
    )
    assert done.stderr == "other settings\n"


LOAD_SHARED = """
import os, sys
import django
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "qastone_site.settings")
django.setup()
from qastone_site.site_programs import load_shared
load_shared()
from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils.functional import empty
assert "qastone_site.asgi" not in sys.modules
assert staticfiles_storage._wrapped is empty
"""


def test_what_is_loaded_while_static_files_are_collected_has_read_none(var: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOAD_SHARED], cwd=ROOT, env=environment(var), capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_static_files_are_collected_when_one_or_their_making_has_changed(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "source"
    source.mkdir()
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATICFILES_DIRS = [source]
    settings.STATIC_ROOT = tmp_path / "collected"
    (source / "app.css").write_text("a {}")
    assert prepare_site.collect_static()
    assert not prepare_site.collect_static()
    (source / "app.css").write_text("b { color: red }")
    assert prepare_site.collect_static()
    assert (tmp_path / "collected" / "app.css").read_text() == "b { color: red }"
    monkeypatch.setattr(prepare_site, "made_by", lambda: "another minifier")
    assert prepare_site.collect_static()


@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("migrate",), ("read_stone", "9f8e7d6c")])
def test_an_unreachable_database_is_reported(var: Path, command: Sequence[str]) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=environment(
            var,
            DATABASE_URL="postgres://nobody@127.0.0.1:1/none",
            CELERY_BROKER_URL="redis://127.0.0.1:1",
            SECRET_KEY="0123456789" * 5,
        ),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "The database does not answer" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("port", ["-1", "99999", "http"])
def test_what_is_no_port_is_refused(port: str) -> None:
    with pytest.raises(CommandError, match=rf"{port} is no port: 0 to 65535"):
        call_command("serve", f"--port={port}")
