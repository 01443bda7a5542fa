"""LOD-1: one paragraph that is enough for a standard task."""

import re
from collections import Counter
from collections.abc import Sequence

from stones.levels.candidates import PROSE_WEIGHTS, TALK_WEIGHTS, Candidates
from stones.levels.limits import LIMITS, CountTokens
from stones.levels.reporting import reported
from stones.levels.salience import STOP, pick
from stones.levels.units import Unit
from stones.levels.wording import shorter_forms

NAME_TOKENS = 5
LONG_TALK = 60
"""Turns. Past this a paragraph shows so little of a talk that it opens with who took part and what it turned on."""
MAIL_TOKENS = 125
"""A short thread has little to tell; its summaries are shorter than those of meetings."""
_ROLE_WORDS = re.compile(r"^(?:another|the|project|user|industrial|grad|professor|prof|phd|postdoc|doctor|dr|mr|mrs|ms|speaker|participant|agent)\b", re.I)  # fmt: skip


def write_detail(
    candidates: Candidates, *, count_tokens: CountTokens, most_tokens: int = LIMITS.detail_tokens
) -> str:
    """At most `most_tokens`; empty when no sentence fits."""
    if not candidates.units:
        return ""
    document = candidates.document
    is_long_talk = document.is_talk and _turns(document.units) > LONG_TALK
    if document.is_talk and not is_long_talk:
        most_tokens = min(most_tokens, MAIL_TOKENS)
    opening = _who_and_what(document.units) if is_long_talk else ""
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
        else:
            parts.append(text)
        last = unit.speaker
    return " ".join(parts)


def _call(speaker: str, known: set[str]) -> str:
    """The full name once, then the first name, as people do; roles keep their whole name."""
    if speaker not in known or _ROLE_WORDS.match(speaker):
        return speaker
    return speaker.split()[0]


def _turns(units: Sequence[Unit]) -> int:
    return len({unit.turn for unit in units})


def _who_and_what(units: Sequence[Unit]) -> str:
    counted = Counter(
        unit.speaker for unit in units if unit.speaker and not unit.speaker.startswith("Another")
    )
    people = [name for name, _ in counted.most_common(5)]
    topics = frequent_terms([unit.text for unit in units], most=4)
    if len(people) < 2 or len(topics) < 2:
        return ""
    return f"{_joined(people)} discuss {_joined(topics)}."


def _joined(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"


_TOKEN = re.compile(r"[^\W\d_][\w'-]*|[.,;:!?]")


def frequent_terms(texts: Sequence[str], *, most: int) -> list[str]:
    """Pairs of content words that keep coming back, as they stand in the text; most frequent first."""
    pairs: Counter[tuple[str, str]] = Counter()
    for text in texts:
        tokens = [token.lower() for token in _TOKEN.findall(text)]
        pairs.update({
            (left, right)
            for left, right in zip(tokens, tokens[1:], strict=False)
            if left != right and min(len(left), len(right)) > 2 and not {left, right} & _VAGUE
        })  # fmt: skip
    return [" ".join(pair) for pair, times in pairs.most_common(most) if times >= 4]


_VAGUE = STOP | frozenset(
    "little bit good great idea ideas every time times first second last next new old big small many much few point number lot "
    "people person guy guys talk talking talked need needs work works working done put trying try right wrong different "
    "basically probably might something anything everything someone nothing stuff whole part okay sure fine nice interesting "
    "one two three four five six seven eight nine ten twelve fifteen twenty thirty forty fifty hundred half percent per cent take took give".split()
)
