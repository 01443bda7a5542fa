"""Of a list of releases within a text about something else the newest one holds."""

import pytest

from stones.levels.document_parser import read_document

ABOUT = "# Lanternas\n\nLamps for boats.\n\nThey burn nine hours.\n\nLight them at dusk.\n\n"
RELEASES = (
    "## 2.1 (3 May 2031)\n\n- The wick is longer.\n\n### Fixes\n\n- No smoke.\n\n## 2.0\n\n- New glass.\n"
)


def _current(text: str) -> list[str]:
    return [part.plain for part in read_document(text).parts if part.is_current]


@pytest.mark.parametrize("head", ["# Change log", "## Changelog", "## Release notes"])
def test_older_releases_below_a_change_log_do_not_hold(head: str) -> None:
    current = _current(f"{ABOUT}{head}\n\n{RELEASES}\n# Licence\n\nUse them as you like.\n")
    assert "New glass." not in current
    assert {"The wick is longer.", "No smoke.", "Light them at dusk.", "Use them as you like."}.issubset(
        current
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"{ABOUT}## What is in the box\n\n{RELEASES}", "New glass."),
        (f"{ABOUT}# Release notes\n\n## Known limits\n\nIt must not get wet.\n", "It must not get wet."),
        (f"{ABOUT}# Changelog\n\n{RELEASES}\n## Limits\n\nIt must not get wet.\n", "It must not get wet."),
    ],
)
def test_what_is_no_older_release_holds(text: str, shown: str) -> None:
    assert shown in _current(text)
