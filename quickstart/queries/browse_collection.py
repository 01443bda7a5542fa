"""Browsing a collection: its published entries and skills, and its tree."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias, TypedDict, TypeVar

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from rapidfuzz import fuzz, process

from core.text.bm25_words import question_stems
from core.text.storable_text import is_storable
from quickstart.exceptions import EntryNotFound, SkillNotFound
from quickstart.kinds import OwnerKind
from quickstart.models import (
    Collection,
    Entry,
    IndexedText,
    Node,
    Review,
    Skill,
    Trigger,
    Variant,
    text_space,
)
from quickstart.tree_paths import SEPARATOR, key_of
from search.models import holds_words

Rows = TypeVar("Rows", QuerySet[Entry], QuerySet[Skill])

MAX_SIMILAR_NAMES, MIN_SIMILARITY = 3, 70.0
"""How many similar names an error lists, and their minimum similarity (0 to 100)."""
_PLAIN_NAME = re.compile(r"[\w.-]{1,60}")


def entries_of(collection: Collection) -> QuerySet[Entry]:
    """The published ones with their variants, in export order."""
    return _all_entries_of(collection).filter(review=Review.PUBLISHED)


def _all_entries_of(collection: Collection) -> QuerySet[Entry]:
    rows = Entry.objects.filter(account=collection.account_id, collection=collection)
    return rows.prefetch_related(Prefetch("variants", queryset=Variant.objects.order_by("position", "pk")))


def skills_of(collection: Collection) -> QuerySet[Skill]:
    """The published ones with their triggers, without their bodies."""
    return all_skills_of(collection).filter(review=Review.PUBLISHED)


def all_skills_of(collection: Collection) -> QuerySet[Skill]:
    """Drafts and retired ones, too: for its curator."""
    rows = Skill.objects.filter(account=collection.account_id, collection=collection)
    triggers = Prefetch("triggers", queryset=Trigger.objects.order_by("position", "pk"))
    return rows.defer("body").select_related("parent").prefetch_related(triggers)


def find_entry(collection: Collection, entry_id: str, *, also_unpublished: bool = False) -> Entry:
    """`also_unpublished`: for its curator. Raises EntryNotFound."""
    rows = _all_entries_of(collection) if also_unpublished else entries_of(collection)
    found = rows.filter(entry_id=entry_id).first() if is_storable(entry_id) else None
    if found is None:
        hint = _similar_names_hint(entry_id, rows.values_list("entry_id", flat=True))
        raise EntryNotFound(f"There is no entry {entry_id[:80]!r} in {collection.name}.{hint}")
    return found


def find_skill(collection: Collection, name: str, *, also_unpublished: bool = False) -> Skill:
    """By its id or its file, with or without `.md`; `also_unpublished`: for its curator. Its body is loaded.

    Raises SkillNotFound.
    """
    base = name.rsplit("/", 1)[-1].removesuffix(".md")
    rows = (all_skills_of(collection) if also_unpublished else skills_of(collection)).defer(None)
    found = None
    if is_storable(name):
        found = rows.filter(Q(skill_id=name) | Q(file=name)).first() or rows.filter(skill_id=base).first()
    if found is None:
        entry = entries_of(collection).filter(entry_id=base).first() if is_storable(base) else None
        hint = (
            f" It is an entry, which answers {entry.question!r}: ask that."
            if entry
            else _similar_names_hint(base, rows.values_list("skill_id", flat=True))
        )
        hint = hint or " Ask what it is for: an answer names its skill."
        raise SkillNotFound(f"There is no skill {name[:80]!r} in {collection.name}.{hint}")
    return found


def _similar_names_hint(name: str, names: Iterable[str]) -> str:
    """The names closest to an unknown one. Whole sentences are not repeated."""
    found = process.extract(
        name[:80], list(names), scorer=fuzz.ratio, limit=MAX_SIMILAR_NAMES, score_cutoff=MIN_SIMILARITY
    )
    similar_names = [each for each, _, _ in found if _PLAIN_NAME.fullmatch(each)]
    return f" Most like it: {', '.join(similar_names)}." if similar_names else ""


class CollectionCounts(TypedDict):
    """Of what is published, each counted separately."""

    entry_count: int
    skill_count: int


if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    CountedCollection: TypeAlias = WithAnnotations[Collection, CollectionCounts]
else:
    CountedCollection = Collection


def with_counts(rows: QuerySet[Collection]) -> QuerySet[CountedCollection]:
    return rows.annotate(entry_count=_count(Entry), skill_count=_count(Skill))


def _count(model: type[Entry] | type[Skill]) -> Coalesce:
    rows = model._default_manager.filter(collection=OuterRef("pk"), review=Review.PUBLISHED)
    counted = rows.order_by().values("collection").annotate(rows=Count("pk")).values("rows")
    return Coalesce(Subquery(counted), 0)


def with_words(rows: Rows, text: str, collection: Collection) -> Rows:
    """Rows of this collection of which one text holds all of these words, by their stems."""
    stems = question_stems(text)
    if not stems:
        return rows.none()
    owner: OwnerKind = "entry" if rows.model is Entry else "skill"
    holds = holds_words(text_space(owner, collection.pk), stems)
    holding = IndexedText.objects.filter(holds, **{owner: OuterRef("pk")})
    return rows.filter(Exists(holding))


def under_path(rows: Rows, path: list[str]) -> Rows:
    """Rows at this place of the tree, or below it."""
    return under_key(rows, key_of(path))


def under_key(rows: Rows, key: str) -> Rows:
    """The same by the node's key."""
    return rows.filter(Q(tree_key=key) | Q(tree_key__startswith=f"{key}{SEPARATOR}"))


@dataclass(slots=True)
class Branch:
    """A node with its subtree."""

    node: Node
    children: list["Branch"] = field(default_factory=list)
    skills: set[int] = field(default_factory=set)
    """Keys of the skills at it or below it; only `skill_tree_of` places them."""


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
