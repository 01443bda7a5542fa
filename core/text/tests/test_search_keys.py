"""Unknown keys of a search are reported; look-alikes are not."""

import pytest

from core.text.search_keys import unknown_key_faults, unknown_keys

KEYS = ("from", "priority")


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("sender:koda export", ["sender"]),
        ("export Sender:koda sender:ann colour:red", ["sender", "colour"]),
        ("from:koda priority:high", []),
        ("https://example.com at 12:30, a::b", []),
        ('"sender:koda" export', []),
        ("export: the port", []),
        ("-draft", []),
    ],
)
def test_unknown_keys(search: str, found: list[str]) -> None:
    assert unknown_keys(search, KEYS) == found


def test_each_is_named_with_those_that_there_are() -> None:
    assert unknown_key_faults("sender:koda", KEYS) == [
        "`sender:` is no key of this search, so it was searched as a word. The keys are `from:`, `priority:`."
    ]
