"""What failed in a run, named in several places of its output, and why."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from stones.levels.forms.ranked_lines import Rank

_AROUND_NAME = re.compile(r"^(?:ERROR )?(?:at \w+ of|collecting) |^test | \(.*\)$| \d+ ?m?s$")
_BETWEEN_NAMES = re.compile(r"::| › | > ")


@dataclass(slots=True)
class Failure:
    name: str
    at: int
    """Of its line."""
    rank: Rank = Rank.MORE
    has_failed: bool = True
    is_placed: bool = False
    """It says all on its line."""
    is_marked: bool = False
    """Its reason has a sign of its own (pytest's E)."""
    reasons: list[str] = field(default_factory=list)
    details: list[str] = field(default_factory=list)

    @property
    def has_reason(self) -> bool:
        return self.is_placed or bool(self.reasons) or " - " in self.name

    def explain(self) -> None:
        """What stands below it, where nothing there says of itself that it is the reason: a line, and a sentence."""
        if not self.has_reason and self.details:
            ended = [each for each in self.details[1:] if each.endswith((".", "?", "!"))]
            self.reasons = [self.details[0], *ended[:1]]
            self.details = [each for each in self.details if each not in self.reasons]

    @property
    def text(self) -> str:
        reasons = [each for each in dict.fromkeys(self.reasons) if each not in self.name]
        return ": ".join(filter(None, [self.name.rstrip(".:"), "; ".join(reasons)])) if reasons else self.name


def without_repeated(failures: Iterable[Failure]) -> list[Failure]:
    """A failure that is named again, in a list or by its path, once: where its reason stands."""
    found = [*failures]
    names = {id(each): _bare_name(each.name) for each in found}
    kept = []
    for each in found:
        name = names[id(each)]
        others = [
            other
            for other in found
            if other is not each
            and other.has_reason
            and (
                names[id(other)].endswith(f".{name}")
                or (names[id(other)].startswith(name) and not each.has_reason)
            )
        ]
        if others:
            others[0].details += [*each.reasons, *each.details]
        else:
            kept.append(each)
    for each in kept:
        each.explain()
    return kept


def _bare_name(name: str) -> str:
    """`ERROR at setup of test_a`, `tests/a.py::test_a - it broke` → `test_a`, `tests/a.py.test_a`."""
    return _BETWEEN_NAMES.sub(".", _AROUND_NAME.sub("", name.partition(" - ")[0]))
