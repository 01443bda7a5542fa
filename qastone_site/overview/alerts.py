"""A line of the overview, and how a number stands in it."""

from dataclasses import dataclass

from qastone_site.overview.count_rows import MOST


@dataclass(frozen=True, slots=True)
class Alert:
    """Something to see to. `url` leads to where that is done; `command` does it where no page can."""

    code: str
    words: str
    url: str = ""
    action: str = ""
    """What the link says."""
    more: str = ""
    """Why, or what happens by itself."""
    command: str = ""


def count_noun(count: int, thing: str, things: str = "") -> str:
    """1 note, 12 notes, 1,000+ notes."""
    if count == 1:
        return f"1 {thing}"
    number = f"{MOST:,}+" if count > MOST else f"{count:,}"
    return f"{number} {things or thing + 's'}"


def pluralize_verb(count: int, one: str, several: str) -> str:
    """The verb that goes with a count."""
    return one if count == 1 else several
