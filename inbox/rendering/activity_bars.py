"""The small chart of an agent's days: one bar a day, the highest as high as the chart."""

from collections.abc import Sequence
from dataclasses import dataclass

STEP, BAR, HEIGHT = 6, 4, 20
# A day with anything at all is seen.
_LEAST = 2


@dataclass(frozen=True)
class ActivityBars:
    """`bars`: (x, y, height) of each day with an act."""

    width: int
    bars: list[tuple[int, float, float]]
    bar_width: int = BAR
    height: int = HEIGHT


def activity_bars(days: Sequence[int]) -> ActivityBars:
    top = max(days, default=0) or 1
    heights = [max(_LEAST, round(HEIGHT * count / top, 1)) if count else 0 for count in days]
    bars = [(at * STEP, HEIGHT - height, height) for at, height in enumerate(heights) if height]
    return ActivityBars(len(days) * STEP - (STEP - BAR), bars)
