"""The demands of a text on its reader: the clause that warns, forbids or asks, and its weight.

Narrower than `author_rules.rules_of`: "the tabs were never in the bundle" has a prohibition's words and forbids
nothing.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from stones.levels.author_rules import (
    AuthorRule,
    RuleKind,
    forbidding_name,
    is_under_prohibitions,
    rules_of,
)
from stones.levels.document_parts import DocumentPart, PartKind
from stones.levels.summary.demand_words import (
    ASKING,
    BANNER,
    CLAUSE_END,
    DENIED,
    HARD_ENDS,
    HYPOTHETICAL,
    LABEL,
    MAY_DEMAND,
    MODAL,
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


IN_SECTION = 2.0
"""Added to the weight of a prohibition in a section of prohibitions, which its author set apart as a whole."""


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
    subject: str = ""
    """What precedes `must not be …` in its clause."""
    row: str = ""
    """The first cell of its row; empty: it is in no table."""

    @property
    def quotation(self) -> str:
        lead = self.forbidden_by or self.row
        clause = f"{self.subject} {self.text}" if self.subject else self.text
        return f"{lead}: {clause}" if lead and not clause.startswith(lead) else clause


def may_demand(part: DocumentPart) -> bool:
    """A cheap test: False is certain."""
    return MAY_DEMAND.search(part.plain) is not None or bool(forbidding_name(part)) or _is_listed_ban(part)


def _is_listed_ban(part: DocumentPart) -> bool:
    """`No schema changes` under `Prohibitions`."""
    is_item = part.kind in (PartKind.ITEM, PartKind.ROW)
    return (
        is_item
        and is_under_prohibitions(part)
        and DENIED.search(part.plain[:MAX_RULE_CHARACTERS]) is not None
    )


def find_demands(part: DocumentPart) -> Iterator[Demand]:
    """Of one part."""
    row = part.plain.partition(" | ")[0] if part.kind is PartKind.ROW else ""
    is_under_ban = is_under_prohibitions(part) or bool(forbidding_name(part))
    is_listed = _is_listed_ban(part)
    for rule in rules_of(part):
        is_clear = rule.is_marked or rule.is_near_top or is_under_ban
        if is_clear and (demand := _demand(rule, is_listed=is_listed)):
            extra = IN_SECTION if is_under_ban and demand.kind is DemandKind.PROHIBITION else 0.0
            yield replace(demand, row=row, weight=demand.weight + extra)


def _demand(rule: AuthorRule, *, is_listed: bool = False) -> Demand | None:
    text = rule.text[:MAX_RULE_CHARACTERS].replace("’", "'")
    weight = 1.5 * rule.is_near_top + 1.0 * rule.is_marked + 1.0 * (rule.line <= TOP)
    weight -= 1.5 * bool(HYPOTHETICAL.match(text)) + 1.0 * bool(PAST.search(text))
    is_labelled = LABEL.search(text) is not None
    if rule.forbidden_by:
        excerpt = quote_clause(text, 0)
        return Demand(
            DemandKind.PROHIBITION, excerpt, text, rule.line, weight + 3.0, forbidden_by=rule.forbidden_by
        )
    if match := find_prohibition(text) or (DENIED.search(text) if is_listed else None):
        weight += 2.0 + is_labelled + match[0].strip().isupper()
        excerpt, subject = quote_clause(text, match.start()), subject_of(text, match)
        return Demand(DemandKind.PROHIBITION, excerpt, text, rule.line, weight, subject=subject)
    if match := UNDONE.search(text) or BANNER.search(text):
        weight += 1.0 + is_labelled + 0.5 * match[0].isupper()
        excerpt = quote_clause(text, match.start(), from_its_start=True)
        return Demand(DemandKind.WARNING, excerpt, text, rule.line, weight, match[0])
    if is_labelled and rule.kind in (RuleKind.WARNING, RuleKind.CONSTRAINT, RuleKind.BLOCKER):
        return Demand(DemandKind.WARNING, quote_clause(text, 0), text, rule.line, weight + 1.5)
    if rule.is_near_top and (match := ASKING.search(text)):
        return Demand(DemandKind.ASK, quote_clause(text, match.start()), text, rule.line, weight + 0.5)
    return None


def subject_of(text: str, prohibition: re.Match[str]) -> str:
    """The words of its clause before `must not`, from the end on as many as can be quoted."""
    if not MODAL.match(prohibition[0].lstrip()):
        return ""
    ends = [end.end() for end in CLAUSE_END.finditer(text, 0, prohibition.start())]
    subject = text[ends[-1] if ends else 0 : prohibition.start()].strip(' \t,(|"“')
    if len(subject) <= MAX_CLAUSE_CHARACTERS:
        return subject
    return f"… {subject[-MAX_CLAUSE_CHARACTERS + 2 :].partition(' ')[2]}"


def quote_clause(text: str, at: int, *, from_its_start: bool = False) -> str:
    """The clause around `at`, from there on."""
    start = at
    if from_its_start:
        ends = [match.end() for match in CLAUSE_END.finditer(text, 0, at)]
        start = ends[-1] if ends else 0
    end = next(
        (match.start() for match in CLAUSE_END.finditer(text, at + 2) if _ends(text, start, match)), len(text)
    )
    excerpt = text[start:end]
    excerpt = excerpt.strip(' \t.,;:—–-(|"“”}]')
    if len(excerpt) <= MAX_CLAUSE_CHARACTERS:
        return excerpt
    cut = excerpt[: MAX_CLAUSE_CHARACTERS - 2]
    return f"{cut[: cut.rfind(' ')] if ' ' in cut[60:] else cut} …"


def _ends(text: str, start: int, mark: re.Match[str]) -> bool:
    """A full stop does; a dash, a colon or a bracket only after three meaningful words."""
    return mark[0] in HARD_ENDS or len(content_stems(text[start : mark.start()])) > 2
