"""LOD-2: the document's own headings, and under them its rules first, then what says most."""

from collections import Counter
from collections.abc import Iterable, Sequence

from stones.levels.extract_new.choosing import Room
from stones.levels.extract_new.units import Unit
from stones.levels.limits import CountTokens
from stones.levels.parts import Kind
from stones.levels.rules import RuleKind

LONGEST = 24
"""Tokens past which a unit is cut at a clause, so that more of them have room."""
EXPONENT = 0.7
COUNT_TOKENS = 16
"""Kept for the line that counts what is left out."""
LEAST_LEAD = 25
"""Characters of a line that only leads in, from which it tells something itself."""
_NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


def write_deep(title: str, units: Sequence[Unit], *, most_tokens: int, count_tokens: CountTokens) -> str:
    """Markdown of at most `most_tokens`; what has no room is counted in its last line where it is a rule."""
    room = Room(most_tokens - COUNT_TOKENS, count_tokens)
    lines = [f"# {title}"] if title and count_tokens(title) < most_tokens // 4 else []
    room.left -= sum(count_tokens(line) + 1 for line in lines)
    headings: set[tuple[str, ...]] = {(title,), ()}
    chosen: dict[int, Unit] = {}
    order = {id(unit): place for place, unit in enumerate(units)}
    for unit in _ranked(units):
        heading = 0 if unit.trail in headings else count_tokens(f"## {unit.trail[-1]}") + 1
        if told := room.take(unit, extra=heading + 2, longest=LONGEST):
            chosen[order[id(unit)]] = told
            headings.add(unit.trail)
    told_parts = [chosen[place] for place in sorted(chosen)]
    left_out = [unit for place, unit in enumerate(units) if place not in chosen and unit.is_marked]
    return "\n".join([*lines, *_laid_out(told_parts, title), *_counted(left_out)])


def _ranked(units: Sequence[Unit]) -> list[Unit]:
    """Rules before all else, so that they are left out last."""
    told = [
        unit
        for unit in units
        if unit.kind is not Kind.HEADING and not (unit.is_lead and len(unit.text) < LEAST_LEAD)
    ]
    import math

    def v(unit):
        w = (
            unit.worth
            + (LOG * math.log(unit.tokens + 1))
            + (RB if unit.rule else 0)
            + (MB if unit.is_marked else 0)
            + (WB if unit.rule in FIRST else 0)
        )
        return w / (unit.tokens + ADD) ** EXPONENT if w > 0 else w

    return sorted(told, key=lambda unit: (not unit.is_turning, -v(unit), unit.line))


LOG = 0.1
RB = 0.5
MB = 0.0
WB = 0.0
ADD = 2
FIRST = (RuleKind.PROHIBITION, RuleKind.DECISION, RuleKind.BLOCKER, RuleKind.DEADLINE, RuleKind.NEXT)


def _laid_out(units: Iterable[Unit], title: str) -> list[str]:
    lines: list[str] = []
    trail: tuple[str, ...] = ()
    part = -2
    for unit in units:
        if unit.trail != trail and unit.trail and unit.trail[-1] != title:
            lines.append(f"## {unit.trail[-1]}")
        if unit.part == part and lines and unit.kind is not Kind.CODE:
            lines[-1] += f" {unit.text}"
        else:
            lines.append(f"- {unit.text}")
        trail, part = unit.trail, unit.part
    return lines


def _counted(left_out: Sequence[Unit]) -> list[str]:
    counts = Counter(unit.rule for unit in left_out if unit.rule)
    told = [_count(number, kind) for kind in RuleKind if (number := counts[kind])]
    return [f"(Left out: {', '.join(told)}.)"] if told else []


def _count(number: int, kind: RuleKind) -> str:
    """In words: a figure would seem to be one of the text's."""
    name = "next step" if kind is RuleKind.NEXT else str(kind)
    return f"{_NUMBERS[number - 1] if number <= len(_NUMBERS) else 'many'} {name}{'s' * (number > 1)}"
