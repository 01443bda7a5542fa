"""A stone put together from its rows: which levels it has, in what state, at what price."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from stones.format import level_name
from stones.models import Level, LevelOrigin, ListedStone

# Whose words the content itself is.
SOURCE = "source"


class LevelState(StrEnum):
    """What the reader of a level gets. In all but ABSENT there is a text."""

    READY = "ready"
    GENERATING = "generating"  # a provisional extract is shown meanwhile
    FAILED = "failed"  # an extract is shown instead
    ABSENT = "absent"  # none was requested


@dataclass(frozen=True)
class AssembledLevel:
    """One level. `row` is None for the content itself."""

    number: int
    tokens: int
    state: LevelState
    row: Level | None = None

    @property
    def name(self) -> str:
        return level_name(self.number)

    @property
    def origin(self) -> str:
        """Whose words it holds: of `LevelOrigin`, or source for the content itself."""
        return self.row.origin if self.row else SOURCE

    @property
    def shown_origin(self) -> str:
        """The same for whoever reads it, to whom a provisional extract is one like any other."""
        return "extract" if self.origin == LevelOrigin.PROVISIONAL else self.origin


@dataclass(frozen=True)
class AssembledStone:
    """A stone with its levels, LOD-0 first. Tokens are counted once, when a text is stored."""

    stone: ListedStone
    level_rows: Sequence[Level]

    @cached_property
    def levels(self) -> tuple[AssembledLevel, ...]:
        rows = {row.number: row for row in self.level_rows if row.stone_id is None}
        rows |= {row.number: row for row in self.level_rows if row.stone_id == self.stone.pk}
        written = tuple(self._written(rows[number]) for number in range(self.stone.top_level))
        top = AssembledLevel(self.stone.top_level, self.stone.content.tokens, LevelState.READY)
        return (*written, top)

    def _written(self, row: Level) -> AssembledLevel:
        return AssembledLevel(row.number, row.tokens, self._state(row), row)

    def _state(self, row: Level) -> LevelState:
        if not self.stone.generate_lods or row.origin in (
            LevelOrigin.SENDER,
            LevelOrigin.AUTHOR,
            LevelOrigin.MODEL,
        ):
            return LevelState.READY
        if self.stone.content.levels_failed:
            return LevelState.FAILED
        return LevelState.GENERATING if row.origin == LevelOrigin.PROVISIONAL else LevelState.READY

    @cached_property
    def status(self) -> LevelState:
        """The stone's own: generating or failed when one of its levels is; absent when none was requested."""
        states = {level.state for level in self.levels}
        for state in (LevelState.GENERATING, LevelState.FAILED):
            if state in states:
                return state
        return LevelState.READY if self.stone.generate_lods else LevelState.ABSENT

    @property
    def lod_0_origin(self) -> str:
        """Whose words its first level is, as `shown_origin`; "" where that is the text itself."""
        origin = self.levels[0].shown_origin
        return "" if origin == SOURCE else origin

    def level(self, number: int) -> AssembledLevel | None:
        """That level, or None where the stone has fewer."""
        return self.levels[number] if 0 <= number < len(self.levels) else None

    @property
    def lod_tokens(self) -> tuple[int, ...]:
        """What each level costs to read, in tokens."""
        return tuple(level.tokens for level in self.levels)
