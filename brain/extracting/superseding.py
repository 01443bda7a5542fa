"""A sentence that says what changed, beside one that says what was: "180 bowls instead of 240", "they want 240 bowls".

Told by words of English and German: notes of one subject pile up, and the older one often says more of it.
"""

import re
from collections.abc import Sequence

from brain.answer_sources import AnswerSource
from brain.extracting.source_sentences import SourceSentence
from core.text.bm25_words import split_words

MIN_SHARED = 2
"""Stems, titles included, that both hold where the change does not say what it replaces."""
_UNTIL = r"([^,;.!?()]+?)"
_OLD_VALUES = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:instead of|rather than|in place of|no longer|statt|anstatt|anstelle von|nicht mehr)\s+{_UNTIL}"
        r"(?=$|[,;.!?()])",
        rf"\b(?:do|does|is|are)(?:n['’]t| not)\s+{_UNTIL}\s+any ?more\b",
        rf"\bfrom\s+{_UNTIL}\s+to\b",
        rf"\bvon\s+{_UNTIL}\s+auf\b",
    )
]
_CHANGE = re.compile(
    r"^\W*(?:changed?|update|correction|new|now|änderung|neu|korrektur|jetzt)\s*:"
    r"|\b(?:chang(?:ed?|es|ing) to|goes (?:up |down )?to|(?:is|are) now|now (?:is|are|costs?|on|at)|from now on"
    r"|(?:moved|raised|lowered|increased|reduced|cut|shifted|postponed|brought forward|pushed back|extended) to"
    r"|new (?:price|date|time|number|address|deadline|rent|owner)|ab sofort|ist jetzt|sind jetzt)\b",
    re.IGNORECASE,
)
_VALUE = re.compile(r"\d[\d.,:/]*|(?<=[\w,;:(] )[A-Z][\w'’-]+")
"""Numbers, and capitals within a sentence."""


def superseding(
    query: str, quoted: str, title: str, sentences: Sequence[SourceSentence], sources: Sequence[AnswerSource]
) -> SourceSentence | None:
    """Of `sentences` the one that says a change of what `quoted`, a quotation of the source `title`, says.

    It names what it replaces, which stands there; or it says only that something is new: another value than there, of
    what the query asks for. The one that shares most words; None: none does, or `quoted` says a change itself.
    """
    if _says_change(quoted):
        return None
    stems, asked = {*split_words(f"{title} {quoted}")}, {*split_words(query)}
    shared = {
        each: stems.intersection(split_words(f"{sources[each.source].title} {each.text}"))
        for each in sentences
        if _says_change(each.text) and each.text not in quoted
    }
    found = [
        each
        for each, words in shared.items()
        if _replaces(each.text, stems, words)
        or (len(words) >= MIN_SHARED and words & asked and not _values(each.text) <= _values(quoted))
    ]
    return max(found, key=lambda each: len(shared[each]), default=None)


def _says_change(text: str) -> bool:
    return bool(_CHANGE.search(text)) or any(pattern.search(text) for pattern in _OLD_VALUES)


def _replaces(text: str, quoted: set[str], shared: set[str]) -> bool:
    olds = [{*split_words(match[1])} for pattern in _OLD_VALUES for match in pattern.finditer(text)]
    return any(old <= quoted and (len(old) >= MIN_SHARED or (old and shared - old)) for old in olds)


def _values(text: str) -> set[str]:
    return {match.rstrip(".,:") for match in _VALUE.findall(text)}
