"""Chooses the units of a level: the best for their size, without repetitions."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from core.text.passages import CountTokens
from stones.levels.author_rules import RuleKind
from stones.levels.document_parts import PartKind
from stones.levels.extract.compared_words import compared_words
from stones.levels.extract.shorten_text import cut, cut_list, cut_words
from stones.levels.extract.unit import Unit

MAX_SHARED_WORDS = 0.5
"""A unit that shares this many of its words with another one says nothing new."""
MAX_SHARED_RULE_WORDS = 0.8
"""The same for rules and commands: "never touch the queue" is not "never touch the table"."""
HEADLINE = 0.3
"""From this headline value on a unit says what the text is: it is shown even if it must be cut within a list."""
MIN_TOKENS = 5
COUNT_TOKENS = 10
"""Reserved for the line that counts what is left out."""
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@dataclass
class TokenBudget:
    """The tokens left for a level, and the words that it has so far."""

    left: int
    count_tokens: CountTokens
    stated: list[frozenset[str]] = field(default_factory=list)

    def take(self, unit: Unit, *, extra: int = 1, longest: int = 0) -> Unit | None:
        """The unit as it will be shown, cut if it is too long (or longer than `longest`); None: it does not fit or
        repeats.
        """
        most = self.left - extra
        if most < MIN_TOKENS:
            return None
        if longest and unit.tokens > longest:
            unit = self._cut(unit, min(longest, most)) or unit
        chosen = unit if unit.tokens <= most else self._cut(unit, most)
        words = compared_words(chosen.text) if chosen else None
        is_exact = unit.rule is not None or unit.kind is PartKind.CODE
        most_shared = MAX_SHARED_RULE_WORDS if is_exact else MAX_SHARED_WORDS
        if (
            chosen is None
            or not words
            or any(len(words & other) >= most_shared * len(words) for other in self.stated)
        ):
            return None
        self.left -= chosen.tokens + extra
        self.stated.append(words)
        return chosen

    def _cut(self, unit: Unit, most: int) -> Unit | None:
        text = cut(unit.text, most, self.count_tokens)
        if not text and unit.headline >= HEADLINE:
            text = cut_list(unit.text, most, self.count_tokens)
        if not text and unit.is_turning:
            text = cut_words(unit.text, most, self.count_tokens)
        return replace(unit, text=text, tokens=self.count_tokens(text)) if text else None


def by_value(units: Iterable[Unit], exponent: float, *, with_listed: bool = False) -> list[Unit]:
    """Best first: units that turn the meaning before all others, where asked the prohibitions that are listed as such,
    then by worth for size.
    """

    def is_late(unit: Unit) -> tuple[bool, bool]:
        return not unit.is_turning, with_listed and not unit.is_listed

    return sorted(units, key=lambda unit: (is_late(unit), -_value(unit, exponent), unit.line))


def count_rules(number: int, kind: RuleKind) -> str:
    """In words: a figure would seem to be one of the text's."""
    name = "next step" if kind is RuleKind.NEXT else str(kind)
    return f"{_NUMBERS[number - 1] if number <= len(_NUMBERS) else 'many'} {name}{'s' * (number > 1)}"


def _value(unit: Unit, exponent: float) -> float:
    worth = unit.worth + unit.headline
    return worth / max(unit.tokens, 6) ** exponent if worth > 0 else worth
