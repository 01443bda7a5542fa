"""Where in the tree a collection's skills stand."""

from collections.abc import Collection as Some
from collections.abc import Iterator
from dataclasses import dataclass, field

from quickstart.coverage.placing import Path, Places
from quickstart.models import Collection, Node
from quickstart.paths import SEPARATOR, key_of
from quickstart.queries.browsing import entries_of, skills_of
from quickstart.reading.references import skill_named


@dataclass(slots=True)
class Shelf:
    """A node of the tree with the skills (their primary keys) that stand at it or below it.

    Where the tree lacks the place that a skill names, the node is made up for it and not stored.
    """

    node: Node
    skills: set[int] = field(default_factory=set)
    children: list["Shelf"] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Shelves:
    roots: list[Shelf]
    by_key: dict[str, Shelf]
    outside: set[int]
    """Skills that have no place at all."""


def shelves_of(collection: Collection) -> Shelves:
    """Three queries. A skill stands at the node that its own path means, else wherever published entries that name it
    stand, else at a place of its own behind the tree's."""
    roots, by_path = _empty(collection)
    places = Places(by_path)
    rows = skills_of(collection).order_by("tree_key", "pk").prefetch_related(None)
    skills = list(rows.values_list("pk", "skill_id", "tree_path"))
    by_id = {skill_id: pk for pk, skill_id, _ in skills}
    standing = {pk: {place} for pk, _, path in skills if path and (place := places.find(path)[0])}
    elsewhere = by_id.keys() - {skill_id for pk, skill_id, _ in skills if pk in standing}
    for skill_id, path in _named(collection, elsewhere):
        if place := places.find(path)[0]:
            standing.setdefault(by_id[skill_id], set()).add(place)
    shelves = Shelves(roots, {shelf.node.key: shelf for shelf in by_path.values()}, set())
    for pk, _, path in skills:
        for place in standing.get(pk, [tuple(path)]):
            _put(shelves, pk, place)
    return shelves


def _put(shelves: Shelves, skill: int, place: Path) -> None:
    """At every shelf on the way; those that are not there are made."""
    if not place:
        shelves.outside.add(skill)
    above = shelves.roots
    for depth in range(1, len(place) + 1):
        key = key_of(place[:depth])
        if (shelf := shelves.by_key.get(key)) is None:
            shelf = shelves.by_key[key] = Shelf(
                Node(label=place[depth - 1], path=list(place[:depth]), key=key)
            )
            above.append(shelf)
        shelf.skills.add(skill)
        above = shelf.children


def _empty(collection: Collection) -> tuple[list[Shelf], dict[tuple[str, ...], Shelf]]:
    """The roots in order, and every node by its path."""
    by_number: dict[int, Shelf] = {}
    roots: list[Shelf] = []
    for node in Node.objects.filter(account=collection.account_id, collection=collection).order_by(
        "position"
    ):
        by_number[node.pk] = shelf = Shelf(node)
        above = by_number.get(node.parent_id) if node.parent_id else None
        (above.children if above else roots).append(shelf)
    return roots, {tuple(shelf.node.path): shelf for shelf in by_number.values()}


def _named(collection: Collection, skill_ids: Some[str]) -> Iterator[tuple[str, list[str]]]:
    """Of these skills the places of the entries that name them."""
    naming = entries_of(collection).exclude(related_skills=[]).order_by().prefetch_related(None)
    for path, names in naming.values_list("tree_path", "related_skills"):
        yield from ((skill_id, path) for name in names if (skill_id := skill_named(name)) in skill_ids)


def labels_to(shelf: Shelf) -> str:
    """The way to it, as it is shown."""
    return SEPARATOR.join(shelf.node.path)
