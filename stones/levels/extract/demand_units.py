"""What a text wants of its reader: an ask, a prohibition, an open to-do, what is waited for."""

import re

from stones.levels.author_rules import AuthorRule, RuleKind, label_kind
from stones.levels.document_parts import DocumentPart, PartKind
from stones.levels.extract.governing_lines import turning_name
from stones.levels.markers import markers
from stones.levels.summary.demand_words import ASKING, find_prohibition

_BLOCKER = markers("names", "blocker", whole=True)
_DONE = markers("names", "done")
_DONE_CHARACTERS = 20
"""At the end of an item: `Ann: publish the chart (done)`."""
_REFERRING = markers("units", "referring")
_QUESTION = markers("units", "questioning")
_STAYS = markers("units", "staying")
_OBJECT_LEFT_OUT = re.compile(r"\b(?:do|try|use|take) (?:it|this|that|them)\b", re.I)
_LESSONS = re.compile(r"\b(?:lessons?|learnings?|takeaways|discoveries|gelernt|lecciones|leçons)\b", re.I)
"""What was learnt is no order to the reader."""
_NEXT_STEP = re.compile(
    r"(?:the )?next (?:step|action|task)\b[^:.]{0,40}: \S|nächster schritt\b[^:.]{0,40}: \S|"
    r"(?:próximo|siguiente) paso\b[^:.]{0,40}: \S|prochaine étape\b[^:.]{0,40}: \S",
    re.I,
)
"""So opens a sentence that says what is to be done next, wherever it stands."""
_RELEASE = re.compile(r"\W*v?\d[\w.]*(?!\w)|\S+ \([^()\s]*\d[^()\s]*\)")
"""So begins the heading of a release: `## 2.4.1`, `gzip (1.12-1)`; what stands there is done."""


def is_demand(part: DocumentPart, text: str, rule: AuthorRule | None) -> bool:
    """Whether the sentence is one; not where it only refers the reader to something else, as manuals do."""
    is_said = part.is_current and part.kind not in (PartKind.HEADING, PartKind.ROW) and not part.is_done
    is_question = text.endswith(("?", "？"))
    is_lesson = any(map(_LESSONS.search, part.trail[-2:]))
    if (
        not is_said
        or is_lesson
        or not (rule or is_question)
        or _REFERRING.search(text)
        or _RELEASE.match(part.section)
    ):
        return False
    if (rule and rule.forbidden_by) or find_prohibition(text) or ASKING.search(text) or _STAYS.search(text):
        return True
    if is_question:
        return _QUESTION.search(text) is not None and _OBJECT_LEFT_OUT.search(text) is None
    if _BLOCKER.match(part.label) or _NEXT_STEP.match(text):
        return True
    is_next = part.kind is PartKind.ITEM and label_kind(part) is RuleKind.NEXT and turning_name(part) != ""
    is_open = part.is_done is False or is_next
    return is_open and not _DONE.search(text[-_DONE_CHARACTERS:])
