"""The questions that a collection has: an import leaves them their ids."""

from collections import defaultdict

from quickstart.models import Collection, Entry


def known_questions(collection: Collection) -> dict[str, set[tuple[str, tuple[str, ...]]]]:
    """Question and place in the tree of each entry, as they are and as they ever were, by its id."""
    rows = Entry.objects.filter(collection=collection).order_by()
    former = Entry.history.filter(id__in=rows.values("pk")).order_by()
    found: dict[str, set[tuple[str, tuple[str, ...]]]] = defaultdict(set)
    for each in (rows, former):
        for entry_id, question, path in each.values_list("entry_id", "question", "tree_path"):
            found[entry_id].add((question, tuple(path)))
    return dict(found)
