"""A folder of skills: its files, and what the indexes among them say about each.

A skill's place in the tree: its front matter's `tree_path`; else its parent's path and its own title; else the
headings of the index above it and its title. Titles in paths lose an aside in parentheses. A skill's own statements
go before the index's, but the index's triggers come first: they are what users say.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

from core.text.file_faults import Fault
from quickstart.parsing.parsed_content import ParsedTrigger, SkillFile, TriggerSource
from quickstart.parsing.skill_file import UnreadableSkillError, merge_triggers, read_skill, skill_id_of
from quickstart.parsing.skill_index import IndexRow, read_index
from quickstart.parsing.skill_parts import is_beside
from quickstart.parsing.trigger_phrases import distinct

_INDEX_NAME = re.compile(
    r"(?:readme|index|skills?[_-]?(?:index|router|hierarchy|list|overview|catalog(?:ue)?|map|tree)|skills|router)$",
    re.IGNORECASE,
)
_NO_SKILL_NAME = re.compile(
    r"(?:changelog|changes|license|licence|contributing|code_of_conduct|security|agents|claude|gemini|todo)$",
    re.IGNORECASE,
)
_INDEX_TITLE = re.compile(
    r"\b(?:index|router|hierarchy|overview|catalog(?:ue)?|directory|list)\b", re.IGNORECASE
)
_SKILL_TITLE = re.compile(r"^#\s+skill\s*[:–—-]", re.IGNORECASE | re.MULTILINE)
_SKILL_NAME = re.compile(r"skill[_-]", re.IGNORECASE)
_ASIDE = re.compile(r"\s*\([^()]*\)$")
MIN_NAMED = 3
"""Other files of the folder that a text must name to count as an index."""


@dataclass(frozen=True, slots=True)
class ParsedSkills:
    skills: tuple[SkillFile, ...]
    """By file name; of several with one id, the first."""
    indexes: tuple[str, ...]
    """Files that describe skills and are none: indexes, routers, overviews."""
    others: tuple[str, ...]
    """Markdown files that are neither: licences, documents inside a skill's own folder."""
    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...]


def read_folder(files: Mapping[str, str]) -> ParsedSkills:
    """`files` maps paths relative to the folder to texts; files that are not Markdown are skipped."""
    texts = {name.replace("\\", "/"): text for name, text in sorted(files.items())}
    texts = {name: text for name, text in texts.items() if name.lower().endswith((".md", ".markdown"))}
    indexes = [name for name in texts if _is_index(name, texts)]
    others = [name for name in texts if name not in indexes and _is_other(name, texts)]
    folder = _Folder()
    for name, text in texts.items():
        if name not in indexes and name not in others:
            folder.add(name, text)
    if not folder.skills and not folder.faults:
        folder.faults.append(Fault("", 0, "", "the folder holds no skill"))
    for name in indexes:
        folder.apply_index(name, texts[name])
    folder.resolve_references(texts)
    return ParsedSkills(
        tuple(folder.skills.values()),
        tuple(indexes),
        tuple(others),
        tuple(folder.faults),
        tuple(folder.warnings),
    )


def _is_index(name: str, texts: Mapping[str, str]) -> bool:
    """By its name; or by its title, if it names other files here and does not say when to use itself."""
    path = PurePosixPath(name)
    if path.name.lower() == "skill.md":
        return False
    if _INDEX_NAME.match(path.stem):
        return not path.stem.lower().startswith("readme") or _named_here(name, texts) > 0
    if not _INDEX_TITLE.search(texts[name]) or _SKILL_TITLE.search(texts[name]):
        return False
    if _named_here(name, texts) < MIN_NAMED:
        return False
    try:
        return not read_skill(name, texts[name]).triggers
    except UnreadableSkillError:
        return False


def _named_here(name: str, texts: Mapping[str, str]) -> int:
    known_ids = {skill_id_of(other).casefold() for other in texts if other != name}
    return len({skill_id_of(row).casefold() for row in read_index(texts[name])} & known_ids)


def _is_other(name: str, texts: Mapping[str, str]) -> bool:
    path = PurePosixPath(name)
    if path.name.lower() == "skill.md":
        return False
    if _INDEX_NAME.match(path.stem) or _NO_SKILL_NAME.match(path.stem):
        return True
    with_skill = {
        PurePosixPath(other).parent for other in texts if PurePosixPath(other).name.lower() == "skill.md"
    }
    return any(folder in with_skill and folder.name for folder in path.parents)


@dataclass(slots=True)
class _Folder:
    skills: dict[str, SkillFile] = field(default_factory=dict)
    """By skill_id in lower case."""
    places: dict[str, tuple[str, ...]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    warnings: list[Fault] = field(default_factory=list)

    def add(self, name: str, text: str) -> None:
        try:
            skill = read_skill(name, text)
        except UnreadableSkillError as error:
            self.faults += error.faults
            return
        first = self.skills.setdefault(skill.skill_id.casefold(), skill)
        if first is not skill:
            reason = f"{skill.skill_id!r} is the name of {first.file} too"
            self.faults.append(Fault(name, 0, "skill_id", reason))

    def apply_index(self, index: str, text: str) -> None:
        for row in read_index(text).values():
            key = skill_id_of(row.file).casefold()
            if key in self.skills:
                self.skills[key] = _with_row(self.skills[key], row)
                self.places[key] = self.places.get(key) or row.place
            elif is_beside(row.file) and not _INDEX_NAME.match(skill_id_of(row.file)):
                self.warnings.append(Fault(index, row.line, "", f"names {row.file}, which is not here"))

    def resolve_references(self, texts: Mapping[str, str]) -> None:
        """What needs all skills: existing parents and related skills, and places in the tree."""
        for key, skill in self.skills.items():
            self.skills[key] = self._with_existing_references(skill, texts[skill.file])
        parents = {skill.parent.casefold() for skill in self.skills.values()}
        paths = {key: self._path(key, parents) for key in self.skills}
        for key, skill in self.skills.items():
            self.skills[key] = replace(skill, tree_path=paths[key])
            for what, value in (("description", skill.description), ("triggers", skill.triggers)):
                if not value:
                    self.warnings.append(Fault(skill.file, 0, what, "none found"))

    def _with_existing_references(self, skill: SkillFile, text: str) -> SkillFile:
        for name in (skill.parent, *skill.related):
            if (
                name
                and name.casefold() not in self.skills
                and (name == skill.parent or _SKILL_NAME.match(name))
            ):
                line = text.count("\n", 0, max(text.find(name), 0)) + 1
                what = "parent" if name == skill.parent else "related"
                self.warnings.append(Fault(skill.file, line, what, f"names {name}, which is not here"))
        parent = self.skills.get(skill.parent.casefold())
        related = (self.skills.get(name.casefold()) for name in skill.related)
        return replace(
            skill,
            parent=parent.skill_id if parent else "",
            related=tuple(distinct(other.skill_id for other in related if other and other is not parent)),
        )

    def _path(self, key: str, parents: Iterable[str]) -> tuple[str, ...]:
        above = list(self._line_of_descent(key))
        top = above[-1]
        place = self.skills[top].tree_path or self.places.get(top, ())
        labels = [
            _ASIDE.sub("", self.skills[name].title) or self.skills[name].title for name in reversed(above)
        ]
        if self.skills[top].tree_path or (place and place[-1].casefold() == labels[0].casefold()):
            labels = labels[1:]
        return (*place, *labels) if place or len(above) > 1 or key in parents else ()

    def _line_of_descent(self, key: str) -> Iterator[str]:
        """The skill, its parent, … up to one that has no parent or states its own place."""
        visited = {key}
        yield key
        while not self.skills[key].tree_path and (key := self.skills[key].parent.casefold()):
            if key in visited:
                skill = self.skills[key]
                reason = f"{skill.skill_id} is above itself; its place in the tree is cut there"
                self.warnings.append(Fault(skill.file, 0, "parent", reason))
                return
            visited.add(key)
            yield key


def _with_row(skill: SkillFile, row: IndexRow) -> SkillFile:
    row_triggers = [ParsedTrigger(text, TriggerSource.INDEX) for text in row.triggers]
    index = [trigger for trigger in skill.triggers if trigger.source is TriggerSource.INDEX]
    own = [trigger for trigger in skill.triggers if trigger.source is not TriggerSource.INDEX]
    parent = skill_id_of(row.parent)
    return replace(
        skill,
        triggers=tuple(merge_triggers([*index, *row_triggers, *own])),
        description=skill.description or row.purpose,
        parent=skill.parent or ("" if parent == skill.skill_id else parent),
        tags=tuple(distinct([*skill.tags, *row.keywords])),
    )
