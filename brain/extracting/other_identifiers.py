"""Whether a sentence is of another thing of the kind that a question names: boiler 8, where it asks of boiler 7."""

import re
from functools import lru_cache

from brain.extracting.choose_quotes import quote_sentence
from brain.extracting.source_quote import SourceQuote
from brain.extracting.source_sentences import SourceSentence
from core.text.written_dates import month_number

IDENTIFIER = re.compile(r"\b(?=\w*\d)(?=\w*[^\W\d_])\w+(?:-\w+)*|\b[A-Z]+-\d+\b")
"""`K2`, `P-05`."""
_NUMBERED = re.compile(
    r"(?<![\w’'-])(?!(?:is|was|be|are|to|now|as|has|the|a|an|its|of|or|and|with)\b)[^\W\d_]{2,30}"
    r" (?:(?:number|no|nr)[.:]? ?|#)(\d+)\b",
    re.IGNORECASE,
)
"""`boiler number 7`, and not "the code is no. 7"."""
_WITH_NUMBER = re.compile(
    r"\b([^\W\d_]{3,}) (\d+)\b(?![.,:/]\d)"
    r"(?! (?!(?:in|at|on|of|for|to|is|was|were|are|has|had|have|and|or|with|from|by|be|do|does|did)\b)[a-z])"
)
"""`boiler 7`, and not "120 chairs"."""


def is_of_other_identifier(query: str, quote: SourceQuote, other: SourceSentence, title: str) -> bool:
    """Whether the query and the quote name one that the other sentence does not: "K2" where that is of "K5", "boiler 7"
    where that is of boiler 8; or both have a number of their own: "boat no. 7", "boat no. 8".
    """
    text = f"{title}\n{other.trail}\n{quoted_text(other)}"
    named = {*IDENTIFIER.findall(query)} & {*IDENTIFIER.findall(quote.rendered)}
    own, others = ({*_NUMBERED.findall(each)} for each in (quote.rendered, quoted_text(other)))
    is_numbered_otherwise = bool(own and others) and own.isdisjoint(others)
    return (
        is_numbered_otherwise
        or not named.issubset(IDENTIFIER.findall(text))
        or _has_other_number(query, text)
    )


def _has_other_number(query: str, text: str) -> bool:
    """Whether things of one kind as the query names stand there, and all with other numbers."""
    named, found = dict(_WITH_NUMBER.findall(query.lower())), _WITH_NUMBER.findall(text.lower())
    return any(
        not month_number(kind)
        and (numbers := {each for word, each in found if word == kind})
        and number not in numbers
        for kind, number in named.items()
    )


@lru_cache(maxsize=500)
def quoted_text(sentence: SourceSentence) -> str:
    """What would be quoted of it."""
    return quote_sentence(sentence).undated
