"""A folder of skills with its indexes."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from quickstart.parsing.parsed_content import SkillFile, TriggerSource
from quickstart.parsing.skill_folder import ParsedSkills, read_folder
from quickstart.tests.parsing.corpus_files import CORPUS, shared

FOLDERS = [path for path in sorted((CORPUS / "skills").iterdir()) if path.is_dir()]


def texts(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


def as_json(parsed: ParsedSkills) -> dict[str, Any]:
    return {
        "skills": [skill_json(skill) for skill in parsed.skills],
        "indexes": list(parsed.indexes),
        "others": list(parsed.others),
        "faults": [str(fault) for fault in parsed.faults],
        "warnings": [str(warning) for warning in parsed.warnings],
    }


def skill_json(skill: SkillFile) -> dict[str, Any]:
    fields = {name: value for name, value in asdict(skill).items() if name not in ("body", "sha256")}
    triggers = [f"{trigger.source}: {trigger.text}" for trigger in skill.triggers]
    return {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()} | {
        "triggers": triggers
    }


def read_one(files: Mapping[str, str], skill_id: str) -> SkillFile:
    return next(skill for skill in read_folder(files).skills if skill.skill_id == skill_id)


def test_the_corpus_is_there() -> None:
    assert FOLDERS


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_folder_reads(folder: Path) -> None:
    assert as_json(read_folder(texts(folder))) == json.loads(folder.with_suffix(".expected.json").read_text())


def test_the_order_of_the_files_does_not_count() -> None:
    files = texts(FOLDERS[0])
    assert read_folder(dict(reversed(files.items()))) == read_folder(files)


def test_two_files_of_one_name_are_a_fault() -> None:
    parsed = read_folder({"a/rye.md": "# Rye one", "b/Rye.md": "# Rye two"})
    assert [str(fault) for fault in parsed.faults] == [
        "b/Rye.md, skill_id: 'Rye' is the name of a/rye.md too"
    ]
    assert [skill.title for skill in parsed.skills] == ["Rye one"]


def test_faults_of_all_files_are_reported() -> None:
    parsed = read_folder({"a.md": " ", "b.md": "x\n\0", "c.md": "---\na: [\n---\n", "d.md": "# Fine"})
    empty, nul, yaml = map(str, parsed.faults)
    assert (empty, nul) == ("a.md: is empty", "b.md, line 2: holds a NUL character")
    assert yaml.startswith("c.md, line 3, front matter: is not YAML: ")
    assert [skill.skill_id for skill in parsed.skills] == ["d"]


@pytest.mark.parametrize("files", [{}, {"README.md": "# Nothing"}, {"notes.txt": "# Skill"}])
def test_a_folder_without_a_skill_is_a_fault(files: dict[str, str]) -> None:
    assert [str(fault) for fault in read_folder(files).faults] == ["the folder holds no skill"]


def test_circular_parents_are_cut_and_reported() -> None:
    parsed = read_folder(
        {name: f"# {name}\n\nParent: `{other}.md`" for name, other in (("a.md", "b"), ("b.md", "a"))}
    )
    assert [skill.tree_path for skill in parsed.skills] == [("b.md", "a.md"), ("a.md", "b.md")]
    assert [str(warning) for warning in parsed.warnings if warning.field == "parent"] == [
        "a.md, parent: a is above itself; its place in the tree is cut there",
        "b.md, parent: b is above itself; its place in the tree is cut there",
    ]


def test_a_missing_parent_is_reported_with_its_line() -> None:
    parsed = read_folder({"a.md": "# A\n\nWords.\n\n**Parent Skill:**\n- `gone.md`"})
    assert parsed.skills[0].parent == ""
    assert "a.md, line 6, parent: names gone, which is not here" in map(str, parsed.warnings)


def test_an_index_is_recognised_by_its_content() -> None:
    row = "".join(f"| {name} | `{name}.md` |\n" for name in "abc")
    table = f"| Trigger | File |\n|---|---|\n{row}"
    files = {f"{name}.md": f"# {name}" for name in "abc"}
    assert read_folder({**files, "start.md": f"# Directory of skills\n\n{table}"}).indexes == ("start.md",)
    for other in ("# Skill: Directory", "# Breads", "# Directory\n\n## When to use\n\n- User wants bread"):
        assert read_folder({**files, "start.md": f"{other}\n\n{table}"}).indexes == ()


def test_the_skills_own_word_goes_before_the_index() -> None:
    index = "# Index\n\n## Place\n\n| Skill | Purpose | Parent |\n|---|---|---|\n| `a.md` | of the index | `b.md` |\n"
    files = {"index.md": index, "b.md": "# B", "c.md": "# C"}
    own = read_one({**files, "a.md": "# A\n\nIts own words.\n\nParent: `c.md`"}, "a")
    bare = read_one({**files, "a.md": "# A"}, "a")
    assert (own.description, own.parent, own.tree_path) == ("Its own words.", "c", ("C", "A"))
    assert (bare.description, bare.parent, bare.tree_path) == ("of the index", "b", ("B", "A"))


def test_the_real_skills_read() -> None:
    """Counted by eye: 74 files, 3 of them indexes; 64 have a section about when to use them."""
    parsed = read_folder(texts(shared("unifyweaver/skills")))
    skills = {skill.skill_id: skill for skill in parsed.skills}
    sources = Counter(trigger.source for skill in parsed.skills for trigger in skill.triggers)
    assert (len(skills), parsed.others, parsed.faults) == (71, (), ())
    assert parsed.indexes == ("SKILLS.md", "SKILL_INDEX.md", "SKILL_ROUTER.md")
    assert len(parsed.warnings) == 3
    assert [skill.skill_id for skill in parsed.skills if not skill.triggers] == ["context-recovery"]
    assert all(skill.title and skill.description for skill in parsed.skills)
    assert sum(bool(skill.quick_command) for skill in parsed.skills) == 57
    assert sum(bool(skill.parent) for skill in parsed.skills) == 56
    assert sum(bool(skill.tree_path) for skill in parsed.skills) == 67
    assert [skill.skill_id for skill in parsed.skills if skill.prerequisites] == [
        "skill_folder_suggestion",
        "skill_rpyc",
    ]
    assert sources[TriggerSource.INDEX] == 33
    assert sources[TriggerSource.WHEN_TO_USE] > 290
    assert skills["skill_flask_api"].tree_path == ("Server Tools", "Web Frameworks", "Flask API")
    assert not any("#" in skill.title for skill in parsed.skills)
