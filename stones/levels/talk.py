"""What a long conversation is about: who takes part, and which terms keep coming back."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

from stones.levels.salience import STOP
from stones.levels.units import Unit

LONG_TALK = 60
"""Turns. Past this a paragraph shows so little of a talk that it opens with who took part and what it turned on."""


def turn_count(units: Sequence[Unit]) -> int:
    return len({unit.turn for unit in units})


def who_and_what(units: Sequence[Unit], *, most_people: int = 5) -> str:
    """`Ann, Bob and Eve discuss remote control and battery case.`; empty when nobody or nothing comes back."""
    counted = Counter(
        unit.speaker for unit in units if unit.speaker and not unit.speaker.startswith("Another")
    )
    # "Hon. Ann Doe" without its full stop: it would end a sentence for a simple reader.
    people = [name.replace(". ", " ").rstrip(".") for name, _ in counted.most_common(most_people)]
    topics = frequent_terms([unit.text for unit in units], most=4)
    if len(people) < 2 or len(topics) < 2:
        return ""
    return f"{_joined(people)} discuss {_joined(topics)}."


def _joined(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"


_TOKEN = re.compile(r"[^\W\d_][\w'-]*|[.,;:!?]")


def frequent_terms(texts: Sequence[str], *, most: int) -> list[str]:
    """Pairs of content words that keep coming back, spelt as they mostly are; most frequent first."""
    pairs: Counter[str] = Counter()
    spelt: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for text in texts:
        tokens = _TOKEN.findall(text)
        for left, right in set(pairwise(tokens)):
            words = left.lower(), right.lower()
            if min(len(left), len(right)) > 2 and words[0] != words[1] and not set(words) & _VAGUE:
                pairs[" ".join(words)] += 1
                spelt[" ".join(words)][f"{left} {right}"] += 1
    kept: list[str] = []
    for pair, times in pairs.most_common():
        if times < 4 or len(kept) == most:
            break
        # "remote control" says all that "remote controls" says.
        if not any(_alike(pair, other) for other in kept):
            kept.append(spelt[pair].most_common(1)[0][0])
    return kept


def _alike(pair: str, other: str) -> bool:
    return all(left[:5] == right[:5] for left, right in zip(pair.split(), other.lower().split(), strict=True))


_VAGUE_WORDS = (
    "little bit good great idea ideas every time times first second last next new old big small many "
    "much few point number lot people person guy guys talk talking talked need needs work works working "
    "done put trying try right wrong different basically probably might something anything everything "
    "someone nothing stuff whole part okay sure fine nice interesting one two three four five six seven "
    "eight nine ten twelve fifteen twenty thirty forty fifty hundred half percent per cent take took "
    "give"
)
_VAGUE = STOP | frozenset(_VAGUE_WORDS.split())
