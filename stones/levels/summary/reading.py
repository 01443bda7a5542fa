"""A text read once for the check: its clauses, its passages with their standing, and what it demands."""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property

from stones.levels.document import read_document
from stones.levels.parts import Kind, Part, Sentence, Standing
from stones.levels.rules import rules_of
from stones.levels.summary.clauses import Clause, may_deny, read_clauses
from stones.levels.summary.demands import Demand, find_demands, may_demand
from stones.levels.summary.outdated import Passage
from stones.levels.summary.words import content_stems

_DENYING_TITLE = re.compile(
    r"non-?goals?\b|out of scope|deferred|\bnot\s|\bno\s|\bnever\b|don['’]t|without|reject|exclu|forbidden|"
    r"nicht|kein|verboten|\bsin\s|prohibid|禁止|不要|非目标",
    re.I,
)
_WORDS = re.compile(r"(?<!\S)[^\W\d_]{2,}[.,;:!?]?(?!\S)")
_SENTENCE_END = re.compile(r"[^\W\d_]{2,}[.!?]\s")
_PROSE_FENCES = frozenset(("", "text", "txt", "md", "markdown", "prompt"))


@dataclass(frozen=True)
class Reading:
    parts: Sequence[Part]

    @classmethod
    def of(cls, content: str) -> "Reading":
        return cls(tuple(_with_fenced_prose(read_document(content).parts)))

    @property
    def visible(self) -> str:
        return "\n".join(part.plain for part in self.parts)

    @cached_property
    def _stems(self) -> list[frozenset[str]]:
        return [frozenset(content_stems(part.plain)) for part in self.parts]

    def _parts_about(self, stems: Set[str]) -> Iterator[Part]:
        """Those that share two of these stems."""
        yield from (part for part, own in zip(self.parts, self._stems, strict=True) if len(stems & own) > 1)

    def clauses_about(self, stems: Set[str], *, denying: bool = False) -> list[Clause]:
        """Those of sentences that share two of these stems; `denying`: only of parts with a word that denies.

        Not of what the text has left behind.
        """
        return [
            clause
            for part in self._parts_about(stems)
            if part.standing is not Standing.SUPERSEDED and (not denying or may_deny(part.plain))
            for clause in _clauses(part, stems, denying=denying)
        ]

    def passages_about(self, stems: Set[str]) -> list[Passage]:
        """The sentences that share two of these stems; none where the text has left nothing behind."""
        if all(part.standing is not Standing.SUPERSEDED for part in self.parts):
            return []
        return [
            Passage(sentence.text, sentence.line, frozenset(content_stems(sentence.text)), is_current)
            for part in self._parts_about(stems)
            for is_current in (part.standing is not Standing.SUPERSEDED,)
            for sentence in sentences_of(part)
        ]

    @cached_property
    def demands(self) -> list[Demand]:
        return [
            demand
            for part in self.parts
            if part.is_current and may_demand(part.plain)
            for demand in find_demands(rules_of(part))
        ]


def _shares(text: str, stems: Set[str]) -> bool:
    return len(stems & set(content_stems(text))) > 1


def _clauses(part: Part, stems: Set[str], *, denying: bool) -> Iterator[Clause]:
    is_denied = bool(_DENYING_TITLE.search(part.parent[:200])) or any(
        _DENYING_TITLE.search(title[:200]) for title in part.trail[-1:]
    )
    for sentence in sentences_of(part):
        if (not denying or may_deny(sentence.text)) and _shares(sentence.text, stems):
            for clause in read_clauses(sentence.text, sentence.line):
                yield replace(clause, is_listed=True) if is_denied else clause


def sentences_of(part: Part) -> Iterator[Sentence]:
    """Its sentences; of code none."""
    if part.kind is not Kind.CODE:
        yield from part.sentences()


def _with_fenced_prose(parts: Iterable[Part]) -> Iterator[Part]:
    """With the parts of what a fence holds, where that is a text: a prompt to be pasted is what the document says."""
    for part in parts:
        if part.kind is Kind.CODE and part.label in _PROSE_FENCES and _is_prose(part.text):
            for inner in read_document(part.text).parts:
                yield replace(inner, line=part.line + inner.line - 1, trail=(*part.trail, *inner.trail))
        else:
            yield part


def _is_prose(text: str) -> bool:
    """Whether it is written in sentences: most lines have several words, and some end one."""
    lines = [line for line in text[:4_000].split("\n") if line.strip()]
    long = sum(len(_WORDS.findall(line)) >= 6 for line in lines)
    return len(lines) > 2 and long > len(lines) / 2 and _SENTENCE_END.search(text[:4_000]) is not None
