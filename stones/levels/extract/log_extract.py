"""The levels of a log: what failed, first and last, and how it ended, rather than how it started."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.text.passages import CountTokens
from core.text.sentence_ends import sentence_ends
from stones.levels.extract.shorten_text import cut_words, end_sentence
from stones.levels.level_limits import LIMITS

MIN_ENTRIES = 5
LEAST_SHARE = 0.6
"""Of the lines that are not indented: the others are those of a trace, or somebody's words about the log."""
MAX_LINES = 20_000
MAX_LINE_CHARACTERS = 1_000
MIN_TOKENS = 8
MIN_WORDS = 4
"""A line cut to less says nothing."""
_LEVEL = re.compile(
    r"\b(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|SEVERE|FATAL|CRITICAL|PANIC|EMERG)\b|\b(?<=\[)(?:debug|info|notice|warn|warning|error)(?=\])"
)
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


class LogLine(NamedTuple):
    text: str
    is_entry: bool
    """It opens one; else it is a line of a trace, or somebody's words."""


def read_log(content: str) -> tuple[LogLine, ...]:
    """The lines that are not indented; empty if the text is no log."""
    lines = [line[:MAX_LINE_CHARACTERS] for line in content.split("\n", MAX_LINES)[:MAX_LINES]]
    found = tuple(LogLine(line.strip(), _is_entry(line)) for line in lines if line[:1].strip())
    count = sum(line.is_entry for line in found)
    return found if count >= MIN_ENTRIES and count >= LEAST_SHARE * len(found) else ()


def write_log_line(lines: Sequence[LogLine], *, most_tokens: int, count_tokens: CountTokens) -> str:
    """LOD-0: two lines at most, each from its level word on, so that what happened fits beside it."""
    short = [line._replace(text=_from_level(line)) for line in lines]
    chosen = _choose(short, most_tokens, count_tokens, most_lines=LIMITS.scan_sentences)
    text = " ".join(map(end_sentence, chosen))
    ends = [*sentence_ends(text, 0, len(text))]
    return text[: ends[min(len(ends), LIMITS.scan_sentences) - 1]].rstrip()


def write_log(lines: Sequence[LogLine], *, most_tokens: int, count_tokens: CountTokens) -> list[str]:
    """The lines of LOD-1 and LOD-2."""
    return _choose(lines, most_tokens, count_tokens)


def _choose(
    lines: Sequence[LogLine], most_tokens: int, count_tokens: CountTokens, *, most_lines: int = 0
) -> list[str]:
    """In the order of the text."""
    chosen: dict[int, str] = {}
    left = most_tokens
    for at in _rank(lines):
        size = count_tokens(lines[at].text) + 2
        text = lines[at].text if size <= left else ""
        if not text and (not chosen or size > most_tokens // 2) and left >= MIN_TOKENS:
            text = cut_words(lines[at].text, left - 2, count_tokens)
        if text and (size <= left or len(text.split()) >= MIN_WORDS):
            chosen[at] = text
            left -= count_tokens(text) + 2
        if len(chosen) == most_lines or left < MIN_TOKENS:
            break
    return [chosen[at] for at in sorted(chosen)]


def _rank(lines: Sequence[LogLine]) -> Iterator[int]:
    """What somebody says before the log, the first and the last failure, causes and remarks, the end, warnings, then
    the rest; lines that differ in their figures alone once.
    """
    failed = [at for at, line in enumerate(lines) if line.is_entry and _FAILS.search(line.text)]
    others = [at for at, line in enumerate(lines) if not line.is_entry and not line.text.endswith(":")]
    said = others[:1] if others[:1] == [0] else []
    warned = [at for at, line in enumerate(lines) if _WARNS.search(line.text)]
    best = dict.fromkeys([*said, *failed[:1], *failed[-1:], *others, len(lines) - 1])
    seen: set[str] = set()
    for at in dict.fromkeys([*best, *failed, *warned, *range(len(lines))]):
        shape = _FIGURES.sub("0", lines[at].text)
        if at in best or shape not in seen:
            yield at
        seen.add(shape)


def _is_entry(line: str) -> bool:
    return _TIME.match(line) is not None or _LEVEL.search(line[:_LEVEL_PLACE]) is not None


def _from_level(line: LogLine) -> str:
    """From its level word on, with a bracket that opens before it."""
    found = _LEVEL.search(line.text) if line.is_entry else None
    if found is None:
        return line.text
    start = found.start()
    return line.text[start - line.text[:start].endswith("[") :]
