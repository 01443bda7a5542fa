"""manage.py import_qa and export_qa."""

import json
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from quickstart.models import Collection, Entry, Review
from quickstart.tests.commands.conftest import RunCommand
from quickstart.tests.factories import make_collection, new_account
from quickstart.tests.importing.qa_line_factory import lines, qa


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "qa.jsonl"
    path.write_text(lines(qa(1), qa(2), qa(1)))
    return path


def test_counts_then_ids(account: User, run: RunCommand, file: Path) -> None:
    ran = run("import_qa", str(file), "--collection", "docs")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == (
        "2 new, 0 changed, 0 in no file (kept), 1 duplicates, 0 unchanged.\n"
        "\nnew:\n  qa_1\n  qa_2\n"
        f"\nduplicates:\n  {file}, line 3, id: 'qa_1' is the same entry as in line 1\n"
    )
    file.write_text(lines(qa(3), qa(1, level=1, answer="Ask."), qa(4, prerequisites=["qa_9"])))
    ran = run("import_qa", str(file), "--collection", "docs")
    assert ran.out == (
        "2 new, 1 changed, 1 in no file (kept), 0 duplicates, 0 unchanged.\n"
        "\nnew:\n  qa_3\n  qa_4\n\nchanged:\n  qa_1 (level, answer)\n\nin no file (kept):\n  qa_2\n"
    )
    assert ran.err == f"warning: {file}, line 3, prerequisites: there is no entry 'qa_9'\n"


def test_a_dry_run(account: User, run: RunCommand, file: Path) -> None:
    ran = run("import_qa", str(file), "--collection", "docs", "--dry-run")
    assert ran.out.startswith(
        "2 new, 0 changed, 0 in no file (kept), 1 duplicates, 0 unchanged (a dry run: nothing was written).\n"
    )
    assert not Collection.objects.exists()


def test_a_faq_in_markdown(account: User, run: RunCommand, tmp_path: Path) -> None:
    faq = tmp_path / "FAQ.md"
    faq.write_text("# Ferry\n\n## How late?\n\nTen.\n\n## How early?\n\n## Storms\n\nNo ferry.\n")
    ran = run("import_qa", str(faq), "--collection", "docs")
    assert (ran.status, ran.err) == (
        0,
        f"warning: {faq}, line 9: “Storms” is not worded as a question; it becomes one, as it stands among questions\n",
    )
    assert ran.out == (
        "2 new, 0 changed, 0 in no file (kept), 0 duplicates, 1 not read (no question with an answer), 0 unchanged.\n"
        "\nnew:\n  how_late\n  storms\n"
        f"\nnot read (no question with an answer):\n  {faq}, line 7: “How early?” has no answer\n"
    )


def test_markdown_without_a_question_changes_nothing(account: User, run: RunCommand, tmp_path: Path) -> None:
    faq = tmp_path / "FAQ.md"
    faq.write_text("# Ferry\n\nIt runs.\n")
    ran = run("import_qa", str(faq), "--collection", "docs")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith(f"{faq}: holds no question with an answer below it: a heading")
    assert not Collection.objects.exists()


def test_faults_are_reported_and_nothing_is_written(account: User, run: RunCommand, file: Path) -> None:
    file.write_text(lines(qa(1), qa(2, level="x")) + "{\n")
    ran = run("import_qa", str(file), "--collection", "docs")
    assert (ran.status, ran.out) == (1, "")
    assert [line.partition(": ")[0] for line in ran.err.splitlines()] == [
        f"{file}, line 2, level",
        f"{file}, line 3",
        "2 at fault",
    ]
    assert not Collection.objects.exists()


def test_json(account: User, run: RunCommand, file: Path) -> None:
    ran = run("import_qa", str(file), "--collection", "docs", "--json")
    assert json.loads(ran.out) == {
        "new": ["qa_1", "qa_2"],
        "changed": {},
        "unchanged": [],
        "orphaned": [],
        "duplicates": [
            {"file": str(file), "line": 3, "field": "id", "reason": "'qa_1' is the same entry as in line 1"}
        ],
        "warnings": [],
        "faults": [],
        "skipped": [],
        "unread": [],
        "dry_run": False,
    }
    file.write_text("[]\n")
    ran = run("import_qa", str(file), "--collection", "docs", "--json")
    assert (ran.status, [fault["line"] for fault in json.loads(ran.out)["faults"]]) == (1, [1])


def test_from_the_standard_input_as_drafts(account: User, run: RunCommand) -> None:
    assert run("import_qa", "-", "--collection", "docs", "--draft", stdin=lines(qa(1)).encode()).status == 0
    assert Entry.objects.get().review == Review.DRAFT


def test_an_edited_row_needs_overwrite(account: User, run: RunCommand, file: Path) -> None:
    run("import_qa", str(file), "--collection", "docs")
    Entry.objects.filter(entry_id="qa_1").update(answer="Edited.")
    ran = run("import_qa", str(file), "--collection", "docs")
    assert ran.status == 1
    assert f"{file}, line 1, id: 'qa_1' was edited here" in ran.err
    assert run("import_qa", str(file), "--collection", "docs", "--overwrite").status == 0
    assert Entry.objects.get(entry_id="qa_1").answer == qa(1)["answer"]


def test_what_cannot_be_read(account: User, run: RunCommand, tmp_path: Path, file: Path) -> None:
    (tmp_path / "bad.jsonl").write_bytes(b"{}\n\xff\n")
    ran = run("import_qa", str(tmp_path / "bad.jsonl"), "--collection", "docs")
    assert (ran.status, "bad.jsonl, line 2: not UTF-8" in ran.err) == (1, True)
    assert run("import_qa", str(tmp_path / "none.jsonl"), "--collection", "docs").status == 2
    (tmp_path / "too.jsonl").write_bytes(b"\xff")
    ran = run(
        "import_qa", *(str(tmp_path / name) for name in ("bad.jsonl", "too.jsonl")), "--collection", "docs"
    )
    assert (ran.status, "not UTF-8 (2 times): " in ran.err) == (1, True)
    assert run("import_qa", str(file), str(file), "--collection", "docs").status == 2
    ran = run("import_qa", str(file), "--collection", "No Name")
    assert (ran.status, "'No Name' is no name" in ran.err) == (1, True)


def test_whose(account: User, run: RunCommand, file: Path) -> None:
    other = new_account(username="bob")
    assert run("import_qa", str(file), "--collection", "docs").status == 2
    run("import_qa", str(file), "--collection", "docs", "--account", "bob")
    assert Collection.objects.get().account == other


def test_there_and_back(account: User, run: RunCommand, file: Path, tmp_path: Path) -> None:
    file.write_text(
        lines(qa(1, answer="Line.\u2028Ünïcode 🌳"), qa(2, source={"b": 1, "a": [1.5]}), qa(3, tags=[]))
    )
    run("import_qa", str(file), "--collection", "docs")
    first = run("export_qa", "--collection", "docs").out
    out = tmp_path / "out.jsonl"
    assert run("export_qa", "--collection", "docs", "-o", str(out)).status == 0
    assert out.read_bytes() == first.encode()
    run("import_qa", str(out), "--collection", "other")
    assert run("export_qa", "--collection", "other").out == first
    assert [json.loads(line)["id"] for line in first.splitlines()] == ["qa_1", "qa_2", "qa_3"]


def test_export_of_what_is_not_there(account: User, run: RunCommand, tmp_path: Path) -> None:
    ran = run("export_qa", "--collection", "docs")
    assert (ran.status, "There is no collection 'docs'" in ran.err) == (1, True)
    make_collection(account, "docs")
    assert run("export_qa").out == ""
    assert run("export_qa", "-o", str(tmp_path / "no" / "x")).status == 2


def test_skip_invalid_imports_the_valid_entries(account: User, run: RunCommand, tmp_path: Path) -> None:
    mixed, bad = tmp_path / "mixed.jsonl", tmp_path / "bad.jsonl"
    mixed.write_text(f"{lines(qa(1))}[]\n{lines(qa(2, level=9))}[]\n{lines(qa(3))}")
    bad.write_bytes(b"\xff\n")
    ran = run("import_qa", str(mixed), str(bad), "--collection", "docs")
    assert (ran.status, Entry.objects.count()) == (1, 0)
    assert f"(2 times): {mixed}, line 2; {mixed}, line 4" in ran.err
    ran = run("import_qa", str(mixed), str(bad), "--collection", "docs", "--skip-invalid")
    assert (ran.status, "4 at fault (skipped)" in ran.out) == (0, True)
    assert f"(2 times): {mixed}, line 2; {mixed}, line 4" in ran.err
    assert sorted(Entry.objects.values_list("entry_id", flat=True)) == ["qa_1", "qa_3"]


def test_an_invalid_entry_is_not_reported_as_orphaned(account: User, run: RunCommand, file: Path) -> None:
    run("import_qa", str(file), "--collection", "docs")
    file.write_text(f"{lines(qa(1))}{lines(qa(2, level=9))}{lines(qa(3))}")
    ran = run("import_qa", str(file), "--collection", "docs", "--skip-invalid")
    assert (ran.status, "1 at fault (skipped)" in ran.out, "0 in no file (kept)" in ran.out) == (
        0,
        True,
        True,
    )
    assert Entry.objects.filter(entry_id="qa_2").exists()


def test_an_edited_row_is_left_as_it_is_where_faults_are_skipped(
    account: User, run: RunCommand, file: Path
) -> None:
    run("import_qa", str(file), "--collection", "docs")
    Entry.objects.filter(entry_id="qa_1").update(answer="Edited.")
    file.write_text(lines(qa(1, question="Another?"), qa(2), qa(3)))
    ran = run("import_qa", str(file), "--collection", "docs", "--skip-invalid")
    assert (ran.status, "1 new" in ran.out, "0 in no file (kept)" in ran.out) == (0, True, True)
    assert Entry.objects.get(entry_id="qa_1").answer == "Edited."
    assert Entry.objects.filter(entry_id="qa_3").exists()
