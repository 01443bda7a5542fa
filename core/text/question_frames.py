"""What of a question only frames what it asks, and its nouns that are fillers elsewhere. English."""

import re
from collections.abc import Iterator

from core.text.filler_words import OPENING

_POLITELY = rf"{OPENING}(?:please )?(?:(?:can|could|would|will) you (?:please )?)?"
_SUMMARY = r"(?:summary|overview|outline|recap|run-?down|round-?up)"
_SUMS_UP = (
    r"(?:sum up|summari[sz]e|(?:recap|outline)(?= (?:the|my|our|how|what|why)\b)"
    rf"|(?:(?:give|show|tell|write|make|get)(?: me| us)? )?(?:an? |the )?(?:[\w-]+ )?{_SUMMARY} (?:of|on|about))\b"
)
_LISTS = (
    r"(?:list(?= (?:all|any|both|each|every\w*|some|the|my|our|those|what|which|who)\b)"
    r"|(?:give|show|tell|write|make|get)(?: me| us)? (?:an? |the )?(?:[\w-]+ )?list of)\b"
)
_ORDER = re.compile(rf"{_POLITELY}(?:{_SUMS_UP}|{_LISTS})(?: for (?:me|us)\b)?", re.I)
_ASKS_SUMMARY = re.compile(rf"{_POLITELY}{_SUMS_UP}", re.I)
_FOR_ME = re.compile(r"^\s*for (?:me|us)\b|\s*(?:\bfor (?:me|us))?(?:,? please)?\W*$", re.I)
_SET_PHRASE = re.compile(
    r"\b(?:(?:after|at) all(?! (?:of|the|my|our|your|his|her|their|these|those|costs?|hours|times)\b)|as yet"
    r"|by any chance|by now|for now|in fact|in general|in the end(?! of\b)|in the first place|right now"
    r"|so far(?! (?:from|away)\b)|until now|up to now)\b"
    r"|\b(?:finally|eventually|ultimately|end(?:ed|s)? up(?: (?:being|doing|having))?)\b"
    r"|\b(?:what|which) (?:part|bit|passage|section|place)(?= of\b.*\b(?:mentions?|reads?|says?|states?|tells?)\b)"
    r"|\bwhose job(?= (?:is|was) it\b)",
    re.I,
)
"""Adverbials that say nothing of the matter; a place in a text, whose words stand there; who has to do something."""
_AMOUNT_IN = re.compile(
    rf"({OPENING}how (?:much|many)\b[^?]{{1,80}}?) (?:goes?|went|comes?) in(?:to)?"
    r"(?= (?:the|an?|my|our|your|his|her|its|their|each|every)\b)(?! the (?:morning|afternoon|evening|night|end)\b)",
    re.I,
)
"""Of "how much salt goes into the dough" the verb says no more than that it is an amount."""
_DUTY = re.compile(r"(?<!what )\b((?:is|was|be) (?:[\w-]+ ){0,3}[\w-]+['’]s?) job(?=\W*$| to\b)", re.I)
"""Of "the roof is the landlord's job" the last word says no more than that he has to do it."""
_TITLE = r"(?:mr|mrs|ms|miss|dr|prof|professor|herrn?|frau)"
_TITLED = re.compile(rf"\b(?i:({_TITLE}))\.? ((?=[A-ZÀ-ÖØ-Þ])[^\W_]+)")
_AUXILIARY = r"(?:am|is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|must|may|might)"
_DETERMINER = r"(?:the|an?|my|our|your|his|her|their|whose|old|new|last|['’]s)"
_MODAL_NOUN = r"(?:will|cans?|(?-i:may)|might|must)"
_FILLER_NOUN = r"(?:find|look|make|run|show|turn)"
_NOUN = re.compile(
    rf"\b{_DETERMINER} ({_MODAL_NOUN})\b(?! (?:be|have|not)\b)"
    rf"|\b(?:what|which) ({_FILLER_NOUN}|kinds?|sorts?|uses?)(?= {_AUXILIARY}\b)"
    rf"|(?<!\ba )\b{_DETERMINER} ({_FILLER_NOUN})(?=\W*$| (?:of|{_AUXILIARY})\b)",
    re.I,
)
_VERB_BEFORE = r"(?:to|not|\w+n['’]t|please|i|we|you|they|will|would|can|could|should|must|may|might)"
_OBJECT = r"(?:sure|certain|it|an?|the|them|this|that|up|me|us|him|her)"


def without_frame(query: str) -> str:
    """Without orders to the reader ("Give me a list of") and set phrases ("in the end")."""
    matter = _SET_PHRASE.sub(" ", _ORDER.sub(" ", query, count=1))
    return _AMOUNT_IN.sub(r"\1", _DUTY.sub(r"\1", matter))


def summed_up(query: str) -> str:
    """What it asks a summary of, which is more than a sentence says: "Sum up the lease for me"; or empty."""
    found = _ASKS_SUMMARY.match(query)
    return _FOR_ME.sub("", query[found.end() :]).strip() if found else ""


def without_same_titles(query: str, text: str) -> str:
    """The query without "Mr" and the like before a name, unless the text gives that name another one."""

    def without(found: re.Match[str]) -> str:
        given = re.findall(rf"\b({_TITLE})\.? {re.escape(found[2])}\b", text, re.I)
        is_same = all(each.lower() == found[1].lower() for each in given)
        return found[2] if is_same else found[0]

    return _TITLED.sub(without, query)


def nouns_beside(query: str, text: str) -> Iterator[str]:
    """Its nouns that are function words or fillers elsewhere, "the will", "which make is it", and do not stand there as
    nouns.
    """
    for found in _NOUN.finditer(query):
        noun = found[1] or found[2] or found[3]
        if not (_has_word if found[1] else _has_noun)(noun, text):
            yield noun


def _has_word(word: str, text: str) -> bool:
    return re.search(rf"\b{word}\b", text, re.I) is not None


def _has_noun(noun: str, text: str) -> bool:
    """Not "to make sure" for "the make"."""
    stated = re.finditer(rf"(?:\b({_VERB_BEFORE}) )?\b{noun}s?\b(?! {_OBJECT}\b)", text, re.I)
    return any(not found[1] for found in stated)
