"""`manage.py coverage`."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from quickstart.models import Collection, CoverageRun
from quickstart.tests.coverage.coverage_rows import make_tree
from quickstart.tests.factories import make_collection, make_entry, make_skill, new_account

pytestmark = pytest.mark.django_db


@pytest.fixture
def planted() -> Collection:
    report = make_tree(make_collection(name="tools"), [("Tools",), ("Tools", "saw"), ("Tools", "file")])
    make_entry(report, tree_path=["Tools", "saw"])
    make_skill(report, tree_path=["Tools", "file"])
    return report


def run(*args: str) -> tuple[str, str]:
    call_command("coverage", *args, stdout=(out := StringIO()), stderr=(err := StringIO()))
    return out.getvalue(), err.getvalue()


def test_the_report(planted: Collection) -> None:
    out, err = run("--collection", "tools")
    assert out.startswith(
        "Capability Tree Coverage\n========================\n\n"
        "Tools [75%]\n├── saw [100%] ✓\n└── file [50%] !\n\n"
        "Legend: ✓ = fully covered, ! = needs attention\n"
    )
    assert "- medium: Tools › file: Add Q&A entry (skill exists: 1)\n" in out
    assert err == ""
    assert not CoverageRun.objects.exists()


def test_the_only_collection_need_not_be_named(planted: Collection) -> None:
    assert run()[0] == run("--collection", "tools")[0]


def test_json(planted: Collection) -> None:
    rendered: dict[str, Any] = json.loads(run("--collection", "tools", "--json")[0])
    assert (rendered["percent"], rendered["nodes"], rendered["covered"]) == (75.0, 3, 1)
    assert [child["label"] for child in rendered["tree"][0]["children"]] == ["saw", "file"]


def test_gaps_alone(planted: Collection) -> None:
    assert run("--gaps")[0] == (
        "Gaps (1)\n--------\n\n- medium: Tools › file: Add Q&A entry (skill exists: 1)\n"
    )
    assert json.loads(run("--gaps", "--json")[0]) == [
        {"path": ["Tools", "file"], "severity": "medium", "suggestion": "Add Q&A entry (skill exists: 1)"}
    ]
    make_entry(planted, tree_path=["Tools", "file"])
    assert run("--gaps")[0] == "No gaps.\n"


def test_record_shows_in_the_trend(planted: Collection) -> None:
    out, _ = run("--record")
    assert CoverageRun.objects.count() == 1
    assert "75%, 1 of 3 places covered, gaps: 1, entries: 1, skills: 1" in out


def test_without_a_tree_the_import_command_is_printed() -> None:
    make_collection(name="bare")
    out, err = run()
    assert out.startswith("Capability Tree Coverage\n")
    assert "python manage.py import_tree FILE --collection bare" in err


def test_an_unknown_collection(planted: Collection) -> None:
    with pytest.raises(CommandError, match="There is no collection 'none'") as caught:
        run("--collection", "none")
    assert caught.value.returncode == 1


def test_several_accounts(planted: Collection) -> None:
    new_account("bob")
    with pytest.raises(CommandError, match="say --account NAME") as caught:
        run("--collection", "tools")
    assert caught.value.returncode == 2
    with pytest.raises(CommandError, match="There is no collection 'tools'"):
        run("--collection", "tools", "--account", "bob")


def test_a_shared_collection_is_recorded_by_its_owner_only(planted: Collection) -> None:
    Collection.objects.update(shared=True)
    new_account("bob")
    run("--collection", "tools", "--account", "bob", "--record")
    assert not CoverageRun.objects.exists()
