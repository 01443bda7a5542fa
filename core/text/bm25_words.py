"""The words of a text that carry meaning, as stems; names also by their parts ("deploy/port", "getUser")."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_HUMPS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_EAST_ASIAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+")
MAX_QUESTION_WORDS = 32
"""Only the first ones of a question: each is searched in every passage."""
_LONGEST_WORD = 64
_SHORTEST_PART = 3
_ABBREVIATION = 3
"""Letters: "FILES" is a plural."""

_STOP_WORDS = (
    "a about an and any are as at be been but by can could did do does for from had has have how i if in into is"
    " it its many may me much my of on or our should so such than that the their them then there these they this"
    " those to very was we were what when where which who whom whose why will with would you your"
)
STOP_WORDS = frozenset(_STOP_WORDS.split())

# Words of questions about a handoff, and stems of the sections that answer them: Porter does not unite these.
_RELATED = {
    "decid": ("decis",),
    "decis": ("decid",),
    "undecid": ("open", "question", "decis", "await"),
    "left": ("remain", "next", "todo", "pend", "open"),
    "remain": ("next", "todo", "pend", "open"),
    "unfinish": ("remain", "next", "todo", "pend", "open"),
    "todo": ("next", "remain", "pend"),
    "next": ("todo", "remain"),
    "broken": ("bug", "fail", "error"),
    "blocker": ("block",),
    "forbidden": ("not", "never", "prohibit", "avoid"),
    "prohibit": ("not", "never", "forbidden", "avoid"),
    "deadlin": ("due", "must", "latest", "until"),
}


def split_words(text: str) -> list[str]:
    """Stems of the words that carry meaning, in order; names also by their parts, East Asian text by pairs."""
    return [stem for word in _raw_words(text) if word not in STOP_WORDS for stem in _stems(word)]


def passage_stems(text: str, *, key: str, tags: Iterable[str]) -> list[str]:
    """The stored stems of a passage, each once, sorted; key and tags of the whole text find all of its passages."""
    return sorted(
        {*split_words(text), *split_words(key), *(stem for tag in tags for stem in split_words(tag))}
    )


def question_stems(question: str) -> list[str]:
    """The stems to search for, each once, in order. Any input is safe: signs are no words."""
    return list(dict.fromkeys(split_words(question)))[:MAX_QUESTION_WORDS]


def expand_related(question_words: Sequence[str]) -> list[str]:
    """Related stems of a handoff for the question's; none of the question's own."""
    return [word for stem in question_words for word in _RELATED.get(stem, ()) if word not in question_words]


def is_east_asian(text: str) -> bool:
    """Whether it has characters of a script that does not separate words by spaces."""
    return _EAST_ASIAN.search(text) is not None


def _raw_words(text: str) -> Iterator[str]:
    for match in _WORD.finditer(text):
        word = match[0]
        if not word.isascii() and _EAST_ASIAN.search(word):
            yield from _pairs(word)
        elif word.isascii() and not word.islower() and not word.isupper():
            parts = [part.lower() for part in _HUMPS.findall(word[:_LONGEST_WORD])]
            yield word[:_LONGEST_WORD].lower()
            if len(parts) > 1:  # getUser, not SARS or mRNA
                yield from (part for part in parts if len(part) >= _SHORTEST_PART)
        else:
            lower = word[:_LONGEST_WORD].lower()
            yield word if is_abbreviation(word) and lower not in STOP_WORDS else lower


def name_parts(word: str) -> tuple[str, ...]:
    """Stems of the parts that capitals divide a name into, "think" and "pad"; empty where they divide nothing."""
    if not word.isascii() or word.islower() or word.isupper():
        return ()
    parts = _HUMPS.findall(word[:_LONGEST_WORD])
    return tuple(_stem(part.lower()) for part in parts) if len(parts) > 1 else ()


def is_abbreviation(word: str) -> bool:
    """Whether its s is no plural: "UPS"."""
    return len(word) == _ABBREVIATION and word.isascii() and word.isupper() and word.endswith("S")


def _pairs(word: str) -> Iterator[str]:
    """East Asian scripts do not separate words: every two neighbouring characters count as one."""
    for run in _EAST_ASIAN.findall(word):
        yield from (run[at : at + 2] for at in range(max(1, len(run) - 1)))
    yield from (part.lower() for part in _EAST_ASIAN.split(word) if part)


def _stems(word: str) -> Iterator[str]:
    """One; of an abbreviation also that of its small letters, in which others may write it."""
    if is_abbreviation(word) and _stem(word.lower()) != word.lower():
        yield word.lower()
    yield _stem(word.lower())


@lru_cache(maxsize=50_000)
def _stem(word: str) -> str:
    """By Porter's English stemmer; words with other letters or digits stay as they are."""
    if not (word.isascii() and word.replace("'", "").replace("’", "").isalpha()):
        return word
    import snowballstemmer  # all its languages come with it

    # A stemmer per call: it stores the current word in itself, and the site's threads share this module.
    return str(snowballstemmer.stemmer("english").stemWord(word.replace("’", "'")))
