"""The one way from a question to passages: all that the caller may see are compared, of very many the likely ones."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import numpy as np
from django.core.exceptions import EmptyResultSet
from django.db.models import Count, QuerySet

from search.found_passages import NO_OWNER, FoundPassages
from search.likely_passages import LikelyPassages, find_likely, has_many, likely_rows
from search.models import TextPassage
from search.question import SearchQuestion, embed_question
from search.scan_passages import IDENTIFIER, INTEGER, Columns, scan_passages

MIN_NEAREST = 100
"""Where of the nearest fewer may be seen, all passages are compared."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    question: SearchQuestion
    """The one that was compared: by another model than the site's where most vectors still are that model's."""
    found: FoundPassages
    is_older: bool = False
    """Whether it was."""


@dataclass(frozen=True, slots=True)
class SearchScope:
    """Which passages a caller may see."""

    owners: QuerySet[Any]
    """The rows whose passages they are."""
    spaces: Sequence[str]
    """In which these lie."""
    unowned: Sequence[str] = ()
    """Other spaces of the same table, all of which the caller may see: their passages have no owner of this kind."""

    @property
    def table(self) -> type[TextPassage]:
        relation: Any = self.owners.model._meta.get_field("passages")
        table: type[TextPassage] = relation.related_model
        return table

    @property
    def owner(self) -> str:
        """The table's column of the owner."""
        relation: Any = self.owners.model._meta.get_field("passages")
        return str(relation.field.column)

    @property
    def all_spaces(self) -> list[str]:
        return [*self.spaces, *self.unowned]


def search(text: str, scope: SearchScope, *, alone: str = "") -> SearchResult:
    """Compare a question with passages; `alone`: as in `embed_question`.

    Two queries; where there are many passages three, and one more where of the likely ones few may be seen.
    """
    question = embed_question(text, alone=alone)
    found = find_passages(question, scope)
    if question.vector is None or _most_have_vectors(found):
        return SearchResult(question, found)
    # Until the new model's vectors are made, the old ones are used if the old model can still be called.
    usual = _usual_model(scope.table, found)
    if usual not in ("", question.model):
        older = embed_question(text, alone=alone, model=usual)
        if older.vector is not None:
            return SearchResult(older, find_passages(older, scope), is_older=True)
    return SearchResult(question, found)


def find_passages(question: SearchQuestion, scope: SearchScope) -> FoundPassages:
    """The same for an embedded question."""
    if not has_many(scope.table, scope.all_spaces):
        return compare_all(question, scope)
    likely = find_likely(scope.table, scope.all_spaces, question)
    if likely is not None:
        found = _scan_likely(question, scope, likely)
        if np.isin(likely.nearest, found.ids).sum() >= MIN_NEAREST:
            return _as_choice(found, likely)
    return compare_all(question, scope)


def compare_all(question: SearchQuestion, scope: SearchScope) -> FoundPassages:
    """The same of all passages, however many. One query."""
    owner, values = _owner_query(scope)
    # With OR it is no join, which would look all passages through for each owner where owners are thought to be few.
    visible = f"(p.space = ANY(%(unowned)s) OR EXISTS ({owner}))"
    source = f"FROM {scope.table._meta.db_table} p WHERE p.space = ANY(%(spaces)s) AND {visible}"
    return _scan(question, scope, source, values)


def _scan_likely(question: SearchQuestion, scope: SearchScope, likely: LikelyPassages) -> FoundPassages:
    """Those of the likely ones that may be seen."""
    owner, values = _owner_query(scope)
    rows, chosen = likely_rows(scope.table, scope.owner, likely)
    # A subquery that is no join, or the planner reads all owners to join a few hundred.
    source = f"FROM ({rows}) p WHERE p.space = ANY(%(unowned)s) OR ({owner})"
    return _scan(question, scope, source, {**values, **chosen})


def _scan(
    question: SearchQuestion, scope: SearchScope, source: str, values: Mapping[str, Any]
) -> FoundPassages:
    columns: Columns = {
        "owners": (f"coalesce(p.{scope.owner}, '{NO_OWNER.decode()}')", IDENTIFIER),
        "ids": ("p.id", INTEGER),
    }
    if scope.table.has_parts:
        columns = {**columns, "stretches": ("p.stretch", INTEGER), "ordinals": ("p.ordinal", INTEGER)}
    parameters = {**values, "spaces": scope.all_spaces, "unowned": list(scope.unowned)}
    arrays = scan_passages(question, source, parameters, columns, spaces=scope.all_spaces)
    if scope.table.has_parts:
        # Not in SQL, where whole rows would be sorted.
        order = np.lexsort((arrays.pop("ordinals"), arrays["owners"]))
        arrays = {name: values[order] for name, values in arrays.items()}
    return FoundPassages.of_all(words=len(question.stems), **arrays)


def _owner_query(scope: SearchScope) -> tuple[str, dict[str, Any]]:
    """One row, true, where the owner of a passage `p` is among the owners; and its parameters."""
    model = scope.owners.model._meta
    is_owner = f"{model.db_table}.{model.pk.column} = p.{scope.owner}"
    rows = scope.owners.order_by().extra(select={"is_owner": "true"}, where=[is_owner])  # noqa: S610 (ours)
    try:
        sql, values = rows.values_list("is_owner").query.sql_with_params()
    except EmptyResultSet:
        return "SELECT true WHERE false", {}
    names = (f"owner{number}" for number in count())
    # Named as the other parameters are; "%%" is a sign of its own.
    named = re.sub("%[s%]", lambda found: f"%({next(names)})s" if found[0] == "%s" else found[0], sql)
    return named, {f"owner{number}": value for number, value in enumerate(values)}


def _as_choice(found: FoundPassages, likely: LikelyPassages) -> FoundPassages:
    holds_words = [(found.masks & mask) == mask for mask in likely.word_masks]
    is_likely = [np.isin(found.ids, likely.nearest), found.owners == NO_OWNER, *holds_words]
    return replace(
        found,
        holding=likely.holding,
        count=likely.count,
        sample=np.isin(found.ids, likely.sample),
        likely=np.logical_or.reduce(is_likely),
    )


def _most_have_vectors(found: FoundPassages) -> bool:
    """Of the question's model; True without passages."""
    return not len(found.ids) or 2 * int(np.isnan(found.similarities).sum()) < len(found.ids)


def _usual_model(table: type[TextPassage], found: FoundPassages) -> str:
    """The model of most of these vectors; empty if most passages have none."""
    rows = table._base_manager.filter(pk__in=found.ids.tolist())
    models = rows.order_by().values_list("embedding_model").annotate(count=Count("pk"))
    usual = models.order_by("-count", "embedding_model").first()
    return str(usual[0]) if usual else ""  # none: they were replaced meanwhile
