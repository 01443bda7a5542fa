"""Who holds an office no longer ("Ruta Kalns steps down as treasurer"), and whom a later text names in it ("Paul
(treasurer)", "Treasurer: Ana", "Ana was elected treasurer"); English.
"""

import re
from collections.abc import Sequence
from datetime import date

from brain.extracting.choose_quotes import quote_sentence
from brain.extracting.source_quote import SourceQuote
from brain.extracting.source_sentences import SourceSentence
from core.text.bm25_words import split_words
from core.text.filler_words import ASKING, OPENING
from core.text.whose_clauses import known_names

_WHO = re.compile(rf"{OPENING}who(?:se|['’]s)?\b", re.IGNORECASE)
_LEAVING = (
    r"(?:steps|stepped) (?:down|back)|st(?:ands|ood) down|resign(?:s|ed)"
    r"|retire[sd](?= (?:in|as|from|on|after|at|last|this)\b|[.,;]|\W*$)"
    r"|hand(?:s|ed) over|g(?:ives|ave) up|(?:is|was) (?:succeeded|replaced|no longer)"
    r"|(?:leaves|left|quits?) (?:as|the|her|his|their)\b|trat|tritt"
)
_LEAVES = re.compile(rf"\b(?:{_LEAVING})\b", re.IGNORECASE)
_FOLLOWS = re.compile(
    r"\b(?:elected|succeeds?|succeeded|replaces|replaced|takes over|took over|in (?:her|his|their) place|the new)\b",
    re.IGNORECASE,
)
"""Who holds it then, in the sentence behind."""
_PLAN = re.compile(
    r"\b(?:wants?|would|may|might|if|hopes?|thinks?|wishes|considers?|planned|plans|not)\b", re.IGNORECASE
)
MAX_CHARACTERS = 1_000
"""Of a sentence, read."""
_ASKS_HOLDER = re.compile(
    rf"{OPENING}who(?:['’]s| is|s)? (?:now |currently )?(?:the|our|my|its|their) (?:current |present |new )?"
    r"(?P<office>[a-z][\w'’-]*(?: [a-z][\w'’-]*){0,2}?)"
    r"(?= (?:of|for|at|in|on|now|today|this|these|currently)\b|\W*$)",
    re.IGNORECASE,
)
_NAME = r"(?<![\w’'-])(?P<name>[A-Z][\w’'-]{1,30}(?: [A-Z][\w’'-]{1,30}){0,2})(?![\w’'-])"
_BECOMES = (
    r"(?:is|became|becomes|has become|stays|takes over|took over|carries on"
    r"|(?:(?:was|were|is|has been|will be) )?(?:re-)?(?:elected|appointed|chosen)(?: to be)?)"
)
_CLAUSE_ENDS = r"(?=\s*(?:[.,;()\n]|\s[–—-]\s|$))"


def leaving_office(
    query: str, quote: SourceQuote, sentences: Sequence[SourceSentence]
) -> SourceSentence | None:
    """Of `sentences` the one by which somebody whom `quote` names leaves what the query asks after; the latest of
    several. None: it asks for nobody, there is none, or the quote is of a later day or says so itself.
    """
    if not _WHO.match(query) or _LEAVES.search(quote.undated):
        return None
    names = known_names(f"By {quote.undated.lstrip(' *_-')}")
    office = set(split_words(query)) & set(split_words(quote.undated)) - ASKING
    office -= set(split_words(" ".join(names)))
    found = [
        each
        for each in sentences
        if _LEAVES.search(each.text)
        and not _PLAN.search(each.text)
        and not (each.written and quote.written and each.written < quote.written)
        and any(_leaves(name, each.text) for name in names)
        and not office.isdisjoint(split_words(quote_sentence(each).undated))
    ]
    return _latest(found)


def names_successor(said: str, next_sentence: str) -> bool:
    """Whether somebody leaves an office in what is `said`, and the next sentence tells who follows."""
    return _LEAVES.search(said) is not None and _FOLLOWS.search(next_sentence) is not None


def _leaves(name: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b[^.;:!?\n]{{0,60}}?\b(?:{_LEAVING})\b", text, re.I) is not None


def later_holder(
    query: str, quote: SourceQuote, sentences: Sequence[SourceSentence]
) -> SourceSentence | None:
    """Of `sentences` the latest, of a later day than `quote`, that names another in the office whose holder the query
    asks for. None: it asks for none, the quote names nobody in it, or no later one another.
    """
    found_office = _ASKS_HOLDER.match(query)
    if found_office is None or quote.written is None:
        return None
    holders = _Holders(found_office["office"], query)
    before = holders.named_in(quote.undated)
    found = [
        each
        for each in (sentences if before else ())
        if each.written
        and each.written > quote.written
        and (now := holders.named_in(quote_sentence(each).undated))
        and before.isdisjoint(now)
    ]
    return _latest(found)


class _Holders:
    """The constructions that name who holds one office; not that of another club ("treasurer of the chess club")."""

    def __init__(self, office: str, query: str) -> None:
        self.office = re.compile(rf"(?i:\b{re.escape(office)}\b)")
        self.query = query.lower()
        role = rf"(?i:\b{re.escape(office)}\b)(?P<of> of (?:the |our )?[\w’'-]+(?: [\w’'-]+)?)?"
        self.patterns = [
            re.compile(pattern)
            for pattern in (
                rf"{_NAME} ?(?:\(|, |[-–—] )(?:(?:the|our|as|new|acting) ){{0,2}}{role}",
                rf"{role}(?: ?[:–—(]| -| is)(?: now| still)? ?{_NAME}{_CLAUSE_ENDS}",
                rf"{_NAME}(?: (?!not\b|never\b)[a-z-]+)?? {_BECOMES}(?: (?:the|our|as|new|a)){{0,2}} {role}",
                rf"\bname: {_NAME}[^\n]*: {role}(?=;|$)",
            )
        ]

    def named_in(self, text: str) -> frozenset[str]:
        """The words of the names."""
        text = text[:MAX_CHARACTERS]
        if not self.office.search(text):
            return frozenset()
        found = (each for pattern in self.patterns for each in pattern.finditer(text))
        names = (each["name"] for each in found if self._is_of_query(each["of"]))
        return frozenset(word for name in names for word in name.split())

    def _is_of_query(self, of: str | None) -> bool:
        return of is None or all(word in self.query for word in of.lower().split() if len(word) > 3)


def _latest(sentences: Sequence[SourceSentence]) -> SourceSentence | None:
    return max(sentences, key=lambda each: each.written or date.min, default=None)
