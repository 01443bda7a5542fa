"""What a task asks for: the sentence that says please, else one that begins with a verb, else such a title."""

import re
from collections.abc import Iterator, Sequence

from stones.levels.fallback import is_generic
from stones.levels.limits import LIMITS, CountTokens
from stones.levels.units import Unit
from stones.levels.wording import (
    commands,
    dangles,
    finished,
    is_one_sentence,
    loses_a_clause,
    points,
    sends_elsewhere,
    shorter_forms,
)

PLEASE_WITHIN = 15
IMPERATIVE_WITHIN = 5
"""Sentences: who asks does so early; later ones are steps."""
_PLEASE = re.compile(r"^(?:(?:so|now|then|and),?\s+)?please\s+(?=\w)", re.I)
_COULD_YOU = re.compile(r"^(?:can|could|would|will) you (?:please )?(?=\w)", re.I)


def requested(units: Sequence[Unit], title: str, *, count_tokens: CountTokens) -> str:
    """One sentence, at most a LOD-0 long; empty when nothing is asked in so many words."""
    for said in (*_sentences(units), *_of_title(title)):
        for form in shorter_forms(said):
            if fits_scan(form, count_tokens) and not loses_a_clause(form, said):
                return form
    return ""


def _sentences(units: Sequence[Unit]) -> Iterator[str]:
    early = [unit.text for unit in units[:PLEASE_WITHIN] if not unit.speaker]
    stands = [text for text in early if not (dangles(text) or points(text) or sends_elsewhere(text))]
    yield from (text for text in stands if _PLEASE.match(text) or _COULD_YOU.match(text))
    yield from (text for text in stands if text in early[:IMPERATIVE_WITHIN] and commands(text))


def _of_title(title: str) -> Iterator[str]:
    words = title.split()
    if len(words) >= 3 and commands(title) and not any(map(is_generic, words[:3])):
        yield finished(title)


def fits_scan(said: str, count_tokens: CountTokens) -> bool:
    return count_tokens(said) <= LIMITS.scan_tokens and is_one_sentence(said)
