"""Which units a level is made of: the best for their size, none that says what is already said."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from stones.levels.extract_new.cutting import cut, cut_list
from stones.levels.extract_new.units import Unit
from stones.levels.limits import CountTokens

SAME = 0.6
"""A unit of whose words more than this are in another one says nothing new."""
HEADLINE = 0.3
"""From which a unit says what the text is: it is told although it must be cut within a list."""
LEAST_TOKENS = 5
_WORD = re.compile(r"[^\W_]{3,}")
_EAST_ASIAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


@dataclass
class Room:
    """What is left of a level's tokens, and what it says so far."""

    left: int
    count_tokens: CountTokens
    said: list[frozenset[str]] = field(default_factory=list)

    def take(self, unit: Unit, *, extra: int = 1, longest: int = 0) -> Unit | None:
        """The unit as it is told, cut where it is too long (or longer than `longest`); None: it is not told."""
        most = self.left - extra
        if longest and unit.tokens > longest:
            shorter = cut(unit.text, min(longest, most), self.count_tokens)
            unit = self._with_text(unit, shorter) if shorter else unit
        if unit.tokens > most:
            shorter = cut(unit.text, most, self.count_tokens)
            if not shorter and unit.headline >= HEADLINE:
                shorter = cut_list(unit.text, most, self.count_tokens)
            unit = self._with_text(unit, shorter)
        words = words_of(unit.text)
        if not words or most < LEAST_TOKENS or any(_is_same(words, other) for other in self.said):
            return None
        self.left -= unit.tokens + extra
        self.said.append(words)
        return unit

    def _with_text(self, unit: Unit, text: str) -> Unit:
        return replace(unit, text=text, tokens=self.count_tokens(text))


def by_value(units: Iterable[Unit], exponent: float, headline: float = 0.0) -> list[Unit]:
    """Best first: what turns the meaning before all, then by worth for size."""
    return sorted(units, key=lambda unit: (not unit.is_turning, -_value(unit, exponent, headline), unit.line))


def _value(unit: Unit, exponent: float, headline: float) -> float:
    worth = unit.worth + headline * unit.headline
    return worth / max(unit.tokens, 6) ** exponent if worth > 0 else worth


def words_of(text: str) -> frozenset[str]:
    """What two texts are compared by: words, of East Asian text pairs of characters."""
    return frozenset(piece for word in _WORD.findall(text.lower()) for piece in _pieces(word))


def _pieces(word: str) -> Iterator[str]:
    if _EAST_ASIAN.search(word):
        yield from (word[at : at + 2] for at in range(len(word) - 1))
    else:
        yield word


def _is_same(words: frozenset[str], other: frozenset[str]) -> bool:
    return len(words & other) > SAME * len(words)


def in_order(units: Sequence[Unit]) -> list[Unit]:
    return sorted(units, key=lambda unit: (unit.line, unit.part))
