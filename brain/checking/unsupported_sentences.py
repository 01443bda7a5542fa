"""The unsupported sentences of an answer, located in its Markdown and marked there."""

import re
from collections.abc import Sequence

from brain.checking.excerpt_matching import find_excerpt, normalize_text

UNSUPPORTED_LABEL = "not supported"
"""Follows such a sentence wherever the answer is shown."""
MAX_LISTED_CHARACTERS = 300
"""Of a sentence that is listed apart from its answer."""

_NUMBER = r"(?:[ \t]?\[\d[\d,; ]{0,60}\])?"
_REST = re.compile(rf"{_NUMBER}[.!?…。！？\"'”’)*_`]{{0,9}}{_NUMBER}")
"""What belongs to a sentence after its last word."""


def find_sentences(answer: str, sentences: Sequence[str]) -> dict[str, tuple[int, int]]:
    """The place of each sentence: answer[start:end]. Sentences whose Markdown hides them are missing."""
    found: dict[str, tuple[int, int]] = {}
    normalized = normalize_text(answer) if sentences else None
    for sentence in sentences:
        start = answer.find(sentence)
        if start >= 0:
            found[sentence] = (start, start + len(sentence))
        elif normalized and (span := find_excerpt(sentence, normalized)):
            found[sentence] = span
    return found


def mark_unsupported(answer: str, unsupported: Sequence[str]) -> str:
    """The answer with these sentences marked; those that cannot be located are listed after it."""
    spans = find_sentences(answer, unsupported)
    ends = {rest.end() for _, end in spans.values() if (rest := _REST.match(answer, end))}
    for end in sorted(ends, reverse=True):
        answer = f"{answer[:end]} ({UNSUPPORTED_LABEL}){answer[end:]}"
    not_found = [f"- {shorten(sentence)}" for sentence in unsupported if sentence not in spans]
    if not not_found:
        return answer
    return "\n".join([answer, "", f"Also {UNSUPPORTED_LABEL} by any source:", *not_found])


def shorten(sentence: str) -> str:
    """At most MAX_LISTED_CHARACTERS of it."""
    return (
        sentence
        if len(sentence) <= MAX_LISTED_CHARACTERS
        else f"{sentence[: MAX_LISTED_CHARACTERS - 1].rstrip()}…"
    )
