"""Who does what a question asks about: "What happens if I delete it?" is not "What can an agent delete?".

Told by words in a row, without a parser: an auxiliary or a conjunction, who does it, and a verb that both texts have.
English.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from core.text.bm25_words import split_words

_AUXILIARY_WORDS = "can could may might must shall should will would do does did has have is are was were"
_CONJUNCTION_WORDS = "if when whether"
_ASKER_WORDS = "i we"
_ANYBODY_WORDS = "you one people person persons user users somebody someone anybody anyone everybody"
_NOBODY_WORDS = "it this that there they these those he she everything anything something nothing"
_MODIFIER_WORDS = "other another any all every each some more new same different"
_PRODUCT_WORDS = "app product program service site software system tool website"
_AUXILIARY = frozenset(_AUXILIARY_WORDS.split())
_CONJUNCTIONS = frozenset(_CONJUNCTION_WORDS.split())
_LEADS = _AUXILIARY | _CONJUNCTIONS
"""What stands before whoever does something."""
_MAY = frozenset({"can", "could", "may", "might"})
_ASKERS = frozenset(_ASKER_WORDS.split())
_ANYBODY = frozenset(_ANYBODY_WORDS.split())
"""May be whoever asks."""
_NOBODY = frozenset(_NOBODY_WORDS.split())
"""Stands for something that was named before."""
_MODIFIERS = frozenset(_MODIFIER_WORDS.split())
_ARTICLES = _MODIFIERS | {"a", "an", "the"}
_PRODUCT = frozenset(_PRODUCT_WORDS.split())
"""In a question to a product's own collection they are the product."""
_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*")


def has_other_actor(question: str, wordings: Sequence[str]) -> bool:
    """Whether the asker does, in a question, what only somebody else does in a text with these wordings."""
    verbs = set(_verbs_of_asker(question))
    if not verbs:
        return False
    of_others = {verb for wording in wordings for verb in _verbs_of_others(wording)}
    return any(not any(_is_open_to_anybody(verb, each) for each in wordings) for verb in verbs & of_others)


def asks_of_asker(question: str) -> bool:
    """Whether a question is about something that the asker does."""
    return any(True for _ in _verbs_of_asker(question))


def lacks_subject(question: str, wordings: Sequence[str]) -> bool:
    """Whether a yes-or-no question is about somebody, or something, that a text with these wordings does not name."""
    subject = _subject(_WORD.findall(question))
    return bool(subject) and not set(split_words(subject)) & set(split_words(" . ".join(wordings)))


def question_subject(question: str) -> str:
    """Who does it: "who" where just that is asked ("who can" apart from "who has"), the stem of whom a yes-or-no
    question is about ("can an agent make tokens?"); empty where it is the asker, anybody, or nobody.
    """
    words = _WORD.findall(question)
    if words and re.split("['’]", words[0].lower())[0] == "who":
        return "who can" if words[1:] and words[1].lower() in _MAY else "who"
    return "".join(split_words(_subject(words))[:1])


def _subject(words: Sequence[str]) -> str:
    """The first word that says of whom a yes-or-no question is; empty where that is the asker, or the product."""
    if not words or words[0].lower() not in _AUXILIARY:
        return ""
    is_other = "else" in words[2:3]
    for word in words[1:]:
        folded = word.lower()
        if folded in _ASKERS | _NOBODY | _PRODUCT or (folded in _ANYBODY and not is_other):
            return ""
        is_other |= folded in _MODIFIERS
        if folded not in _MODIFIERS and (split_words(word) or folded in _ANYBODY):
            return word
    return ""


def _verbs_of_asker(question: str) -> Iterator[str]:
    """Of what is asked about itself: "may I delete it?", "what happens if I delete it?", not "how do I delete it?"."""
    first = question.split(maxsplit=1)[0].lower() if question.strip() else ""
    for at, words in _after_leads(question):
        is_asked = at == 1 or (first == "what" and words[at - 1].lower() in _CONJUNCTIONS)
        if is_asked and words[at].lower() in _ASKERS:
            yield from split_words(" ".join(words[at + 1 : at + 2]))


def _verbs_of_others(text: str) -> Iterator[str]:
    """Stems of what may be the verb behind somebody who is named in one or two words, and is not the asker's."""
    for at, words in _after_leads(text):
        start = at + sum(word.lower() in _ARTICLES for word in words[at : at + 2])
        subject = words[start : start + 1]
        if subject and _is_name(subject[0]) and subject[0].lower() not in _ANYBODY:
            behind = takewhile(split_words, words[start + 1 : start + 3])
            yield from split_words(" ".join(behind))


def _is_name(word: str) -> bool:
    return word.lower() not in _MODIFIERS and bool(split_words(word))


def _is_open_to_anybody(verb: str, text: str) -> bool:
    """Whether a wording has the verb without somebody else who does it."""
    words = _WORD.findall(text)
    places = [at for at, word in enumerate(words) if verb in split_words(word)]
    return any(at == 0 or words[at - 1].lower() in _ASKERS | _ANYBODY | {"to"} for at in places)


def _after_leads(text: str) -> Iterator[tuple[int, list[str]]]:
    """The place behind each word that somebody may follow, with all words."""
    words = _WORD.findall(text)
    for at, word in enumerate(words[:-1]):
        if word.lower() in _LEADS:
            yield at + 1, words
