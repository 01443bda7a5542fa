"""What a long conversation is about: who takes part, and which terms keep coming back."""

import re
from collections import Counter
from collections.abc import Sequence

from stones.levels.salience import STOP
from stones.levels.units import Unit

LONG_TALK = 60
"""Turns. Past this a paragraph shows so little of a talk that it opens with who took part and what it turned on."""


def turn_count(units: Sequence[Unit]) -> int:
    return len({unit.turn for unit in units})


def who_and_what(units: Sequence[Unit]) -> str:
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
