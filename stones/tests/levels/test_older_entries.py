"""A list of releases within a text about something else is not what the text says."""

import pytest

from stones.levels.document_parser import read_document

ABOUT = "# Lanternas\n\nLamps for boats.\n\nThey burn nine hours.\n\nLight them at dusk.\n\n"
RELEASES = (
    "## 2.1 (3 May 2031)\n\n- The wick is longer.\n\n### Fixes\n\n- No smoke.\n\n## 2.0\n\n- New glass.\n"
)


def _current(text: str) -> list[str]:
    return [part.plain for part in read_document(text).parts if part.is_current]


@pytest.mark.parametrize("head", ["# Change log", "## Changelog", "## Release notes"])
def test_releases_below_a_change_log_are_not_told(head: str) -> None:
    told = _current(f"{ABOUT}{head}\n\n{RELEASES}\n# Licence\n\nUse them as you like.\n")
    assert told == [
        *("Lanternas", "Lamps for boats.", "They burn nine hours.", "Light them at dusk."),
        *("Licence", "Use them as you like."),
    ]


@pytest.mark.parametrize(
    "text",
    [
        f"# Changelog\n\nAll that changed.\n\n{RELEASES}",
        f"{ABOUT}## What is in the box\n\n{RELEASES}",
        f"{ABOUT}## Changelog\n\n## 2.1 (3 May 2031)\n\n- The wick is longer.\n",
    ],
)
def test_the_newest_release_is_told_elsewhere(text: str) -> None:
    assert "The wick is longer." in _current(text)
