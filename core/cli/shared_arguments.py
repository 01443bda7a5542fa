"""Arguments that commands share: the account and the text to read; and the mapping of errors and of Ctrl-C."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.contrib.auth.models import User
from django.core.management.base import CommandError, CommandParser
from django.db.transaction import atomic

from core.cli.choose_account import choose_account
from core.cli.exceptions import AccountNotChosen
from core.rest.exceptions import ProductError

EXIT_USAGE = 2


def add_account(parser: CommandParser) -> None:
    parser.add_argument(
        "--account", metavar="NAME", help="whose data; needed only where there are several accounts"
    )


def account_of(name: str | None) -> User:
    """The named account, or the only one. Raises CommandError (exit 2)."""
    try:
        return choose_account(name=name)
    except AccountNotChosen as error:
        raise CommandError(error.message, returncode=EXIT_USAGE) from error


def read_text(name: str) -> str:
    """The text of a file, or of the standard input for "-", line ends unchanged. Raises CommandError."""
    content = read_bytes(name)
    try:
        return decode(content)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise CommandError(f"{name}, line {line}: not UTF-8.") from error


def read_bytes(name: str) -> bytes:
    """The bytes of a file, or of the standard input for "-". Raises CommandError (exit 2)."""
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}.", returncode=EXIT_USAGE) from error


def decode(content: bytes) -> str:
    """UTF-8 without a byte order mark. Raises UnicodeDecodeError."""
    return content.decode("utf-8-sig")


@contextmanager
def as_command_errors() -> Iterator[None]:
    """Turns an error that the caller can fix into a CommandError: its message on stderr, exit 1."""
    try:
        yield
    except ProductError as error:
        raise CommandError(error.message) from error


@contextmanager
def all_or_nothing() -> Iterator[None]:
    """One transaction. Ctrl-C within it, not while it is committed, says what is true then: manage.py prints it."""
    with atomic():
        try:
            yield
        except KeyboardInterrupt as stopped:
            raise KeyboardInterrupt("Nothing was written.") from stopped
