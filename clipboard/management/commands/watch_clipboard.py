"""Watch the desktop's clipboard."""

import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from clipboard.desktop.choose_clipboard import choose_clipboard
from clipboard.desktop.clipboard_protocol import Clipboard, ClipboardGone, ClipboardMissing
from clipboard.desktop.clipboard_watcher import Watcher, WatcherEvent
from clipboard.desktop.copy_recorder import Recorder
from clipboard.desktop.watcher_lock import acquire_lock
from core.cli.shared_arguments import EXIT_USAGE, account_of, add_account

SHORTEST_INTERVAL, LONGEST_INTERVAL = 0.1, 60.0
# How long a signal may wait for us.
STEP_SECONDS = 0.1
LONGEST_APP = 200


class Command(BaseCommand):
    help = (
        "Record what is copied on this desktop until Ctrl-C, each copy once. What a password manager marks as secret "
        "and what looks like a key or a password is never recorded; what was on the clipboard before is not, either. "
        "With --replace a long text is replaced by its stone, so that pasting hands over the stone. Pause it on the "
        "clipboard's page or, on this machine, by a SIGUSR1 (kill -USR1 …). Exit 1 when there is no clipboard to "
        "watch, when it is watched already, or when the desktop ends; 2 for a wrong call."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--app", metavar="NAME", default="", help="what is copied from; else the active window"
        )
        parser.add_argument(
            "--replace", action="store_true", help="put the stone in place of the text that was copied"
        )
        parser.add_argument(
            "--replace-from",
            type=int,
            default=200,
            metavar="TOKENS",
            help="shorter texts stay as they are (200)",
        )
        parser.add_argument(
            "--interval", type=float, default=0.5, metavar="SECONDS", help="between two looks (0.5)"
        )
        parser.add_argument("--once", action="store_true", help="record what is there now, and end")
        parser.add_argument(
            "--unmarked", action="store_true", help="even where marks of secrets cannot be read"
        )
        parser.add_argument("--json", action="store_true", help="one JSON object a line, on standard output")
        add_account(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        _check(options)
        account = account_of(options["account"])
        try:
            clipboard = choose_clipboard(unmarked=options["unmarked"])
        except ClipboardMissing as error:
            raise CommandError(str(error)) from error
        self.as_json = options["json"]
        record = Recorder(
            account, app=options["app"], replace=options["replace"], replace_from=options["replace_from"]
        )
        watcher = Watcher(clipboard, record, self._emit, limit=settings.STONE_MAX_BYTES)
        with _single_watcher(clipboard, account.get_username()):
            self._watch(watcher, clipboard.place, account.get_username(), options)

    def _watch(self, watcher: Watcher, place: str, name: str, options: dict[str, Any]) -> None:
        with _signals(watcher) as stopped:
            try:
                if options["once"]:
                    watcher.record_current_content()
                watcher.poll()
                if not options["once"]:
                    watching = f"watching {place} for {name}; Ctrl-C ends, kill -USR1 {os.getpid()} pauses"
                    self._emit(WatcherEvent("note", watching, {"note": watching}))
                    self._poll_until_stopped(watcher, options["interval"], stopped)
            except ClipboardGone as error:
                raise CommandError(f"The desktop has ended: {error}") from error
            finally:
                self._emit(watcher.summary())

    def _poll_until_stopped(self, watcher: Watcher, interval: float, stopped: list[int]) -> None:
        while not stopped:
            _sleep(interval, stopped)
            watcher.poll()

    def _emit(self, watcher_event: WatcherEvent) -> None:
        now = timezone.localtime()
        if self.as_json:
            line = {"event": watcher_event.event, "time": now.isoformat()} | watcher_event.fields
            self.stdout.write(json.dumps(line, ensure_ascii=False))
        else:
            out = self.stdout if watcher_event.event == "copied" else self.stderr
            out.write(_stamped(now, watcher_event.text), style_func=str)
        self.stdout.flush()


def _check(options: dict[str, Any]) -> None:
    if not SHORTEST_INTERVAL <= options["interval"] <= LONGEST_INTERVAL:
        raise CommandError(
            f"--interval is {SHORTEST_INTERVAL:g} to {LONGEST_INTERVAL:g} seconds.", returncode=EXIT_USAGE
        )
    if options["replace_from"] < 0:
        raise CommandError("--replace-from is 0 or more tokens.", returncode=EXIT_USAGE)
    if len(options["app"]) > LONGEST_APP:
        raise CommandError(f"--app has at most {LONGEST_APP} characters.", returncode=EXIT_USAGE)


def _stamped(now: datetime, text: str) -> str:
    return f"{now:%H:%M:%S} {text}"


def _sleep(seconds: float, stopped: list[int]) -> None:
    """In steps: a handler that has run does not end a sleep (PEP 475)."""
    until = time.monotonic() + seconds
    while not stopped and (left := until - time.monotonic()) > 0:
        time.sleep(min(left, STEP_SECONDS))


@contextmanager
def _single_watcher(clipboard: Clipboard, name: str) -> Iterator[None]:
    lock = acquire_lock(settings.QASTONE_VAR / "run", clipboard.place, name)
    if lock is None:
        raise CommandError(f"The clipboard of {clipboard.place} is watched for {name} already.")
    try:
        yield
    finally:
        os.close(lock)


@contextmanager
def _signals(watcher: Watcher) -> Iterator[list[int]]:
    """The signals that ask to stop, in a list, as they arrive; SIGUSR1 pauses and resumes."""
    stopped: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        stopped.append(number)

    def pause(number: int, frame: FrameType | None) -> None:
        watcher.request_pause()

    handlers = {signal.SIGINT: stop, signal.SIGTERM: stop}
    if hasattr(signal, "SIGUSR1"):
        handlers[signal.SIGUSR1] = pause
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield stopped
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
