"""The text of a helper's answer: a stone's LOD-0 and LOD-1, and the report that is its top level.

Every line of a quote begins with "> ", so that nothing quoted can pass for the helper's own words.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from core.text.cut_to_tokens import cut_to_tokens
from core.text.one_line import collapse_spaces
from core.text.passages import CountTokens
from stones.levels import LIMITS, WrittenLevels

TITLE = "# A helper's answer"
TITLE_CHARACTERS = 60
TRAIL_SEPARATOR = " › "


@dataclass(frozen=True, slots=True)
class HelperTask:
    """A task for a stone. `tokens` is the size of its whole source."""

    task: str
    border_hash: str
    tokens: int
    answer_tokens: int


@dataclass(frozen=True, slots=True)
class QuotedLines:
    """A verbatim stretch of the source. Lines count from 1, both ends included."""

    start_line: int
    end_line: int
    trail: str
    text: str

    @property
    def label(self) -> str:
        """`lines 12–14 · Decisions`: its lines, and the innermost headings above it."""
        titles = [title[:TITLE_CHARACTERS] for title in self.trail.split(TRAIL_SEPARATOR) if title][-2:]
        return " · ".join(
            filter(None, [line_range(self.start_line, self.end_line), TRAIL_SEPARATOR.join(titles)])
        )

    def __str__(self) -> str:
        quoted = "\n".join(f"> {line}" if line.strip() else ">" for line in self.text.split("\n"))
        return f"{self.label}\n{quoted}"


@dataclass(frozen=True, slots=True)
class HelperReport:
    """`model` is empty for an extract; `is_match` False: these are only the nearest passages."""

    scan: str
    detail: str
    text: str
    is_match: bool = True
    model: str = ""

    @property
    def levels(self) -> WrittenLevels:
        """The stone's levels below its content, the report."""
        return WrittenLevels((self.scan, self.detail), model=self.model)


def line_range(start: int, end: int) -> str:
    """`line 12`, `lines 12–14`."""
    return f"line {start}" if start == end else f"lines {start}–{end}"


def report_heading(request: HelperTask, remarks: Iterable[str], count_tokens: CountTokens) -> str:
    """How a report begins: the task, the stone, and how the answer came about."""
    task = cut_to_tokens(
        collapse_spaces(request.task), max(20, request.answer_tokens // 8), count_tokens, at_words=True
    )
    stone = f"Stone {request.border_hash} ({request.tokens:,} tokens)."
    return "\n".join([TITLE, "", f"Task: {task}", " ".join([stone, *filter(None, remarks)])])


def fit_text(write: Callable[[int], str], *, max_tokens: int, count_tokens: CountTokens) -> str:
    """What `write(room)` returns for the most room that keeps it within `max_tokens`; cut where none does."""
    room, text = max_tokens, ""
    for _ in range(10):
        text = write(room)
        over = count_tokens(text) - max_tokens
        if over <= 0:
            return text
        if room <= 0:
            break
        room = max(0, room - over - 2)
    return cut_to_tokens(text, max_tokens, count_tokens, at_words=True)


def report_scan(text: str, count_tokens: CountTokens) -> str:
    return cut_to_tokens(collapse_spaces(text), LIMITS.scan_tokens, count_tokens, at_words=True)


def report_detail(text: str, count_tokens: CountTokens) -> str:
    return cut_to_tokens(collapse_spaces(text), LIMITS.detail_tokens, count_tokens, at_words=True)
