"""Savings: what pasting would have cost, less what was read, generated and spent on helpers instead. All in tokens.

A paste is counted once for each reader and source, on the day of the first read; what is read counts on its own day.
So a period may spend more than it saves.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from analytics.sums.periods import days_between
from stones.format import MAX_LEVELS

# What a helper or the assistant reads and costs for an agent counts for that agent.
FOR_AGENTS = ("helper for ", "assistant for ")
# Rows after those of the levels.
OTHER_DEPTHS = ("passages", "helpers", "generation")


@dataclass(frozen=True)
class Figures:
    """`generation` and `helpers` are what models cost; `reads` is how often something was loaded, by persons too."""

    paste: int
    read: int
    generation: int
    helpers: int
    reads: int

    @property
    def spent(self) -> int:
        return self.read + self.generation + self.helpers

    @property
    def saved(self) -> int:
        """Negative where more was spent than pasting would have cost."""
        return self.paste - self.spent

    @property
    def percent(self) -> float | None:
        """Share of the pastes that was saved, in percent, to a tenth; None where nothing would have been pasted."""
        return round(100 * self.saved / self.paste, 1) if self.paste else None


@dataclass(frozen=True)
class DaySavings(Figures):
    day: date


@dataclass(frozen=True)
class SavingsRow(Figures):
    """Figures of one agent, channel or level, and of it on each day. Stones without a channel have the key ""."""

    key: str
    days: tuple[DaySavings, ...] = ()


@dataclass(frozen=True)
class LedgerSum(Figures):
    """A sum over the ledger: `by` is reader, channel or level, `key` which of them; `days` its days with an entry."""

    by: str
    key: str
    days: Mapping[date, Figures]


@dataclass(frozen=True)
class Savings(Figures):
    """Figures of the days from `since` to `until`, both included.

    `days` has each of them, oldest first; the rows of each table add up to the whole, to the token. `by_level` has
    the deepest level that a reader loaded of a source on a day, with all that it read of it then. `exact` is False
    where tokens were estimated.
    """

    since: date
    until: date
    exact: bool
    days: tuple[DaySavings, ...]
    by_agent: tuple[SavingsRow, ...]
    by_channel: tuple[SavingsRow, ...]
    by_level: tuple[SavingsRow, ...]


def savings_of(sums: Iterable[LedgerSum], *, since: date, until: date, exact: bool) -> Savings:
    """Combine sums: days without an entry are filled in; agents and channels are sorted by what they saved."""
    found: dict[str, list[LedgerSum]] = {"reader": [], "channel": [], "level": []}
    for each in sums:
        found[each.by].append(each)
    period = days_between(since, until)
    days = _days(found["channel"], period)
    return Savings(
        *_added(days),
        since=since,
        until=until,
        exact=exact,
        days=days,
        by_agent=_best_first(_rows(found["reader"], period, key_of=_agent)),
        by_channel=_best_first(_rows(found["channel"], period)),
        by_level=tuple(sorted(_rows(found["level"], period), key=lambda row: _depth(row.key))),
    )


def _depth(key: str) -> int:
    """Levels by number, then the others in their order."""
    if key in OTHER_DEPTHS:
        return MAX_LEVELS + OTHER_DEPTHS.index(key)
    return int(key.removeprefix("lod-"))


def _agent(reader: str) -> str:
    """ "agent koda" of "helper for agent koda"."""
    for prefix in FOR_AGENTS:
        reader = reader.removeprefix(prefix)
    return reader


def _rows(
    sums: Iterable[LedgerSum], period: Sequence[date], *, key_of: Callable[[str], str] = str
) -> list[SavingsRow]:
    together: dict[str, list[LedgerSum]] = {}
    for each in sums:
        together.setdefault(key_of(each.key), []).append(each)
    return [SavingsRow(*_added(parts), key=key, days=_days(parts, period)) for key, parts in together.items()]


def _days(sums: Iterable[LedgerSum], period: Sequence[date]) -> tuple[DaySavings, ...]:
    by_day: dict[date, list[Figures]] = {day: [] for day in period}
    for each in sums:
        for day, figures in each.days.items():
            by_day[day].append(figures)
    return tuple(DaySavings(*_added(figures), day=day) for day, figures in by_day.items())


def _best_first(rows: Iterable[SavingsRow]) -> tuple[SavingsRow, ...]:
    return tuple(sorted(rows, key=lambda row: (-row.saved, row.key)))


def _added(parts: Iterable[Figures]) -> tuple[int, int, int, int, int]:
    paste = read = generation = helpers = reads = 0
    for each in parts:
        paste += each.paste
        read += each.read
        generation += each.generation
        helpers += each.helpers
        reads += each.reads
    return paste, read, generation, helpers, reads
