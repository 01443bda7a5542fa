"""LOD-1: one paragraph that is enough for a standard task."""

import re
from collections.abc import Sequence

from stones.levels.candidates import PROSE_WEIGHTS, TALK_WEIGHTS, Candidates
from stones.levels.limits import LIMITS, CountTokens
from stones.levels.reporting import reported
from stones.levels.salience import pick
from stones.levels.talk import LONG_TALK, turn_count, who_and_what
from stones.levels.units import Unit
from stones.levels.wording import shorter_forms

NAME_TOKENS = 5
USUAL_TOKENS = 125
"""Abstracts and summaries of threads that people write are about this long; only a long talk fills the limit."""
_FIRST_PERSON = re.compile(r"\b(?:I|I'm|I've|I'll|I'd|my|me)\b")
_ROLE_WORDS = re.compile(
    r"^(?:another|the|project|user|industrial|grad|professor|prof|phd|postdoc|doctor|dr|mr|mrs|ms|hon|right|"
    r"speaker|participant|agent)\b",
    re.I,
)


def write_detail(
    candidates: Candidates, *, count_tokens: CountTokens, most_tokens: int = LIMITS.detail_tokens
) -> str:
    """At most `most_tokens`; empty when no sentence fits."""
    if not candidates.units:
        return ""
    document = candidates.document
    is_long_talk = document.is_talk and turn_count(document.units) > LONG_TALK
    if not is_long_talk:
        most_tokens = min(most_tokens, USUAL_TOKENS)
    opening = who_and_what(document.units) if is_long_talk else ""
    weights = TALK_WEIGHTS if document.is_talk else PROSE_WEIGHTS
    texts = [_form(unit.text, count_tokens, most_tokens) for unit in candidates.units]
    extra = NAME_TOKENS if document.is_talk else 1
    chosen = pick(
        candidates.scores(weights),
        candidates.vectors,
        texts,
        costs=[count_tokens(text) + extra for text in texts],
        budget=most_tokens - count_tokens(opening),
        weights=weights,
    )
    while chosen:
        text = _render(
            [candidates.units[at] for at in sorted(chosen)], [texts[at] for at in sorted(chosen)], opening
        )
        if count_tokens(text) <= most_tokens:
            return text
        chosen.pop()
    return ""


def _form(text: str, count_tokens: CountTokens, most_tokens: int) -> str:
    """The longest form of the sentence that leaves room for two more."""
    forms = shorter_forms(text)
    return next((form for form in forms if count_tokens(form) <= most_tokens // 2), forms[-1])


def _render(units: Sequence[Unit], texts: Sequence[str], opening: str) -> str:
    parts = [opening] if opening else []
    known: set[str] = set()
    last = ""
    for unit, text in zip(units, texts, strict=True):
        if unit.speaker and unit.speaker != last:
            parts.append(reported(text, _call(unit.speaker, known)))
            known.add(unit.speaker)
        elif unit.speaker and _FIRST_PERSON.search(text):
            parts.append(reported(text, _call(unit.speaker, known)))
        else:
            parts.append(text)
        last = unit.speaker
    return " ".join(parts)


def _call(speaker: str, known: set[str]) -> str:
    """The full name once, then the first name, as people do; roles keep their whole name."""
    if speaker not in known or _ROLE_WORDS.match(speaker):
        return speaker
    return speaker.split()[0]
