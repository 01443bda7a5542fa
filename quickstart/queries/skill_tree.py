"""The places of a collection's skills in its tree."""

from collections.abc import Collection as AbstractCollection
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from quickstart.coverage.node_locator import NodeLocator, Path
from quickstart.models import Collection, Node
from quickstart.parsing.skill_references import skill_named
from quickstart.queries.browse_collection import Branch, entries_of, skills_of, tree_of
from quickstart.tree_paths import SEPARATOR, key_of


@dataclass(frozen=True, slots=True)
class SkillTree:
    roots: list[Branch]
    by_key: dict[str, Branch]
    outside: set[int]
    """Skills without any place."""


def skill_tree_of(collection: Collection) -> SkillTree:
    """Three queries. A skill is placed at the node of its own path, else wherever published entries that name it are,
    else at a node that is made up, and not stored, after the tree's.
    """
    roots = tree_of(collection)
    by_path = {tuple(branch.node.path): branch for branch in _with_subtrees(roots)}
    locator = NodeLocator(by_path)
    rows = skills_of(collection).order_by("tree_key", "pk").prefetch_related(None)
    skills = list(rows.values_list("pk", "skill_id", "tree_path"))
    by_id = {skill_id: pk for pk, skill_id, _ in skills}
    placements = {pk: {place} for pk, _, path in skills if path and (place := locator.find(path)[0])}
    unplaced_ids = by_id.keys() - {skill_id for pk, skill_id, _ in skills if pk in placements}
    for skill_id, path in _paths_by_entries(collection, unplaced_ids):
        if place := locator.find(path)[0]:
            placements.setdefault(by_id[skill_id], set()).add(place)
    skill_tree = SkillTree(roots, {branch.node.key: branch for branch in by_path.values()}, set())
    for pk, _, path in skills:
        for place in placements.get(pk, [tuple(path)]):
            _add_skill(skill_tree, pk, place)
    return skill_tree


def _add_skill(skill_tree: SkillTree, skill: int, place: Path) -> None:
    """Adds it to every node of the path, creating missing ones."""
    if not place:
        skill_tree.outside.add(skill)
    above = skill_tree.roots
    for depth in range(1, len(place) + 1):
        key = key_of(place[:depth])
        if (branch := skill_tree.by_key.get(key)) is None:
            branch = skill_tree.by_key[key] = Branch(
                Node(label=place[depth - 1], path=list(place[:depth]), key=key)
            )
            above.append(branch)
        branch.skills.add(skill)
        above = branch.children


def _with_subtrees(branches: Iterable[Branch]) -> Iterator[Branch]:
    """Depth first."""
    for branch in branches:
        yield branch
        yield from _with_subtrees(branch.children)


def _paths_by_entries(
    collection: Collection, skill_ids: AbstractCollection[str]
) -> Iterator[tuple[str, list[str]]]:
    """For these skills, the paths of the entries that name them."""
    naming = entries_of(collection).exclude(related_skills=[]).order_by().prefetch_related(None)
    for path, names in naming.values_list("tree_path", "related_skills"):
        yield from ((skill_id, path) for name in names if (skill_id := skill_named(name)) in skill_ids)


def path_labels(branch: Branch) -> str:
    """Its path as it is displayed."""
    return SEPARATOR.join(branch.node.path)
