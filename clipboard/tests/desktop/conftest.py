"""A real X display with a real clipboard."""

from collections.abc import Iterator

import pytest

from clipboard.tests.desktop.displays import Desktop, started_desktop
from core.cli.tests.command_runner import run

__all__ = ["desktop", "display", "run"]


@pytest.fixture(scope="session")
def display() -> Iterator[Desktop]:
    with started_desktop() as desktop:
        yield desktop


@pytest.fixture
def desktop(display: Desktop) -> Iterator[Desktop]:
    """Nothing on its clipboard, before and after."""
    display.clear()
    yield display
    display.clear()
