"""A line of a capability tree: the label of a node, with its note and references, or a remark on the node above."""

import re
from dataclasses import dataclass

from quickstart.parsing.markdown_pieces import one_line

MAX_LABEL_CHARACTERS = 200
MAX_LINE_CHARACTERS = 2_000
"""Of a label with its note; a longer line is not parsed."""
_MARKS = re.compile(
    r"^(?:[-*+•]\s+|\d{1,3}[.)]\s+|#{1,6}\s+|\[[ xX]\]\s+|[│┃|├└┣┗╰╠╚`\\+]+(?:[─━═_-]+|(?=\s))\s*|`+|\*+)"
)
_COVERAGE = re.compile(r"\s*\[\d{1,3}\s*%\]\s*[✓!✗]?$")
_REMARK = re.compile(
    r"(?P<kind>general|examples?|e\.g\.|prerequisites?|requires|see(?:\s+also)?)\s*:\s*(?P<text>.*)$",
    re.IGNORECASE,
)
_REFERENCE = re.compile(r"^(.*?)\s*(?:→|->|=>|⇒|⟶)\s*\(?\s*see(?:\s+also)?:?\s+([^()]+)\)?$", re.IGNORECASE)
_NOTE = re.compile(r"^(.*\S)\s+\(((?:[^()]|\([^()]*\))*)\)$")
_ASIDE = re.compile(r"^([^()]*?\S)\s+(?:[—–-]|--|#|←)\s+((?=\S)(?:[^()]|\([^()]*\))*)$")
"""Words after a dash, or after the # of a comment."""
_SEE_NOTE = re.compile(r"see(?:\s+also)?:?\s+(?!(?:above|below|there|here)\b)(.+)$", re.IGNORECASE)
_PARTS = re.compile(r"[,;]\s+(?![^()]*\))")
_MORE = re.compile(
    r"(?:and\s+)?(?:more|others?|so\s+on|etc\.?)\W*$|\((?:[^()]|\([^()]*\))*\)$", re.IGNORECASE
)
_KINDS = {"g": "general", "e": "examples", "p": "prerequisites", "r": "prerequisites", "s": "see"}


@dataclass(frozen=True, slots=True)
class Label:
    text: str
    """Empty if the line stands for unnamed nodes: "...", "(others)"."""
    note: str = ""
    see: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Remark:
    """`General: …` and the like, a remark on the node above it."""

    kind: str
    """Field name of a node: general, examples, prerequisites or see."""
    text: str

    @property
    def parts(self) -> tuple[str, ...]:
        return split(self.text)


def read_label(written: str) -> Label | Remark:
    if len(written) > MAX_LINE_CHARACTERS:
        return Label(one_line(written))
    text = _without_marks(written)
    if remark := _REMARK.match(text):
        return Remark(_KINDS[remark["kind"][0].lower()], remark["text"].strip())
    see: tuple[str, ...] = ()
    if reference := _REFERENCE.match(text):
        text, see = reference[1], split(reference[2])
    if _MORE.match(text) or not re.search(r"\w", text):
        return Label("", "", see)
    note = ""
    if found := _ASIDE.match(text) or _NOTE.match(text):
        text, note = found[1], found[2].strip()
    if aside := _SEE_NOTE.match(note):
        see, note = (*see, *split(aside[1])), ""
    return Label(text, note, see)


def split(text: str) -> tuple[str, ...]:
    """A list of words split at commas and semicolons, but not inside parentheses."""
    return tuple(part for raw in _PARTS.split(text) if (part := raw.strip()))


def _without_marks(written: str) -> str:
    """Without bullets, numbers, branches, emphasis, code marks and percentages, however many."""
    text = one_line(written)
    while (shorter := _COVERAGE.sub("", _MARKS.sub("", text)).strip()) != text:
        text = shorter
    return text.replace("**", "").replace("`", "").strip()
