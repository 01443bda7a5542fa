"""Where a question is worded as another one, but for a thing or an action in place of another: "Where are the logs
stored?" beside "Where are the backups stored?".

Who asks so asks about something else, unless the two mean the same; that is for a model of meanings to tell.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.text.bm25_words import STOP_WORDS, split_words
from core.text.filler_words import ASKING, FUNCTION_WORDS, LIGHT

MIN_SHARED = 2
"""Words before and behind, without articles and prepositions."""
MAX_REPLACED = 3
"""The same of what differs."""
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_LIGHTEST = "a an the this that these those my our your his her its their of for to in on at from with new"
_LEFT_OUT = frozenset(_LIGHTEST.split())
_ALIKE = {"may": "can", "could": "can", "might": "can"}
"""Ways of asking the same."""
_SAYS_NOTHING = ASKING | FUNCTION_WORDS | LIGHT


class ReplacedWords(NamedTuple):
    requested: str
    """Of the question, in small letters."""
    known: str


class _Word(NamedTuple):
    text: str
    stems: tuple[str, ...]


def replaced_words(question: str, wordings: Sequence[str], texts: Sequence[str]) -> Iterator[ReplacedWords]:
    """For each wording that differs from the question in one stretch alone, where that of the question has a word that
    none of the texts holds. `texts`: all that is said, the wordings included.
    """
    own = _words(question)
    if len(own) <= MIN_SHARED:
        return
    held: set[str] | None = None
    for wording in wordings:
        requested, known = _difference(own, _words(wording))
        if len(own) - len(requested) < MIN_SHARED or not (_is_thing(requested) and _is_thing(known)):
            continue
        held = held if held is not None else _held("\n".join(texts))
        if not all(_is_held(each, held) for each in requested):
            yield ReplacedWords(*(" ".join(each.text for each in part) for part in (requested, known)))


def _is_thing(words: Sequence[_Word]) -> bool:
    """Whether all of a few words have content: another way of asking ("is it possible to") has others."""
    return 0 < len(words) <= MAX_REPLACED and not any(
        each.text in STOP_WORDS or _SAYS_NOTHING.issuperset(each.stems) for each in words
    )


def _words(text: str) -> list[_Word]:
    """Function words count as they are."""
    words = [word for word in _WORD.findall(text) if word.lower() not in _LEFT_OUT]
    plain = [_ALIKE.get(word.lower(), word) for word in words]
    return [_Word(word.lower(), tuple(split_words(word)) or (word.lower(),)) for word in plain]


def _difference(one: Sequence[_Word], other: Sequence[_Word]) -> tuple[Sequence[_Word], Sequence[_Word]]:
    """What stands between the words with which both begin and those with which both end."""
    most = min(len(one), len(other))
    first = next((at for at in range(most) if one[at].stems != other[at].stems), most)
    most -= first
    last = next((at for at in range(most) if one[-1 - at].stems != other[-1 - at].stems), most)
    return one[first : len(one) - last], other[first : len(other) - last]


def _is_held(word: _Word, held: set[str]) -> bool:
    """Of one with a hyphen all its parts, or as it is written without: "e-bike" is not in "mountain bike"."""
    return held.issuperset(word.stems) or not held.isdisjoint(split_words(word.text.replace("-", "")))


def _held(text: str) -> set[str]:
    """With words that are written with a hyphen also as one."""
    return set(split_words(f"{text}\n{text.replace('-', '')}"))
