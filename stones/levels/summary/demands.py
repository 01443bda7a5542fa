"""The demands of a text on its reader: the clause that warns, forbids or asks, and its weight.

Narrower than `author_rules.rules_of`: "the tabs were never in the bundle" has a prohibition's words and forbids
nothing.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from stones.levels.author_rules import AuthorRule, RuleKind, forbidding_name
from stones.levels.document_parts import DocumentPart
from stones.levels.summary.demand_words import (
    ASKING,
    BANNER,
    CLAUSE_END,
    HARD_ENDS,
    HYPOTHETICAL,
    LABEL,
    MAY_DEMAND,
    PAST,
    UNDONE,
    find_prohibition,
)
from stones.levels.summary.word_stems import content_stems

TOP = 12
"""Lines: a demand there is more important than elsewhere."""
MAX_RULE_CHARACTERS = 600
"""Of a sentence."""
MAX_CLAUSE_CHARACTERS = 110
"""Of a clause that is quoted."""


class DemandKind(StrEnum):
    WARNING = "warning"
    PROHIBITION = "prohibition"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class Demand:
    kind: DemandKind
    text: str
    """The clause alone."""
    sentence: str
    line: int
    weight: float
    core: str = ""
    """For something not done yet, the word that names it; empty: the whole clause counts."""
    forbidden_by: str = ""
    """The heading that forbids it; empty: the clause itself does."""

    @property
    def quotation(self) -> str:
        return f"{self.forbidden_by}: {self.text}" if self.forbidden_by else self.text


def may_demand(part: DocumentPart) -> bool:
    """A cheap test: False is certain."""
    return MAY_DEMAND.search(part.plain) is not None or bool(forbidding_name(part))


def find_demands(rules: Iterable[AuthorRule]) -> Iterator[Demand]:
    for rule in rules:
        if (rule.is_marked or rule.is_near_top) and (demand := _demand(rule)):
            yield demand


def _demand(rule: AuthorRule) -> Demand | None:
    text = rule.text[:MAX_RULE_CHARACTERS].replace("’", "'")
    weight = 1.5 * rule.is_near_top + 1.0 * rule.is_marked + 1.0 * (rule.line <= TOP)
    weight -= 1.5 * bool(HYPOTHETICAL.match(text)) + 1.0 * bool(PAST.search(text))
    is_labelled = LABEL.search(text) is not None
    if rule.forbidden_by:
        excerpt = _clause(text, 0)
        return Demand(
            DemandKind.PROHIBITION, excerpt, text, rule.line, weight + 3.0, forbidden_by=rule.forbidden_by
        )
    if match := find_prohibition(text):
        weight += 2.0 + is_labelled + match[0].strip().isupper()
        return Demand(DemandKind.PROHIBITION, _clause(text, match.start()), text, rule.line, weight)
    if match := UNDONE.search(text) or BANNER.search(text):
        weight += 1.0 + is_labelled + 0.5 * match[0].isupper()
        excerpt = _clause(text, match.start(), from_its_start=True)
        return Demand(DemandKind.WARNING, excerpt, text, rule.line, weight, match[0])
    if is_labelled and rule.kind in (RuleKind.WARNING, RuleKind.CONSTRAINT, RuleKind.BLOCKER):
        return Demand(DemandKind.WARNING, _clause(text, 0), text, rule.line, weight + 1.5)
    if rule.is_near_top and (match := ASKING.search(text)):
        return Demand(DemandKind.ASK, _clause(text, match.start()), text, rule.line, weight + 0.5)
    return None


def _clause(text: str, at: int, *, from_its_start: bool = False) -> str:
    """The clause around `at`, from there on."""
    start = at
    if from_its_start:
        ends = [match.end() for match in CLAUSE_END.finditer(text, 0, at)]
        start = ends[-1] if ends else 0
    end = next(
        (match.start() for match in CLAUSE_END.finditer(text, at + 2) if _ends(text, start, match)), len(text)
    )
    excerpt = text[start:end]
    excerpt = excerpt.strip(' \t.,;:—–-(|"“”')
    if len(excerpt) <= MAX_CLAUSE_CHARACTERS:
        return excerpt
    cut = excerpt[: MAX_CLAUSE_CHARACTERS - 2]
    return f"{cut[: cut.rfind(' ')] if ' ' in cut[60:] else cut} …"


def _ends(text: str, start: int, mark: re.Match[str]) -> bool:
    """A full stop does; a dash, a colon or a bracket only after three meaningful words."""
    return mark[0] in HARD_ENDS or len(content_stems(text[start : mark.start()])) > 2
