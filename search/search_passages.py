"""The one way from a question to passages: all that the caller may see are compared, of very many the likely ones."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Self

import numpy as np
from django.core.exceptions import EmptyResultSet
from django.db.models import Count, QuerySet

from search.found_passages import NO_OWNER, FoundPassages
from search.likely_passages import LikelyPassages, few_condition, find_likely, likely_rows
from search.models import Passage
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


def search(text: str, owners: QuerySet[Any], spaces: Sequence[str], *, alone: str = "") -> SearchResult:
    """Compare a question with the passages of `owners`, the rows that the caller may see, and with those in `spaces`
    that have no such owner. `spaces`: in which all of them lie. `alone`: as in `embed_question`.

    One query; where there are many passages three, and one more where of the likely ones few may be seen.
    """
    question = embed_question(text, alone=alone)
    found = find_passages(question, owners, spaces)
    if (
        question.vector is None
        or 2 * np.isnan(found.similarities).sum() < len(found.ids)
        or not len(found.ids)
    ):
        return SearchResult(question, found)
    # Until the new model's vectors are made, the old ones are used if the old model can still be called.
    usual = _usual_model(owners, found)
    if usual in ("", question.model):
        return SearchResult(question, found)
    older = embed_question(text, alone=alone, model=usual)
    if older.vector is None:
        return SearchResult(question, found)
    return SearchResult(older, find_passages(older, owners, spaces), is_older=True)


def find_passages(question: SearchQuestion, owners: QuerySet[Any], spaces: Sequence[str]) -> FoundPassages:
    """The same for an embedded question."""
    scope = _Scope.of(owners, spaces)
    passages_count, only_few = few_condition(scope.table)
    found, counted = scope.scan_every(question, only_few, aggregate=passages_count)
    if counted <= scope.table.few:
        return found
    likely = find_likely(scope.table, spaces, question)
    if likely is not None:
        found = scope.scan_likely(question, likely)
        if np.isin(likely.nearest, found.ids).sum() >= MIN_NEAREST:
            return _as_choice(found, likely)
    return compare_all(question, owners, spaces)


def compare_all(question: SearchQuestion, owners: QuerySet[Any], spaces: Sequence[str]) -> FoundPassages:
    """The same of all passages, however many. One query."""
    found, _ = _Scope.of(owners, spaces).scan_every(question)
    return found


@dataclass(frozen=True, slots=True)
class _Scope:
    table: type[Passage]
    owner: str
    """The table's column of the owner."""
    owners: QuerySet[Any]
    spaces: Sequence[str]

    @classmethod
    def of(cls, owners: QuerySet[Any], spaces: Sequence[str]) -> Self:
        relation: Any = owners.model._meta.get_field("passages")
        return cls(relation.related_model, relation.field.column, owners, spaces)

    def scan_every(
        self, question: SearchQuestion, condition: str = "", aggregate: str = "NULL"
    ) -> tuple[FoundPassages, Any]:
        """All passages that may be seen; `condition`: the end of a WHERE clause."""
        owner, values = self._owner_query()
        source = (
            f"FROM {self.table._meta.db_table} p WHERE p.space = ANY(%(spaces)s)"
            f" AND (p.{self.owner} IS NULL OR EXISTS ({owner})) {condition}"
        )
        return self._scan(question, source, values, aggregate)

    def scan_likely(self, question: SearchQuestion, likely: LikelyPassages) -> FoundPassages:
        """Those of the likely ones that may be seen."""
        owner, values = self._owner_query()
        rows, chosen = likely_rows(self.table, self.owner, likely)
        # A subquery that is no join, or the planner reads all owners to join a few hundred.
        source = f"FROM ({rows}) p WHERE p.{self.owner} IS NULL OR ({owner})"
        found, _ = self._scan(question, source, {**values, **chosen}, "NULL")
        return found

    def _scan(
        self, question: SearchQuestion, source: str, values: Mapping[str, Any], aggregate: str
    ) -> tuple[FoundPassages, Any]:
        columns: Columns = {
            "owners": (f"coalesce(p.{self.owner}, '{NO_OWNER.decode()}')", IDENTIFIER),
            "ids": ("p.id", INTEGER),
        }
        if self.table.has_parts:
            columns = {**columns, "stretches": ("p.stretch", INTEGER), "ordinals": ("p.ordinal", INTEGER)}
        parameters = {**values, "spaces": list(self.spaces)}
        arrays, aggregated = scan_passages(
            question, source, parameters, columns, spaces=self.spaces, aggregate=aggregate
        )
        if self.table.has_parts:
            # Not in SQL, where whole rows would be sorted.
            order = np.lexsort((arrays.pop("ordinals"), arrays["owners"]))
            arrays = {name: values[order] for name, values in arrays.items()}
        return FoundPassages.of_all(words=len(question.stems), **arrays), aggregated

    def _owner_query(self) -> tuple[str, dict[str, Any]]:
        """One row, true, where the owner of a passage `p` is among `owners`; and its parameters."""
        model = self.owners.model._meta
        is_owner = f"{model.db_table}.{model.pk.column} = p.{self.owner}"
        rows = self.owners.order_by().extra(select={"is_owner": "true"}, where=[is_owner])  # noqa: S610 (ours)
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


def _usual_model(owners: QuerySet[Any], found: FoundPassages) -> str:
    """The model of most of these vectors; empty if most passages have none."""
    rows = _Scope.of(owners, ()).table._base_manager.filter(pk__in=found.ids.tolist())
    models = rows.order_by().values_list("embedding_model").annotate(count=Count("pk"))
    return str(models.order_by("-count", "embedding_model")[0][0])
