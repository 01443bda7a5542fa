"""A query as words and clauses, with contractions and openers normalized."""

import re
from dataclasses import dataclass

from quickstart.intent.signal_spelling import correct_signal_words
from quickstart.intent.signal_words import OPENERS

MAX_CHARACTERS = 600
"""Read of a query: the question is at its beginning, and a pasted log must not cost time."""
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "`": "'", "´": "'"})
_WORD = re.compile(r"[\w'$§€£%&+#@/.:*-]*\w[\w'+#%]*|[$€£]+|\.\.")
_CLAUSE_END = re.compile(r"[,;?!…]+|[.:](?=\s|$)|\.{2,}(?=\s)|\s[-–—]+(?=\s)|\n")
_IS = re.compile(r"\b(what|where|who|how|why|when|which|there|that|it|here|let)'?s\b(?!')")
_IS_NOT_AFTER_ALL = {"its", "lets", "thats"}
_NEGATED = re.compile(r"\b(ca|do|does|did|is|are|was|were|wo|would|could|should|has|have|had)n'?t\b")
_SHORT = (
    (re.compile(r"\bcannot\b|\bcan not\b"), "can't"),
    (re.compile(r"\b(i|we|you|they)'?ve\b"), r"\1 have"),
)
_WOULD = re.compile(r"\b(i|we|you|they|it)'d\b|\bid(?= (?:like|love|rather|prefer)\b)")
_BE = re.compile(r"\bi'?m\b")
_ARE = re.compile(r"\b(we|you|they)'re\b")
_WERE_FOR_WHERE = re.compile(r"^were (?=(?:are|is|do|does|can|did)\b)")


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """`clauses` are in order, none empty, without openers ("please", "ok so"); `is_question`: it ends with "?"."""

    clauses: tuple[str, ...]
    is_question: bool

    @property
    def text(self) -> str:
        return ", ".join(self.clauses)


def parse_query(query: str) -> ParsedQuery:
    """Lower case, one space between words; no clauses for an empty query."""
    text = " ".join(query[:MAX_CHARACTERS].translate(_APOSTROPHES).lower().split(" "))
    is_question = text.rstrip(" \t\n\"')").endswith("?")
    parts = (" ".join(_WORD.findall(part)) for part in _CLAUSE_END.split(text))
    clauses = [_strip_openers(correct_signal_words(_expand_contractions(part))) for part in parts if part]
    return ParsedQuery(tuple(clause for clause in clauses if clause), is_question)


def _expand_contractions(clause: str) -> str:
    clause = _IS.sub(lambda match: match[0] if match[0] in _IS_NOT_AFTER_ALL else f"{match[1]} is", clause)
    clause = _NEGATED.sub(r"\1n't", clause)
    for pattern, form in _SHORT:
        clause = pattern.sub(form, clause)
    clause = _WOULD.sub(lambda match: f"{match[1] or 'i'} would", clause)
    clause = _ARE.sub(r"\1 are", _BE.sub("i am", clause))
    return _WERE_FOR_WHERE.sub("where ", clause)


def _strip_openers(clause: str) -> str:
    while match := OPENERS.match(clause):
        clause = clause[match.end() :]
    return clause
