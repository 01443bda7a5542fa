"""The product's own collection holds together, and names nothing that is not there."""

import re
from collections import Counter
from typing import Any

import pytest

from quickstart.parsing.qa_files import read_entries
from quickstart.parsing.qa_lines import write_entries
from quickstart.parsing.skill_folder import read_folder
from quickstart.tests.own_collection.shipped_collection import (
    FOLDER,
    ROOT,
    all_fences,
    commands,
    entries,
    skill_files,
    texts,
    tree_paths,
)

REQUIRED = {"id", "question", "question_variants", "level", "tree_path", "answer", "tags"}
REFERENCES = ("prerequisites", "related_skills", "related_docs", "go_deeper")
# Of how many entries of each level the specification thinks; details are unlimited.
COUNTS = {0: range(1, 4), 1: range(5, 13), 2: range(10, 25), 3: range(30, 101), 4: range(10, 1000)}
SECTIONS = ["When to Use", "Prerequisites", "Quick Start", "Commands", "Related"]
ROOT_SKILL = "skill_first_steps.md"
BLOCKS = ("bash", "json", "python", "")

ENTRIES = entries()
IDS = [entry["id"] for entry in ENTRIES]
SKILLS = {file.name: file.read_text(encoding="utf-8") for file in skill_files()}
PATHS = tree_paths()
LEAVES = [path for path in PATHS if not any(other[:-1] == path for other in PATHS)]


def place_of(skill: str) -> tuple[str, ...]:
    found = re.match(r"---\ntree_path: \[(.+)\]\n---\n", SKILLS[skill])
    assert found, skill
    return tuple(found[1].split(", "))


def test_the_collection_has_the_required_size() -> None:
    assert len(ENTRIES) >= 75
    assert len(SKILLS) >= 12


def test_ids_and_questions_are_unique() -> None:
    wordings = [
        text.lower() for entry in ENTRIES for text in (entry["question"], *entry["question_variants"])
    ]
    assert [text for text, times in Counter(IDS).items() if times > 1] == []
    assert [text for text, times in Counter(wordings).items() if times > 1] == []


@pytest.mark.parametrize(("wording", "entry_id"), [("send a stone", "inbox_send")])
def test_what_a_newcomer_asks_is_a_wording_of_its_entry(wording: str, entry_id: str) -> None:
    """Without it a longer question that has these words, too, answers in its place."""
    [entry] = [entry for entry in ENTRIES if wording in entry["question_variants"]]
    assert entry["id"] == entry_id


@pytest.mark.parametrize("level", COUNTS)
def test_each_level_has_its_share(level: int) -> None:
    assert sum(entry["level"] == level for entry in ENTRIES) in COUNTS[level]


def test_entries_have_what_makes_them_found() -> None:
    for entry in ENTRIES:
        assert set(entry) >= REQUIRED, entry["id"]
        assert 2 <= len(entry["question_variants"]) <= 20, entry["id"]


def test_a_check_belongs_to_what_tells_to_do_something() -> None:
    """And is another command than those that it would check."""
    checks = {entry["id"]: entry for entry in ENTRIES if entry.get("verify_command")}
    assert {"server_start", "site_setup"} <= set(checks)
    for name, entry in checks.items():
        assert entry["level"] >= 2, name
        assert entry["verify_command"] not in entry["answer"], name


YES_OR_NO = re.compile(r"(?:Is|Are|Do|Does|Can|May|Must|Will|Has|Have|Should)\b")


@pytest.mark.parametrize(
    "entry", [each for each in ENTRIES if YES_OR_NO.match(each["question"])], ids=lambda each: str(each["id"])
)
def test_what_asks_for_yes_or_no_is_told_it_first(entry: dict[str, Any]) -> None:
    assert re.match(r"(?:Yes|No|Not known)\b", entry["answer"])


def test_the_file_is_what_an_export_of_it_writes() -> None:
    text = (FOLDER / "entries.jsonl").read_text(encoding="utf-8")
    read = read_entries("entries.jsonl", text)
    assert read.faults == ()
    assert write_entries(read.entries) == text


def test_entries_name_only_what_exists() -> None:
    for entry in ENTRIES:
        others, skills, docs, deeper = (entry.get(field, []) for field in REFERENCES)
        assert {*others, *deeper} <= {*IDS} - {entry["id"]}, entry["id"]
        assert set(skills) <= set(SKILLS), entry["id"]
        assert [doc for doc in docs if not (ROOT / doc).exists()] == [], entry["id"]
        assert tuple(entry["tree_path"]) in PATHS, entry["id"]


def test_prerequisites_form_no_circle() -> None:
    before = {entry["id"]: set(entry.get("prerequisites", [])) for entry in ENTRIES}
    while ready := {name for name, needed in before.items() if not needed & set(before)}:
        before = {name: needed for name, needed in before.items() if name not in ready}
    assert before == {}


def test_a_prerequisite_is_no_deeper_than_what_needs_it() -> None:
    level = {entry["id"]: entry["level"] for entry in ENTRIES}
    wrong = [
        (entry["id"], needed)
        for entry in ENTRIES
        for needed in entry.get("prerequisites", [])
        if level[needed] > entry["level"]
    ]
    assert wrong == []


def test_every_leaf_is_answered_and_nearly_every_one_has_a_skill() -> None:
    answered = {tuple(entry["tree_path"]) for entry in ENTRIES}
    skilled = {place_of(skill) for skill in SKILLS}
    assert skilled <= set(PATHS)
    assert set(LEAVES) - answered == set()
    assert len(skilled & set(LEAVES)) / len(LEAVES) >= 0.9


def test_every_inner_node_is_introduced() -> None:
    introduced = {entry["tree_path"][0] for entry in ENTRIES if entry["level"] <= 1}
    assert {path[0] for path in PATHS} == introduced


def test_every_skill_is_named_by_an_entry() -> None:
    named = {skill for entry in ENTRIES for skill in entry.get("related_skills", [])}
    assert set(SKILLS) - named == set()


@pytest.mark.parametrize("skill", SKILLS)
def test_a_skill_has_its_sections(skill: str) -> None:
    text = SKILLS[skill]
    outside = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    assert len(re.findall(r"^# Skill: .+$", outside, re.MULTILINE)) == 1
    assert len(re.findall(r"^# ", outside, re.MULTILINE)) == 1
    assert re.findall(r"^## (.+)$", outside, re.MULTILINE) == SECTIONS
    when = outside.partition("## When to Use")[2].partition("## ")[0]
    assert re.search(r'"[^"]+"|§', when)
    assert re.search(r"## Quick Start\n\n```bash\n", text)


@pytest.mark.parametrize("skill", SKILLS)
def test_a_skill_has_a_parent_and_names_only_skills_and_files_that_exist(skill: str) -> None:
    text = SKILLS[skill]
    parent = re.search(r"\*\*Parent Skill:\*\*\n- `(\S+)`", text)
    assert (parent is None) == (skill == ROOT_SKILL)
    assert set(re.findall(r"\bskill_\w+\.md", text)) <= set(SKILLS)
    documents = re.findall(r"^- `([^`]+)`$", text.partition("**Documentation:**")[2], re.MULTILINE)
    assert [name for name in documents if not (ROOT / name).exists()] == []


def test_the_index_names_every_skill_once_in_each_table() -> None:
    index = (FOLDER / "skills" / "SKILL_INDEX.md").read_text(encoding="utf-8")
    overview, _, triggers = index.partition("### User says... → Load skill")
    for table in (overview, triggers):
        assert sorted(re.findall(r"`(skill_\w+\.md)`", table)) == sorted(SKILLS)
    phrases = re.findall(r'"([^"]+)"', triggers)
    assert len(phrases) >= 3 * len(SKILLS)
    assert len(phrases) == len(set(phrases))


def test_the_skills_parse_as_intended() -> None:
    index = (FOLDER / "skills" / "SKILL_INDEX.md").read_text(encoding="utf-8")
    read = read_folder({**SKILLS, "SKILL_INDEX.md": index})
    assert (read.faults, read.warnings) == ((), ())
    run = "\n".join(commands())
    for skill in read.skills:
        assert skill.tree_path == place_of(skill.file), skill.file
        assert len(skill.triggers) >= 5, skill.file
        assert skill.prerequisites, skill.file
        assert skill.quick_command in run, skill.file
        assert (skill.parent == "") == (skill.file == ROOT_SKILL), skill.file


def test_blocks_say_what_they_are() -> None:
    assert {fence.language for _, fence in all_fences()} <= set(BLOCKS)
    assert len(commands()) >= 100


def test_python_in_the_texts_compiles() -> None:
    for place, fence in all_fences():
        if fence.language == "python":
            compile(fence.text, str(place), "exec")


def test_settings_in_the_texts_are_those_of_the_site() -> None:
    variables = set(re.findall(r"^#? ?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))
    variables |= set(re.findall(r"\$\{([A-Z_]+)", (ROOT / "compose.yaml").read_text()))
    kinds = "LLM|EMBEDDINGS|QASTONE|STONE|WEB|WEBHOOK|API|CELERY|DATABASE|SECRET|HTTPS|CSRF|LOG|METRICS"
    for place, text in texts():
        named = set(re.findall(rf"\b((?:{kinds})_[A-Z_]+)", text)) - {"QASTONE_URL", "QASTONE_TOKEN"}
        assert named <= variables, place


@pytest.mark.parametrize("entry", ENTRIES, ids=IDS)
def test_a_page_that_does_it_comes_before_the_command(entry: dict[str, Any]) -> None:
    """Who asks has a browser open; a command needs the machine of the site."""
    _, _, behind = entry["answer"].partition("```")
    assert not re.search(r"\bby page\b", behind, re.IGNORECASE), entry["answer"]
