"""Sections that each weigh one option: what they praise is not what the document says.

Told by how they end, "Not pursued.", "Too big for this problem.", as their headings name no more than the option.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from stones.levels.document_parts import DocumentPart, PartKind
from stones.levels.markers import markers

MIN_REJECTED = 2
"""Of the sections below one heading: then the others are options, too."""
MAX_CHARACTERS = 80
"""Of a verdict, and of what stands before it so near that its beginning is seen."""
MIN_DEPTH = 3
"""Headings above their parts, the title and what asks for the options among them."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_REJECTING = markers("verdicts", "rejecting", opening=True)
_THEN = re.compile(
    r"\W*$|\s?[.,;:—–(]|\s(?:because|since|for|to|as|due|by|after|weil|wegen|für|pour|car|porque|por|para)\b"
)
"""Behind a verdict: "Dropped files are read." is none."""
_CHOOSING = markers("verdicts", "choosing", opening=True)


def find_weighed(parts: Sequence[DocumentPart]) -> Iterator[int]:
    """Indexes of the parts of options that are rejected, and of those beside them that are not chosen."""
    if not any(part.kind is PartKind.TEXT and _is_verdict(_last_sentence(part)) for part in parts):
        return
    last: dict[tuple[str, ...], str] = {}
    for part in parts:
        if part.kind is not PartKind.HEADING and len(part.trail) > 1:
            last[part.trail] = _last_sentence(part) if part.kind is PartKind.TEXT else ""
    beside: dict[tuple[str, ...], list[tuple[str, ...]]] = defaultdict(list)
    for trail in last:
        beside[trail[:-1]].append(trail)
    found: set[tuple[str, ...]] = set()
    for above, options in beside.items():
        rejected = {trail for trail in options if _is_verdict(last[trail])}
        if len(rejected) >= MIN_REJECTED and len(above) >= MIN_DEPTH - 1:
            rejected = {trail for trail in options if not _CHOOSING.match(last[trail])}
        found |= rejected
    yield from (at for at, part in enumerate(parts) if part.trail in found)


def _is_verdict(sentence: str) -> bool:
    verdict = _REJECTING.match(sentence)
    return verdict is not None and _THEN.match(sentence, verdict.end()) is not None


def _last_sentence(part: DocumentPart) -> str:
    """Empty where it is too long for a verdict."""
    end = part.text[-MAX_CHARACTERS:].rstrip()
    *before, sentence = _SENTENCE_END.split(end)
    return sentence if before or len(part.text) <= MAX_CHARACTERS else ""
