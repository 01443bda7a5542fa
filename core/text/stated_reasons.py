"""Whether a question asks for a reason, and a quotation gives the one that it asks for. English alone."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.text.bm25_words import split_words
from core.text.filler_words import ASKING, NEGATED, NEGATIONS, OPENING
from core.text.irregular_forms import base_form, stated_bases

_WORDS = re.compile(r"[^\W_]+")
_LETTERS = re.compile(r"[^\W\d_]+")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_WHY = re.compile(
    rf"{OPENING}(?:why\b|how come\b|for what reason\b|what(?:'s| is| was| are| were) the reasons?\b"
    r"|what (?:made|makes|led|caused|stopped|prevented|convinced)\b"
    r"|what\b(?!.*\b(?:look|ask|pa[iy]|wait|stand|vot|car|hop|appl|search|list|know)\w* for\W*$).*\bfor\W*$)",
    re.I,
)
_REASON = re.compile(
    r"\b(?:because|since|due to|owing to|thanks to|reasons?|therefore|thus|hence|otherwise|so that|in order to|to avoid"
    r"|for fear|caused?|so \w+ that)\b|, (?:as|so)\b",
    re.I,
)
_THEREFORE = re.compile(
    r"(?:, so|; so|\btherefore|\bthus|\bhence)\b(?! (?:that|to speak|far|on|forth|much|many)\b)", re.I
)
"""What is behind it has its reason in front: "the pump leaks, so we carry water"."""
_LABELLED = re.compile(r"\W*(?:reasons?|rationale|because|grund|begründung)\b[ *_]*(?:[:–—-]|of\b)", re.I)
"""Opens a sentence that gives the reason for what stands before it: "Reason: the double bookings." """
_DENIED_FOR = re.compile(
    r"\b(?:never|not|no longer|no more|any ?more|stopped|dropped|cancell?ed|\w+n['’]t)\b[^()\n]{0,80}"
    r"\((?!(?:see|the ones?|e\.g|i\.e|as|at|by|from|in|on|since|until|except|only|called|formerly)\b)"
    r"([^()\n]{1,300})\)",
    re.I,
)
"""What is denied, with the reason in brackets: "no more nights (two falls on the stairs)"; not what tells which, where
or when: "the bus does not run (from the harbour to the mill)". """
_COLON = re.compile(r": | [–—-] ")
_PART_END = re.compile(
    r"(?<=[.!?])\s+(?=(?:it|its|they|their|he|his|she|her|this|that|these|those|we|i|nobody)\b)|[:;] | [–—-] ",
    re.I,
)
"""What goes on with the same, a sentence behind it only where it begins with a word that stands for it."""
_MIN_ASKED = 2
"""Words that mean something, of a question of which one says that they are all there."""
_MIN_REASON = 3


def asks_reason(query: str) -> bool:
    return _WHY.match(query) is not None


def states_reason(query: str, quoted: str, *, context: str) -> bool:
    """Whether a sentence that has a word of the question gives one, not that of something else beside it, or the one
    behind it does so by its label, or it says more of it behind a colon or a dash. `context`: the question with all
    that is known to be asked about.
    """
    stems = set(split_words(query)) - ASKING or set(split_words(context)) - ASKING
    sentences = _SENTENCE.split(quoted)
    is_denied = NEGATED.search(query) is not None or not NEGATIONS.isdisjoint(split_words(query))
    return _goes_on(context, sentences, _COLON) or any(
        not stems.isdisjoint(split_words(sentence))
        and (
            _LABELLED.match(after)
            or _gives_reason(stems, sentence)
            or (is_denied and _denies_for_reason(sentence))
        )
        for sentence, after in pairwise([*sentences, ""])
    )


def _denies_for_reason(sentence: str) -> bool:
    brackets = (found[1] for found in _DENIED_FOR.finditer(sentence))
    return any(len(_LETTERS.findall(each)) >= _MIN_REASON for each in brackets)


def _gives_reason(stems: set[str], sentence: str) -> bool:
    """Whether it has a word of reason, and what these stems are of is not itself the reason of what follows."""
    so = _THEREFORE.search(sentence)
    if so and not _does(stems, sentence[so.end() :]):
        return any(map(_REASON.search, (sentence[: so.start()], sentence[so.end() :])))
    return _REASON.search(sentence) is not None


def _does(stems: set[str], text: str) -> bool:
    """Whether one of them stands there, verbs in any of their forms."""
    held = set(split_words(text))
    return not stems.isdisjoint(held) or not stated_bases(held).isdisjoint(map(base_form, stems))


def goes_on(question: str, quoted: str) -> bool:
    """Whether more is said of it behind a part of the quotation that holds all that the question says: that may be
    the reason ("The roof stays as it is: the beams are gone").
    """
    return _goes_on(question, [quoted], _PART_END)


def _goes_on(question: str, texts: Sequence[str], border: re.Pattern[str]) -> bool:
    stems = set(split_words(question)) - ASKING - NEGATIONS
    return len(stems) >= _MIN_ASKED and any(
        stems.issubset(split_words(part)) and len(_WORDS.findall(rest)) >= _MIN_REASON
        for text in texts
        for part, rest in _parts(text, border)
    )


def _parts(text: str, border: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Each part that a border ends, with all that follows."""
    start = 0
    for found in border.finditer(text):
        yield text[start : found.start()], text[found.end() :]
        start = found.end()
