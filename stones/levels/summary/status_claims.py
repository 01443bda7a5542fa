"""Whether a sender's clause gives a text the opposite of the status that it gives itself.

`approved` beside "Status: changes requested", `resolved` beside "State: open", `the decision is A` beside "A is off the
table". By the words of `markers.toml` (`statuses`).
"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from stones.levels.document_parts import DocumentPart, PartKind
from stones.levels.markers import Marker, markers
from stones.levels.split_sentences import split_sentences
from stones.levels.summary.clauses import Clause, read_clauses
from stones.levels.summary.word_stems import content_stems

HEAD_CHARACTERS = 200
"""Of a text, in which it says what it is about."""
MAX_PARTS = 1_000
"""With a word of status, that are read."""
_SIDES = [(markers("statuses", name), markers("statuses", f"not_{name}")) for name in ("approved", "done")]
_CHOSEN, _NOT_CHOSEN = markers("statuses", "chosen"), markers("statuses", "not_chosen")
_ANY = markers("statuses", "approved", "not_approved", "done", "not_done", "chosen", "not_chosen")
_NAMED = markers("statuses", "named", whole=True)
_EXCUSE = markers("excuses", "general")
_LABELLED = re.compile(
    r"(?:^|[\n{,|])\W{0,6}(?P<label>[^\W\d_][^\W\d_ ]*(?: [^\W\d_]+)?)\W{0,3}[:=]\s*(?P<value>[^\n,;}.]{2,100})"
)


@dataclass(frozen=True, slots=True)
class StatusClaim:
    claim: str
    quotation: str
    """The text's own words."""
    line: int
    """Where the part with them begins."""


@dataclass(frozen=True)
class TextStatus:
    """Of the parts that are what the text says."""

    parts: Sequence[DocumentPart]

    @cached_property
    def head(self) -> frozenset[str]:
        return frozenset(content_stems(" ".join(part.plain for part in self.parts[:12])[:HEAD_CHARACTERS]))

    @cached_property
    def labelled(self) -> list[tuple[str, str, int]]:
        """(label, value, line of its part) of each line like `Status: open`."""
        return [
            (found["label"], found["value"].replace("_", " ").strip(' "'), part.line)
            for part in self.parts
            if part.kind is not PartKind.QUOTE
            for found in _LABELLED.finditer(part.text)
            if _NAMED.match(found["label"])
        ]

    @cached_property
    def clauses(self) -> list[tuple[Clause, int]]:
        """Those with a word of status, and the line of their part."""
        telling = (part for part in self.parts if _ANY.search(part.plain))
        return [
            (clause, part.line)
            for part in islice(telling, MAX_PARTS)
            for sentence in split_sentences(_LABELLED.sub(_without_status, part.text).replace("\n", " "))
            for clause in read_clauses(sentence)
            if _ANY.search(clause.text)
        ]


def find_status_claims(sentences: Sequence[str], text: TextStatus) -> Iterator[StatusClaim]:
    """At most one for each sentence without a word of reserve."""
    for sentence in sentences:
        if sentence.rstrip().endswith(("?", "？")) or _EXCUSE.search(sentence) or not _ANY.search(sentence):
            continue
        clauses = [clause for clause in read_clauses(sentence) if not clause.is_wish]
        found = (_turned_status(clause, text) or _rejected_choice(clause, text) for clause in clauses)
        if claim := next(filter(None, found), None):
            yield claim


def _turned_status(clause: Clause, text: TextStatus) -> StatusClaim | None:
    """What the clause says of the whole text, against all of its own status lines and without a word for it there."""
    for is_so, is_not in _SIDES:
        if not _says(is_so, is_not, clause.text):
            continue
        rest = clause.stems - _status_stems(clause.text)
        subject = rest or clause.sentence - _status_stems(clause.text)
        against = [each for each in text.labelled if _is_of_whole(is_not.search(each[1]), text.head)]
        agrees = any(_says(is_so, is_not, value) for _, value, _ in text.labelled)
        if agrees or not against or not rest <= text.head:
            continue
        saying = (each.sentence for each, _ in text.clauses if _says(is_so, is_not, each.text))
        if not any(not subject or not subject.isdisjoint(stems) for stems in saying):
            label, value, line = against[0]
            return StatusClaim(clause.text, f"{label}: {value}", line)
    return None


def _is_of_whole(status: re.Match[str] | None, head: Set[str]) -> bool:
    """`candidate 14 failed` is the status of a candidate, if it is not what the text begins with."""
    return status is not None and frozenset(content_stems(status.string[: status.start()])) <= head


def _without_status(line: re.Match[str]) -> str:
    return ". " if _NAMED.match(line["label"]) else line[0]


def _status_stems(text: str) -> frozenset[str]:
    return frozenset(content_stems(" ".join(found[0] for found in _ANY.pattern.finditer(text.lower()))))


def _says(is_so: Marker, is_not: Marker, text: str) -> bool:
    return is_so.search(text) is not None and is_not.search(text) is None


def _rejected_choice(clause: Clause, text: TextStatus) -> StatusClaim | None:
    """What the text rules out, and does not name where it says what was decided."""
    if not _CHOSEN.search(clause.text):
        return None
    decided: Set[str] = {stem for label, value, _ in text.labelled for stem in content_stems(value)}
    for each, line in text.clauses:
        match = _NOT_CHOSEN.search(each.text)
        subject = frozenset(content_stems(each.text[: match.start()])) if match else frozenset()
        if subject and subject <= clause.stems and decided.isdisjoint(clause.stems):
            return StatusClaim(clause.text, each.text, line)
    return None
