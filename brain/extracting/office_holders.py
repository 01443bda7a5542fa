"""Who a text names in an office: "Paul (treasurer)", "Treasurer: Ana", "Ana was elected treasurer"; English."""

import re
from collections.abc import Sequence
from datetime import date

from brain.extracting.choose_quotes import SourceQuote, quote_sentence
from brain.extracting.source_sentences import SourceSentence

_ASKS_HOLDER = re.compile(
    r"\s*(?:and |but |so )?who(?:['’]s| is|s)? (?:now |currently )?(?:the|our|my|its|their) (?:current |present |new )?"
    r"(?P<office>[a-z][\w'’-]*(?: [a-z][\w'’-]*){0,2}?)"
    r"(?= (?:of|for|at|in|on|now|today|this|these|currently)\b|\W*$)",
    re.IGNORECASE,
)
_NAME = r"(?-i:[A-Z][\w’'-]+(?: [A-Z][\w’'-]+){0,2})"
_BECOMES = (
    r"(?:is|became|becomes|was|will be|has been|were|elected|re-elected|appointed|chosen|made|as|to be|stays|"
    r"carries on|takes over|took over)"
)


def later_holder(
    query: str, quote: SourceQuote, sentences: Sequence[SourceSentence]
) -> SourceSentence | None:
    """Of `sentences` the latest, of a later day than `quote`, that names another in the office whose holder the query
    asks for. None: it asks for none, the quote names nobody in it, or no later one another.
    """
    asked = _ASKS_HOLDER.match(query)
    if asked is None or quote.day is None:
        return None
    before = _holders(asked["office"], quote.undated)
    found = [
        each
        for each in sentences
        if each.day
        and each.day > quote.day
        and (now := _holders(asked["office"], quote_sentence(each).undated))
        and before.isdisjoint(now)
    ]
    return max(found, key=lambda each: each.day or date.min, default=None) if before else None


def _holders(office: str, text: str) -> frozenset[str]:
    """The words of the names that stand beside it."""
    role = rf"(?i:\b{re.escape(office)}\b)"
    patterns = (
        rf"({_NAME}) ?(?:\(|, |[-–—] ?)(?:(?:the|our|as|new|acting) ){{0,2}}{role}(?! of {_NAME})",
        rf"{role}(?: ?[:–—(]| -| is| was|,)(?: now| still)? ?({_NAME})",
        rf"({_NAME})(?: [a-z-]+){{0,2}} {_BECOMES}(?: (?:the|our|as|new|a)){{0,2}} {role}",
        rf"\bname: ({_NAME})[^\n]*: {role}(?=;|$)",
    )
    names = (name for pattern in patterns for name in re.findall(pattern, text))
    return frozenset(word for name in names for word in name.split())
