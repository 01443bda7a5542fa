"""A query as words and clauses, with contractions, openers and the words that signal an intent normalized."""

import re
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import OSA

from quickstart.intent.signal_words import NOT_MISSPELLED, OPENERS, SIGNALS

MAX_CHARACTERS = 600
"""Read of a query: the question is at its beginning, and a pasted log must not cost time."""
FIRST_WORDS = 6
"""Checked words of a clause: further on a signal word tells less, and a slip is more likely another word."""
LONG = 7
"""From this length on a replaced letter is a typing error; in a shorter word it makes another word."""
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
    clauses = [_strip_openers(_correct_signal_words(_expand_contractions(part))) for part in parts if part]
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


def _correct_signal_words(clause: str) -> str:
    """Without typing errors in the words that signal an intent: "hwo", "waht", "wich", "expalin"."""
    words = clause.split(" ")
    return " ".join([*(_correct_word(word) for word in words[:FIRST_WORDS]), *words[FIRST_WORDS:]])


@lru_cache(maxsize=4096)
def _correct_word(word: str) -> str:
    if len(word) < 3 or word in NOT_MISSPELLED or not word.isalpha():
        return word
    return next((signal for signal in SIGNALS if _is_slip(word, signal)), word)


def _is_slip(word: str, signal: str) -> bool:
    """Two letters swapped, or one left out or doubled; in long words also one letter replaced."""
    if OSA.distance(word, signal, score_cutoff=1) > 1:
        return False
    if sorted(word) == sorted(signal):
        return True
    if len(signal) >= LONG:
        return word[0] == signal[0]
    # A replaced letter makes "last" of "list".
    return word[0] == signal[0] and (len(word) < len(signal) or _is_doubled_letter(word, signal))


def _is_doubled_letter(word: str, signal: str) -> bool:
    return any(
        word[at] == word[at - 1] and word[:at] + word[at + 1 :] == signal for at in range(1, len(word))
    )
