"""The trend as a line of a drawing."""

from collections.abc import Sequence
from dataclasses import dataclass

from quickstart.coverage.render_report import CoverageFigures

WIDTH, HEIGHT, MARGIN = 640, 160, 10


@dataclass(frozen=True, slots=True)
class Curve:
    """Coordinates in the drawing's own units, WIDTH × HEIGHT; 100% is at its top."""

    width: int
    height: int
    points: Sequence[tuple[float, float]]
    """Oldest first."""
    line: str
    """The same for SVG's `points`."""


def curve(trend: Sequence[CoverageFigures]) -> Curve | None:
    """The percentages over time, `trend` newest first; None for fewer than two points."""
    if len(trend) < 2:
        return None
    oldest, newest = trend[-1].made, trend[0].made
    span = (newest - oldest).total_seconds() or 1.0
    points = [
        (
            round(MARGIN + (WIDTH - 2 * MARGIN) * (point.made - oldest).total_seconds() / span, 1),
            round(MARGIN + (HEIGHT - 2 * MARGIN) * (1 - point.percent / 100), 1),
        )
        for point in reversed(trend)
    ]
    return Curve(WIDTH, HEIGHT, points, " ".join(f"{x},{y}" for x, y in points))
