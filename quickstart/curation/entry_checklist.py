"""The six points by which a curator judges an entry: hints, never a refusal. Pure."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from core.text.sentence_ends import sentence_ends
from quickstart.intent import Intent, classify
from quickstart.tree_paths import SEPARATOR, key_of

MAX_FIRST_SENTENCE_WORDS = 40
MIN_VARIANTS = 2
SHORT_ANSWER_WORDS = 150
"""More words than a general answer (levels 0 and 1) should need."""
GENERAL_LEVELS = (0, 1)
_FENCE = re.compile(r"^ {0,3}(?:```|~~~)", re.MULTILINE)
_LEADING_REFERENCE = re.compile(
    r"(?:this|that|it|these|those|they|as (?:above|mentioned|said)|see|also|and|but|so)\b", re.IGNORECASE
)
_HEADING = re.compile(r"(?:#|\d+[.)]\s|[A-Z][\w-]*(?:\s+[A-Z][\w-]*)*:?\s*$)")
_TASKS = (Intent.ACTION, Intent.HYBRID)


@dataclass(frozen=True)
class EntryDraft:
    """The judged fields of an entry, as typed: any may be empty."""

    question: str = ""
    answer: str = ""
    variants: Sequence[str] = ()
    level: int | None = None
    tree_path: Sequence[str] = ()
    go_deeper: Sequence[str] = ()
    related_skills: Sequence[str] = ()
    related_docs: Sequence[str] = ()
    verify_command: str = ""


@dataclass(frozen=True)
class ChecklistPoint:
    name: str
    hints: tuple[str, ...]
    """What to improve; empty: the point is met."""

    @property
    def is_met(self) -> bool:
        return not self.hints


def checklist(draft: EntryDraft, *, node_keys: Collection[str]) -> tuple[ChecklistPoint, ...]:
    """The six points, in order. `node_keys`: the keys of the collection's tree; empty if it has none."""
    is_task = classify(draft.question).intent in _TASKS
    points = {
        "The question is what a user would ask": _question(draft),
        "The answer begins with the direct answer": _opening(draft),
        "A command or an example can be tried": _example(draft, is_task=is_task),
        "At least two other ways to ask it": _variants(draft),
        "It has its place in the tree and the level fits": _place(draft, node_keys),
        "It leads onward": _next_steps(draft, is_task=is_task),
    }
    return tuple(ChecklistPoint(name, tuple(hints)) for name, hints in points.items())


def _question(draft: EntryDraft) -> Iterator[str]:
    wording = draft.question.strip()
    if not wording:
        yield "Write the question in a user's own words."
    elif len(wording.split()) < 3 or _is_heading(wording):
        yield "It reads like a heading: ask it as a question, or say the task."


def _is_heading(wording: str) -> bool:
    return not wording.endswith("?") and _HEADING.match(wording) is not None


def _opening(draft: EntryDraft) -> Iterator[str]:
    first = _first_sentence(draft.answer)
    if not first:
        yield "Begin with a sentence that answers by itself, before headings, lists and code."
        return
    if (count := len(first.split())) > MAX_FIRST_SENTENCE_WORDS:
        yield f"Its first sentence has {count} words; {MAX_FIRST_SENTENCE_WORDS} are enough."
    if _LEADING_REFERENCE.match(first):
        yield f"The first sentence leans on something before it ({first.split()[0]!r}): name the thing."


def _first_sentence(answer: str) -> str:
    beginning = answer.strip().partition("\n\n")[0]
    if not beginning or _FENCE.match(beginning) or beginning.startswith(("#", "|", "- ", "* ", ">")):
        return ""
    wording = " ".join(beginning.split())
    return wording[: next(sentence_ends(wording, 0, len(wording)))]


def _example(draft: EntryDraft, *, is_task: bool) -> Iterator[str]:
    if is_task and not _FENCE.search(draft.answer):
        yield "The question asks how to do something: show it in a code block."


def _variants(draft: EntryDraft) -> Iterator[str]:
    wording = {text.strip().casefold() for text in draft.variants} - {draft.question.strip().casefold(), ""}
    if len(wording) < MIN_VARIANTS:
        yield f"It has {len(wording)}: add how others would ask."


def _place(draft: EntryDraft, node_keys: Collection[str]) -> Iterator[str]:
    key = key_of([label for label in draft.tree_path if label.strip()])
    if not key:
        yield "Say where it stands in the capability tree."
    elif key not in node_keys:
        yield (
            f"The tree has no place {SEPARATOR.join(draft.tree_path)!r}."
            if node_keys
            else "There is no tree yet."
        )
    words = len(draft.answer.split())
    if draft.level in GENERAL_LEVELS and words > SHORT_ANSWER_WORDS:
        yield f"Level {draft.level} is general and short; this answer has {words} words."
    if draft.level is None:
        yield "Choose a level."
    elif draft.level not in GENERAL_LEVELS and draft.level > 2 and len(draft.tree_path) < 2:
        yield f"Level {draft.level} is specific: place it below a branch, not at its top."


def _next_steps(draft: EntryDraft, *, is_task: bool) -> Iterator[str]:
    if not (draft.go_deeper or draft.related_skills or draft.related_docs):
        yield "Name a follow-up question, a skill or a document."
    has_check, tells_to_do = bool(draft.verify_command.strip()), draft.level not in GENERAL_LEVELS
    if is_task and tells_to_do and not has_check:
        yield "A task should say by which command one sees that it worked."
    if has_check and not tells_to_do:
        yield f"Level {draft.level} tells nothing to do: its command to check is not shown."
