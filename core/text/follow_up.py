"""Questions that lean on the one before: "and from Java?", "how do I undo that?".

No model rewrites them. What such a question leaves out is carried over: the content words of the last question that
stood alone. Whether it leans is told from its own words, in English and German; a question that is taken for one that
stands alone is searched as it is, which loses less than a topic that was carried over wrongly.
"""

import re
from collections.abc import Callable, Sequence
from datetime import timedelta

from core.text.bm25_words import STOP_WORDS, split_words
from core.text.calendar_words import GERMAN_WEEKDAY, WEEKDAY
from core.text.courtesies import without_courtesies
from core.text.whose_clauses import names_in
from core.text.written_dates import month_number

REMEMBERED_FOR = timedelta(hours=1)
"""A conversation may stay open for weeks; nobody leans on what was asked yesterday."""
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
    r"|tell me more|more about that|give me an example|(?:an? |for )?example|zum beispiel)\b",
    re.IGNORECASE,
)
_CORRECTION = re.compile(r"^(?:(?:no|nope|nein)\s*[,:.]|i meant?\b|ich meinte?\b)", re.IGNORECASE)
_CLOSING = re.compile(
    r"(?<!is )(?<!are )\b(?:then|there|instead|dann|dort|stattdessen)\b[\s?.!]*$", re.IGNORECASE
)
_FRAGMENT = re.compile(
    r"^(?:also|just|only|auch|nur|in|for|with|without|from|on|to|via|für|mit|ohne|von|bei)\b", re.IGNORECASE
)
_BARE = re.compile(
    r"^(?:(?:which|whose|welche[rs]?) (?!\w+ed\b|works\b|helps\b)[^\W\d_]{2,}|what (?:time|day|date|colou?r|size|price"
    r"|number|name|year|month|room|place|address|age|kind|sort|type|make|brand|model|amount|flavou?r))\W*$",
    re.IGNORECASE,
)
""""Which room?": of what was asked before."""
_ONE_OF_THEM = re.compile(
    r"^(?:and |or |but )?(?:how \w+|what) (?:does|did|should|must|may|can|will|would) one (?:be|cost|last|weigh)\b",
    re.IGNORECASE,
)
"""No mere "one" of anybody: "how long should one be?"."""
_ADDED = re.compile(r"^(?:ok(?:ay)?|and|or|but|so|und|oder|aber)\b[\s,]*", re.IGNORECASE)
_TOPIC_BEFORE = re.compile(r"^[^?:,;.!\n]{1,160}: ")
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
_SOMEBODY = re.compile(r"\bthe(?:y|ir|m)\b", re.IGNORECASE)
"""Of a question with many words of its own these stand for whoever it is about: "did they find it in my blood?"."""
_PERSON = re.compile(r"\b(?:he|him|his|she|hers?|they|them|theirs?)\b", re.IGNORECASE)
_CLAUSE = re.compile(r"[,;:.!?]+\s+")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")

_REFERRING_WORDS = (
    "it its they them their he him his she her hers ones es ihn ihm ihnen darin dafür damit davon"
)
_POINTING_WORDS = "that this these those das dies diese"
_WORDS_BEFORE_POINTING = (
    "do does did would will can could should is are was were has have of to for with from like about and undo"
    " change delete remove send"
)
_MEASURE_WORDS = "many much long often old big large far fast deep expensive cost costs price"
_LIGHT_VERB_WORDS = (
    "call change do find get give go have keep know let look make mean move need put remove see send set show start"
    " stop take tell try turn use want work"
)
_LIGHT_VERBS = frozenset(_LIGHT_VERB_WORDS.split())
"""What is done to a thing, and does not say to which."""
REFERRING = frozenset(_REFERRING_WORDS.split())
"""Stand for what the question before is about."""
_POINTING = frozenset(_POINTING_WORDS.split())
_BEFORE_POINTING = frozenset(_WORDS_BEFORE_POINTING.split())
_MEASURES = frozenset(_MEASURE_WORDS.split())
_FIGURE = re.compile(
    r"\bhow (?:many|much|long|often|old|big|large|far|fast|deep|expensive)\b"
    r"|\bcosts?\b|\bprice\b|\bwhen (?:was|were|did)\b",
    re.IGNORECASE,
)
_ALTERNATIVES: tuple[Callable[[str], object], ...] = (
    month_number,
    re.compile(
        f"(?:{WEEKDAY}|{GERMAN_WEEKDAY})s?",
        re.IGNORECASE,
    ).fullmatch,
    re.compile(r"(?:19|20)\d\d").fullmatch,
    re.compile(r"spring|summer|autumn|winter|frühling|frühjahr|sommer|herbst", re.IGNORECASE).fullmatch,
)
"""Of each kind a question names one: "and in June?" is not about May."""
_MAX_WORDS_BEFORE = 3
"""Content words of earlier clauses; after more of them the question itself says what "it" stands for."""
_WHOLE = 4
"""Words that mean something, of a question that says what it is about."""
_SHORT = 4
"""Words of a question that is a mere part of one: "in Java?"."""


def leans_on_previous(question: str) -> bool:
    """Whether a question cannot be understood without the one before it. False for one that stands alone."""
    text = question.strip()
    if _NEW_SUBJECT.match(text):
        return False
    words = _WORD.findall(text)
    if (
        _OPENING.match(text)
        or _CORRECTION.match(text)
        or _CLOSING.search(text)
        or _BARE.match(text)
        or _ONE_OF_THEM.match(text)
        or (len(words) <= _SHORT and _FRAGMENT.match(text))
    ):
        return True
    if words and not has_content(text):
        return True
    if sum(_has_meaning(word) and word.lower() not in _LIGHT_VERBS for word in words) >= _WHOLE:
        text = _SOMEBODY.sub(" ", text)
    clauses = [_WORD.findall(clause) for clause in _CLAUSE.split(_HERE.sub(" ", _NOBODY.sub(" ", text)))]
    said = 0
    for clause in clauses:
        if said <= _MAX_WORDS_BEFORE and _refers_back(clause, is_first=not said):
            return True
        said += sum(map(_has_meaning, clause))
    return False


def standing_question(previous: Sequence[str]) -> str:
    """The latest of the `previous` questions, newest first, that stood alone, without courtesies; empty if none did."""
    asked = map(without_courtesies, previous)
    return next((question for question in asked if not leans_on_previous(question)), "")


def with_topic(question: str, standing: str) -> str:
    """What to search for: the content words of the standing question, then the question, whose month, weekday, year or
    season takes the place of the standing one's.
    """
    own = _WORD.findall(question)
    replaced = [is_one for is_one in _ALTERNATIVES if any(map(is_one, own))]
    topic = " ".join(
        word
        for word in _WORD.findall(without_announcement(standing))
        if _has_meaning(word) and not any(is_one(word) for is_one in replaced)
    )
    return f"{topic}: {_ADDED.sub('', question)}" if topic else question


def without_topic(question: str) -> str:
    """In the asker's own words, without what `with_topic` put before them."""
    return _TOPIC_BEFORE.sub("", question)


def refers_back(question: str) -> bool:
    """Whether a word of it stands for what the question before is about: "And who books flights for it?"."""
    return not REFERRING.isdisjoint(_WORD.findall(question.lower()))


def named_by_pronoun(question: str, standing: str) -> str:
    """Whom a question that leans on the standing one names by a pronoun: of "What is Ann's boot size?", "And her
    allergies?" asks nothing of boots. Empty where there is none.
    """
    return " ".join(names_in(standing)) if _PERSON.search(question) else ""


def has_content(question: str) -> bool:
    """Whether a question has a word that tells what it is about, as "and how often?" has not."""
    return any(map(_has_meaning, _WORD.findall(question)))


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


def _refers_back(words: Sequence[str], *, is_first: bool) -> bool:
    """Whether one of a clause's words stands for something outside of it: what follows two things of the clause
    itself is about those.
    """
    meaningful = 0
    for at, word in enumerate(words):
        folded = word.lower()
        is_last = at == len(words) - 1
        if meaningful <= (2 if is_last else 1) and (
            folded in REFERRING
            or (is_first and folded == "one" and (is_last or (at and words[at - 1].lower() == "which")))
            or (folded in _POINTING and (is_last or at == 0 or words[at - 1].lower() in _BEFORE_POINTING))
        ):
            return True
        meaningful += _has_meaning(word) and folded not in _LIGHT_VERBS
    return False


def _has_meaning(word: str) -> bool:
    folded = word.lower()
    return not any(folded in words for words in (STOP_WORDS, REFERRING, _POINTING, _MEASURES))
