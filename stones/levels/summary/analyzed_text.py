"""A text parsed once for the check: its clauses, its passages with their standing, and its demands."""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice

from core.text.plain_inline import plain
from stones.levels.document_parser import read_document
from stones.levels.document_parts import DocumentPart, PartKind, Standing
from stones.levels.extract.revisions import Statement, changed_statements
from stones.levels.split_sentences import split_sentences
from stones.levels.summary.answered_quotes import find_answered_quotes
from stones.levels.summary.clauses import Clause, read_clauses
from stones.levels.summary.commands import may_hold
from stones.levels.summary.demands import Demand, find_demands, may_demand
from stones.levels.summary.denials import may_deny
from stones.levels.summary.denying_sentences import DenyingSentences
from stones.levels.summary.lone_prohibitions import find_lone_prohibitions
from stones.levels.summary.nearest_clauses import NearestClauses
from stones.levels.summary.outdated_sentences import DatedPassage
from stones.levels.summary.status_claims import TextStatus
from stones.levels.summary.word_stems import content_stems

_DENYING_TITLE = re.compile(
    r"non-?goals?\b|out of scope|deferred|\bnot\s|\bno\s|\bnever\b|don['’]t|without|reject|exclu|forbidden|"
    r"nicht|kein|verboten|\bsin\s|prohibid|禁止|不要|非目标",
    re.I,
)
_WORDS = re.compile(r"(?<!\S)[^\W\d_]{2,}[.,;:!?]?(?!\S)")
_SENTENCE_END = re.compile(r"[^\W\d_]{2,}[.!?]\s")
MAX_PARTS = 1_000
"""Parts about one subject."""
MAX_STATEMENTS = 5_000
"""Sentences of a text that may change each other."""
MIN_ROWS = 3
MAX_DEMANDS = 1_000
_PROSE_FENCES = frozenset(("", "text", "txt", "md", "markdown", "prompt"))


@dataclass(frozen=True)
class AnalyzedText:
    parts: Sequence[DocumentPart]
    _clauses: dict[int, list[Clause]] = field(default_factory=dict, compare=False)

    @classmethod
    def of(cls, content: str) -> "AnalyzedText":
        return cls(tuple(_with_rows(_with_fenced_prose(read_document(content).parts))))

    @property
    def visible(self) -> str:
        return "\n".join(part.plain for part in self.parts)

    @cached_property
    def nearest_clauses(self) -> NearestClauses:
        return NearestClauses(self.parts, self._stems)

    @cached_property
    def status(self) -> TextStatus:
        return TextStatus([part for part in self.parts if part.is_current])

    @cached_property
    def denying_sentences(self) -> DenyingSentences:
        return DenyingSentences(self.parts)

    @cached_property
    def _stems(self) -> list[frozenset[str]]:
        return [frozenset(content_stems(part.plain)) for part in self.parts]

    def clauses_about(self, stems: Set[str], *, denying: bool = False, least: int = 2) -> list[Clause]:
        """Clauses of sentences that share `least` of these stems; `denying`: only of parts with a denying word.

        Not of superseded parts; from the first MAX_PARTS that share so many.
        """
        return [
            clause
            for at in islice(self._about(stems, denying, least), MAX_PARTS)
            for clause in self._clauses_of(at)
            if len(clause.sentence & stems) >= least
        ]

    @cached_property
    def holding_clauses(self) -> Sequence[Clause]:
        """Clauses that hold something back: `hold the migration until …`; from the first MAX_PARTS parts with one."""
        holding = (at for at, part in enumerate(self.parts) if part.is_current and may_hold(part.plain))
        return [clause for at in islice(holding, MAX_PARTS) for clause in self._clauses_of(at)]

    def _about(self, stems: Set[str], denying: bool, least: int) -> Iterator[int]:
        for at, own in enumerate(self._stems):
            is_match = len(stems & own) >= least and (not denying or self._denies[at])
            if is_match and self.parts[at].standing is not Standing.SUPERSEDED:
                yield at

    @cached_property
    def _denies(self) -> list[bool]:
        return [may_deny(part.plain) for part in self.parts]

    def _clauses_of(self, at: int) -> list[Clause]:
        if at not in self._clauses:
            self._clauses[at] = list(_clauses(self.parts[at]))
        return self._clauses[at]

    def passages_about(self, stems: Set[str]) -> list[DatedPassage]:
        """The sentences that share some of these stems; empty if nothing in the text is superseded."""
        changes = self._changes
        if not changes and all(part.standing is not Standing.SUPERSEDED for part in self.parts):
            return []
        return [
            DatedPassage(
                sentence,
                part.line,
                frozenset(content_stems(sentence)),
                part.standing is not Standing.SUPERSEDED and (at, sentence) not in changes,
                changes.get((at, sentence), ""),
            )
            for at, (part, own) in enumerate(zip(self.parts, self._stems, strict=True))
            if len(stems & own) > 2
            # Steps are often given as code: all of it is one passage.
            for sentence in sentences_of(part) or [part.plain]
        ]

    @cached_property
    def _changes(self) -> dict[tuple[int, str], str]:
        """Of each sentence (with the index of its part) that a later one changes or takes back, that one."""
        statements = [
            Statement(sentence, at, part.label, "".join(part.trail[-1:]))
            for at, part in enumerate(self.parts)
            if part.is_current
            for sentence in sentences_of(part)
        ]
        found = changed_statements(statements[:MAX_STATEMENTS])
        return find_answered_quotes(self.parts) | {
            (statements[old].part, statements[old].text): statements[at].text for old, at in found.items()
        }

    def line_of(self, excerpt: str, part_line: int) -> int:
        """The line of a sentence or clause of the part that begins at `part_line`."""
        for part in self.parts:
            if part.line == part_line:
                beginning = excerpt.strip()[:40]
                found = (sentence.line for sentence in part.sentences() if beginning in sentence.text)
                return next(found, part_line)
        return part_line

    @cached_property
    def demands(self) -> list[Demand]:
        found = list(islice(self._demands(), MAX_DEMANDS))
        lone = find_lone_prohibitions(self.parts)
        known = {(demand.line, demand.text): demand.weight for demand in found}
        return [each for each in lone if known.get((each.line, each.text), 0) < each.weight] + found

    def _demands(self) -> Iterator[Demand]:
        for part in self.parts:
            if part.is_current and may_demand(part):
                yield from find_demands(part)


def _clauses(part: DocumentPart) -> Iterator[Clause]:
    is_denied = bool(_DENYING_TITLE.search(part.parent[:200])) or any(
        _DENYING_TITLE.search(title[:200]) for title in part.trail[-1:]
    )
    for sentence in sentences_of(part):
        for clause in read_clauses(sentence, part.line):
            yield replace(clause, is_listed=True) if is_denied else clause


def sentences_of(part: DocumentPart) -> list[str]:
    """Its visible sentences; none for code."""
    if part.kind is PartKind.CODE:
        return []
    return [part.plain] if part.kind in (PartKind.ROW, PartKind.HEADING) else split_sentences(part.plain)


def _with_fenced_prose(parts: Iterable[DocumentPart]) -> Iterator[DocumentPart]:
    """With the parts of fenced text, if that is prose: a prompt to be pasted is what the document says."""
    for part in parts:
        if part.kind is PartKind.CODE and part.label in _PROSE_FENCES and _is_prose(part.text):
            for inner in read_document(part.text).parts:
                yield replace(inner, line=part.line + inner.line - 1, trail=(*part.trail, *inner.trail))
        else:
            yield part


def _with_rows(parts: Iterable[DocumentPart]) -> Iterator[DocumentPart]:
    """With one part for each line of what is separated by semicolons or tabs: a sentence does not cross it."""
    for part in parts:
        lines = part.text.split("\n") if part.kind is PartKind.TEXT else []
        if (separator := _separator(lines)) is None:
            yield part
            continue
        for at, line in enumerate(lines):
            cells = filter(None, (plain(cell).strip() for cell in line.split(separator)))
            yield replace(
                part, kind=PartKind.ROW, text=line, plain=" | ".join(cells), line=part.line + at, label=""
            )


def _separator(lines: Sequence[str]) -> str | None:
    """What all lines have as often, at least twice; None: it is no table."""
    if len(lines) < MIN_ROWS:
        return None
    counts = ((mark, {line.count(mark) for line in lines}) for mark in (";", "\t"))
    return next((mark for mark, found in counts if len(found) == 1 and max(found) > 1), None)


def _is_prose(text: str) -> bool:
    """Whether it is written in sentences: most lines have several words, and some end one."""
    lines = [line for line in text[:4_000].split("\n") if line.strip()]
    long = sum(len(_WORDS.findall(line)) >= 6 for line in lines)
    return len(lines) > 2 and long > len(lines) / 2 and _SENTENCE_END.search(text[:4_000]) is not None
