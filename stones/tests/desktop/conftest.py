"""A real X display with a real clipboard."""

from collections.abc import Iterator

import pytest

from commands.testing import run
from stones.tests.desktop.displays import Desktop, started_desktop

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
