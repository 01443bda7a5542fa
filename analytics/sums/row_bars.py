"""Drawings of an agent, channel or level: the bar of what was read, spent on models and saved, and the line of days."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from analytics.sums.savings_figures import DaySavings, Figures, SavingsRow

WIDTH, HEIGHT = 100, 6
LINE_WIDTH, LINE_HEIGHT = 280, 64
_PAD = 3
# A reader that loads this share of what pasting would have cost gains next to nothing by levels.
READS_ALL = 0.8
# Of so few reads nothing is said about a habit.
MIN_READS = 5
# Of a table of days: all that a table of levels has, and the first agents and channels.
MOST_COLUMNS = 8


@dataclass(frozen=True, slots=True)
class RowPart:
    """One stretch of a bar, in the drawing's units: read, cost (models and helpers) or saved."""

    kind: str
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class RowBar:
    row: SavingsRow
    parts: Sequence[RowPart]
    line: "DayLine"


def row_bars(rows: Sequence[SavingsRow]) -> list[RowBar]:
    """All to one scale: the longest bar is as wide as the drawing, the best day of all rows as high as each line."""
    top = max((max(row.paste, row.spent) for row in rows), default=0)
    days = [day for row in rows for day in row.days]
    return [RowBar(row, _parts(row, top), day_line(row.days, among=days)) for row in rows]


@dataclass(frozen=True, slots=True)
class SavedByDay:
    """What the first rows saved on each day: `keys` heads the columns, and `days` has a figure of each for each day."""

    keys: Sequence[str]
    days: Sequence[tuple[date, Sequence[tuple[str, int]]]]


def saved_by_day(rows: Sequence[SavingsRow]) -> SavedByDay:
    shown = rows[:MOST_COLUMNS]
    days = [
        (of_day[0].day, [(row.key, day.saved) for row, day in zip(shown, of_day, strict=True)])
        for of_day in zip(*(row.days for row in shown), strict=True)
    ]
    return SavedByDay([row.key for row in shown], days)


def _parts(row: Figures, top: int) -> list[RowPart]:
    stretches = {"read": row.read, "cost": row.generation + row.helpers, "saved": row.saved}
    parts, start = [], 0
    for kind, tokens in stretches.items():
        if tokens > 0:
            parts.append(RowPart(kind, round(WIDTH * start / top, 2), round(WIDTH * tokens / top, 2)))
            start += tokens
    return parts


@dataclass(frozen=True, slots=True)
class DayLine:
    """Points of two lines over the days, as an SVG takes them; the upper edge stands for `top` tokens."""

    saved: str
    spent: str
    top: int
    ground: float
    """Where 0 is: on a day that spends more than it saves, the line goes below it."""
    width: int = LINE_WIDTH
    height: int = LINE_HEIGHT


def day_line(days: Sequence[DaySavings], *, among: Sequence[DaySavings] | None = None) -> DayLine:
    """To the scale of the days `among`, which hold these; by default of these alone."""
    scale = days if among is None else among
    top = max((max(day.saved, day.spent) for day in scale), default=0)
    bottom = min((day.saved for day in scale), default=0)
    bottom, top = min(bottom, 0), max(top, 1)
    step = LINE_WIDTH / max(len(days) - 1, 1)

    def height_of(tokens: int) -> float:
        return round(_PAD + (LINE_HEIGHT - 2 * _PAD) * (top - tokens) / (top - bottom), 2)

    def points(values: Sequence[int]) -> str:
        return " ".join(f"{round(at * step, 2)},{height_of(tokens)}" for at, tokens in enumerate(values))

    return DayLine(
        points([day.saved for day in days]), points([day.spent for day in days]), top, height_of(0)
    )


@dataclass(frozen=True, slots=True)
class Readers:
    """Those whose reading costs or saves tokens, and how often people opened something on pages, which does neither."""

    counted: Sequence[SavingsRow]
    opened_by_people: int


def split_readers(rows: Sequence[SavingsRow], *, people: str) -> Readers:
    """`people`: how a person's name begins in the ledger. A person for whom a model worked is counted."""
    looked = [row for row in rows if row.key.startswith(people) and not (row.paste or row.spent)]
    return Readers([row for row in rows if row not in looked], sum(row.reads for row in looked))


def reads_everything(rows: Sequence[SavingsRow]) -> SavingsRow | None:
    """The reader that gains least by levels: of those that load nearly all of what they read, who loads most."""
    found = [
        row for row in rows if row.paste and row.reads >= MIN_READS and row.read >= READS_ALL * row.paste
    ]
    return max(found, key=lambda row: row.read, default=None)
