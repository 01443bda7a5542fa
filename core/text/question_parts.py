"""A question of two questions: "How do I export a mindmap, and what does it cost?".

Split where a second clause begins as a question does, after "and", a semicolon or another question mark; both must say
something. All else ("how do I import and export …", "who read it and when?") is one question. English and German.
"""

import re

from core.text.bm25_words import STOP_WORDS, split_words

_AUXILIARY = (
    r"(?:can|could|does|do|did|is|are|was|were|will|would|should|has|must|may"
    r"|kann|kannst|können|gibt|ist|sind|muss|darf)"
)
_ASKING = r"(?:how|what|when|where|who|which|whose|why|wie|was|wann|wo|wer|welche[rsn]?|warum)"
_OPENING = rf"(?:{_ASKING}|{_AUXILIARY})"
_BREAK = re.compile(
    r"(?P<mark>[?;]\s+(?:(?:and|but|also|und|aber)\b,?\s+)?|,?\s+(?:and|but|und|aber)\s+)"
    rf"(?:(?:also|if (?:so|yes|not)|wenn ja)\b,?\s+)?(?P<rest>{_OPENING}\b.*)$",
    re.IGNORECASE | re.DOTALL,
)
_BEGINS = re.compile(
    rf"^(?:(?:and|so|ok|hi|hello|please|und)\b,?\s+)*{_OPENING}\b(?! like\b)(?!.*[.?!]\s)",
    re.IGNORECASE | re.DOTALL,
)
_INDIRECT = re.compile(
    r"\b(?:know|see|tell|explain|show|say|understand|learn|find out|decide|remember|describe|wissen|sagen)\b",
    re.IGNORECASE,
)
"""Verbs whose object may be a question: the second clause then hangs on the first."""
_CLAUSE = re.compile(
    rf"^(?:{_AUXILIARY}\s+\S+\s+\S|{_ASKING}\s+(?!(?:as|of|for|to|not|else)\b)\S+\s+\S)", re.IGNORECASE
)
_SHARED_VERB = re.compile(
    rf"^(?P<opening>{_ASKING}(?: (?:much|many|long|often))?"
    r" (?:do|does|did|can|could|will|would|has|have|had|should|must))"
    r" (?!(?:an?|the|my|our|your|his|her|their|it|there)\b)\S+(?P<verb> \S.*)$",
    re.IGNORECASE,
)
_GENERIC_WORDS = (
    "take get got need needed work works happen happens use used do done make made give given it they them one ones"
    " there way thing things mean means go look looks like have whole much many long exactly actually also so yes"
)
_GENERIC = frozenset(split_words(_GENERIC_WORDS)) | frozenset(_GENERIC_WORDS.split())
_MEANT_BY = {
    **dict.fromkeys(("cost", "price", "fee", "free"), "cost price pay free paid fee charg"),
    # A price does not say how to pay it.
    "pay": "pay paid free",
}


def split_question(question: str) -> tuple[str, ...]:
    """The two questions in it, in order, without marks between them; empty where it is one."""
    text = question.strip()
    for at in (found.start() for found in re.finditer(r"[?;.,\s]", text)):
        found = _BREAK.match(text, at)
        if found is None:
            continue
        first, second = text[:at].strip(" ,;.?"), found["rest"].strip(" ,;.?")
        if _is_question(first, found["mark"]) and _is_clause(second):
            return first, _with_verb(first, second)
    return ()


def _with_verb(first: str, second: str) -> str:
    """The second with the verb of the first where it only names another: "what did Ann quote and what did Bo"."""
    found = _SHARED_VERB.match(first)
    opens_alike = found is not None and second.lower().startswith(f"{found['opening'].lower()} ")
    is_bare = opens_alike and found is not None and len(second[len(found["opening"]) :].split()) == 1
    return f"{second}{found['verb']}" if found and is_bare else second


def is_question(part: str) -> bool:
    """Whether it begins as a question does, and asks for something."""
    return _BEGINS.match(part) is not None and bool(own_stems(part))


def own_stems(part: str) -> frozenset[str]:
    """The stems that say what a part asks for: without words that any question may have."""
    words = re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", part)
    stems = {stem for word in words if word.lower() not in STOP_WORDS for stem in split_words(word)}
    return frozenset(stems - _GENERIC)


def is_held_by(part: str, text: str) -> bool:
    """Whether a text can answer a part: it has at least half of what the part asks for. A part that asks for nothing of
    its own ("how do I use it") is held by every text.
    """
    own = own_stems(part)
    held = set(split_words(text))
    met = [stem for stem in own if stem in held or held.intersection(_MEANT_BY.get(stem, "").split())]
    return 2 * len(met) >= len(own)


def _is_question(first: str, mark: str) -> bool:
    """Whether the first clause asks for itself, and does not govern the second ("do you know how … and when …")."""
    if not is_question(first):
        return False
    return mark.strip().startswith(("?", ";")) or not _INDIRECT.search(first)


def _is_clause(second: str) -> bool:
    return _CLAUSE.match(second) is not None and bool(split_words(second))
