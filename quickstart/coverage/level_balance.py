"""The number of entries at each level, with the specification's targets ("Level Definitions")."""

from collections import Counter
from collections.abc import Iterable

from quickstart.coverage.coverage_model import LevelCount

_AIMS = (
    (0, "Identity", 1, 3),
    (1, "Capabilities", 5, 10),
    (2, "General Task", 10, 20),
    (3, "Specific Task", 50, 100),
    (4, "Details", 0, None),
)


def count_levels(levels: Iterable[int]) -> tuple[LevelCount, ...]:
    counts = Counter(levels)
    return tuple(LevelCount(level, name, counts[level], low, high) for level, name, low, high in _AIMS)
