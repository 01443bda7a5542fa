"""Types of stones with what a query has added to the row: one that was loaded without is none of these, says mypy.

Only `stones.queries` makes them. At run time they are `Stone`.
"""

from typing import TYPE_CHECKING, TypeAlias, TypedDict

from stones.models.stones import Stone


class StoneListFields(TypedDict):
    # Another living stone of its text comes before it by `Stone.hash_order`: the hash finds that one.
    has_later: bool
    # The text of a stone whose only level it is; None for others, whose text stays in the database.
    only_text: str | None


class StoneCountFields(StoneListFields):
    # How often it was read; what models cost is no read.
    access_count: int


if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    ListedStone: TypeAlias = WithAnnotations[Stone, StoneListFields]
    CountedStone: TypeAlias = WithAnnotations[Stone, StoneCountFields]
else:
    ListedStone = CountedStone = Stone
