"""The keys of a search (`from:koda`): which are unknown, and the messages about them."""

import re
from collections.abc import Collection, Iterable

# A word and its value; no URL, no time of day, nothing between quotes.
_KEY = re.compile(r"(?<![\S\"])([a-z][a-z_]{1,19}):(?![/:])\S", re.IGNORECASE)
_QUOTED = re.compile(r'"[^"]*"')


def unknown_keys(search: str, known_keys: Collection[str]) -> list[str]:
    """The unknown keys in a search, each once, in order."""
    found = (key.lower() for key in _KEY.findall(_QUOTED.sub(" ", search)))
    return [key for key in dict.fromkeys(found) if key not in known_keys]


def unknown_key_faults(search: str, known_keys: Collection[str]) -> list[str]:
    """A sentence for each: how it was treated, and which keys there are."""
    keys = ", ".join(f"`{key}:`" for key in known_keys)
    return [
        f"`{key}:` is no key of this search, so it was searched as a word. The keys are {keys}."
        for key in unknown_keys(search, known_keys)
    ]


def value_fault(value: str, values: Iterable[str]) -> str:
    """The sentence for a known key with an unknown value."""
    key = value.partition(":")[0].lower()
    return f"`{value}` is not understood and was left out: `{key}:` takes {', '.join(values)}."
