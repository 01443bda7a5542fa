"""What the stone page shows of each level: closed ones with their price, open ones with their text."""

from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from django.utils.safestring import SafeString

from core.pages.render_markdown import render
from stones.assembled_stone import AssembledLevel
from stones.services.read_levels import LevelRead
from stones.services.visit_stone import Visit


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
class ExpandedLevel:
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


def level_meter(visit: Visit, tab: str) -> list[Segment]:
    """All levels of the stone, with the address that opens each."""
    levels, expanded = visit.assembled.levels, {read.level.number for read in visit.reads}
    return [
        Segment(
            level,
            is_open=level.number in expanded,
            price=sum(below.tokens for below in levels[: level.number + 1] if below.number not in expanded),
            query=page_query(tab, level.number),
        )
        for level in levels
    ]


def page_query(tab: str, lod: int, *, alone: bool = False) -> str:
    """The query of the page with this tab and these levels; defaults stay out of the address."""
    parameters: dict[str, str | int] = {"tab": tab} if tab != "reading" else {}
    if lod:
        parameters["lod"] = lod
    if lod and alone:
        parameters["alone"] = 1
    return f"?{urlencode(parameters)}" if parameters else "?"


def expanded_levels(visit: Visit) -> list[ExpandedLevel]:
    return [ExpandedLevel(read) for read in visit.reads]
