"""Whether what a question leans on stands in its quotations: of "And who books the flights for it?" the journey."""

import re
from collections.abc import Sequence

from brain.answer_sources import AnswerSource
from brain.extracting.quote_changes import names_of
from brain.extracting.source_quote import SourceQuote
from core.text.bm25_words import split_words
from core.text.filler_words import ASKING, FUNCTION_WORDS, LIGHT
from core.text.follow_up import leans_on_previous, refers_back
from core.text.unnamed_words import topic_stems
from core.text.whose_clauses import names_in

_WORD = re.compile(r"[^\W\d_]+")
_WHAT_ABOUT = re.compile(r"\W*(?:(?:and|but|so|ok)\W+)*(?:what|how) about\b", re.IGNORECASE)
_ONLY_NAMES = frozenset(
    ["and", "or", "but", "so", "what", "how", "about", "for", "with", "of", "in", "the", "s"]
) | {*("und", "oder", "aber", "was", "ist", "mit")}
"""Beside names, words of a question that asks of them what was asked of another: "And Ann?"."""


def holds_topic(
    query: str, question: str, quotes: Sequence[SourceQuote], sources: Sequence[AnswerSource]
) -> bool:
    """Whether one of them has a word of what the question leans on; not asked where it leans on nothing, or says itself
    what is asked of whom: "Why was Ann against it?", and not "And Ann?". One that asks for nothing itself is never.
    """
    own_words = {word for word in split_words(question) if not word.isdigit()}
    is_bare_part = question == query and leans_on_previous(question) and not topic_stems(question)
    if own_words <= ASKING | FUNCTION_WORDS or is_bare_part:
        return False
    topic = {*split_words(query)} - {*split_words(question)} - ASKING - FUNCTION_WORDS - LIGHT
    named = {*_WORD.findall(" ".join(names_in(question)).lower())}
    # Of a pronoun's question a word in a capital somewhere is no name of whom it is asked.
    names = named if refers_back(question) else named | names_of(sources)
    words = {*_WORD.findall(question.lower())}
    is_bare = _WHAT_ABOUT.match(question) or not words - names - _ONLY_NAMES
    if not topic or (words & names and not is_bare):
        return True
    texts = (f"{sources[each.source].title}\n{each.trail}\n{each.rendered}" for each in quotes)
    return any(not topic.isdisjoint(split_words(text)) for text in texts)
