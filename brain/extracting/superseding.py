"""A sentence that says what changed, beside one that says what was: "180 bowls instead of 240", "they want 240 bowls".

Told by words of English and German: notes of one subject pile up, and the older one often says more of it.
"""

import re
from collections.abc import Sequence

from brain.answer_sources import AnswerSource
from brain.extracting.choose_quotes import SourceQuote
from brain.extracting.source_sentences import SourceSentence
from core.text.bm25_words import split_words

MIN_SHARED = 2
"""Stems that both hold where the change does not say what it replaces."""
_UNTIL = r"([^,;.!?()]{1,80}?)"
_TIME_OR_NUMBER = (
    r"[^,;.!?()]{0,40}?(?:\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b"
    r"|\b(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-zä]*\b)"
)
"""Else it may be a way: "changed trains from Bern to Thun"."""
_OLD_VALUES = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:instead of|rather than|in place of|no longer|statt|anstatt|anstelle von|nicht mehr) {_UNTIL}"
        r"(?=$|[,;.!?()])",
        rf"\b(?:do|does|is|are)(?:n['’]t| not) {_UNTIL} any ?more\b",
        rf"\b(?:chang|mov|go|went|rais|ris|rose|lower|increas|reduc|cut|shift|switch|postpon|extend)\w*\b[^.;!?]{{0,40}}"
        rf"\bfrom (?={_TIME_OR_NUMBER}){_UNTIL} to\b",
        rf"\bvo[nm] (?={_TIME_OR_NUMBER}){_UNTIL} auf\b",
    )
]
_CHANGE = re.compile(
    r"^\W*(?:changed?|update|correction|new|now|änderung|neu|korrektur|jetzt)\s*:"
    r"|\b(?:chang(?:ed?|es|ing) to|goes (?:(?:up|down) to|to (?=[£$€]?\d))|(?:is|are) now"
    r"|now (?:is|are|costs?|on|at)|from now on|(?:moved|raised|lowered|increased|reduced|cut|shifted|postponed"
    r"|brought forward|pushed back|extended) to"
    r"|new (?:price|date|time|number|address|deadline|rent|owner)"
    r"|ab sofort|(?:ist|sind|beträgt|kostet|gilt) jetzt|(?:steigt|sinkt) auf)\b",
    re.IGNORECASE,
)
_CHANGE_STEMS = frozenset(
    split_words("now new change changed goes go moved raised from instead no longer jetzt neu")
)
_VALUE = re.compile(r"\d[\d.,:/]*|(?<=[\w,;:(] )[A-Z][\w'’-]+")
"""Numbers, and capitals within a sentence."""


def superseding(
    query: str, quote: SourceQuote, sentences: Sequence[SourceSentence], sources: Sequence[AnswerSource]
) -> SourceSentence | None:
    """Of `sentences` the one that says a change of what `quote` says and that the query asks for.

    It names what it replaces, which stands there; or it says only that something is new, and another value. The one
    that shares most words; None: none does, or the quote says a change itself.
    """
    # With single spaces: of a run of them a pattern would try each.
    texts = {each: " ".join(each.text.split()) for each in sentences if each.text not in quote.text}
    if _says_change(quote.line):
        return None
    query_stems, quoted = _stems(query), _stems(quote.line)
    shared = {}
    for each, text in texts.items():
        if not _says_change(text):
            continue
        titles = {sources[at].title for at in (each.source, quote.source)}
        # Of two notes; within one a title says nothing.
        common = set.intersection(*map(_stems, titles)) if each.source != quote.source else set()
        words = quoted & _stems(text)
        is_relevant = bool(query_stems & (common | _stems(text)))
        if is_relevant and _changes(text, quote.line, words, common & query_stems, query_stems):
            shared[each] = len(words | common)
    return max(shared, key=lambda each: shared[each], default=None)


def _says_change(text: str) -> bool:
    return bool(_CHANGE.search(text)) or any(pattern.search(text) for pattern in _OLD_VALUES)


def _changes(text: str, quoted: str, shared: set[str], titles: set[str], query_stems: set[str]) -> bool:
    """`shared`: stems of both; `titles`: of both titles and the query."""
    olds = [_stems(match[1]) for pattern in _OLD_VALUES for match in pattern.finditer(text)]
    if any(
        old and old <= _stems(quoted) and (len(old) >= MIN_SHARED or shared - old or titles) for old in olds
    ):
        return True
    if _values(text) <= _values(quoted):
        return False
    return bool(shared & query_stems) and len(shared) + len(titles) >= MIN_SHARED


def _stems(text: str) -> set[str]:
    return {*split_words(text)} - _CHANGE_STEMS


def _values(text: str) -> set[str]:
    return {match.rstrip(".,:") for match in _VALUE.findall(text)}
