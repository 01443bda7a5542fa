"""Levels judged by the facts that they must contain and the texts that they must not.

FACTS is one document a line: {"id", "facts": [{"level", "type", "core"}], "never": [{"span"}]}. `core` are strings that
any wording of the fact must contain, `span` is a passage that is misleading as a statement of the document.
"""

import json
import re
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.text.passages import CountTokens
from stones.levels import LIMITS

RULES = frozenset({"warning", "constraint", "ask", "decision"})
# The strings of a fact must be within so many words of each other.
NEAR = 80
# A level contains a passage when it has this share of its words, in order.
SHOWN_SHARE = 0.8
_MARKS = re.compile(r"[`*_]{1,3}(?=\S)|(?<=\S)[`*_]{1,3}")
LEVELS = (0, 1, 2)

Write = Callable[[str], Sequence[str]]


@dataclass
class Scores:
    """Values of one level, one for each document that has it."""

    kept: list[float] = field(default_factory=list)
    rules: list[float] = field(default_factory=list)
    misleading: list[float] = field(default_factory=list)
    invented: list[float] = field(default_factory=list)


def measure_keyfacts(
    facts: Iterable[Mapping[str, Any]], documents: Mapping[str, str], write: Write
) -> dict[str, Any]:
    """Means over documents, for N of 0, 1, 2; None where no document has that level.

    kept_N: share of the facts of level ≤ N that LOD-N contains. rules_N: the same of warnings, constraints, asks and
    decisions. misleading_N: share of documents whose LOD-N has a `never`. invented_N: share of its words in no run of
    three words that the document has. complete_0: share of documents whose LOD-0 lacks at most one of its facts.
    """
    scores = {number: Scores() for number in LEVELS}
    complete: list[float] = []
    rows = [row for row in facts if row["id"] in documents]
    for row in rows:
        source = documents[row["id"]]
        for number, text in enumerate(write(source)[: len(LEVELS)]):
            missed = _judge(row, number, text, source, scores[number])
            if number == 0:
                complete.append(float(missed <= 1))
    found: dict[str, Any] = {"documents": len(rows), "complete_0": _mean(complete)}
    for number, each in scores.items():
        found |= {f"{name}_{number}": _mean(values) for name, values in vars(each).items()}
    return found


def _judge(row: Mapping[str, Any], number: int, text: str, source: str, scores: Scores) -> int:
    """Add the scores of this level. Returns how many of its facts it lacks."""
    windows = _windows(plain(text))
    due = [fact for fact in row["facts"] if fact["level"] <= number]
    is_there = {
        id(fact): any(all(_has(core, part) for core in fact["core"]) for part in windows) for fact in due
    }
    rules = [is_there[id(fact)] for fact in due if fact["type"] in RULES]
    for values, present in ((scores.kept, list(is_there.values())), (scores.rules, rules)):
        if present:
            values.append(sum(present) / len(present))
    scores.misleading.append(float(any(_shows(each["span"], text) for each in row.get("never", ()))))
    if (share := _invented(text, source)) is not None:
        scores.invented.append(share)
    return list(is_there.values()).count(False)


def first_words(content: str, count_tokens: CountTokens) -> tuple[str, ...]:
    """The simplest peer: the beginning of the text, its title in it, cut to the size of each level at a word."""
    words, tokens = content.split(), count_tokens(content)
    return tuple(
        " ".join(words[: _fitting(words, LIMITS.of(level, tokens), count_tokens)]) for level in LEVELS
    )


def _fitting(words: Sequence[str], max_tokens: int, count_tokens: CountTokens) -> int:
    low, high = 0, min(len(words), max_tokens * 2)
    while low < high:
        middle = (low + high + 1) // 2
        fits = count_tokens(" ".join(words[:middle])) <= max_tokens
        low, high = (middle, high) if fits else (low, middle - 1)
    return low


def read_facts(path: Path) -> list[dict[str, Any]]:
    """Raises OSError, and ValueError with the line that cannot be read."""
    rows = []
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        if not line.strip():
            continue
        row = json.loads(line)
        if not isinstance(row, dict) or not {"id", "facts"} <= row.keys():
            raise ValueError(f"line {number} of {path.name!r} lacks one of id, facts")
        rows.append(row)
    return rows


def read_documents(folders: Iterable[Path]) -> dict[str, str]:
    """Each file by its name without the suffix."""
    files = (path for folder in folders for path in sorted(folder.iterdir()) if path.is_file())
    return {path.stem: path.read_text(encoding="utf-8", errors="replace") for path in files}


def plain(text: str) -> str:
    """In lower case, without marks of emphasis, each run of blanks one space."""
    return " ".join(_MARKS.sub("", text).split()).lower()


def _windows(text: str) -> list[str]:
    words = text.split(" ")
    if len(words) <= NEAR:
        return [text]
    return [" ".join(words[at : at + NEAR]) for at in range(0, len(words) - NEAR // 2, NEAR // 4)]


def _has(core: str, window: str) -> bool:
    """Whether the window has the string, at word borders where it begins or ends with an ASCII letter or digit."""
    core = plain(core)
    before = r"(?<!\w)" if core[:1].isalnum() and core[:1].isascii() else ""
    behind = r"(?!\w)" if core[-1:].isalnum() and core[-1:].isascii() else ""
    return re.search(before + re.escape(core) + behind, window) is not None


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", plain(text))


def _shows(span: str, level: str) -> bool:
    """Whether the level has most of the passage's words, in order and within four words more than its length."""
    expected_words, there = _words(span), _words(level)
    if len(expected_words) < 3:
        return False
    reach = len(expected_words) + 4
    starts = range(max(1, len(there) - len(expected_words) + 1))
    return any(
        _hits(expected_words, there[at : at + reach]) >= SHOWN_SHARE * len(expected_words) for at in starts
    )


def _hits(expected_words: Sequence[str], part: Sequence[str]) -> int:
    at = hits = 0
    for word in expected_words:
        if word in part[at:]:
            at += part[at:].index(word) + 1
            hits += 1
    return hits


def _invented(level: str, source: str) -> float | None:
    found, source_words = _words(level), _words(source)
    if len(found) < 3:
        return None
    runs = set(zip(source_words, source_words[1:], source_words[2:], strict=False))
    there = [run in runs for run in zip(found, found[1:], found[2:], strict=False)]
    covered = [any(there[max(0, at - 2) : at + 1]) for at in range(len(found))]
    return covered.count(False) / len(covered)


def _mean(values: Sequence[float]) -> float | None:
    return round(statistics.fmean(values), 3) if values else None
