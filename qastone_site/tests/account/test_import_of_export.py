"""What the ZIP of an account says of importing its files is true: the commands read them back."""

import json
import re
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import get_commands

from brain.models import Profile
from brain.services.save_profile import save_profile
from core.cli.tests.command_runner import RunCommand, run
from qastone_site.accounts.export_account import FILES, export_account
from quickstart.models import Collection, Entry, Node
from quickstart.queries.export_entries import export_entries
from quickstart.services.import_capability_tree import import_tree
from quickstart.services.import_entries import import_entries

__all__ = ["run"]

PROFILE = {"name": "Ann", "jobs": [{"at": "Metering\u2028Works", "until": 2020}]}
TREE = (
    "Bakery\n  Bread (with yeast)\n    General: of rye\n    Examples: rolls, buns\n  Cakes (sweet\\)\nShop\n"
)
ENTRIES = [
    {"id": "bake", "question": "How do I bake?", "level": 2, "tree_path": ["Bakery"], "answer": "Slowly."},
    {"id": "any", "question": "Why?", "level": 1, "tree_path": ["Shop"], "answer": "So.", "mine": {"a": [1]}}
    | {"question_variants": ["wherefore", "Warum?"], "tags": ["x"], "verify_command": "true"},
]

Export = Callable[[str], Path]


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("ann")


@pytest.fixture
def ben(db: None) -> User:
    return User.objects.create_user("ben")


@pytest.fixture
def exported(ann: User, tmp_path: Path) -> Export:
    def export(name: str) -> Path:
        with zipfile.ZipFile(BytesIO(b"".join(export_account(account=ann)))) as archive:
            return Path(archive.extract(name, tmp_path))

    return export


def fill(account: User, name: str, entries: list[dict[str, object]], tree: str) -> Collection:
    lines = "".join(f"{json.dumps(entry)}\n" for entry in entries)
    assert not import_entries(account=account, name=name, files={"qa.jsonl": lines}).faults
    assert not import_tree(account=account, name=name, file="tree.txt", text=tree).faults
    return Collection.objects.get(account=account, name=name)


def places(collection: Collection) -> list[tuple[object, ...]]:
    return list(collection.nodes.order_by("position").values_list("path", "note", "key", "position"))


def test_the_readme_says_of_each_file_what_imports_it(exported: Export) -> None:
    said = re.findall(r"^(\S+\.jsonl) .*\n +Import: ([a-z_]+).*$", exported("README.txt").read_text(), re.M)
    assert [name for name, _ in said] == [file.name for file in FILES]
    commands = {name: command for name, command in said if command != "none"}
    assert commands == {
        "stones/stones.jsonl": "import_stones",
        "quickstart/entries.jsonl": "import_qa",
        "quickstart/tree.jsonl": "import_tree",
        "brain/profile.jsonl": "import_profile",
    }
    assert set(commands.values()) <= get_commands().keys()


def test_a_profile_comes_back_as_it_was(ann: User, ben: User, exported: Export, run: RunCommand) -> None:
    first = save_profile(account=ann, data=PROFILE)
    file = exported("brain/profile.jsonl")
    assert run("import_profile", str(file), "--account", "ben", "--no-embed").status == 0
    again = Profile.objects.get(account=ben)
    assert (again.data, again.text, again.name) == (PROFILE, first.text, "Ann")
    assert run("import_profile", str(file), "--account", "ann", "--no-embed").out == (
        "The profile of Ann: unchanged.\n"
    )


def test_entries_and_tree_come_back_as_they_were(
    ann: User, ben: User, exported: Export, run: RunCommand
) -> None:
    mine, other = fill(ann, "mine", ENTRIES, TREE), fill(ann, "other", ENTRIES[:1], "Shop\n  Till\n")
    # Imported last, exported first by its position.
    assert not import_entries(
        account=ann,
        name="mine",
        files={"qa.jsonl": "".join(f"{json.dumps(each)}\n" for each in ENTRIES[::-1])},
    ).faults
    for collection in (mine, other):
        for command, file in (("import_qa", "entries"), ("import_tree", "tree")):
            path = exported(f"quickstart/{file}.jsonl")
            ran = run(command, str(path), "--collection", collection.name, "--account", "ben")
            assert (ran.status, ran.err) == (0, "")
        again = Collection.objects.get(account=ben, name=collection.name)
        assert export_entries(again) == export_entries(collection) != ""
        assert places(again) == places(collection) != []


def test_a_single_collection_may_get_another_name(
    ann: User, ben: User, exported: Export, run: RunCommand
) -> None:
    fill(ann, "mine", ENTRIES, TREE)
    path = exported("quickstart/tree.jsonl")
    assert run("import_tree", str(path), "--collection", "new", "--account", "ben").status == 0
    assert Node.objects.filter(account=ben).count() == 4


@pytest.mark.parametrize(("command", "file"), [("import_qa", "entries"), ("import_tree", "tree")])
def test_of_several_collections_one_is_named(
    ann: User, ben: User, exported: Export, run: RunCommand, command: str, file: str
) -> None:
    for name in ("mine", "other"):
        fill(ann, name, ENTRIES, TREE)
    ran = run(command, str(exported(f"quickstart/{file}.jsonl")), "--collection", "new", "--account", "ben")
    assert ran.status == 1
    assert "holds the collections 'mine', 'other', and none of them is 'new'" in ran.err
    assert not Entry.objects.filter(account=ben).exists()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"path": ["Away", "Bread"]}, "line 2: stands before the place that it belongs to, or without it"),
        ({"path": [], "label": ""}, "line 2: its path must be a list of labels, its note a text"),
        ({"label": "Bun"}, "line 2: its label is not the last of its path"),
        ({"path": ["Bakery", "\0"], "label": "\0"}, "line 2: 'path' holds a NUL character"),
    ],
)
def test_rows_that_make_no_tree(
    ann: User, exported: Export, run: RunCommand, change: dict[str, object], reason: str
) -> None:
    fill(ann, "mine", ENTRIES, TREE)
    path = exported("quickstart/tree.jsonl")
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    rows[1] |= change
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    before = places(Collection.objects.get())
    ran = run("import_tree", str(path), "--collection", "mine", "--account", "ann")
    assert (ran.status, reason in ran.err) == (1, True), ran.err
    assert places(Collection.objects.get()) == before
