"""Actions that a question wants prevented: reading, of "How do I stop an agent from reading my stones?".

What tells how to do it is about the opposite, and vectors put the two side by side. Only requests are read so: "why
should I avoid …?" asks about the action itself. English.
"""

import re
from collections.abc import Iterable, Sequence

from core.text.bm25_words import split_words

_BETWEEN = r"(?:\s+[\w'’-]+)"
_ANY = r"(?:an?|the|my|our|your|their|other|any|all|some|this|that|these|those|every|each)"
_SOMEBODY = rf"(?:(?:\s+{_ANY})+\s+[\w'’-]+|\s+(?:them|him|her|it|others|[\w'’-]+s))"
_ENDING = r"(?:s|ed|ing|ped|ping|ned|ning|ting|led|ling)?"
_FORMS = (
    # "stop an agent from reading", "keep it from being read"
    rf"\b(?:stop|prevent|keep|block|ban|bar|hinder|restrain|prohibit|protect){_ENDING}{_BETWEEN}{{1,6}}?"
    r"\s+from\s+(?:ever\s+)?(?:(?:being|getting)\s+(?P<v1>[\w-]+)|(?P<v2>\w+ing)\b)",
    # "avoid sending", "stop agents sending", "disable recording"
    rf"\b(?:stop|avoid|prevent|block|disable|deactivate|forbid|prohibit|disallow|undo|cancel|cease){_ENDING}"
    rf"{_BETWEEN}{{0,3}}?\s+(?P<v3>\w\w+ing)\b",
    # "not let an agent read", "I don't want it to be read"
    rf"(?:\bnot|\bnever|n['’]t|\bno longer)\s+(?:let|have){_SOMEBODY}\s+(?:be\s+)?(?P<v4>[\w-]+)",
    rf"(?:\bnot|\bnever|n['’]t|\bno longer)\s+(?:allow|permit|want){_BETWEEN}{{1,4}}?\s+to\s+(?:be\s+)?(?P<v5>[\w-]+)",
    rf"\b(?:forbid|disallow|ban|prohibit){_ENDING}{_BETWEEN}{{1,4}}?\s+to\s+(?:be\s+)?(?P<v6>[\w-]+)",
    r"\b(?:must|may|shall|should)\s+(?:not|never)\s+(?:be\s+)?(?P<v9>[\w-]+)",
    # "make sure that nobody reads it"
    rf"\b(?:so that|make sure|ensure|see to it)\b{_BETWEEN}{{0,6}}?\s+(?:nobody|no[ -]one|no other [\w-]+|not|never"
    r"|cannot|[a-z]+n['’]t)\s+(?:(?:can|could|may|will|be|to|ever|able)\s+)*(?P<v7>[\w-]+)",
    r"\bhow (?:do|can|could|should|to)\s+(?:(?:i|we|you|one)\s+)?not\s+(?!let|allow|permit|have|want)(?:be\s+)?"
    r"(?P<v8>[\w-]+)",
)
_PREVENTED = re.compile("|".join(_FORMS), re.IGNORECASE)
_ASIDE = re.compile(
    r"(?<=\bhow )(?P<asked>.*?)\b(?:without|instead of|rather than)\s+(?P<verb>\w\w+ing)\b.*$", re.IGNORECASE
)
"""What is not wanted with what is asked for: "how do I close it without deleting its messages?"."""
_REQUEST = re.compile(
    r"^\W*(?:\w+[,:]?\s+){0,2}?(?:how (?:do|can|could|should|would|to|might)\b|(?:can|could|may|is it possible"
    r"|is there a way)\b|(?:i|we)\s+(?:want|need|would like|do(?:n['’]t| not) want)\b|make sure\b|ensure\b"
    rf"|(?:stop|prevent|keep|block|ban|forbid|prohibit|disallow|avoid|disable|deactivate|undo|cancel|don['’]t){_ENDING}\b)",
    re.IGNORECASE,
)
_STRONG = frozenset(
    split_words(
        "stop prevent block ban forbid forbidden prohibit disallow deny avoid disable deactivate undo cancel revoke"
        " restrict limit protect refuse reject hinder pause mute"
    )
)
"""A text with one of them may well tell how to prevent something."""
_VAGUE = frozenset(
    split_words(
        "use using do doing get getting have having make making be being go going run running work working happen"
        " something nothing anything everything thing during string setting meeting building morning evening"
    )
)
"""Says too little of what is prevented, or is no action."""
_SENTENCE_END = re.compile(r"[.!?;]\s|\n")
_DIRECT = re.compile(
    rf"\bhow (?:do|does|can|could|should|to)(?:\s+(?:i|we|you|one)\b|{_SOMEBODY})?"
    rf"(?:\s+(?:let|allow|permit|have|make){_SOMEBODY}(?:\s+to\b)?)?\s+(?P<verb>[\w-]+)",
    re.IGNORECASE,
)


def prevented_action(question: str, wordings: Sequence[str], rest: Iterable[str] = ()) -> str:
    """The stem of an action that the question wants prevented and the text tells how to do, or the other way round;
    empty for any other.

    `wordings` and `rest` as for `opposite_action`.
    """
    text = " . ".join(wordings)
    told = prevented_stems(text)
    if not wants_prevented(question):
        return _only_prevented(question, text, told)
    stems = frozenset(split_words(text))
    wanted = _stems(_PREVENTED, question) | _unwanted(question, stems)
    found = sorted((wanted & _first_stems(wordings)) - told)
    if not found or stems & _STRONG or any(_tells_prevention(found[0], each) for each in rest):
        return ""
    return found[0]


def wants_prevented(question: str) -> bool:
    return _REQUEST.match(question) is not None and bool(prevented_stems(question))


def prevented_stems(text: str) -> frozenset[str]:
    """Stems of the actions that a text asks, or tells, how to prevent."""
    return _stems(_PREVENTED, text) | _stems(_ASIDE, text)


def _unwanted(question: str, stems: frozenset[str]) -> frozenset[str]:
    """What is not wanted with what is asked for, where a text with these stems has nothing of that."""
    has_request = stems.intersection(split_words(_without_prevented(question)))
    return frozenset() if has_request else _stems(_ASIDE, question)


def _first_stems(wordings: Sequence[str]) -> frozenset[str]:
    """What each wording begins with: what is done, of one that tells how."""
    return frozenset(stem for each in wordings for stem in split_words(_without_prevented(each))[:1])


def _only_prevented(question: str, text: str, told: frozenset[str]) -> str:
    """An action that is asked for, where the text only tells how to prevent it."""
    verbs = frozenset(split_words(" ".join(found["verb"] for found in _DIRECT.finditer(question))))
    only = told - frozenset(split_words(_without_prevented(text)))
    return min(verbs & only, default="")


def _stems(pattern: re.Pattern[str], text: str) -> frozenset[str]:
    groups = [found.groupdict() for found in pattern.finditer(text)]
    verbs = [verb for each in groups for name, verb in each.items() if verb and name != "asked"]
    return frozenset(split_words(" ".join(verbs))) - _VAGUE


def _without_prevented(text: str) -> str:
    return _ASIDE.sub(r"\g<asked>", _PREVENTED.sub(" ", text))


def _tells_prevention(stem: str, text: str) -> bool:
    """Whether a sentence of the text names the action and how it is prevented."""
    sentences = (frozenset(split_words(each)) for each in _SENTENCE_END.split(text))
    return any(stem in stems and stems & _STRONG for stems in sentences)
