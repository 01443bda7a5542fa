"""Records that were rejected or withdrawn: what they would have decided is not what holds.

Told by their own status, `- **Status:** Rejected`, which a record of a decision (ADR, RFC) has at its top.
"""

import re
from collections.abc import Iterator, Sequence

from stones.levels.document_parts import DocumentPart, PartKind

LAST_LINE = 30
"""In which the status stands."""
ENDED = (
    r"(?:rejected|withdrawn|declined|abandoned|cancell?ed|abgelehnt|verworfen|zurückgezogen|rechazad[oa]|"
    r"retirad[oa]|rejetée?|retirée?|abandonnée?)"
)
_STATUS = re.compile(r"(?:current |final )?(?:status|state|decision status)|stand|estado|statut|état", re.I)
_WHEN_OR_WHY = (
    r"by(?! default)|on|in favou?r|because|due to|since|after|am|vom|von|durch|weil|wegen|el|en|por|porque|le|par|"
    r"parce|(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*"
)
_IS_ENDED = re.compile(rf"\W*{ENDED}(?=\W*$|\W*[.,;:()\[\]—–]|\W* (?:-|\d|(?:{_WHEN_OR_WHY})\b))", re.I)
"""Alone, or with when, by whom and why: "Abandoned carts are mailed" is none."""
_IN_FORCE = re.compile(
    r"\b(?:(?<!not )(?<!never )(?:accept|approv|adopt|re-?open|reinstat|reviv)\w*|(?<!was )in (?:force|effect)|"
    r"(?<!nicht )(?:angenommen|genehmigt|in kraft)|(?:acept|aprob)ad[oa]|en vigueur|en vigor|approuvée?)\b",
    re.I,
)
"""What a status goes on with that no longer ends the matter: "Rejected by Ida first, accepted on 3 May"."""
_PLANNED = re.compile(
    r"(?:[\d.]+\)? )?(?:(?:the|attempted|proposed|original|detailed|initial) )?"
    r"(?:decision|proposal|proposed (?:change|solution)|design|solution|approach|implementation(?: plan)?|"
    r"specification|entscheidung|vorschlag|lösung|umsetzung|decisión|propuesta|solución|décision|proposition)s?",
    re.I,
)
"""Headings of what such a record would have decided."""
_REFUSES = re.compile(
    r"\b(?:reject\w*|declin\w*|withdr\w+|not|never|keep|stay|nothing|abgelehnt|verworfen|nicht|kein\w*|no|rechaz\w*|"
    r"ne|pas|rejet\w*)\b|n['’]t\b",
    re.I,
)
"""Where a section opens so, the decision is the rejection itself."""
MAX_CHARACTERS = 300
MAX_ASIDE = 100
_REPLACED = re.compile(
    r"[\[(](?:(?:now )?(?:replaced|superseded|overruled|obsoleted) by|(?:ersetzt|abgelöst|überholt) durch|"
    r"(?:sustituid|reemplazad)[oa] por|remplacée? par) [^\[\]()]{1,60}[\])]\W*$",
    re.I,
)
"""So ends an entry of which another one holds instead."""


def find_ended(parts: Sequence[DocumentPart], *, status: str) -> Iterator[int]:
    """Indexes of what stands below "Decision", "Proposal" in such a record. `status`: of the front matter or below a
    heading of its own.
    """
    own = (part for part in parts if part.line <= LAST_LINE and len(part.trail) < 2 and part.label)
    label = next((part for part in own if _STATUS.fullmatch(part.label)), None)
    status = label.plain[len(label.label) :] if label else status
    if not _IS_ENDED.match(status) or _IN_FORCE.search(status[:MAX_CHARACTERS]):
        return
    is_planned: dict[str, bool] = {}
    for at, part in enumerate(parts):
        name = next((name for name in part.trail[1:] if _PLANNED.fullmatch(name.strip(" :."))), "")
        if not name or part.kind is PartKind.HEADING:
            continue
        if is_planned.setdefault(name, not _REFUSES.search(part.plain[:MAX_CHARACTERS])):
            yield at


def find_replaced_entries(parts: Sequence[DocumentPart]) -> Iterator[int]:
    """Indexes of items and rows that say in brackets at their end by what they are replaced."""
    for at, part in enumerate(parts):
        is_entry = part.kind in (PartKind.ITEM, PartKind.ROW) and part.text.rstrip(" .|\n").endswith(
            ("]", ")")
        )
        if is_entry and _REPLACED.search(part.text.rstrip(" .|\n")[-MAX_ASIDE:]):
            yield at
