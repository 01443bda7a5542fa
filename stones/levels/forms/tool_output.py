"""What test runs, compilers, linters, plans, audits and traces say: how it went, and each failure with its reason."""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from core.text.one_line import one_line
from stones.levels.forms import output_lines as form
from stones.levels.forms.output_failures import Failure, without_repeated
from stones.levels.forms.output_lines import Origin
from stones.levels.forms.ranked_lines import Rank, RankedLine, split_lines

MAX_PROSE = 0.4
"""Of the lines: more is somebody's text about an output."""
MAX_PROSE_ABOVE = 8
"""Lines' worth of it, above all output."""
MIN_STAMPED = 0.8
MAX_REASONS = 4
MAX_FRAMES = 60
LINE_CHARACTERS = 100
"""A longer line counts as several, one of prose sooner."""
SENTENCE_CHARACTERS = 60
_STAMP = re.compile(
    r"(?:[^\t\n]{1,80}\t[^\t\n]{1,80}\t)?\ufeff?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z ?|"
    r"\[(?:INFO|ERROR|WARNING|DEBUG)\] ?"
)
"""As CI services and build tools put it before each line."""
_MARKDOWN = ("\n## ", "\n### ", "\n```", "\n**", "\n- [ ] ", "\n- [x] ")
_ABOVE = re.compile(r"(?:\S+ ){3}(?!.*:\d).*[.:?!]$")
"""A sentence of four words or more that names no line."""
_BOX = re.compile(r"[╷│╵]\s?")
_ITEM = re.compile(r"\s*[-*•]\s+(?![-*•])")
_PERSON = re.compile(r"\b(?:I|we|We|our|my|ich|wir|Wir|unser\w*|mein\w*)\b(?![.:/(=])")
"""Tools do not speak of themselves."""


def read_output(content: str, *, is_log: bool = False) -> tuple[RankedLine, ...]:
    """Empty if it is no such output, or most of it is somebody's words; a log is one if it sums up a run."""
    # Go heads its messages "# package", npm its commands "> test": both are nobody's output.
    is_markdown = any(mark in content for mark in _MARKDOWN) or (
        content.startswith("# ") and "\n> " in content
    )
    if is_markdown and not is_log:
        return ()
    lines = split_lines(content)
    stamped = _without_stamps(lines)
    if not stamped and not is_log and not _is_by_tools(lines):
        return ()
    reader = _OutputReader(stamped or lines, is_stamped=bool(stamped))
    return reader.ranked() if reader.has_result(is_log=is_log or bool(stamped)) else ()


def _without_stamps(lines: Sequence[str]) -> list[str]:
    """Empty if the lines have none."""
    if not _STAMP.match(next(filter(None, lines), "")):
        return []
    found = [_STAMP.match(line) for line in lines[:20]]
    count = sum(map(bool, found))
    if count < MIN_STAMPED * len(found) or count < 2:
        return []
    return [_STAMP.sub("", line, count=1) for line in lines]


def _is_by_tools(lines: Sequence[str]) -> bool:
    """Gives up at the line with which there is too much prose, whatever follows."""
    most = MAX_PROSE * max(sum(map(bool, lines)), sum(map(len, lines)) // LINE_CHARACTERS)
    prose, is_begun = 0, False
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        if not line:
            continue
        if line[0].isspace():
            # Items are anybody's: they begin no output.
            is_item = _ITEM.match(line) is not None
            is_prose = form.SENTENCE.match(line.lstrip(" \t-*•")) is not None
            is_begun |= not (is_prose or is_item)
            prose += is_prose
            continue
        origin = form.line_origin(line)
        if origin is Origin.TOOL or (below[:1] == " " and form.LOCATED_BELOW.match(below)):
            is_begun = True
            continue
        is_sentence = origin is Origin.PERSON
        prose += 1 + is_sentence * len(line) // SENTENCE_CHARACTERS
        is_said = is_begun and is_sentence and _PERSON.search(line)
        if prose > (most if is_begun else MAX_PROSE_ABOVE) or is_said:
            return False
    return is_begun and prose <= most


class _OutputReader:
    """Goes once over the lines."""

    def __init__(self, lines: Sequence[str], *, is_stamped: bool) -> None:
        self._lines = lines = [_BOX.sub("", line) if line[:1] in "╷│╵" else line for line in lines]
        self._is_stamped = is_stamped
        self._failures: dict[str, Failure] = {}
        self._marked: dict[str, Failure] = {}
        self._open: Failure | None = None
        self._summaries: list[tuple[int, str]] = []
        self._warnings: list[tuple[int, str]] = []
        self._severe: list[Failure] = []
        self._traces: list[Failure] = []
        self._planned: list[Failure] = []
        self._file = ""
        self._in_trace = False
        for at, line in enumerate(lines):
            if line:
                self._read(at, line)
        self._bad = [each for each in self._summaries if form.is_bad_summary(each[1])]
        if self._bad:
            self._failures |= {
                name: each for name, each in self._marked.items() if name not in self._failures
            }

    def has_result(self, *, is_log: bool) -> bool:
        """Whether it says how something went: a log does so by its own words, too."""
        found = bool(self._summaries or any(each.has_failed for each in self._failures.values()))
        return found or (not is_log and bool(self._traces or self._severe))

    def _read(self, at: int, line: str) -> None:
        text = line.strip()
        bare = form.undecorated(text)
        if text.startswith("=== RUN"):
            self._opens(at, line, text)
        elif form.is_summary(bare) and not form.FAILED_AT_END.match(text) and not _ITEM.match(text):
            self._summaries.append((at, bare))
            self._open = None
        elif form.PASSED.match(text) or text.startswith("==="):
            self._open = None
        elif not (
            self._opens(at, line, text) or self._places(at, line, text) or self._raises(at, line, bare)
        ):
            self._explains(line, text)
        self._in_trace = form.TRACE in line or (self._in_trace and line[0].isspace())

    def _opens(self, at: int, line: str, text: str) -> bool:
        found = form.FAILED.match(text)
        if found and found.lastgroup:
            name = found[found.lastgroup].strip()
            # Such a mark may be any list's: a summary must say that something failed.
            kept = self._marked if found["marked"] else self._failures
            failure = kept.setdefault(name, Failure(name, at, has_failed=False))
            failure.has_failed |= found["run"] is None
            self._open = failure
        elif (ended := form.FAILED_AT_END.match(text)) and not form.SENTENCE.match(text):
            self._failures.setdefault(ended["name"], Failure(ended["name"], at))
        elif planned := form.PLANNED.match(line):
            rank = Rank.MORE if form.DESTROYS.search(planned["what"]) else Rank.REMARK
            self._open = Failure(planned["what"], at, rank, is_placed=rank is Rank.MORE)
            self._planned.append(self._open)
        elif (degree := form.SEVERITY.match(text)) and at:
            rank = Rank.MORE if degree["degree"].lower() in ("critical", "high") else Rank.REMARK
            below = self._lines[at + 1].strip() if at + 1 < len(self._lines) else ""
            name = " ".join(self._lines[at - 1].split())
            self._failures[name] = Failure(name, at, rank, reasons=[text, below])
        else:
            return False
        return True

    def _places(self, at: int, line: str, text: str) -> bool:
        """Whether it says something of a place in a file."""
        if self._open is not None and self._open not in self._severe:
            return False
        below = self._lines[at + 1] if at + 1 < len(self._lines) else ""
        if found := form.LOCATED_IN_FILE.match(line):
            self._add_placed(at, f"{self._file}:{found[1]} {found[2]} {found[3]}", found[2])
        elif not line[0].isspace() and (placed := form.LOCATED_BELOW.match(below)):
            self._add_placed(at, f"{text} --> {placed[1]}", text)
        elif not line[0].isspace() and (found := form.LOCATED.match(line)):
            self._add_placed(at, text, found["said"])
        elif not line[0].isspace() and form.NAMED_FILE.match(line):
            self._file = line
        else:
            return False
        return True

    def _add_placed(self, at: int, text: str, said: str) -> None:
        degree = form.severity(said)
        if degree == "warning":
            self._warnings.append((at, text))
        elif degree == "error":
            self._failures.setdefault(text, Failure(text, at, is_placed=True))
        self._open = None

    def _raises(self, at: int, line: str, text: str) -> bool:
        """Whether it is the line of a trace that says what was raised, or begins with a sign of a grave error."""
        below = self._lines[at + 1] if at + 1 < len(self._lines) else ""
        is_raised = not line[0].isspace() and (
            self._in_trace or (form.EXCEPTION.match(text) and form.FRAME.match(below))
        )
        is_severe = form.SEVERE.match(text) is not None
        if self._open is not None and self._open not in self._severe:
            return False
        if not is_raised and not is_severe:
            return False
        if is_severe and form.counts_failures(text.partition(": ")[2]) and not text.startswith("make"):
            self._summaries.append((at, text))
            return True
        is_trace = is_raised or any(map(form.FRAME.match, self._lines[at + 1 : at + 7]))
        failure = Failure(text, at, reasons=self._own_frame(at) if is_trace else [])
        (self._traces if is_trace else self._severe).append(failure)
        self._open = None if is_trace else failure
        return True

    def _own_frame(self, at: int) -> list[str]:
        """Where it was raised: of the frames above (Python) or below (others) the nearest that is not a library's."""
        steps = range(at - 1, -1, -1) if self._in_trace else range(at + 1, len(self._lines))
        for near in steps[:MAX_FRAMES]:
            line = self._lines[near]
            if line.startswith((form.TRACE, "Caused by:")):
                break
            if form.FRAME.match(line) and not form.FOREIGN_FRAME.search(line):
                return [line.strip()]
        return []

    def _explains(self, line: str, text: str) -> None:
        """A reason of the failure that is open, or a detail of it."""
        failure = self._open
        if failure is None or not any(map(str.isalnum, text)):
            return
        found = form.REASON.match(line)
        is_marked = found is not None and found["marked"] is not None
        said = found["marked"] if found and is_marked else text
        if failure.reasons and failure.reasons[-1].endswith(":"):
            # Where it panicked, and below what it says.
            failure.details.append(failure.reasons.pop())
            failure.reasons.append(text)
        elif is_marked and not failure.is_marked:
            failure.details += failure.reasons
            failure.reasons, failure.is_marked = [said], True
        elif (found and not failure.is_marked) or "# forces replacement" in line:
            (failure.reasons if len(failure.reasons) < MAX_REASONS else failure.details).append(said)
        else:
            failure.details.append(said)

    def ranked(self) -> tuple[RankedLine, ...]:
        """In the order of the text."""
        found = [*self._outcome(), *self._failed()]
        if not found:
            return ()
        found += self._rows() if self._bad and len(found) == len(self._summaries) else ()
        found += [(at, RankedLine(text, Rank.REMARK)) for at, text in self._warnings]
        found += self._said(max(at for at, _ in found))
        found.sort(key=lambda each: each[0])
        return tuple(line._replace(text=one_line(line.text), short=one_line(line.short)) for _, line in found)

    def _outcome(self) -> Iterator[tuple[int, RankedLine]]:
        """The runner's own words on how it went; of a compiler that has none a count."""
        bad = self._bad
        best = max(
            bad or self._summaries, key=lambda each: (any(map(str.isdigit, each[1])), each[0]), default=None
        )
        for at, text in self._summaries:
            is_best = best == (at, text)
            rank = Rank.MAIN if is_best else Rank.REMARK
            is_bare = not any(map(str.isdigit, text))
            is_detail = not is_best and (is_bare or (at, text) not in bad if bad else not is_bare)
            yield -is_best or at, RankedLine(text, rank, form.shorten_summary(text), is_detail)
        counts = (
            (sum(each.is_placed for each in self._failures.values()), "error"),
            (len(self._warnings), "warning"),
        )
        if not self._summaries and sum(count for count, _ in counts) > 1:
            told = [f"{count} {noun}{'s' * (count != 1)}" for count, noun in counts if count]
            yield len(self._lines), RankedLine(f"({', '.join(told)}.)", Rank.MAIN)

    def _failed(self) -> Iterator[tuple[int, RankedLine]]:
        plans = self._planned if any("to destroy" in text for _, text in self._summaries) else []
        failures = [*without_repeated(each for each in self._failures.values() if each.has_failed), *plans]
        told = failures or self._traces or self._severe
        reasoned = [each for each in told if each.rank is Rank.MORE and each.has_reason] or told
        # Of several exceptions the one that ended it stands last (Python) or first (Java), its cause at the other end.
        is_chain = told is self._traces and len(told) > 1
        best = [*reasoned[:1], *(reasoned[-1:] if is_chain else [])]
        for each in self._severe if told is self._severe else []:
            each.explain()
        for each in {id(each): each for each in [*failures, *self._traces, *self._severe]}.values():
            is_main = each in told and (each in reasoned or each.rank is Rank.REMARK)
            rank = Rank.FIRST if each in best else each.rank if is_main else Rank.REMARK
            yield each.at, RankedLine(each.text, rank, each.name if is_chain else "")
            for text in dict.fromkeys(each.details):
                yield each.at, RankedLine(text, Rank.REMARK, is_detail=True)

    def _rows(self) -> Iterator[tuple[int, RankedLine]]:
        """Of the table that a count of what is wrong stands above."""
        rules = [at for at, line in enumerate(self._lines) if form.COLUMN_RULE.match(line)]
        for rule in rules[:1]:
            rows = takewhile(lambda at: self._lines[at], range(rule + 1, len(self._lines)))
            yield from ((at, RankedLine(self._lines[at], Rank.MORE)) for at in rows)

    def _said(self, last: int) -> Iterator[tuple[int, RankedLine]]:
        """What stands above the output, and sentences below it."""
        first = "" if self._is_stamped else self._lines[0]
        if _ABOVE.match(first) and not form.OPENING.match(first):
            yield -2, RankedLine(first, Rank.SAID)
        for at, line in enumerate(self._lines[last + 1 :], last + 1):
            if line and not line[0].isspace() and form.line_origin(line) is Origin.PERSON:
                yield at, RankedLine(line, Rank.REMARK)
