"""One skill file: what its text says, and every refusal."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text.front_matter import MAX_CHARACTERS as FRONT_MATTER_CHARACTERS
from quickstart.parsing.parsed_content import TriggerSource
from quickstart.parsing.skill_file import MAX_CHARACTERS, UnreadableSkillError, read_skill, skill_id_of


def triggers(text: str) -> list[str]:
    return [trigger.text for trigger in read_skill("a.md", text).triggers]


def refused(text: str) -> list[str]:
    with pytest.raises(UnreadableSkillError) as caught:
        read_skill("a.md", text)
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("file", "skill_id"),
    [
        ("skill_rye.md", "skill_rye"),
        ("skills/skill_rye.md", "skill_rye"),
        ("baking/SKILL.md", "baking"),
        ("skills\\baking\\skill.md", "baking"),
        ("SKILL.md", "SKILL"),
        ("v1.2.md", "v1.2"),
    ],
)
def test_the_id_comes_from_the_name(file: str, skill_id: str) -> None:
    assert skill_id_of(file) == skill_id


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# Skill: Rye", "Rye"),
        ("# Rye Skill", "Rye"),
        ("# Skill", "Skill"),
        ("Rye\n===", "Rye"),
        ("## Below\n\n# Rye `dark`", "Rye dark"),
        ("```sh\n# a comment\n```", "Rye Bread"),
        ("---\ntitle: Dark\n---\n# Rye", "Dark"),
        ("---\nname: dark-rye\n---\nWords.", "Dark Rye"),
        ("---\nThis only begins with a rule.", "Rye Bread"),
        ("---\nTwo rules\n---\n# Rye", "Rye"),
    ],
)
def test_the_title(text: str, title: str) -> None:
    assert read_skill("skill_rye-bread.md", text).title == title


@pytest.mark.parametrize(
    ("text", "description"),
    [
        ("# A\n\nFirst\nof *all*.\n\nSecond.", "First of all."),
        ("# A\n\n## 1. Purpose\n\nTo bake bread.\n\n## 2. Rest\n\nOther words.", "To bake bread."),
        ("# A\n\n## Steps\n\nOther words.\n\n## Overview\n\nAll of it.", "All of it."),
        ("# A\n\n## Steps\n\nOther words.", "Other words."),
        ("# A\n\n**Status:** a draft\n\nAll of it.", "All of it."),
        ("# A\n\n**Purpose:** To bake.", "To bake."),
        ("# A\n\nSteps to take:\n\n- one", ""),
        ("# A\n\n> Quoted words.\n\nOwn words.", "Own words."),
        ("---\ndescription: >\n  From\n  above.\n---\n# A\n\nOwn words.", "From above."),
    ],
)
def test_the_description(text: str, description: str) -> None:
    assert read_skill("a.md", text).description == description


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("# A\n## Quick Start\n```prolog\nbake.\n```\n## Commands\n```bash\nbake\n```", "bake"),
        ("# A\n## Quickstart\n```python\nbake()\n```", "bake()"),
        ("# A\n## Getting started\n### Now\n```\n$ bake\n$ eat\n```", "bake\neat"),
        ("# A\n## Usage\n```\nbake [BREAD]\n```", "bake [BREAD]"),
        ("# A\n## Other\n```bash\nbake\n```", ""),
        ("# A\n**Quick start:**\n```bash\nbake\n```", "bake"),
        ("# A\n## Quick Start\n```\n├── bake\n```", ""),
        ("---\nquick_command: bake --help\n---\n# A\n## Quick Start\n```sh\nbake\n```", "bake --help"),
    ],
)
def test_the_quick_command(text: str, command: str) -> None:
    assert read_skill("a.md", text).quick_command == command


@pytest.mark.parametrize(
    ("text", "prerequisites"),
    [
        ("# A\n## Prerequisites\n- `flour`\n- water\n  - warm", ("flour", "water", "warm")),
        ("# A\n## 2. Requirements:\nHave an oven:\n```sh\nbuy\n```", ("Have an oven",)),
        ("# A\n## What you'll need\n| What | Why |\n|---|---|\n| flour | bread |", ("flour – bread",)),
        ("# A\n**Prerequisites:** flour, water", ("flour", "water")),
        ("# A\n**Requires:**\n- flour\n\nMore words.\n- not this", ("flour",)),
        ("# A\n## Detail\n**Requirements:**\n- of the detail", ()),
        ("# A\n## Prerequisites\nNone.", ()),
        ("---\nprerequisites:\n- flour, fine\n---\n# A\n## Prerequisites\n- water", ("flour, fine",)),
    ],
)
def test_the_prerequisites(text: str, prerequisites: tuple[str, ...]) -> None:
    assert read_skill("a.md", text).prerequisites == prerequisites


@pytest.mark.parametrize(
    ("text", "parent"),
    [
        ("## Related\n\n**Parent Skill:**\n- `skill_b.md` - B\n\n**Sibling Skills:**\n- `c.md`", "skill_b"),
        ("**Sibling:** `c.md`\n**Parent Skill:** [B](../b/SKILL.md)", "b"),
        ("- Sibling: `c.md`\n- Parent: `b.md`", "b"),
        ("### Parent skill\n\n`b.md`\n\n### Siblings\n\n`c.md`", "b"),
        ("**Parent Skill:**\n- none\n\n**Sibling Skills:**\n- `c.md`", ""),
        ("```\nParent: b.md\n```", ""),
        ("Parent-child `b.md`", ""),
        ("---\nparent: b\n---\nParent: `c.md`", "b"),
    ],
)
def test_the_parent(text: str, parent: str) -> None:
    assert read_skill("a.md", text).parent == parent


@pytest.mark.parametrize(
    ("section", "found"),
    [
        ('- User asks "how do I bake?"', ["how do I bake?"]),
        ("- The user wants to bake bread", ["bake bread"]),
        ("- Users who bake", ["Users who bake"]),
        ("- User asks about `.smmx` files.", [".smmx files"]),
        ('- User asks to "bake" or "toast" bread', ["bake or toast bread"]),
        ('- It fails with "no dough" twice a day', ["no dough", "It fails with no dough twice a day"]),
        ("- BAKE bread\n- bake Bread", ["BAKE bread"]),
        ("Use this skill when you need bread. It is good. Also use it for cake.", ["bread", "cake"]),
        ("For bread alone. And more words.", ["For bread alone"]),
        ("| User says | Then |\n|---|---|\n| “bake it” | oven |\n| bread? | oven |", ["bake it", "bread?"]),
        ("### 1. Baking bread\n\nWords before a list:\n\n### Details\n\n- bake", ["Baking bread", "bake"]),
        ("### Do not use\n\n- cake\n\n### 2. User wants rye\n", ["rye"]),
        ("- bread\n\nAvoid it for:\n\n- cake", ["bread"]),
        ("```\n- code\n```", []),
        ("", []),
    ],
)
@pytest.mark.parametrize(
    "title", ["## When to Use", "## 2. When to use this skill:", "### Use When", "# Triggers"]
)
def test_the_triggers_of_a_section(title: str, section: str, found: list[str]) -> None:
    assert triggers(f"{title}\n\n{section}".replace("\n### ", "\n##### ") + "\n\n# Next\n\n- other") == found


@pytest.mark.parametrize("title", ["## When to Use Each Pattern", "## Use Cases", "## When not to use"])
def test_other_sections_hold_no_triggers(title: str) -> None:
    assert triggers(f"# A\n\n{title}\n\n- User wants bread") == []


def test_front_matter_names_triggers() -> None:
    skill = read_skill("a.md", "---\ntriggers: bake bread, 'User wants rye'\ntags: [a, 1]\n---\n# A")
    assert [(trigger.text, trigger.source) for trigger in skill.triggers] == [
        ("bake bread", TriggerSource.FRONT_MATTER),
        ("rye", TriggerSource.FRONT_MATTER),
    ]
    assert skill.tags == ("a", "1")


@pytest.mark.parametrize(
    "given", ["Baking > Bread", "[Baking, Bread]", "\n- Baking\n- Bread", "Baking / Bread"]
)
def test_front_matter_says_the_place_in_the_tree(given: str) -> None:
    assert read_skill("a.md", f"---\ntree_path: {given}\n---\n# A").tree_path == ("Baking", "Bread")


def test_other_skills_that_are_named() -> None:
    text = "# A\n\nSee `b.md`, [c](skills/c.md#x), `../d/SKILL.md`, `docs/e.md`, `a.md` and `b.md`.\n\n```\nf.md\n```"
    assert read_skill("a.md", text).related == ("b", "c", "d")


def test_the_body_and_its_hash_do_not_depend_on_line_ends_or_front_matter() -> None:
    plain = read_skill("a.md", "# A\n\nWords.\n")
    other = read_skill("a.md", "\ufeff---\r\ntags: a\r\n---\r\n\r\n# A\r\n\r\nWords.\r\n\r\n")
    assert other.body == plain.body == "# A\n\nWords.\n"
    assert other.sha256 == plain.sha256 == hashlib.sha256(b"# A\n\nWords.\n").hexdigest()


def test_what_cannot_be_read_is_refused_with_its_line() -> None:
    assert refused("\n \n") == ["a.md: is empty"]
    assert refused("# A\n\0") == ["a.md, line 2: holds a NUL character"]
    assert refused("# A\n\n\ud800") == ["a.md, line 3: holds half of a surrogate pair"]
    assert refused("x" * (MAX_CHARACTERS + 1)) == ["a.md: is 500,001 characters long; 500,000 are allowed"]
    long = "x" * FRONT_MATTER_CHARACTERS
    assert refused(f"---\na: {long}\n---\n")[0].endswith("characters long; 20,000 are allowed")
    assert refused("---\ntitle: [a]\ntags: {b: c}\nparent: true\n---\n# A") == [
        "a.md, line 4, parent: must be a text",
        "a.md, line 2, title: must be a text",
        "a.md, line 3, tags: must be a text or a list of texts",
    ]


@pytest.mark.parametrize(
    "yaml", ["a: b: c", "a: !!python/object:os.system x", f"a: {'[' * 9_000}", "a: 1\na: 2"]
)
def test_front_matter_that_is_not_plain_yaml_is_refused(yaml: str) -> None:
    (reason,) = refused(f"---\n{yaml}\n---\n# A")
    assert ", front matter: is not YAML: " in reason


@given(st.text(st.sampled_from('ab .:\n-#`|"→*>1'), max_size=200))
def test_no_text_makes_the_reader_fail(text: str) -> None:
    try:
        assert read_skill("a.md", text).title
    except UnreadableSkillError as error:
        assert error.faults  # noqa: PT017 the only error there may be
