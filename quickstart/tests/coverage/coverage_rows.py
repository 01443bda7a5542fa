"""A collection with a tree, in the database."""

from collections.abc import Sequence

from quickstart.models import Collection, Node
from quickstart.tests.coverage.coverage_samples import TREE
from quickstart.tree_paths import key_of


def make_tree(collection: Collection, paths: Sequence[tuple[str, ...]] = TREE) -> Collection:
    """Add nodes with these paths, given depth first, to a collection."""
    by_path: dict[tuple[str, ...], Node] = {}
    for position, path in enumerate(paths):
        by_path[path] = Node.objects.create(
            account_id=collection.account_id,
            collection=collection,
            parent=by_path.get(path[:-1]),
            label=path[-1],
            path=list(path),
            key=key_of(path),
            position=position,
        )
    return collection
