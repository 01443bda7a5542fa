"""Reading a collection: its published entries and skills, and its tree."""

from dataclasses import dataclass, field
from typing import TypeVar

from django.contrib.postgres.search import SearchQuery
from django.db.models import Prefetch, Q, QuerySet

from quickstart.exceptions import EntryNotFound, SkillNotFound
from quickstart.models import Collection, Entry, IndexedText, Node, Review, Skill, Trigger, Variant
from quickstart.paths import SEPARATOR, key_of
from texts import question_stems

Rows = TypeVar("Rows", QuerySet[Entry], QuerySet[Skill])


def entries_of(collection: Collection) -> QuerySet[Entry]:
    """The published ones with their variants, in the order of the export."""
    rows = Entry.objects.filter(account=collection.account_id, collection=collection, review=Review.PUBLISHED)
    return rows.prefetch_related(Prefetch("variants", queryset=Variant.objects.order_by("position", "pk")))


def skills_of(collection: Collection) -> QuerySet[Skill]:
    """The published ones with their triggers, without their bodies."""
    rows = Skill.objects.filter(account=collection.account_id, collection=collection, review=Review.PUBLISHED)
    triggers = Prefetch("triggers", queryset=Trigger.objects.order_by("position", "pk"))
    return rows.defer("body").select_related("parent").prefetch_related(triggers)


def find_entry(collection: Collection, entry_id: str) -> Entry:
    """Raises EntryNotFound."""
    if (found := entries_of(collection).filter(entry_id=entry_id).first()) is None:
        raise EntryNotFound(f"There is no entry {entry_id[:80]!r} in {collection.name}.")
    return found


def find_skill(collection: Collection, name: str) -> Skill:
    """By its id or its file, with or without `.md`. Its body is loaded. Raises SkillNotFound."""
    base = name.rsplit("/", 1)[-1].removesuffix(".md")
    rows = skills_of(collection).defer(None)
    found = rows.filter(Q(skill_id=name) | Q(file=name)).first() or rows.filter(skill_id=base).first()
    if found is None:
        raise SkillNotFound(f"There is no skill {name[:80]!r} in {collection.name}.")
    return found


def with_words(rows: Rows, text: str) -> Rows:
    """Those of which one text holds all of these words, by their stems."""
    stems = question_stems(text)
    if not stems:
        return rows.none()
    owner = "entry" if rows.model is Entry else "skill"
    query = SearchQuery(" & ".join(map(_quoted, stems)), search_type="raw", config="simple")
    holding = IndexedText.objects.filter(words=query).exclude(**{owner: None})
    return rows.filter(pk__in=holding.values(owner))


def _quoted(stem: str) -> str:
    escaped = stem.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"


def under(rows: Rows, path: list[str]) -> Rows:
    """Those at this place of the tree, or below it."""
    return under_key(rows, key_of(path))


def under_key(rows: Rows, key: str) -> Rows:
    """The same, by the node's key."""
    return rows.filter(Q(tree_key=key) | Q(tree_key__startswith=f"{key}{SEPARATOR}"))


@dataclass(slots=True)
class Branch:
    """A node with what is below it."""

    node: Node
    children: list["Branch"] = field(default_factory=list)


def tree_of(collection: Collection) -> list[Branch]:
    """The roots, in order. One query."""
    branches: dict[int, Branch] = {}
    roots: list[Branch] = []
    for node in Node.objects.filter(account=collection.account_id, collection=collection).order_by(
        "position"
    ):
        branches[node.pk] = branch = Branch(node)
        above = branches.get(node.parent_id) if node.parent_id else None
        (above.children if above else roots).append(branch)
    return roots
