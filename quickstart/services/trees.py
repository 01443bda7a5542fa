"""A capability tree is taken into a collection, in the place of the one that is there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction

from quickstart.models import Collection, Node
from quickstart.paths import key_of
from quickstart.reading.model import TreeNode
from quickstart.reading.trees import read_tree, walk
from quickstart.services.collections import changing, open_collection
from texts.faults import Fault

FIELDS = ("label", "path", "note", "position")
LONGEST_KEY = 1_000


@dataclass(frozen=True)
class ImportedTree:
    """How many nodes an import made, changed, left and removed, or, with a fault or in a dry run, would."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    warnings: tuple[Fault, ...] = ()
    faults: tuple[Fault, ...] = ()
    """With one of these nothing was written."""


def import_tree(*, account: User, name: str, file: str, text: str, dry_run: bool = False) -> ImportedTree:
    """Make the tree of this text (`file` is for the faults) the tree of the account's collection.

    All or nothing, safe to repeat. A node whose path says the same keeps its row. Raises InvalidCollection.
    """
    read = read_tree(file, text)
    wanted, warnings = _nodes(file, read.roots)
    faults = (*read.faults, *_too_long(file, wanted))
    with transaction.atomic():
        collection = open_collection(account=account, name=name)
        if faults:
            transaction.set_rollback(True)
            return ImportedTree(faults=faults, warnings=read.warnings)
        Collection.objects.select_for_update(of=("self",)).get(pk=collection.pk)
        rows = {row.key: row for row in collection.nodes.all()}
        gone = [row.pk for key, row in rows.items() if key not in wanted]
        changed = [row for key, row in rows.items() if key in wanted and _fill(row, wanted[key])]
        new = [key for key in wanted if key not in rows]
        unchanged = len(rows) - len(gone) - len(changed)
        if dry_run:
            transaction.set_rollback(True)
        elif gone or changed or new:
            with changing(collection) as held:
                Node.objects.filter(pk__in=gone).delete()
                Node.objects.bulk_update(changed, FIELDS, batch_size=500)
                _create(held, {key: wanted[key] for key in new}, rows)
    return ImportedTree(len(new), len(changed), unchanged, len(gone), (*read.warnings, *warnings))


@dataclass(frozen=True)
class _Wanted:
    label: str
    path: list[str]
    note: str
    position: int
    line: int


def _nodes(file: str, roots: tuple[TreeNode, ...]) -> tuple[dict[str, _Wanted], list[Fault]]:
    """By key, parents first; of several whose paths say the same, the first."""
    wanted: dict[str, _Wanted] = {}
    warnings = []
    for position, (path, node) in enumerate(walk(roots)):
        key = key_of(path)
        if key in wanted:
            said = " › ".join(wanted[key].path)
            warnings.append(
                Fault(file, node.line, "", f"{' › '.join(path)!r} says the same as {said!r}: one node")
            )
        else:
            wanted[key] = _Wanted(node.label, list(path), _note(node), position, node.line)
    return wanted, warnings


def _note(node: TreeNode) -> str:
    lists = {"Examples": node.examples, "Prerequisites": node.prerequisites, "See": node.see}
    said = [node.note, f"General: {node.general}" if node.general else ""]
    said += [f"{title}: {', '.join(texts)}" for title, texts in lists.items() if texts]
    return "\n".join(filter(None, said))


def _too_long(file: str, wanted: Mapping[str, _Wanted]) -> Iterator[Fault]:
    for key, node in wanted.items():
        if len(key) > LONGEST_KEY:
            yield Fault(file, node.line, "", f"its path is longer than {LONGEST_KEY:,} characters")


def _fill(row: Node, wanted: _Wanted) -> bool:
    """Let a row say what is wanted. Returns whether it said something else."""
    before = [getattr(row, name) for name in FIELDS]
    for name in FIELDS:
        setattr(row, name, getattr(wanted, name))
    return before != [getattr(row, name) for name in FIELDS]


def _create(collection: Collection, wanted: Mapping[str, _Wanted], rows: dict[str, Node]) -> None:
    """Level by level, because a child names its parent's row."""
    for depth in sorted({len(node.path) for node in wanted.values()}):
        level = {key: node for key, node in wanted.items() if len(node.path) == depth}
        made = [
            Node(
                account_id=collection.account_id,
                collection=collection,
                key=key,
                parent=rows[key_of(node.path[:-1])] if depth > 1 else None,
                label=node.label,
                path=node.path,
                note=node.note,
                position=node.position,
            )
            for key, node in level.items()
        ]
        rows.update(zip(level, Node.objects.bulk_create(made), strict=True))
