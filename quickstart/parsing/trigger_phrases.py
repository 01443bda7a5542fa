"""Trigger phrases of skills, extracted from the ways in which people write them down.

'User asks "how do I bake?"' gives *how do I bake?*; 'User wants to bake bread' gives *bake bread*. The removed words
are those about the user, which every skill shares and no user types.
"""

import re
from collections.abc import Iterable, Iterator

from core.text.sentence_ends import sentence_ends
from quickstart.parsing.markdown_pieces import one_line

PHRASE_CHARACTERS = 300
"""A longer sentence describes; nobody types it."""
_QUOTED = re.compile(
    r"\"([^\"]{1,300})\"|“([^“”]{1,300})”|„([^„“”]{1,300})[“”]|«([^«»]{1,300})»|‘([^‘’]{1,300})’(?!\w)"
)
_ENDS = " \t\n\"'“”„«»‘’`*.,;:…"
_WORD = re.compile(r"\w{3,}")
_SUBJECT = (
    r"(?:(?:the|a|an|your)\s+)?(?:users?|customers?|readers?|people|persons?|someone|somebody|anyone|developers?|agents?|requests?"
    r"|tasks?|questions?|conversations?|prompts?|you|they|we|i)"
)
_VERB = (
    r"(?:(?:explicitly|just|also|often|only)\s+)?"
    r"(?:(?:is|are|may|might|would|will|can|has|have)\s+)?"
    r"(?:asks?|asked|asking|wants?|wanting|needs?|needed|needing|says?|saying|said|mentions?|mentioning|mentioned|requests?|requesting"
    r"|requested|requires?|requiring|wish(?:es)?|would\s+like|likes?|tries|try|trying|looks?|looking|is|are|has|have|involves?"
    r"|concerns?)"
)
_OBJECT = (
    r"(?:(?:\s+(?:you|me|us|the\s+agent))?\s+"
    r"(?:to|for|about|if|whether|(?:for\s+)?help\s+(?:with|to|on)|with)\b)?"
)
_LEADS = (
    # "Use this skill whenever …", "Load when …", "Also use it for …", "When …"
    re.compile(
        r"^(?:(?:also|always|please|only|you\s+(?:can|may|should))\s+)?"
        r"(?:(?:use|load|choose|pick|apply|invoke|run|reach\s+for|call)\b(?:\s+(?:this|the|it|me|that)\b)?"
        r"(?:\s+(?:skill|tool|guide|workflow|command|one)s?\b)?\s+(?:only\s+)?(?:when(?:ever)?|if|for|to|as\s+soon\s+as)"
        r"|when(?:ever)?|if)\b\s*:?\s*",
        re.IGNORECASE,
    ),
    # "The user asks you to …", "You have to …"
    re.compile(rf"^{_SUBJECT}\s+{_VERB}\b{_OBJECT}\s*:?\s*", re.IGNORECASE),
    # "Asks about …", "Need to …"
    re.compile(
        r"^(?:asks?|asking|asked|wants?|wanting|needs?|needing)\s+(?:to|for|about|if|whether|how\s+to)\b\s*:?\s*",
        re.IGNORECASE,
    ),
)


def quoted(text: str) -> list[str]:
    """The phrases in quotation marks, in order."""
    found = (next(filter(None, match.groups())) for match in _QUOTED.finditer(text))
    return [phrase for one in found if (phrase := _trimmed(one))]


def phrases_in(text: str) -> list[str]:
    """The phrases of one item, cell or sentence.

    Quoted phrases of several words count by themselves, and the sentence is added if it says more. Quoted single
    words mean nothing alone: the whole sentence is the phrase.
    """
    several = [phrase for phrase in quoted(text) if " " in phrase]
    rest = _stripped(_QUOTED.sub(" ", text))
    if several and len(_WORD.findall(rest)) < 2:
        return several
    whole = without_lead(_QUOTED.sub(lambda match: match[0][1:-1], text))
    return [*several, *([whole] if 0 < len(whole) <= PHRASE_CHARACTERS else [])]


def without_lead(text: str) -> str:
    """A sentence without the words about the user before it, and without the marks around it."""
    return _stripped(text) or _trimmed(text)


def has_lead(text: str) -> bool:
    return _stripped(text) != _trimmed(text)


def sentences(text: str) -> Iterator[str]:
    start = 0
    for end in sentence_ends(text, 0, len(text)):
        if sentence := text[start:end].strip():
            yield sentence
        start = end


def distinct(phrases: Iterable[str]) -> list[str]:
    """Without empty ones and repetitions; the first spelling stays."""
    first_spellings: dict[str, str] = {}
    for phrase in filter(None, phrases):
        first_spellings.setdefault(phrase.casefold(), phrase)
    return list(first_spellings.values())


def _stripped(text: str) -> str:
    phrase = _trimmed(text)
    for lead in _LEADS:
        phrase = _trimmed(lead.sub("", phrase, count=1))
    return phrase


def _trimmed(text: str) -> str:
    # A dot may begin a name (.NET).
    return one_line(text).rstrip(_ENDS).lstrip(_ENDS.replace(".", ""))
