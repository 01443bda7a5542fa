"""What a person asks of the stone list, read from the query of its address."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.utils.datastructures import MultiValueDict

from core.pages.list_window import day_faults, parse_day
from core.text.search_keys import unknown_key_faults, value_fault
from stones.assembled_stone import LevelState
from stones.format import CHANNELS, STONE_TYPES

KEYS = ("channel", "type", "from", "agent", "state", "tokens", "tag")
PARAMETERS = ("channel", "type", "agent", "state", "tag", "has", "shown", "sort")
_OPERATOR = re.compile(rf"(?<!\S)({'|'.join(KEYS)}):(\"[^\"]*\"|\S+)", re.IGNORECASE)
_TOKENS = re.compile(r"(|[<>]=?)(\d{1,9})")
STATES = tuple(LevelState)
# How the list is sorted, and what the page calls it; newest first without any.
SORTS = {"": "Newest", "read": "Most read", "saved": "Most saved"}
_CHOICES = {"has": ("lod-3",), "shown": ("archived", "all")}
# What a key takes, where that is not any word.
_VALUES = {
    "channel": CHANNELS,
    "type": STONE_TYPES,
    "state": tuple(state.value for state in LevelState),
    "tokens": ("a number, such as 500, >500 or <=500",),
}


@dataclass(frozen=True)
class StoneListFilter:
    """`words` is what is left of the search when its operators are taken out."""

    search: str = ""
    words: str = ""
    channel: str = ""
    type: str = ""
    agent: str = ""
    state: str = ""
    min_tokens: int | None = None
    below_tokens: int | None = None
    tag: str = ""
    # Days in UTC on which it was stored here, both included.
    since: date | None = None
    until: date | None = None
    # "lod-3": it has all four levels.
    has: str = ""
    # "archived" shows what was taken out of the list, and nothing else; "all" shows that, too.
    shown: str = ""
    # How the rows are ordered: it hides none.
    sort: str = field(default="", compare=False)
    # Sentences about what of the search was no filter.
    not_understood: tuple[str, ...] = field(default=())

    @property
    def is_filtered(self) -> bool:
        return self != StoneListFilter()


def parse_stone_filter(query: "MultiValueDict[str, str]") -> StoneListFilter:
    """Read the query of an address. An operator in the search (`from:koda`) counts as that filter."""
    search = _text(query, "q")
    requested: dict[str, Any] = {name: _text(query, name) for name in PARAMETERS}
    requested |= {name: parse_day(_text(query, name)) for name in ("since", "until")}
    messages = day_faults(query)
    for found in _OPERATOR.finditer(search):
        name, value = found[1].lower().replace("from", "agent"), found[2].strip('"')
        understood = _tokens(value) if name == "tokens" else {name: value}
        if not understood or not _is_valid(understood):
            messages.append(value_fault(found[0], _VALUES.get(found[1].lower(), ())))
        else:
            requested |= understood
    words = " ".join(_OPERATOR.sub(" ", search).split())
    valid = {name: value for name, value in requested.items() if _is_valid({name: value})}
    messages += unknown_key_faults(search, KEYS)
    return StoneListFilter(search=search, words=words, not_understood=tuple(messages), **valid)


def _text(query: "MultiValueDict[str, str]", name: str) -> str:
    """A value as the database can compare it: PostgreSQL has no NUL in its texts."""
    return query.get(name, "").replace("\x00", " ").strip()[:500]


def _tokens(value: str) -> dict[str, int]:
    if not (found := _TOKENS.fullmatch(value)):
        return {}
    sign, number = found[1], int(found[2])
    least = {"min_tokens": number + (sign == ">")}
    below = {"below_tokens": number + (sign != "<")}
    return {">": least, ">=": least, "<": below, "<=": below}.get(sign, least | below)


def _is_valid(requested: Mapping[str, Any]) -> bool:
    vocabularies = {"channel": CHANNELS, "type": STONE_TYPES, "state": STATES, "sort": SORTS} | _CHOICES
    return all(
        not value or name not in vocabularies or value in vocabularies[name]
        for name, value in requested.items()
    )
