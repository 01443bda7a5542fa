"""Runs management commands in tests."""

import io
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from django.core.management import CommandError, call_command

from core.llm.model_doubles import FakeEmbedder, use_models


@dataclass(frozen=True)
class CommandResult:
    """The exit status that a shell would see, and the output."""

    status: int
    out: str
    err: str


RunCommand = Callable[..., CommandResult]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[RunCommand]:
    """Calls a command by its arguments, with `stdin` on its standard input."""

    def call(*arguments: str, stdin: bytes = b"") -> CommandResult:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        status, error_message = 0, ""
        try:
            call_command(*arguments)
        except CommandError as error:
            status, error_message = error.returncode, str(error)
        except SystemExit as exit_:
            status = int(exit_.code or 0)
        out, err = capsys.readouterr()
        return CommandResult(status, out, err + error_message)

    with use_models(embedder=FakeEmbedder()):
        yield call
