"""services.trees.import_tree and its command."""

import json
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from quickstart.models import Collection, Node
from quickstart.services.import_capability_tree import TreeImportResult, import_tree
from quickstart.tests.commands.conftest import RunCommand, run
from quickstart.tests.factories import new_account

__all__ = ["run"]

TREE = """Bakery
  Bread (with yeast)
    Rolls
  Cakes
    Examples: plum cake, cheese cake
Shop
"""


@pytest.fixture
def account(db: None) -> User:
    return new_account(username="ann")


def import_text(account: User, text: str, dry_run: bool = False) -> TreeImportResult:
    return import_tree(account=account, name="docs", file="tree.txt", text=text, dry_run=dry_run)


def counts(imported: TreeImportResult) -> tuple[int, int, int, int]:
    return imported.new, imported.changed, imported.unchanged, imported.removed


def test_nodes_in_order_with_their_parents(account: User) -> None:
    assert counts(import_text(account, TREE)) == (5, 0, 0, 0)
    bakery, bread, rolls, cakes, shop = Node.objects.order_by("position")
    assert rolls.path == ["Bakery", "Bread", "Rolls"]
    assert [node.parent for node in (bakery, bread, rolls, cakes, shop)] == [
        None,
        bakery,
        bread,
        bakery,
        None,
    ]
    assert (bread.note, cakes.note) == ("with yeast", "Examples: plum cake, cheese cake")
    assert rolls.account == account


def test_again_changes_nothing(account: User) -> None:
    import_text(account, TREE)
    before = [*Node.objects.values(), *Collection.objects.values()]
    assert counts(import_text(account, TREE)) == (0, 0, 5, 0)
    assert [*Node.objects.values(), *Collection.objects.values()] == before


def test_the_tree_is_replaced_and_equal_nodes_keep_their_rows(account: User) -> None:
    import_text(account, TREE)
    pks = dict(Node.objects.values_list("label", "pk"))
    text = "bakery\n  Pies\n    Apple\n  bread\n    Rolls\n"
    assert counts(import_text(account, text)) == (2, 3, 0, 2)
    nodes = list(Node.objects.order_by("position"))
    assert [node.label for node in nodes] == ["bakery", "Pies", "Apple", "bread", "Rolls"]
    assert (nodes[0].pk, nodes[3].pk, nodes[4].pk) == (pks["Bakery"], pks["Bread"], pks["Rolls"])
    assert nodes[2].parent == nodes[1]


def test_paths_that_say_the_same_are_one_node(account: User) -> None:
    imported = import_text(account, "Bakery\n  Data binding\n    A\n  Data-Bindings\n    B\n")
    assert [(fault.line, "says the same" in fault.reason) for fault in imported.warnings] == [(4, True)]
    assert [node.label for node in Node.objects.order_by("position")] == ["Bakery", "Data binding", "A", "B"]
    a, b = Node.objects.filter(label__in=["A", "B"])
    assert a.parent == b.parent


def test_a_dry_run_and_a_fault_write_nothing(account: User) -> None:
    assert counts(import_text(account, TREE, dry_run=True)) == (5, 0, 0, 0)
    assert not Collection.objects.exists()
    assert import_text(account, "").faults
    assert [fault.line for fault in import_text(account, "A\n  " + "x" * 201).faults] == [2]
    assert not Collection.objects.exists()


def test_two_collections_have_two_trees(account: User) -> None:
    import_text(account, TREE)
    import_tree(account=account, name="other", file="x", text="Bakery\n")
    assert Node.objects.filter(label="Bakery").count() == 2


def test_the_command(account: User, run: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "tree.txt"
    file.write_text(TREE)
    summary = json.loads(run("import_tree", str(file), "--collection", "docs", "--dry-run", "--json").out)
    assert (summary["new"], summary["dry_run"], Collection.objects.count()) == (5, True, 0)
    assert run("import_tree", str(file), "--collection", "docs").out == (
        "5 places new, 0 changed, 0 unchanged, 0 removed.\n"
    )
    ran = run("import_tree", "-", "--collection", "docs", stdin=b"")
    assert (ran.status, ran.out, "holds no tree" in ran.err) == (1, "", True)
    assert Node.objects.count() == 5
