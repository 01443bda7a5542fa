"""One skill file: its front matter, its Markdown, and when to use it.

The id comes from the file's name (specification, "Skills Index Schema"); for `baking/SKILL.md` from its folder. Front
matter goes before the text where both say something. `skill_folder` adds what an index says.
"""

import hashlib
import re
from pathlib import PurePosixPath

from core.text.file_faults import Fault
from core.text.front_matter import FrontMatter, split_front_matter
from core.text.limited_markdown import WorkLimitExceeded
from core.text.storable_text import plain_lines
from quickstart.parsing.markdown_pieces import MarkdownPiece, pieces
from quickstart.parsing.parsed_content import ParsedTrigger, SkillFile, TriggerSource
from quickstart.parsing.skill_parts import (
    description_of,
    opening_of,
    parent_of,
    prerequisites_of,
    quick_command_of,
    references_in,
    slug_title,
    title_of,
)
from quickstart.parsing.trigger_phrases import distinct, phrases_in
from quickstart.parsing.when_to_use_triggers import prose_triggers, section_triggers

MAX_CHARACTERS = 500_000
_PATH_PARTING = re.compile(r"\s*(?:>|→|›|»|/)\s*")


class UnreadableSkillError(ValueError):
    """The file cannot be imported; `faults` say why, each with its line."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = tuple(faults)


def read_skill(file: str, text: str) -> SkillFile:
    """A single skill. Raises UnreadableSkillError with every fault."""
    lined = plain_lines(text)
    refused = _refusals(file, lined)
    if refused:
        raise UnreadableSkillError(refused)
    front, markdown = split_front_matter(file, lined)
    try:
        skill = _skill(file, front, markdown.strip("\n").rstrip() + "\n")
    except WorkLimitExceeded:
        raise UnreadableSkillError(
            [Fault(file, 0, "", "holds Markdown that is too intricate to be read")]
        ) from None
    if front.faults:
        raise UnreadableSkillError(front.faults)
    return skill


def skill_id_of(file: str) -> str:
    """The id from a file's name: its stem, or for `SKILL.md` its folder's name."""
    path = PurePosixPath(file.replace("\\", "/"))
    return path.parent.name if path.name.lower() == "skill.md" and path.parent.name else path.stem


def _refusals(file: str, text: str) -> list[Fault]:
    if not text.strip():
        return [Fault(file, 0, "", "is empty")]
    if len(text) > MAX_CHARACTERS:
        return [Fault(file, 0, "", f"is {len(text):,} characters long; {MAX_CHARACTERS:,} are allowed")]
    wrong = re.search("[\0\ud800-\udfff]", text)
    if wrong:
        what = "a NUL character" if wrong[0] == "\0" else "half of a surrogate pair"
        return [Fault(file, text.count("\n", 0, wrong.start()) + 1, "", f"holds {what}")]
    return []


def _skill(file: str, front: FrontMatter, body: str) -> SkillFile:
    run = pieces(body)
    skill_id = skill_id_of(file)
    parent = skill_id_of(front.text("parent", "parent_skill") or parent_of(run))
    related = [skill_id_of(name) for name in [*front.texts("related", "related_skills"), *references_in(run)]]
    return SkillFile(
        skill_id=skill_id,
        file=file.replace("\\", "/"),
        title=front.text("title") or title_of(run) or slug_title(front.text("name") or skill_id),
        description=front.text("description") or description_of(run),
        quick_command=front.text("quick_command", "command") or quick_command_of(run),
        prerequisites=tuple(
            front.texts("prerequisites", "requires", separator="\n") or prerequisites_of(run)
        ),
        parent="" if parent == skill_id else parent,
        triggers=tuple(_triggers(front, run)),
        tree_path=tuple(_tree_path(front)),
        tags=tuple(front.texts("tags", "keywords")),
        related=tuple(name for name in distinct(related) if name not in (skill_id, parent)),
        body=body,
        sha256=hashlib.sha256(body.encode()).hexdigest(),
    )


def _triggers(front: FrontMatter, run: list[MarkdownPiece]) -> list[ParsedTrigger]:
    trigger_texts = front.texts("triggers", "trigger", "trigger_phrases")
    when = front.texts("when_to_use", "use_when", separator="\n")
    declared = [
        *(phrase for text in [*trigger_texts, *when] for phrase in phrases_in(text)),
        *prose_triggers(front.text("description")),
    ]
    own = [*section_triggers(run), *prose_triggers(opening_of(run))]
    return merge_triggers(
        [
            *(ParsedTrigger(phrase, TriggerSource.WHEN_TO_USE) for phrase in own),
            *(ParsedTrigger(phrase, TriggerSource.FRONT_MATTER) for phrase in declared),
        ]
    )


def merge_triggers(triggers: list[ParsedTrigger]) -> list[ParsedTrigger]:
    """Each phrase once, ignoring case; the first source stays."""
    first_triggers: dict[str, ParsedTrigger] = {}
    for trigger in triggers:
        first_triggers.setdefault(trigger.text.casefold(), trigger)
    return list(first_triggers.values())


def _tree_path(front: FrontMatter) -> list[str]:
    value = front.values.get("tree_path")
    if isinstance(value, str):
        return [label for part in _PATH_PARTING.split(value) if (label := part.strip())]
    return front.texts("tree_path", separator="\n")
