"""What the stone page shows of each level: closed ones with their price, open ones with their text."""

from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from django.utils.safestring import SafeString

from pages.rendering import render
from stones.assembled import AssembledLevel
from stones.services.reading import LevelRead
from stones.services.visiting import Visit


@dataclass(frozen=True)
class Segment:
    """One level in the meter. `price` is what opening it costs from here, the levels between included."""

    level: AssembledLevel
    is_open: bool
    price: int
    query: str

    @property
    def number(self) -> int:
        return self.level.number


@dataclass(frozen=True)
class ShownLevel:
    """An open level: its text, and as HTML where it is read."""

    read: LevelRead

    @cached_property
    def html(self) -> SafeString:
        """Made when it is shown: rendering takes longer than all the rest of the page."""
        return render(self.text)

    @property
    def level(self) -> AssembledLevel:
        return self.read.level

    @property
    def text(self) -> str:
        return self.read.content


def meter_of(visit: Visit, tab: str) -> list[Segment]:
    """All levels of the stone, with the address that opens each."""
    levels = visit.assembled.levels
    return [
        Segment(
            level,
            is_open=level.number <= visit.lod,
            price=sum(between.tokens for between in levels[visit.lod + 1 : level.number + 1]),
            query=query_of(tab, level.number),
        )
        for level in levels
    ]


def query_of(tab: str, lod: int) -> str:
    """The query of the page with this tab and these levels; defaults stay out of the address."""
    wanted: dict[str, str | int] = {"tab": tab} if tab != "reading" else {}
    if lod:
        wanted["lod"] = lod
    return f"?{urlencode(wanted)}" if wanted else "?"


def shown_levels(visit: Visit) -> list[ShownLevel]:
    return [ShownLevel(read) for read in visit.reads]
