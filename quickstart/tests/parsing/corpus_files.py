"""Where the corpus lies, and the real data beside the project, which is for development only."""

from pathlib import Path

import pytest

CORPUS = Path(__file__).parent / "corpus"
SHARED = Path(__file__).parents[4] / "shared" / "data"


def shared(name: str) -> Path:
    """A file or folder of the real data; skips the test where it is absent."""
    if not (path := SHARED / name).exists():
        pytest.skip(f"the real data lies beside the project, in ../shared/data; {name} is not here")
    return path


def expected_lines(path: Path) -> list[str]:
    """The lines of an expectation, empty where there is no such file."""
    return path.read_text().splitlines() if path.exists() else []


def printable(text: str) -> str:
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in text)
