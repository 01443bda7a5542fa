"""Who does what a question asks about: "who exported it?" is not "how do I export it?". Told by words in a row, without
a parser. English.
"""

import re
from collections.abc import Sequence

from core.text.bm25_words import split_words

_AUXILIARY_WORDS = "can could may might must shall should will would do does did has have is are was were"
_ASKER_WORDS = "i we"
_ANYBODY_WORDS = "you one people person persons user users somebody someone anybody anyone everybody"
_NOBODY_WORDS = "it this that there they these those he she everything anything something nothing"
_MODIFIER_WORDS = "other another any all every each some more new same different"
_PRODUCT_WORDS = "app product program service site software system tool website"
_AUXILIARY = frozenset(_AUXILIARY_WORDS.split())
_MAY = frozenset({"can", "could", "may", "might"})
_ASKERS = frozenset(_ASKER_WORDS.split())
_ANYBODY = frozenset(_ANYBODY_WORDS.split())
"""May be whoever asks."""
_NOBODY = frozenset(_NOBODY_WORDS.split())
"""Stands for something that was named before."""
_MODIFIERS = frozenset(_MODIFIER_WORDS.split())
_PRODUCT = frozenset(_PRODUCT_WORDS.split())
"""In a question to a product's own collection they are the product."""
_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*")


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
