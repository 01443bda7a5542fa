"""The stone list as a person filters it: words and filters, one page by key, how many of each kind there are."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db.models import Count, Q, QuerySet
from django.utils.datastructures import MultiValueDict

from core.pages.key_pages import KeyPage, paginate_by_key
from core.text.search_keys import unknown_key_faults, value_fault
from stones.assembled_stone import AssembledStone, LevelState
from stones.format import CHANNELS, STONE_TYPES
from stones.models import Content, Stone
from stones.queries import assemble, contents_matching, in_state, stones_of, with_read_counts
from stones.stone_name import parse_stone_name
from stones.stored_header import text_of

PAGE_ROWS = 50
# Beyond this nobody counts: "10,000+".
MAX_COUNTED = 10_000
MAX_AGENTS = 8
OWN = Count("pk", filter=Q(is_demo=False))
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
class StoneListFilter:
    """`words` is what is left of the search when its operators are taken out."""

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
        return self != StoneListFilter()


def parse_stone_filter(query: "MultiValueDict[str, str]") -> StoneListFilter:
    """Read the query of an address. An operator in the search (`from:koda`) counts as that filter."""
    search = _text(query, "q")
    requested: dict[str, Any] = {name: _text(query, name) for name in ("channel", "type", "agent", "state")}
    messages = []
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
    return {"under_tokens" if found[1] == "<" else "over_tokens": int(found[2])}


def _is_valid(requested: Mapping[str, Any]) -> bool:
    vocabularies = {"channel": CHANNELS, "type": STONE_TYPES, "state": STATES}
    return all(
        not value or name not in vocabularies or value in vocabularies[name]
        for name, value in requested.items()
    )


def filter_stones(account: User, filters: StoneListFilter) -> QuerySet[Stone]:
    """The account's stones that match, newest first."""
    stones = stones_of(account)
    exact = {"glow_channel": filters.channel, "stone_type": filters.type}
    stones = stones.filter(**{name: value for name, value in exact.items() if value})
    if filters.agent:
        stones = stones.filter(Q(source_agent=filters.agent) | Q(claimed_source=filters.agent))
    if filters.over_tokens is not None:
        stones = stones.filter(content__tokens__gte=filters.over_tokens)
    if filters.under_tokens is not None:
        stones = stones.filter(content__tokens__lt=filters.under_tokens)
    if filters.state:
        stones = in_state(stones, LevelState(filters.state))
    return stones.filter(_found_by(account, filters.words)) if filters.words else stones


def _found_by(account: User, words: str) -> Q:
    """An id or a hash, ours or another writer's; else words, of which a single one may be another writer's name."""
    name = parse_stone_name(words)
    if name.is_valid:
        return name.of_stone() | name.claimed()
    matching = contents_matching(Content.objects.filter(account=account), words)
    found = Q(content__in=matching.values("pk"))
    return found if " " in words else found | name.claimed()


class StoneListRow(NamedTuple):
    assembled: AssembledStone
    scan: str

    @property
    def stone(self) -> Stone:
        return self.assembled.stone


def page_of(stones: QuerySet[Stone], *, older: str = "", newer: str = "") -> KeyPage[StoneListRow]:
    """The rows older than a key, or the nearest newer than one; the newest without either."""
    page = paginate_by_key(with_read_counts(stones), size=PAGE_ROWS, older=older, newer=newer)
    rows = [StoneListRow(assembled, text_of(assembled, 0)) for assembled in map(assemble, page.rows)]
    return KeyPage(rows, page.newer, page.older)


@dataclass(frozen=True)
class StoneFilterChoice:
    """One value of a filter, how many stones have it, and whether it is chosen."""

    value: str
    count: int
    is_chosen: bool


def count_of(stones: QuerySet[Stone]) -> int:
    """How many there are, at most MAX_COUNTED + 1."""
    return stones.order_by()[: MAX_COUNTED + 1].count()


def filter_choices(account: User, filters: StoneListFilter) -> dict[str, list[StoneFilterChoice]]:
    """For each filter its values with counts, under the other filters; at most MAX_COUNTED stones are counted, none of
    the demonstration.
    """
    fields = {
        "channel": ("glow_channel", replace(filters, channel="")),
        "type": ("stone_type", replace(filters, type="")),
    }
    found = {}
    for name, (column, other) in fields.items():
        others = filter_stones(account, other).order_by("-pk")[:MAX_COUNTED]
        counted = Stone.objects.filter(pk__in=others.values("pk")).values_list(column)
        rows = counted.annotate(count=OWN).order_by("-count", column)
        found[name] = _choices(rows[:MAX_AGENTS], str(getattr(filters, name)))
    found["agent"] = _choices(_agents(account, filters), filters.agent)
    return found


def _agents(account: User, filters: StoneListFilter) -> list[tuple[str, int]]:
    """Who stored them and who is claimed for them, with how many each: a row shows the one, `from:` takes both."""
    others = filter_stones(account, replace(filters, agent="")).order_by("-pk")[:MAX_COUNTED]
    pairs = Stone.objects.filter(pk__in=others.values("pk")).values_list("source_agent", "claimed_source")
    counted = Counter[str]()
    for *names, count in pairs.annotate(count=OWN).order_by():
        counted.update(dict.fromkeys(filter(None, names), count))
    return sorted(counted.items(), key=lambda each: (-each[1], each[0]))[:MAX_AGENTS]


def _choices(rows: Iterable[tuple[Any, ...]], chosen: str) -> list[StoneFilterChoice]:
    found = [StoneFilterChoice(value, count, value == chosen) for value, count in rows]
    if chosen and not any(choice.is_chosen for choice in found):
        found.append(StoneFilterChoice(chosen, 0, True))
    return found
