"""Whether a sender's sentence states plainly what the text only forbids, asks for, leaves open or rules out.

Markers of what kind a sentence is of, and of what claim it must not be told as, are those of `markers.toml`.
"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from stones.levels.markers import Marker, markers
from stones.levels.summary.clauses import read_clauses
from stones.levels.summary.nearest_clauses import NearestClauses, TextClause
from stones.levels.summary.word_stems import content_stems

MIN_STEMS = 2
"""Of a claim."""
MAX_CHARACTERS = 300
"""Of a sentence of the text. A longer one is several: talk without full stops."""


class Reservation(StrEnum):
    """What the text says of a thing without saying that it is so."""

    FORBIDDEN = "forbidden"
    UNDECIDED = "undecided"
    REQUESTED = "requested"
    CONDITIONAL = "conditional"
    UNSUCCESSFUL = "unsuccessful"
    RULED_OUT = "ruled_out"


class _Rule(NamedTuple):
    sentence: Marker
    """Of a sentence of the text with this reservation."""
    claim: Marker | None
    """Of a claim that disregards it; None: of any."""
    excuse: Marker
    """Of a sender's sentence that may well make a reservation itself."""


_CLAIMS = {
    Reservation.REQUESTED: "done",
    Reservation.CONDITIONAL: "allowed",
    Reservation.UNSUCCESSFUL: "success",
    Reservation.RULED_OUT: "cause",
}
_EXCUSES = markers("excuses", "general")
_EXCUSES_OF = {
    Reservation.FORBIDDEN: markers("excuses", "forbidden"),
    Reservation.UNDECIDED: markers("excuses", "forbidden"),
    Reservation.CONDITIONAL: markers("excuses", "conditional"),
}
_RULES = {
    kind: _Rule(
        markers("reservations", kind),
        markers("claims", _CLAIMS[kind]) if kind in _CLAIMS else None,
        _EXCUSES_OF.get(kind, _EXCUSES),
    )
    for kind in Reservation
}


_FOLLOWING = (Reservation.CONDITIONAL, Reservation.UNSUCCESSFUL)
"""They may follow what they are about: `swapped the cable: no change`, `it may be opened, but only if …`."""
_JOINED = (Reservation.FORBIDDEN, Reservation.UNDECIDED, Reservation.REQUESTED)
"""They may be the second half alone: `it uses port 7003 and must not be restarted`."""
_JOIN = re.compile(r"\s(?:and|und|y|et|e)\s", re.I)
_SETTLED = {
    Reservation.REQUESTED: markers("settled", "requested"),
    Reservation.UNDECIDED: markers("settled", "undecided"),
}
"""Of a sentence of the text that says what came of it, too."""


@dataclass(frozen=True, slots=True)
class MisreadClaim:
    claim: str
    reservation: Reservation
    source: TextClause


def find_misread_claims(sentences: Sequence[str], clauses: NearestClauses) -> Iterator[MisreadClaim]:
    """At most one for each sentence. A question claims nothing."""
    for sentence in sentences:
        if sentence.rstrip().endswith(("?", "？")):
            continue
        kinds = [kind for kind, rule in _RULES.items() if not rule.excuse.search(sentence)]
        if kinds and (found := next(_misread(sentence, kinds, clauses), None)):
            yield found


def _misread(sentence: str, kinds: Sequence[Reservation], clauses: NearestClauses) -> Iterator[MisreadClaim]:
    for clause in read_clauses(sentence):
        if len(clause.stems) < MIN_STEMS or not (nearest := clauses.find(clause.stems)):
            continue
        for kind in kinds:
            claim = _RULES[kind].claim
            if (claim is None or claim.search(clause.text)) and all(
                _makes(kind, each, clause.stems) for each in nearest
            ):
                yield MisreadClaim(clause.text, kind, nearest[0])


def _makes(kind: Reservation, clause: TextClause, claim: Set[str]) -> bool:
    """Whether the text says this of what the claim, by its stems, is about."""
    if kind is Reservation.FORBIDDEN and clause.is_forbidden:
        return True
    settled = _SETTLED.get(kind)
    if len(clause.sentence) > MAX_CHARACTERS or (settled and settled.search(clause.sentence)):
        return False
    at = max(clause.sentence.find(clause.text), 0)
    text = (clause.sentence[at:] if kind in _FOLLOWING else clause.text).replace("’", "'")
    found = _RULES[kind].sentence.search(text)
    return found is not None and not (kind in _JOINED and _is_of_first_half(claim, text, found.start()))


def _is_of_first_half(claim: Set[str], text: str, marker: int) -> bool:
    """Whether an `and` stands before the marker, and the claim names nothing of what follows that."""
    joins = [join.end() for join in _JOIN.finditer(text, 0, marker)]
    return bool(joins) and claim.isdisjoint(content_stems(text[joins[-1] :]))
