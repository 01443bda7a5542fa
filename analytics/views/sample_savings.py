"""Invented figures for a dashboard without data. They are marked as a sample, and in no export."""

from collections.abc import Mapping, Sequence
from datetime import date

from analytics.sums import Figures, LedgerSum, Savings, days_between, savings_of

# Pasted, read, spent on levels, on helpers, and how often something was read: one line a day, again and again.
_DAYS = (
    (41_200, 6_900, 2_400, 0, 11),
    (58_900, 9_300, 3_100, 2_600, 16),
    (36_700, 5_200, 1_800, 0, 9),
    (72_400, 12_800, 3_900, 4_100, 21),
    (64_100, 8_700, 2_700, 0, 17),
    (9_800, 2_100, 0, 0, 3),
    (0, 0, 2_200, 0, 0),
)
# Shares in percent; the first of each gets the rest.
_SHARES = {
    "reader": (("agent claude", 54), ("agent cursor", 31), ("agent codex", 15)),
    "channel": (("handoff", 47), ("context", 29), ("task", 18), ("query", 6)),
    "level": (("lod-1", 58), ("lod-0", 21), ("lod-2", 14), ("passages", 7)),
}


def sample_savings(*, since: date, until: date) -> Savings:
    """Deterministic: the same figures for the same number of days."""
    days = {day: _DAYS[number % len(_DAYS)] for number, day in enumerate(days_between(since, until))}
    levels = {day: (paste, read, 0, 0, reads) for day, (paste, read, _, _, reads) in days.items()}
    sums = [
        *_shared("reader", days),
        *_shared("channel", days),
        *_shared("level", levels),
        _sum("level", "generation", {day: (0, 0, figures[2], 0, 0) for day, figures in days.items()}),
        _sum("level", "helpers", {day: (0, 0, 0, figures[3], 0) for day, figures in days.items()}),
    ]
    return savings_of(sums, since=since, until=until, exact=True)


def _shared(by: str, days: Mapping[date, Sequence[int]]) -> list[LedgerSum]:
    """Each day divided by _SHARES; the parts sum up to it."""
    first, *others = _SHARES[by]
    parts = {
        key: {day: [figure * share // 100 for figure in whole] for day, whole in days.items()}
        for key, share in others
    }
    rest = {
        day: [figure - sum(part[day][at] for part in parts.values()) for at, figure in enumerate(whole)]
        for day, whole in days.items()
    }
    return [_sum(by, key, part) for key, part in [(first[0], rest), *parts.items()]]


def _sum(by: str, key: str, days: Mapping[date, Sequence[int]]) -> LedgerSum:
    paste, read, generation, helpers, reads = (sum(column) for column in zip(*days.values(), strict=True))
    figures = {day: Figures(*of_day) for day, of_day in days.items()}
    return LedgerSum(paste, read, generation, helpers, reads, by=by, key=key, days=figures)
