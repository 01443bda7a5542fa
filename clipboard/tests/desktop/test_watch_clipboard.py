"""`manage.py watch_clipboard`: a process of its own beside other programs on a real display."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import connection

from clipboard.models import ClipboardEntry
from clipboard.tests.desktop.displays import Desktop, eventually, started_desktop
from core.cli.tests.command_runner import RunCommand
from core.llm import count_tokens
from stones.format import parse
from stones.models import Stone
from stones.tests.factories import LONG, new_account

ROOT = Path(__file__).resolve().parents[3]
SECRET = "glpat" + "-k2Vt9QpXz7LmRb4Yc1Nw"
STAMP = r"\d\d:\d\d:\d\d "

Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture(autouse=True)
def account(transactional_db: None) -> None:
    new_account("ann")


@pytest.fixture
def start(desktop: Desktop) -> Iterator[Start]:
    """Start a watcher and wait until it watches."""
    started: list[subprocess.Popen[str]] = []

    def watch(*options: str, on: Desktop = desktop) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, "manage.py", "watch_clipboard", "--interval", "0.1", *options],
            cwd=ROOT,
            env=os.environ | on.environment | variables(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        stream = process.stdout if "--json" in options else process.stderr
        assert stream
        line = stream.readline()
        assert f"watching X11 display {on.name} for ann" in line, line
        return process

    yield watch
    for process in started:
        process.kill()
        process.communicate()


def variables() -> dict[str, str]:
    """What a process needs to find this test's own database, and no desktop but the test's."""
    return {
        "DJANGO_SETTINGS_MODULE": "qastone_site.tests.mcp.settings_stdio",
        "QASTONE_TEST_DATABASE": connection.settings_dict["NAME"],
        "WAYLAND_DISPLAY": "",
    }


def ended(process: "subprocess.Popen[str]", number: int = signal.SIGTERM) -> tuple[int, str, str]:
    process.send_signal(number)
    out, err = process.communicate(timeout=30)
    return process.returncode, out, err


def copies() -> list[str]:
    return list(ClipboardEntry.objects.order_by("pk").values_list("content__text", flat=True))


@pytest.mark.parametrize(
    "number", [pytest.param(signal.SIGTERM, marks=pytest.mark.long), signal.SIGINT], ids=["SIGTERM", "Ctrl-C"]
)
def test_it_records_until_it_is_told_to_end(desktop: Desktop, start: Start, number: int) -> None:
    desktop.copy("from before")
    process = start("--app", "firefox")
    desktop.copy(LONG)
    assert eventually(lambda: copies() == [LONG])
    desktop.copy(SECRET)
    assert process.stderr
    ignored = process.stderr.readline()
    desktop.copy("the last one")
    assert eventually(lambda: copies() == [LONG, "the last one"])
    status, out, err = ended(process, number)
    assert status == 0
    first, second = out.splitlines()
    assert re.fullmatch(STAMP + rf"copied {count_tokens(LONG):,} tokens from firefox → [\da-f]{{8}}", first)
    assert re.fullmatch(STAMP + r"copied 3 tokens from firefox → [\da-f]{8}", second)
    assert re.fullmatch(STAMP + "ignored: looks like a GitLab token\n", ignored)
    assert re.fullmatch(STAMP + rf"2 copied \({count_tokens(LONG) + 3:,} tokens\), 1 ignored\n", err)


@pytest.mark.long
def test_a_signal_pauses_and_resumes(desktop: Desktop, start: Start) -> None:
    process = start()
    assert process.stderr
    process.send_signal(signal.SIGUSR1)
    assert process.stderr.readline().endswith("paused: nothing is recorded\n")
    desktop.copy("private")
    process.send_signal(signal.SIGUSR1)
    assert process.stderr.readline().endswith("resumed\n")
    assert eventually(lambda: desktop.paste() == "private")
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.5)
    desktop.copy("public")
    assert eventually(lambda: copies() == ["public"])
    status, out, err = ended(process)
    assert (status, len(out.splitlines())) == (0, 1)
    assert err.endswith("1 copied (1 tokens), 0 ignored\n")


@pytest.mark.long
def test_replace_puts_the_stone_there_and_leaves_it_there(desktop: Desktop, start: Start) -> None:
    process = start("--replace", "--replace-from", "20")
    desktop.copy(LONG)
    assert eventually(lambda: desktop.paste().startswith("§QASTONE§"))
    # Time for some more looks.
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.5)
    # Its output ends with it, although another program keeps the stone on the clipboard.
    status, out, err = ended(process, signal.SIGINT)
    stone = Stone.objects.get()
    assert copies() == [LONG]
    assert parse(desktop.paste()).header.border_hash == stone.content.border_hash
    assert out.endswith(f"the stone {stone.content.border_hash} is on the clipboard\n")
    assert (status, len(out.splitlines())) == (0, 1)
    assert "1 replaced by stones" in err


@pytest.mark.long
def test_json_is_one_object_a_line(desktop: Desktop, start: Start) -> None:
    process = start("--json", "--app", "firefox")
    desktop.copy("one copy")
    assert eventually(lambda: copies() == ["one copy"])
    desktop.copy_image()
    assert process.stdout
    copied, ignored = (json.loads(process.stdout.readline()) for _ in range(2))
    entry = ClipboardEntry.objects.get()
    assert copied.pop("time")
    assert copied == {
        "event": "copied",
        "id": entry.pk,
        "hash": entry.sha256[:8],
        "tokens": 2,
        "source_app": "firefox",
        "is_new": True,
        "origin": None,
        "stone": None,
        "replaced": False,
        "no_stone": None,
    }
    assert (ignored["event"], ignored["reason"]) == ("ignored", "no text (image/png)")
    status, out, err = ended(process)
    summary = json.loads(out)
    assert {**summary, "time": ""} == {
        "event": "summary",
        "time": "",
        "copied": 1,
        "tokens": 2,
        "replaced": 0,
        "ignored": 1,
        "lost": 0,
    }
    assert (status, err) == (0, "")


@pytest.mark.long
def test_a_second_watcher_is_refused_until_the_first_has_ended(
    desktop: Desktop, start: Start, run: RunCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = start()
    monkeypatch.setenv("DISPLAY", desktop.name)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    done = run("watch_clipboard")
    assert (done.status, done.err) == (
        1,
        f"The clipboard of X11 display {desktop.name} is watched for ann already.",
    )
    first.kill()  # nothing has to be cleaned up after it
    first.wait()
    start()


@pytest.mark.long
def test_the_desktop_ends(start: Start) -> None:
    with started_desktop() as short_lived:
        process = start(on=short_lived)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 1
    assert re.search(STAMP + r"0 copied \(0 tokens\), 0 ignored\nCommandError: The desktop has ended: ", err)


@pytest.fixture
def here(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> Desktop:
    """The desktop of the process of the test."""
    monkeypatch.setenv("DISPLAY", desktop.name)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    return desktop


def test_once_records_what_is_there(here: Desktop, run: RunCommand) -> None:
    here.copy("one copy")
    done = run("watch_clipboard", "--once")
    assert (done.status, copies()) == (0, ["one copy"])
    assert re.fullmatch(STAMP + r"copied 2 tokens → [\da-f]{8}\n", done.out)
    # Its signals are as they were.
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


def test_once_more_it_is_there_already(here: Desktop, run: RunCommand) -> None:
    here.copy("one copy")
    run("watch_clipboard", "--once")
    done = run("watch_clipboard", "--once")
    assert (done.status, copies()) == (0, ["one copy"])
    assert "copied before: 2 tokens" in done.out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--interval", "0"], "--interval is 0.1 to 60 seconds."),
        (["--interval", "nan"], "--interval is 0.1 to 60 seconds."),
        (["--replace-from", "-1"], "--replace-from is 0 or more tokens."),
        (["--app", "a" * 201], "--app has at most 200 characters."),
        (["--account", "nobody"], "There is no active account 'nobody'."),
    ],
    ids=["interval", "no number", "tokens", "app", "account"],
)
def test_a_wrong_call(run: RunCommand, options: list[str], message: str) -> None:
    done = run("watch_clipboard", *options)
    assert (done.status, done.err) == (2, message)


def test_without_a_desktop(run: RunCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    done = run("watch_clipboard")
    assert (done.status, done.out) == (1, "")
    assert "neither DISPLAY nor WAYLAND_DISPLAY is set" in done.err
