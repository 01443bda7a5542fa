"""Questions that lean on the one before: "and from Java?", "how do I undo that?".

No model rewrites them. What such a question leaves out is carried over: the content words of the last question that
stood alone. Whether it leans is told from its own words, in English and German; a question that is taken for one that
stands alone is searched as it is, which loses less than a topic that was carried over wrongly.
"""

import re
from collections.abc import Sequence
from datetime import timedelta

from core.text.bm25_words import STOP_WORDS, split_words

REMEMBERED_FOR = timedelta(hours=1)
"""A browser's session is one conversation for weeks; nobody leans on what was asked yesterday."""
MAX_REMEMBERED = 5
"""Earlier questions that are looked at."""

_NEW_SUBJECT = re.compile(
    r"^(?:(?:ok|okay|right|good|fine|thanks|thank you|danke|gut)\b[\s,.!]*)?"
    r"(?:something else|another (?:thing|question|topic)|(?:a )?(?:different|new) (?:question|topic|subject)"
    r"|etwas anderes|andere frage|neues thema)\b[\s,.:!?-]*",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"^(?:ok(?:ay)?[\s,]+)?(?:and|or|but|und|oder|aber|what about|how about|was ist mit|why not|warum nicht|how so"
    r"|tell me more|more about that|give me an example|(?:an? |for )?example|zum beispiel"
    r"|only|just|also|even|instead|otherwise|i mean|i meant|nur|auch|ich meine"
    r"|(?:no|nope|nein)(?=\s*,|\s+i meant?\b))\b",
    re.IGNORECASE,
)
_CLOSING = re.compile(r"\b(?:i meant?|instead|then|too|as well|stattdessen|auch)\W*$", re.IGNORECASE)
_PREPOSITION = re.compile(r"^(?:in|for|with|without|from|on|to|via|für|mit|ohne|von|bei)\b", re.IGNORECASE)
_ADDED = re.compile(
    r"^(?:ok(?:ay)?|and|or|but|so|und|oder|aber"
    r"|(?:(?:no|nope|nein)\b[\s,]*)?(?:i meant?|ich meine)|(?:no|nope|nein)(?=\s*,))"
    r"\b[\s,:]*",
    re.IGNORECASE,
)
_NOBODY = re.compile(
    r"\b(?:is|was|would|will|can) it (?:be )?(?:possible|safe|ok|okay|allowed|true|necessary|worth|better"
    r"|legal|normal|easy|a good idea)\b"
    r"|\b(?:does|did|will|would) it (?:take|rain|snow)\b|\bit (?:seems|appears|turns out|looks like)\b"
    # "What did it cost to redo the signs?": what it stands for follows.
    r"|\bit (?=(?:costs?|helps?|hurts?|makes? sense|matters?|pays?)\b(?: \w+){0,2} to \w+ \w)",
    re.IGNORECASE,
)
_HERE = re.compile(
    r"\bth(?:is|ese) (?:app|apps|product|program|programs|service|site|software|tool|website)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,;:.!?]+\s+")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")

_REFERRING_WORDS = (
    "it its they them their he him his she her hers mine ones es ihn ihm ihnen darin dafür damit davon"
)
_POINTING_WORDS = "that this these those das dies diese"
_WORDS_BEFORE_POINTING = (
    "do does did would will can could should is are was were has have of to for with from like about and undo"
)
_NO_THINGS_WORDS = (
    "want need get got make made do done come comes go see know tell say said use have keep put take give let mean"
    " happen look seem become try don't doesn't didn't can't won't isn't aren't wasn't cannot first once again still"
    " already also really only just even now both all two three four five several"
)
_ARTICLE_WORDS = "a an the my your our his this these every each some any ein eine der das den dem mein meine"
_AFTER_POINTING_WORDS = "on in with for to from at by again still already too"
_BEFORE_NUMBERS_WORDS = "can does may should must could than only at"
_AFTER_NUMBERS_WORDS = "of or and that who which"
_MEASURE_WORDS = "many much long often old big large far fast deep expensive cost costs price"
_REFERRING = frozenset(_REFERRING_WORDS.split())
_POINTING = frozenset(_POINTING_WORDS.split())
_BEFORE_POINTING = frozenset(_WORDS_BEFORE_POINTING.split())
_NO_THINGS = frozenset(_NO_THINGS_WORDS.split())
"""Verbs and adverbs that no pronoun stands for."""
_ARTICLES = frozenset(_ARTICLE_WORDS.split())
_AFTER_POINTING = frozenset(_AFTER_POINTING_WORDS.split())
_BEFORE_NUMBERS = frozenset(_BEFORE_NUMBERS_WORDS.split())
_AFTER_NUMBERS = frozenset(_AFTER_NUMBERS_WORDS.split())
_MEASURES = frozenset(_MEASURE_WORDS.split())
_FIGURE = re.compile(
    r"\bhow (?:many|much|long|often|old|big|large|far|fast|deep|expensive)\b"
    r"|\bcosts?\b|\bprice\b|\bwhen (?:was|were|did)\b",
    re.IGNORECASE,
)
_MAX_WORDS_BEFORE = 3
"""Content words of earlier clauses; after more of them the question itself says what "it" stands for."""
_SHORT = 4
"""Words of a question that is a mere part of one: "in Java?"."""


def leans_on_previous(question: str) -> bool:
    """Whether a question cannot be understood without the one before it. False for one that stands alone."""
    text = question.strip()
    if _NEW_SUBJECT.match(text):
        return False
    words = _WORD.findall(text)
    if _OPENING.match(text) or _CLOSING.search(text) or (len(words) <= _SHORT and _PREPOSITION.match(text)):
        return True
    if words and not any(_has_meaning(word) for word in words):
        return True
    clauses = [_WORD.findall(clause) for clause in _CLAUSE.split(_HERE.sub(" ", _NOBODY.sub(" ", text)))]
    said = 0
    for clause in clauses:
        if said <= _MAX_WORDS_BEFORE and _refers_back(clause):
            return True
        said += sum(map(_has_meaning, clause))
    return False


def standing_question(previous: Sequence[str]) -> str:
    """The latest of the `previous` questions, newest first, that stood alone; empty if none did."""
    return next((question for question in previous if not leans_on_previous(question)), "")


def with_topic(question: str, standing: str) -> str:
    """What to search for: the content words of the standing question, then the question."""
    topic = " ".join(word for word in _WORD.findall(without_announcement(standing)) if _has_meaning(word))
    return f"{topic}: {_ADDED.sub('', question)}" if topic else question


def is_held(question: str, text: str) -> bool:
    """Whether a text can answer what a leaning question asks for itself: it holds the names in the question, and of
    one that asks for a figure ("how many megabytes does it get?") some word of what is counted.
    """
    stems = set(split_words(text))
    words = _WORD.findall(question)
    if any(word.lower() in STOP_WORDS for word in words):  # English: nouns are not capitalised
        names = [word for word in words[1:] if word != word.lower() and _has_meaning(word)]
        if any(not stems.issuperset(split_words(name)[:1]) for name in names):
            return False
    own = {stem for word in words if _has_meaning(word) for stem in split_words(word)}
    return not _FIGURE.search(question) or not own or bool(own & stems)


def without_announcement(question: str) -> str:
    """Without "ok, something else:", which is about the conversation; the question itself if nothing is left."""
    return _NEW_SUBJECT.sub("", question.strip()) or question


def _refers_back(words: Sequence[str]) -> bool:
    """Whether one of a clause's words stands for something outside of it: what follows two things of the clause
    itself is about those, and so is what follows a thing with its article.
    """
    meaningful = things = 0
    has_article = False
    for at, word in enumerate(words):
        most = 2 if at == len(words) - 1 else 1
        if _stands_for_something(words, at) and (meaningful <= most or (things <= most and not has_article)):
            return True
        meaningful += _has_meaning(word)
        things += _has_meaning(word) and word.lower() not in _NO_THINGS
        has_article = has_article or word.lower() in _ARTICLES
    return False


def _stands_for_something(words: Sequence[str], at: int) -> bool:
    word = words[at].lower()
    before = words[at - 1].lower() if at else ""
    after = words[at + 1].lower() if at + 1 < len(words) else ""
    if word == "one":
        return before not in _BEFORE_NUMBERS and (
            not after or (after in STOP_WORDS and after not in _AFTER_NUMBERS)
        )
    return word in _REFERRING or (
        word in _POINTING
        and (not after or not before or before in _BEFORE_POINTING or after in _AFTER_POINTING)
    )


def _has_meaning(word: str) -> bool:
    folded = word.lower()
    return not any(folded in words for words in (STOP_WORDS, _REFERRING, _POINTING, _MEASURES))
