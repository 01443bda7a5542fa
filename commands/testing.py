"""How the tests of commands call them."""

import io
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from django.core.management import CommandError, call_command

from llm.testing import FakeEmbedder, use_models


@dataclass(frozen=True)
class Ran:
    """What a command came to: the exit status that a shell would see, and what it wrote."""

    status: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Calls a command by its arguments, `stdin` on its standard input."""

    def call(*arguments: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        status, said = 0, ""
        try:
            call_command(*arguments)
        except CommandError as error:
            status, said = error.returncode, str(error)
        except SystemExit as exit_:
            status = int(exit_.code or 0)
        out, err = capsys.readouterr()
        return Ran(status, out, err + said)

    with use_models(embedder=FakeEmbedder()):
        yield call
