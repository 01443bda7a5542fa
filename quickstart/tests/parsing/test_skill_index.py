"""Indexes of skills in each supported layout."""

import pytest

from quickstart.parsing.skill_index import IndexRow, read_index
from quickstart.tests.parsing.corpus_files import shared


def table(*rows: str) -> str:
    header, *others = rows
    return "\n".join([header, "|---" * (header.count("|") - 1) + "|", *others]) + "\n"


def row(text: str) -> IndexRow:
    (only,) = read_index(text).values()
    return only


@pytest.mark.parametrize(
    ("cell", "triggers"),
    [
        ('"bake rye"', ["bake rye"]),
        ('"bake rye" / "rye loaf", “slice it”', ["bake rye", "rye loaf", "slice it"]),
        ("bake rye, rye loaf", ["bake rye", "rye loaf"]),
        ("User asks about rye / User wants a loaf", ["rye", "a loaf"]),
        ("either/or", ["either/or"]),
        ("", []),
    ],
)
@pytest.mark.parametrize("file", ["`rye.md`", "[Rye](rye.md)", "rye.md", "**rye.md** (new)"])
def test_what_users_say(cell: str, triggers: list[str], file: str) -> None:
    assert row(table("| Trigger | Skill |", f"| {cell} | {file} |")).triggers == triggers
    assert row(table("| File | User says |", f"| {file} | {cell} |")).triggers == triggers


def test_a_heading_tells_what_a_table_without_one_means() -> None:
    assert row(
        "## User says... → Load skill\n\n" + table("| A | B |", "| bake rye | `rye.md` |")
    ).triggers == ["bake rye"]
    assert row("## Rye\n\n" + table("| A | B |", "| bake rye | `rye.md` |")).triggers == []


def test_use_when_purpose_parent_and_place() -> None:
    text = "# Index\n\n## 2. Breads (daily)\n\n### Dark\n\n" + table(
        "| Skill | File | Use When | Purpose | Parent |",
        "| **Rye** | `rye.md` | User wants rye; cut a loaf | Dark bread | `breads.md` |",
    )
    assert row(text) == IndexRow(
        "rye.md", 9, ["rye", "cut a loaf"], purpose="Dark bread", place=("Breads", "Dark"), parent="breads.md"
    )


def test_headings_that_say_nothing_are_no_place() -> None:
    rows = read_index("# Index\n\n## Overview\n\n" + table("| File | Purpose |", "| a.md | b |"))
    assert rows["a.md"].place == ()


def test_rows_and_files_are_many_to_many() -> None:
    rows = read_index(
        table("| Trigger | Skill |", '| "one" | `a.md`, `b.md` |', '| "two" | `a.md` |', '| "ONE" | a.md |')
    )
    assert {name: found.triggers for name, found in rows.items()} == {"a.md": ["one", "two"], "b.md": ["one"]}


def test_a_drawn_hierarchy_gives_parents() -> None:
    rows = read_index(
        "## Breads\n\n```\nbreads.md (MASTER)\n├── dark.md\n│   └── rye.md\n└── white.md\n```\n"
    )
    assert {name: found.parent for name, found in rows.items()} == {
        "breads.md": "",
        "dark.md": "breads.md",
        "rye.md": "dark.md",
        "white.md": "breads.md",
    }
    assert {found.place for found in rows.values()} == {("Breads",)}


def test_routing_rules_give_phrases_and_keywords() -> None:
    text = (
        '- 1.1 IF mentions "rye" OR "dark bread"\n  - 1.1.1 LOAD `rye.md`\n- 1.2 ELSE\n  - 1.2.1 LOAD `white.md`\n'
        '- IF the user asks for "cake" → `cake.md`\n'
    )
    rows = read_index(text)
    assert (rows["rye.md"].triggers, rows["rye.md"].keywords) == (["dark bread"], ["rye"])
    assert (rows["white.md"].triggers, rows["white.md"].keywords) == ([], [])
    assert (rows["cake.md"].triggers, rows["cake.md"].keywords) == ([], ["cake"])


@pytest.mark.parametrize(
    ("item", "triggers", "purpose"),
    [
        ("`rye.md` – Load when the user wants rye", ["rye"], ""),
        ("`rye.md`: bakes dark bread", [], "bakes dark bread"),
        ('"bake rye" → `rye.md`', ["bake rye"], ""),
        ("[Rye](rye.md)", [], ""),
    ],
)
def test_lists_of_files(item: str, triggers: list[str], purpose: str) -> None:
    found = row(f"- {item}\n")
    assert (found.triggers, found.purpose) == (triggers, purpose)


def test_code_and_rows_without_a_file_give_nothing() -> None:
    assert read_index("```\nrye.md\n```\n\n" + table("| Trigger | Skill |", '| "bake" | rye |')) == {}


def test_the_real_indexes_read() -> None:
    """Counted by eye: 11 skills and 3 documents in the index, 10 skills and the index in the router; 55 branches."""
    folder = shared("unifyweaver/skills")
    index, router, overview = (
        read_index((folder / name).read_text()) for name in ("SKILL_INDEX.md", "SKILL_ROUTER.md", "SKILLS.md")
    )
    assert (len(index), len(router)) == (14, 11)
    assert sum(len(found.triggers) for found in index.values()) == 29
    assert sum(bool(found.parent) for found in overview.values()) == 55
    assert all(
        found.place for name, found in overview.items() if name.startswith("skill_") and "<" not in name
    )
