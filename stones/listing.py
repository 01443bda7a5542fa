"""The stone list as a person asks for it: words and filters, one page by key, how many of each kind there are."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db.models import Count, Q, QuerySet
from django.utils.datastructures import MultiValueDict

from stones.assembled import AssembledStone, LevelState
from stones.format import CHANNELS, STONE_TYPES
from stones.headers import text_of
from stones.models import Content, Stone
from stones.names import read_name
from stones.queries import assemble, contents_matching, in_state, stones_of, with_read_counts
from texts.search_keys import unknown_key_faults, value_fault

ROWS = 50
# Beyond this nobody counts: "10,000+".
COUNTED = 10_000
SHOWN_AGENTS = 8
_ULID = re.compile(r"[0-9A-HJKMNP-TV-Z]{26}")
KEYS = ("channel", "type", "from", "agent", "state", "tokens")
_OPERATOR = re.compile(rf"(?<!\S)({'|'.join(KEYS)}):(\"[^\"]*\"|\S+)", re.IGNORECASE)
_TOKENS = re.compile(r"([<>]?)(\d{1,9})")
STATES = tuple(LevelState)
# What a key takes, where that is not any word.
_VALUES = {
    "channel": CHANNELS,
    "type": STONE_TYPES,
    "state": tuple(state.value for state in LevelState),
    "tokens": ("a number, such as >500 or <500",),
}


@dataclass(frozen=True)
class Wanted:
    """What was asked for. `words` is what is left of the search when its operators are taken out."""

    search: str = ""
    words: str = ""
    channel: str = ""
    type: str = ""
    agent: str = ""
    state: str = ""
    over_tokens: int | None = None
    under_tokens: int | None = None
    # Sentences about what of the search was no filter.
    not_understood: tuple[str, ...] = field(default=())

    @property
    def is_filtered(self) -> bool:
        return self != Wanted()


def read_wanted(query: "MultiValueDict[str, str]") -> Wanted:
    """Read the query of an address. An operator in the search (`from:koda`) counts as that filter."""
    search = _text(query, "q")
    given: dict[str, Any] = {name: _text(query, name) for name in ("channel", "type", "agent", "state")}
    refused = []
    for found in _OPERATOR.finditer(search):
        name, value = found[1].lower().replace("from", "agent"), found[2].strip('"')
        understood = _tokens(value) if name == "tokens" else {name: value}
        if not understood or not _is_known(understood):
            refused.append(value_fault(found[0], _VALUES.get(found[1].lower(), ())))
        else:
            given |= understood
    words = " ".join(_OPERATOR.sub(" ", search).split())
    known = {name: value for name, value in given.items() if _is_known({name: value})}
    refused += unknown_key_faults(search, KEYS)
    return Wanted(search=search, words=words, not_understood=tuple(refused), **known)


def _text(query: "MultiValueDict[str, str]", name: str) -> str:
    """A value as the database can compare it: PostgreSQL has no NUL in its texts."""
    return query.get(name, "").replace("\x00", " ").strip()[:500]


def _tokens(value: str) -> dict[str, int]:
    if not (found := _TOKENS.fullmatch(value)):
        return {}
    return {"under_tokens" if found[1] == "<" else "over_tokens": int(found[2])}


def _is_known(given: Mapping[str, Any]) -> bool:
    vocabularies = {"channel": CHANNELS, "type": STONE_TYPES, "state": STATES}
    return all(
        not value or name not in vocabularies or value in vocabularies[name] for name, value in given.items()
    )


def wanted_stones(account: User, wanted: Wanted) -> QuerySet[Stone]:
    """The account's stones that match, newest first."""
    stones = stones_of(account)
    exact = {"glow_channel": wanted.channel, "stone_type": wanted.type}
    stones = stones.filter(**{name: value for name, value in exact.items() if value})
    if wanted.agent:
        stones = stones.filter(Q(source_agent=wanted.agent) | Q(claimed_source=wanted.agent))
    if wanted.over_tokens is not None:
        stones = stones.filter(content__tokens__gte=wanted.over_tokens)
    if wanted.under_tokens is not None:
        stones = stones.filter(content__tokens__lt=wanted.under_tokens)
    if wanted.state:
        stones = in_state(stones, LevelState(wanted.state))
    return stones.filter(_found_by(account, wanted.words)) if wanted.words else stones


def _found_by(account: User, words: str) -> Q:
    """An id or a hash, ours or another writer's; else words, of which a single one may be another writer's name."""
    name = read_name(words)
    if name.is_known:
        return name.of_stone() | name.claimed()
    matching = contents_matching(Content.objects.filter(account=account), words)
    found = Q(content__in=matching.values("pk"))
    return found if " " in words else found | name.claimed()


class Row(NamedTuple):
    """A line of the list."""

    assembled: AssembledStone
    scan: str

    @property
    def stone(self) -> Stone:
        return self.assembled.stone


class Page(NamedTuple):
    """Some rows, and the keys under which the pages beside it are found (empty: there is none)."""

    rows: list[Row]
    newer: str
    older: str


def page_of(stones: QuerySet[Stone], *, older: str = "", newer: str = "") -> Page:
    """The rows older than a key, or the nearest newer than one; the newest without either."""
    stones = with_read_counts(stones)
    forwards, backwards = bool(_ULID.fullmatch(older)), bool(_ULID.fullmatch(newer))
    if backwards:
        stones = stones.filter(pk__gt=newer).order_by("pk")
    elif forwards:
        stones = stones.filter(pk__lt=older)
    found = list(stones[: ROWS + 1])
    more, found = len(found) > ROWS, found[:ROWS]
    if backwards:
        found.reverse()
    if not found:
        return Page([], "", "")
    has_newer = more if backwards else forwards
    has_older = backwards or more
    rows = [Row(assembled, text_of(assembled, 0)) for assembled in map(assemble, found)]
    return Page(rows, found[0].pk if has_newer else "", found[-1].pk if has_older else "")


def newer_than(stones: QuerySet[Stone], key: str) -> QuerySet[Stone]:
    """Those that came after a key. After none ("") all did; after what is no key, none."""
    if key and not _ULID.fullmatch(key):
        return stones.none()
    return stones.filter(pk__gt=key)


@dataclass(frozen=True)
class Choice:
    """One value of a filter, how many stones have it, and whether it is chosen."""

    value: str
    count: int
    is_chosen: bool


def count_of(stones: QuerySet[Stone]) -> int:
    """How many there are, at most COUNTED + 1."""
    return stones.order_by()[: COUNTED + 1].count()


def choices(account: User, wanted: Wanted) -> dict[str, list[Choice]]:
    """For each filter its values with counts, under the other filters; at most COUNTED stones are counted."""
    fields = {
        "channel": ("glow_channel", replace(wanted, channel="")),
        "type": ("stone_type", replace(wanted, type="")),
    }
    found = {}
    for name, (column, other) in fields.items():
        others = wanted_stones(account, other).order_by("-pk")[:COUNTED]
        counted = Stone.objects.filter(pk__in=others.values("pk")).values_list(column)
        rows = counted.annotate(count=Count("pk")).order_by("-count", column)
        found[name] = _choices(rows[:SHOWN_AGENTS], str(getattr(wanted, name)))
    found["agent"] = _choices(_agents(account, wanted), wanted.agent)
    return found


def _agents(account: User, wanted: Wanted) -> list[tuple[str, int]]:
    """Who stored them and who is claimed for them, with how many each: a row shows the one, `from:` takes both."""
    others = wanted_stones(account, replace(wanted, agent="")).order_by("-pk")[:COUNTED]
    pairs = Stone.objects.filter(pk__in=others.values("pk")).values_list("source_agent", "claimed_source")
    counted = Counter[str]()
    for *names, count in pairs.annotate(count=Count("pk")).order_by():
        counted.update(dict.fromkeys(filter(None, names), count))
    return sorted(counted.items(), key=lambda each: (-each[1], each[0]))[:SHOWN_AGENTS]


def _choices(rows: Iterable[tuple[Any, ...]], chosen: str) -> list[Choice]:
    found = [Choice(value, count, value == chosen) for value, count in rows]
    if chosen and not any(choice.is_chosen for choice in found):
        found.append(Choice(chosen, 0, True))
    return found
