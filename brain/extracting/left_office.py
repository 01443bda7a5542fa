"""Who holds an office no longer: "Ruta Kalns steps down as treasurer" beside "Ruta Kalns - treasurer"."""

import re
from collections.abc import Sequence
from datetime import date

from brain.extracting.choose_quotes import quote_sentence
from brain.extracting.source_quote import SourceQuote
from brain.extracting.source_sentences import SourceSentence
from core.text.bm25_words import split_words
from core.text.filler_words import ASKING
from core.text.whose_clauses import known_names

_WHO = re.compile(r"\s*(?:and |but |so )?who(?:se|['’]s)?\b", re.IGNORECASE)
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
        and not (each.day and quote.day and each.day < quote.day)
        and any(_leaves(name, each.text) for name in names)
        and not office.isdisjoint(split_words(quote_sentence(each).undated))
    ]
    return max(found, key=lambda each: each.day or date.min, default=None)


def names_successor(said: str, next_sentence: str) -> bool:
    """Whether somebody leaves an office in what is `said`, and the next sentence tells who follows."""
    return _LEAVES.search(said) is not None and _FOLLOWS.search(next_sentence) is not None


def _leaves(name: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b[^.;:!?\n]{{0,60}}?\b(?:{_LEAVING})\b", text, re.I) is not None
