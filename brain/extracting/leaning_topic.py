"""Whether what a question leans on stands in its quotations: of "And who books the flights for it?" the journey."""

import re
from collections.abc import Sequence

from brain.answer_sources import AnswerSource
from brain.extracting.quote_changes import names_of
from brain.extracting.source_quote import SourceQuote
from core.text.bm25_words import split_words
from core.text.filler_words import ASKING, FUNCTION_WORDS
from core.text.follow_up import refers_back
from core.text.unnamed_words import topic_stems
from core.text.whose_clauses import names_in, topic_names

_WORD = re.compile(r"[^\W\d_]+")
_WHAT_ABOUT = re.compile(r"\W*(?:(?:and|but|so|ok)\W+)*(?:what|how) about\b", re.IGNORECASE)
_ONLY_NAMES = frozenset(
    ["and", "or", "but", "so", "what", "how", "about", "for", "with", "of", "in", "the", "s"]
) | {*("und", "oder", "aber", "was", "ist", "mit")}
"""Beside names, words of a question that asks of them what was asked of another: "And Ann?"."""


def holds_topic(
    query: str, question: str, quotes: Sequence[SourceQuote], sources: Sequence[AnswerSource]
) -> bool:
    """Whether one of them has a word of what the question leans on, or its name where a pronoun stands for that: "And
    who books flights for it?"; not asked where it leans on nothing, or says itself what is asked of whom: "Why was Ann
    against it?", and not "And Ann?". One that asks for nothing itself is never.
    """
    own_words = {word for word in split_words(question) if not word.isdigit()}
    if own_words <= ASKING | FUNCTION_WORDS or (question == query and not topic_stems(question)):
        return False
    topic = {*split_words(query)} - {*split_words(question)} - ASKING - FUNCTION_WORDS
    texts = [f"{sources[each.source].title}\n{each.trail}\n{each.rendered}" for each in quotes]
    stood_for = topic_names(query) if refers_back(question) else frozenset[str]()
    if stood_for and not any(_names_or_tells(text, stood_for, topic) for text in texts):
        return False
    names = names_of(sources).union(_WORD.findall(" ".join(names_in(question)).lower()))
    words = {*_WORD.findall(question.lower())}
    is_bare = _WHAT_ABOUT.match(question) or not words - names - _ONLY_NAMES
    if not topic or (words & names and not is_bare):
        return True
    return any(not topic.isdisjoint(split_words(text)) for text in texts)


def _names_or_tells(text: str, names: frozenset[str], topic: set[str]) -> bool:
    """Whether one of the names stands there, or two other words of the topic, or half of it."""
    is_named = not names.isdisjoint(_WORD.findall(text.lower()))
    return is_named or len(topic.intersection(split_words(text))) >= min(2, len(topic) / 2)
