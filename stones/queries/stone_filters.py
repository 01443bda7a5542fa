"""The stone list as a person filters it: words and filters, one page by key, how many of each kind there are."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db.models import Count, Func, Q, QuerySet

from core.pages.key_pages import KeyPage, paginate_by_key
from core.pages.list_window import on_days
from stones.assembled_stone import AssembledStone, LevelState
from stones.models import Content, CountedStone, ListedStone, Stone
from stones.queries import assemble, contents_matching, in_state, stones_of, with_read_counts
from stones.queries.ledger_sums import source_sums
from stones.queries.stone_list_filter import StoneListFilter
from stones.stone_name import parse_stone_name
from stones.stored_header import text_of

PAGE_ROWS = 50
# Beyond this nobody counts: "10,000+".
MAX_COUNTED = 10_000
MAX_AGENTS = 8
MAX_TAGS = 12
OWN = Count("pk", filter=Q(is_demo=False))


def filter_stones(account: User, filters: StoneListFilter) -> QuerySet[ListedStone]:
    """The account's stones that match, newest first."""
    stones = stones_of(account)
    if filters.shown != "all":
        stones = stones.filter(archived__isnull=not filters.shown)
    exact = {"glow_channel": filters.channel, "stone_type": filters.type}
    stones = stones.filter(**{name: value for name, value in exact.items() if value})
    if filters.agent:
        stones = stones.filter(Q(source_agent=filters.agent) | Q(claimed_source=filters.agent))
    if filters.min_tokens is not None:
        stones = stones.filter(content__tokens__gte=filters.min_tokens)
    if filters.below_tokens is not None:
        stones = stones.filter(content__tokens__lt=filters.below_tokens)
    if filters.tag:
        stones = stones.filter(tags__contains=[filters.tag.lower()])
    if filters.has == "lod-3":
        stones = stones.filter(level_count__gte=4)
    stones = on_days(stones, "created", filters.since, filters.until)
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
    stone: CountedStone
    assembled: AssembledStone
    scan: str


def page_of(
    stones: QuerySet[ListedStone], *, older: str = "", newer: str = "", size: int | None = None
) -> KeyPage[StoneListRow]:
    """The rows (PAGE_ROWS) older than a key, or the nearest newer than one; the newest without either."""
    page = paginate_by_key(with_read_counts(stones), size=size or PAGE_ROWS, older=older, newer=newer)
    return KeyPage(_rows(page.rows), page.newer, page.older)


def _rows(stones: Iterable[CountedStone]) -> list[StoneListRow]:
    return [
        StoneListRow(stone, assembled, text_of(assembled, 0))
        for stone in stones
        for assembled in [assemble(stone)]
    ]


def top_of(account: User, stones: QuerySet[ListedStone], sort: str) -> KeyPage[StoneListRow]:
    """The PAGE_ROWS most read, or most saved, of the newest MAX_COUNTED; equals newest first. There is no next page."""
    newest = list(stones.values_list("pk", flat=True)[:MAX_COUNTED])
    sums = source_sums(account, newest)
    column = 0 if sort == "read" else 1
    best = sorted(newest, key=lambda pk: -sums.get(pk, (0, 0))[column])[:PAGE_ROWS]
    found = {stone.pk: stone for stone in with_read_counts(stones.filter(pk__in=best))}
    return KeyPage(_rows(found[pk] for pk in best if pk in found), "", "")


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
    tags = _tags(filter_stones(account, replace(filters, tag="")).filter(is_demo=False))
    found["tag"] = _choices(tags.most_common(MAX_TAGS), filters.tag)
    return found


def _tags(stones: QuerySet[Stone]) -> Counter[str]:
    newest = Stone.objects.filter(pk__in=stones.exclude(tags=[]).order_by("-pk").values("pk")[:MAX_COUNTED])
    names = newest.order_by().annotate(tag=Func("tags", function="unnest")).values_list("tag")
    return Counter(dict(names.annotate(count=Count("pk")).order_by("tag")))


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
