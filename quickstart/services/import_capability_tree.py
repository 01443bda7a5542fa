"""Import a capability tree into a collection, replacing the present one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction

from core.text.file_faults import Fault
from quickstart.models import Collection, Node
from quickstart.parsing.parsed_content import TreeNode
from quickstart.parsing.tree_file import read_tree, walk
from quickstart.parsing.tree_rows import TreeRow, are_tree_rows, read_tree_rows
from quickstart.services.change_collection import changing, open_locked
from quickstart.tree_paths import key_of

FIELDS = ("label", "path", "note", "position")
MAX_KEY_CHARACTERS = 1_000


@dataclass(frozen=True)
class TreeImportResult:
    """How many nodes an import made, changed, left and removed or, after a fault or in a dry run, would."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    warnings: tuple[Fault, ...] = ()
    faults: tuple[Fault, ...] = ()
    """With one of these nothing was written."""


def import_tree(*, account: User, name: str, file: str, text: str, dry_run: bool = False) -> TreeImportResult:
    """Make the tree of this text the tree of the account's collection; `file` appears in the faults.

    Of the file of an account's export the tree of the collection of this name; its only one, if it has but one. All or
    nothing, safe to repeat. A node with an equal path keeps its row. Raises InvalidCollection and CollectionNotFound.
    """
    planned, faults, warnings = _plan(name, file, text)
    faults = (*faults, *_too_long(file, planned))
    with transaction.atomic():
        collection = open_locked(account=account, name=name)
        if faults:
            transaction.set_rollback(True)
            return TreeImportResult(faults=faults, warnings=warnings)
        rows = {row.key: row for row in collection.nodes.all()}
        removed_ids = [row.pk for key, row in rows.items() if key not in planned]
        changed = [row for key, row in rows.items() if key in planned and _fill(row, planned[key])]
        new = [key for key in planned if key not in rows]
        unchanged = len(rows) - len(removed_ids) - len(changed)
        if dry_run:
            transaction.set_rollback(True)
        elif removed_ids or changed or new:
            with changing(collection) as locked:
                Node.objects.filter(pk__in=removed_ids).delete()
                Node.objects.bulk_update(changed, FIELDS, batch_size=500)
                _create(locked, {key: planned[key] for key in new}, rows)
    return TreeImportResult(len(new), len(changed), unchanged, len(removed_ids), warnings)


@dataclass(frozen=True)
class _PlannedNode:
    label: str
    path: list[str]
    note: str
    position: int
    line: int


_Plan = tuple[dict[str, _PlannedNode], tuple[Fault, ...], tuple[Fault, ...]]


def _plan(name: str, file: str, text: str) -> _Plan:
    """What the tree is to be, by key and parents first, with the faults and warnings of the text."""
    if are_tree_rows(text):
        rows, found = read_tree_rows(file, text, name)
        return _nodes_of_rows(rows), tuple(found), ()
    parsed = read_tree(file, text)
    planned, warnings = _nodes(file, parsed.roots)
    return planned, parsed.faults, (*parsed.warnings, *warnings)


def _nodes_of_rows(rows: list[TreeRow]) -> dict[str, _PlannedNode]:
    return {
        key_of(row.path): _PlannedNode(row.path[-1], list(row.path), row.note, position, row.line)
        for position, row in enumerate(rows)
    }


def _nodes(file: str, roots: tuple[TreeNode, ...]) -> tuple[dict[str, _PlannedNode], list[Fault]]:
    """By key, parents first; of several with equal paths the first."""
    planned: dict[str, _PlannedNode] = {}
    warnings = []
    for position, (path, node) in enumerate(walk(roots)):
        key = key_of(path)
        if key in planned:
            first_path = " › ".join(planned[key].path)
            warnings.append(
                Fault(file, node.line, "", f"{' › '.join(path)!r} says the same as {first_path!r}: one place")
            )
        else:
            planned[key] = _PlannedNode(node.label, list(path), _note(node), position, node.line)
    return planned, warnings


def _note(node: TreeNode) -> str:
    lists = {"Examples": node.examples, "Prerequisites": node.prerequisites, "See": node.see}
    parts = [node.note, f"General: {node.general}" if node.general else ""]
    parts += [f"{title}: {', '.join(texts)}" for title, texts in lists.items() if texts]
    return "\n".join(filter(None, parts))


def _too_long(file: str, planned: Mapping[str, _PlannedNode]) -> Iterator[Fault]:
    for key, node in planned.items():
        if len(key) > MAX_KEY_CHARACTERS:
            yield Fault(file, node.line, "", f"its path is longer than {MAX_KEY_CHARACTERS:,} characters")


def _fill(row: Node, planned: _PlannedNode) -> bool:
    """Copies the planned values. Returns whether anything changed."""
    before = [getattr(row, name) for name in FIELDS]
    for name in FIELDS:
        setattr(row, name, getattr(planned, name))
    return before != [getattr(row, name) for name in FIELDS]


def _create(collection: Collection, planned: Mapping[str, _PlannedNode], rows: dict[str, Node]) -> None:
    """Level by level, because a child refers to its parent's row."""
    for depth in sorted({len(node.path) for node in planned.values()}):
        level = {key: node for key, node in planned.items() if len(node.path) == depth}
        created = [
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
        rows.update(zip(level, Node.objects.bulk_create(created), strict=True))
