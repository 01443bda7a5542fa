"""The levels of a log: what failed, first and last, and how it ended, rather than how it started."""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from stones.levels.forms.ranked_lines import Rank, RankedLine, split_lines

MIN_ENTRIES = 5
LEAST_SHARE = 0.6
"""Of the lines that are not indented: the others are those of a trace, or somebody's words about the log."""
_LEVEL = re.compile(
    r"\b(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|SEVERE|FATAL|CRITICAL|PANIC|EMERG)\b|\b(?<=\[)(?:debug|info|notice|warn|warning|error)(?=\])"
)
_MAY_BE_ENTRY = re.compile(r":\d\d:|TRACE|DEBUG|INFO|NOTI|WARN|ERROR|SEVERE|FATAL|CRIT|PANIC|EMERG|\[[dinwe]")
"""Most texts have none: one search tells so."""
_TIME = re.compile(
    r"(?:\[\d+\] )?\W{0,2}(?:\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?!\W{1,3}[^\W\d_]+(?: [^\W\d_]+)?:\s)|"
    r"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ [^\s:]+:)"
)
"""As programs write them; what people say in a chat has no seconds, or a name behind them."""
_LEVEL_PLACE = 40
"""Characters of a line in which a level word opens an entry, behind a time of any form."""
_FAILS = re.compile(
    r"\b(?:ERROR|SEVERE|FATAL|CRITICAL|PANIC|EMERG)\b|\[error\]|^Traceback\b|\b(?:Exception|[A-Z]\w+(?:Exception|Error))\b|"
    r"(?<!\b0 )(?<!\bno )\b(?:failed|failure|aborted|fatal|panic)\b(?!\W{0,2}0\b)|"
    r"\b(?:exit(?:ed)?|return(?:ed)?)\b(?: with)?(?: an?)?(?: status| code)?\W{0,3}[1-9]\d*\b"
)
_WARNS = re.compile(r"\bWARN(?:ING)?\b|\[warn(?:ing)?\]")
_FIGURES = re.compile(r"\d+")


class _LogLine(NamedTuple):
    text: str
    is_entry: bool
    """It opens one; else it is a line of a trace, or somebody's words."""


def read_log(content: str) -> tuple[RankedLine, ...]:
    """The lines that are not indented, in order; empty if the text is no log."""
    if not _MAY_BE_ENTRY.search(content):
        return ()
    lines = [_LogLine(line.strip(), _is_entry(line)) for line in split_lines(content) if line[:1].strip()]
    count = sum(line.is_entry for line in lines)
    if count < MIN_ENTRIES or count < LEAST_SHARE * len(lines):
        return ()
    first = Rank.MAIN if lines[0].is_entry else Rank.SAID
    ranks = {at: rank for rank, at in enumerate(_order(lines), first)}
    return tuple(
        RankedLine(lines[at].text, rank, _from_level(lines[at])) for at, rank in sorted(ranks.items())
    )


def _order(lines: Sequence[_LogLine]) -> Iterator[int]:
    """What somebody says before the log, the first failure with what was raised, the last one, causes and remarks, the
    end, warnings, then the rest; lines that differ in their figures alone once.
    """
    failed = [at for at, line in enumerate(lines) if line.is_entry and _FAILS.search(line.text)]
    others = [at for at, line in enumerate(lines) if not line.is_entry and not line.text.endswith(":")]
    said = others[:1] if others[:1] == [0] else []
    raised = _trace_below(lines, failed[0])[-1:] if failed else []
    warned = [at for at, line in enumerate(lines) if _WARNS.search(line.text)]
    best = dict.fromkeys([*said, *failed[:1], *raised, *failed[-1:], *others, len(lines) - 1])
    seen: set[str] = set()
    for at in dict.fromkeys([*best, *failed, *warned, *range(len(lines))]):
        shape = _FIGURES.sub("0", lines[at].text)
        if at in best or shape not in seen:
            yield at
        seen.add(shape)


def _trace_below(lines: Sequence[_LogLine], at: int) -> list[int]:
    return [*takewhile(lambda each: not lines[each].is_entry, range(at + 1, len(lines)))]


def _is_entry(line: str) -> bool:
    return _TIME.match(line) is not None or _LEVEL.search(line[:_LEVEL_PLACE]) is not None


def _from_level(line: _LogLine) -> str:
    """From its level word on, with a bracket that opens before it."""
    found = _LEVEL.search(line.text) if line.is_entry else None
    if found is None:
        return line.text
    start = found.start()
    return line.text[start - line.text[:start].endswith("[") :]
