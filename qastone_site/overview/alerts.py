"""A line of the overview, and its words for numbers."""

from dataclasses import dataclass

from qastone_site.overview.count_rows import MAX_COUNT


@dataclass(frozen=True, slots=True)
class Alert:
    """Something to do. `url` is the page for it; `command` does it where no page can."""

    code: str
    words: str
    url: str = ""
    action: str = ""
    """The link's text."""
    more: str = ""
    """Why, or what happens by itself."""
    command: str = ""


def count_noun(count: int, thing: str) -> str:
    """1 note, 12 notes, 1,000+ notes."""
    if count == 1:
        return f"1 {thing}"
    number = f"{MAX_COUNT:,}+" if count > MAX_COUNT else f"{count:,}"
    return f"{number} {thing}s"


def pluralize_verb(count: int, one: str, several: str) -> str:
    """The verb that goes with a count."""
    return one if count == 1 else several
