"""services.skills.import_skills and its command."""

import json
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from core.jobs.models import Job
from quickstart.models import Collection, Review, Skill, Trigger
from quickstart.parsing.parsed_content import TriggerSource
from quickstart.services.curate_content import save_skill
from quickstart.services.import_skill_files import SkillImportResult, import_skills
from quickstart.tests.commands.conftest import RunCommand, run
from quickstart.tests.factories import new_account

__all__ = ["run"]

BAKE = """# Skill: Bake bread

Bakes a loaf.

## When to Use

- User asks "bake a loaf"
- User asks "make bread"

## Quick Start

```bash
bake --loaf  # one
```
"""
ROLLS = """# Skill: Bake rolls

**Parent:** `skill_bake.md`

Bakes rolls.

## When to Use

- User asks "bake rolls"
"""


@pytest.fixture
def account(db: None) -> User:
    return new_account(username="ann")


def import_files(account: User, dry_run: bool = False, **files: str) -> SkillImportResult:
    named = {f"{name}.md": text for name, text in files.items()}
    return import_skills(account=account, name="docs", files=named, dry_run=dry_run)


def triggers(skill_id: str) -> list[tuple[str, str]]:
    return list(Trigger.objects.filter(skill__skill_id=skill_id).values_list("text", "source"))


def test_new_skills_with_all_they_say(account: User) -> None:
    imported = import_files(account, skill_bake=BAKE, skill_rolls=ROLLS)
    assert (imported.new, imported.faults) == (("skill_bake", "skill_rolls"), ())
    bake, rolls = Skill.objects.order_by("skill_id")
    assert (bake.title, bake.file, bake.account) == ("Bake bread", "skill_bake.md", account)
    assert "bake --loaf" in bake.quick_command
    assert (bake.parent, rolls.parent) == (None, bake)
    assert [text for text, _ in triggers("skill_bake")] == ["bake a loaf", "make bread"]
    assert {text.text for text in bake.texts.all()} >= {"bake a loaf", "Bake bread"}
    assert rolls.tree_key
    assert Skill.history.count() == 2
    assert Skill.history.get(skill_id="skill_rolls").parent_id == bake.pk


def test_again_changes_nothing(account: User) -> None:
    import_files(account, skill_bake=BAKE, skill_rolls=ROLLS)
    Job.objects.all().delete()
    before = [*Skill.objects.values(), *Trigger.objects.values(), *Collection.objects.values()]
    assert import_files(account, skill_bake=BAKE, skill_rolls=ROLLS).unchanged == (
        "skill_bake",
        "skill_rolls",
    )
    assert [*Skill.objects.values(), *Trigger.objects.values(), *Collection.objects.values()] == before


def test_the_text_changed(account: User) -> None:
    import_files(account, skill_bake=BAKE, skill_rolls=ROLLS)
    before = {row.skill_id: row for row in Skill.objects.all()}
    imported = import_files(
        account, skill_bake=BAKE.replace("make bread", "bread, please"), skill_rolls=ROLLS
    )
    assert imported.changed == {"skill_bake": ("body", "triggers")}
    bake, rolls = Skill.objects.order_by("skill_id")
    assert bake.body_changed > before["skill_bake"].body_changed
    assert bake.body_hash != before["skill_bake"].body_hash
    assert rolls.body_changed == before["skill_rolls"].body_changed
    assert [text for text, _ in triggers("skill_bake")] == ["bake a loaf", "bread, please"]


def test_only_what_an_index_says_changed(account: User) -> None:
    import_files(account, skill_bake=BAKE)
    changed = Skill.objects.get().body_changed
    index = '# Skill Index\n\n| User says... | Skill |\n|---|---|\n| "knead dough" | `skill_bake.md` |\n'
    imported = import_files(account, skill_bake=BAKE, SKILL_INDEX=index)
    assert "triggers" in imported.changed["skill_bake"]
    assert imported.indexes == ("SKILL_INDEX.md",)
    assert triggers("skill_bake")[0] == ("knead dough", "index")
    assert Skill.objects.get().body_changed == changed


def test_what_was_done_by_hand_stays(account: User) -> None:
    import_files(account, skill_bake=BAKE)
    skill = Skill.objects.get()
    Trigger.objects.create(skill=skill, text="loaf me", source=TriggerSource.MANUAL, position=9)
    Trigger.objects.filter(text="make bread").delete()
    Trigger.objects.create(skill=skill, text="Make Bread", source=TriggerSource.MANUAL, position=10)
    Skill.objects.update(review=Review.DRAFT)
    assert import_files(account, skill_bake=BAKE).unchanged == ("skill_bake",)
    import_files(account, skill_bake=BAKE.replace('a loaf"', 'one loaf"'))
    assert triggers("skill_bake") == [
        ("bake one loaf", "when_to_use"),
        ("loaf me", "manual"),
        ("Make Bread", "manual"),
    ]
    assert Skill.objects.get().review == Review.DRAFT


def test_what_was_edited_here_is_not_undone_silently(account: User) -> None:
    import_files(account, skill_bake=BAKE, skill_rolls=ROLLS)
    skill = Skill.objects.get(skill_id="skill_bake")
    skill.title = "Our bread"
    save_skill(skill=skill, by_hand=["our loaf"])
    for dry_run in (True, False):
        imported = import_files(
            account, dry_run, skill_bake=BAKE.replace("Bakes a", "Makes a"), skill_rolls=ROLLS
        )
        assert list(map(str, imported.warnings)) == [
            "skill_bake.md, title: was edited here, and is the file's again; it was 'Our bread'"
        ]
    # What only the file changed is nobody's loss.
    assert import_files(account, skill_bake=BAKE, skill_rolls=ROLLS).warnings == ()


def test_a_skill_without_its_file_is_reported_and_stays(account: User) -> None:
    import_files(account, skill_bake=BAKE, skill_rolls=ROLLS)
    assert import_files(account, skill_bake=BAKE).orphaned == ("skill_rolls",)
    assert Skill.objects.count() == 2


def test_a_dry_run_and_a_fault_write_nothing(account: User) -> None:
    assert import_files(account, dry_run=True, skill_bake=BAKE).new == ("skill_bake",)
    assert not Collection.objects.exists()
    faulty = import_files(account, skill_bake=BAKE, skill_empty="")
    assert [(fault.file, fault.reason) for fault in faulty.faults] == [("skill_empty.md", "is empty")]
    long = import_files(account, skill_bake=BAKE.replace("Bake bread", "x" * 301))
    assert [fault.field for fault in long.faults] == ["title"]
    assert not Collection.objects.exists()


def test_the_command(account: User, run: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "deeper").mkdir()
    (tmp_path / ".git").mkdir()
    (tmp_path / "skill_bake.md").write_text(BAKE)
    (tmp_path / "deeper" / "skill_rolls.md").write_text(ROLLS)
    (tmp_path / ".git" / "skill_no.md").write_text(BAKE)
    assert json.loads(run("import_skills", str(tmp_path), "--collection", "docs", "--dry-run", "--json").out)[
        "new"
    ]
    assert not Collection.objects.exists()
    ran = run("import_skills", str(tmp_path), "--collection", "docs")
    assert ran.status == 0
    assert ran.out.startswith(
        "2 new, 0 changed, 0 without a file (kept), 0 indexes, 0 passed over, 0 unchanged.\n\nnew:\n"
    )
    (tmp_path / "skill_bad.md").write_bytes(b"\xff")
    assert run("import_skills", str(tmp_path), "--collection", "docs").status == 1
    (tmp_path / "skill_bad.md").write_text("")
    ran = run("import_skills", str(tmp_path), "--collection", "docs")
    assert (ran.status, ran.out) == (1, "")
    assert "skill_bad.md: is empty" in ran.err
    assert run("import_skills", str(tmp_path / "none"), "--collection", "docs").status == 2


def test_every_unreadable_file_is_reported(account: User, run: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "skill_bake.md").write_text(BAKE)
    (tmp_path / "skill_bad.md").write_bytes(b"# A\n\xff")
    (tmp_path / "skill_worse.md").write_bytes(b"\xff")
    (tmp_path / "skill_gone.md").symlink_to(tmp_path / "nowhere.md")
    ran = run("import_skills", str(tmp_path), "--collection", "docs")
    assert ran.status == 1
    for message in (
        "not UTF-8 (2 times): skill_bad.md, line 2; skill_worse.md, line 1\n",
        "skill_gone.md: No such",
    ):
        assert message in ran.err
    assert not Collection.objects.exists()
    assert run("import_skills", str(tmp_path), "--collection", "docs", "--skip-invalid").status == 0
    assert [skill.skill_id for skill in Skill.objects.all()] == ["skill_bake"]


def test_a_link_out_of_the_folder_is_not_followed(account: User, run: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "skills").mkdir()
    (tmp_path / "skills" / "skill_bake.md").write_text(BAKE)
    (tmp_path / "secret.md").write_text("# A secret\n\nWhat only its owner may read.")
    (tmp_path / "skills" / "skill_other.md").symlink_to(tmp_path / "secret.md")
    ran = run("import_skills", str(tmp_path / "skills"), "--collection", "docs", "--skip-invalid")
    assert (ran.status, "skill_other.md: is a link that leads out of the folder" in ran.err) == (0, True)
    assert [skill.skill_id for skill in Skill.objects.all()] == ["skill_bake"]


def test_a_skill_whose_file_is_at_fault_is_not_taken_for_gone(
    account: User, run: RunCommand, tmp_path: Path
) -> None:
    (tmp_path / "skill_bake.md").write_text(BAKE)
    (tmp_path / "skill_rolls.md").write_text(ROLLS)
    run("import_skills", str(tmp_path), "--collection", "docs")
    (tmp_path / "skill_rolls.md").write_bytes(b"\xff")
    ran = run("import_skills", str(tmp_path), "--collection", "docs", "--skip-invalid")
    assert (ran.status, "0 without a file (kept)" in ran.out, "1 at fault (skipped)" in ran.out) == (
        0,
        True,
        True,
    )
    assert Skill.objects.count() == 2
