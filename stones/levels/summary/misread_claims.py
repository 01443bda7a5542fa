"""Whether a sender's sentence states plainly what the text only forbids, asks for, leaves open or rules out.

Markers of what kind a sentence is of, and of what claim it must not be told as, are those of `markers.toml`.
"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from stones.levels.markers import markers
from stones.levels.summary.clauses import read_clauses
from stones.levels.summary.sentence_index import SentenceIndex, TextSentence
from stones.levels.summary.word_stems import WORD, content_stems

MIN_STEMS = 2
"""Of a claim."""
MAX_CHARACTERS = 300
"""Of a sentence of the text. A longer one is several: talk without full stops."""
MAX_WHOLE_CHARACTERS = 160
"""Of a sentence; of a longer one only what is near the claim's words is searched for a marker."""
MARGIN = 60
"""Characters."""
_SETTLED = re.compile(r"\b(?:done|already|complete[d]?|applied|erledigt|hecho|fait)\b|✅", re.I)


class Reservation(StrEnum):
    """What the text says of a thing without saying that it is so."""

    FORBIDDEN = "forbidden"
    UNDECIDED = "undecided"
    REQUESTED = "requested"
    CONDITIONAL = "conditional"
    UNSUCCESSFUL = "unsuccessful"
    RULED_OUT = "ruled_out"


class _Rule(NamedTuple):
    sentence: re.Pattern[str]
    """Of a sentence of the text with this reservation."""
    claim: re.Pattern[str] | None
    """Of a claim that disregards it; None: of any."""
    reserved: re.Pattern[str]
    """Of a sender's sentence that may well make a reservation itself."""


_CLAIMS = {
    Reservation.REQUESTED: "done",
    Reservation.CONDITIONAL: "allowed",
    Reservation.UNSUCCESSFUL: "success",
    Reservation.RULED_OUT: "cause",
}
_WIDELY = markers("reserved_claims", "widely")
_RESERVED = {
    Reservation.FORBIDDEN: markers("reserved_claims", "forbidden"),
    Reservation.UNDECIDED: markers("reserved_claims", "forbidden"),
    Reservation.CONDITIONAL: markers("reserved_claims", "conditional"),
}
_RULES = {
    kind: _Rule(
        markers("reservations", kind),
        markers("claims", _CLAIMS[kind]) if kind in _CLAIMS else None,
        _RESERVED.get(kind, _WIDELY),
    )
    for kind in Reservation
}


@dataclass(frozen=True, slots=True)
class MisreadClaim:
    claim: str
    reservation: Reservation
    source: TextSentence


def find_misread_claims(sentences: Sequence[str], index: SentenceIndex) -> Iterator[MisreadClaim]:
    """At most one for each sentence."""
    for sentence in sentences:
        kinds = [kind for kind, rule in _RULES.items() if not rule.reserved.search(sentence)]
        if kinds and (found := next(_misread(sentence, kinds, index), None)):
            yield found


def _misread(sentence: str, kinds: Sequence[Reservation], index: SentenceIndex) -> Iterator[MisreadClaim]:
    for clause in read_clauses(sentence):
        if len(clause.stems) < MIN_STEMS or not (nearest := index.nearest(clause.stems)):
            continue
        for kind in kinds:
            claim = _RULES[kind].claim
            if (claim is None or claim.search(clause.text)) and all(
                _has(kind, each, clause.stems) for each in nearest
            ):
                yield MisreadClaim(clause.text, kind, nearest[0])


def _has(kind: Reservation, sentence: TextSentence, stems: Set[str]) -> bool:
    if kind is Reservation.FORBIDDEN and sentence.is_forbidden:
        return True
    if len(sentence.text) > MAX_CHARACTERS:
        return False
    text = _around(sentence.text.replace("’", "'"), stems)
    is_settled = kind is Reservation.REQUESTED and _SETTLED.search(text) is not None
    return not is_settled and _RULES[kind].sentence.search(text) is not None


def _around(text: str, stems: Set[str]) -> str:
    """Of a long sentence the stretch that has these stems, and a little more on either side."""
    if len(text) <= MAX_WHOLE_CHARACTERS:
        return text
    found = [match for match in WORD.finditer(text) if not stems.isdisjoint(content_stems(match[0]))]
    return text[max(0, found[0].start() - MARGIN) : found[-1].end() + MARGIN] if found else text
