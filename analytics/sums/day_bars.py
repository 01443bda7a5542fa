"""The chart of days: each column is what pasting would have cost, divided into what was spent and saved."""

from collections.abc import Sequence
from dataclasses import dataclass

from analytics.sums.savings_figures import DaySavings

WIDTH, HEIGHT = 700, 200
_STEPS = (1, 2, 2.5, 5, 10)


@dataclass(frozen=True, slots=True)
class BarPart:
    """One stretch of a column, in the drawing's units, from its top."""

    kind: str
    """read, cost (models and helpers) or saved."""
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class Column:
    day: DaySavings
    x: float
    width: float
    parts: Sequence[BarPart]


@dataclass(frozen=True, slots=True)
class Bars:
    """The drawing; its upper edge stands for `top` tokens."""

    width: int
    height: int
    top: int
    columns: Sequence[Column]


def bars(days: Sequence[DaySavings]) -> Bars:
    top = _round_up(max((max(day.paste, day.spent) for day in days), default=0))
    step = WIDTH / max(len(days), 1)
    gap = min(step * 0.3, 8)
    columns = [
        Column(day, round(at * step + gap / 2, 2), round(step - gap, 2), _parts(day, top))
        for at, day in enumerate(days)
    ]
    return Bars(WIDTH, HEIGHT, top, columns)


def _parts(day: DaySavings, top: int) -> list[BarPart]:
    """From the bottom: what was read, what models cost, what was saved; parts of 0 tokens are left out."""
    stretches = {"read": day.read, "cost": day.generation + day.helpers, "saved": day.saved}
    parts, ground = [], 0
    for kind, tokens in stretches.items():
        if tokens > 0:
            ground += tokens
            parts.append(
                BarPart(kind, round(HEIGHT * (1 - ground / top), 2), round(HEIGHT * tokens / top, 2))
            )
    return parts


def _round_up(tokens: int) -> int:
    """The next number that is easy to read: 1, 2, 2.5 or 5 with noughts behind it, at least 10."""
    power = 10 ** (len(str(max(tokens, 10))) - 1)
    return next(int(step * power) for step in _STEPS if step * power >= tokens)
