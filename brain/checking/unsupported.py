"""Sentences of an answer that no cited source supports, found again in its Markdown and marked there."""

import re
from collections.abc import Sequence

from brain.checking.folding import find, fold

NOT_SUPPORTED_MARK = "not supported"
"""Stands behind such a sentence, wherever the answer is shown."""
MOST_SHOWN = 300
"""Characters of a sentence where it is named apart from its answer."""

_NUMBER = r"(?:[ \t]?\[\d[\d,; ]{0,60}\])?"
_REST = re.compile(rf"{_NUMBER}[.!?…。！？\"'”’)*_`]{{0,9}}{_NUMBER}")
"""What belongs to a sentence behind its last word."""


def places_in(answer: str, sentences: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Where each sentence stands: answer[start:end]. One that is not found, as its Markdown hides it, has no place."""
    found: dict[str, tuple[int, int]] = {}
    folded = fold(answer) if sentences else None
    for sentence in sentences:
        start = answer.find(sentence)
        if start >= 0:
            found[sentence] = (start, start + len(sentence))
        elif folded and (place := find(sentence, folded)):
            found[sentence] = place
    return found


def with_marks(answer: str, unsupported: Sequence[str]) -> str:
    """The answer with these sentences marked in the text; those that are not found in it are named behind it."""
    places = places_in(answer, unsupported)
    ends = {rest.end() for _, end in places.values() if (rest := _REST.match(answer, end))}
    for end in sorted(ends, reverse=True):
        answer = f"{answer[:end]} ({NOT_SUPPORTED_MARK}){answer[end:]}"
    missed = [f"- {_shortened(sentence)}" for sentence in unsupported if sentence not in places]
    if not missed:
        return answer
    return "\n".join([answer, "", f"Also {NOT_SUPPORTED_MARK} by any source:", *missed])


def _shortened(sentence: str) -> str:
    return sentence if len(sentence) <= MOST_SHOWN else f"{sentence[: MOST_SHOWN - 1].rstrip()}…"
