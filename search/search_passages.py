"""The one way from a question to passages: all that the caller may see are compared, of very many the likely ones."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import numpy as np
from django.core.exceptions import EmptyResultSet
from django.db.models import Count, QuerySet
from numpy.typing import NDArray

from search.found_passages import KEY_LENGTH, NO_OWNER, FoundPassages, owner_key, owner_pk
from search.likely_passages import LikelyPassages, find_likely, likely_rows
from search.models import TextPassage
from search.passage_score import coverages, held_words, word_weights
from search.question import SearchQuestion, embed_question
from search.scan_passages import IDENTIFIER, INTEGER, Columns, scan_passages

MIN_NEAREST = 100
"""Where of the nearest fewer may be seen, all passages are compared."""
BEST = 300
"""So many by words and as many by vectors, of which fewer are ever shown, may be seen or not."""


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
    likely = find_likely(scope.table, scope.all_spaces, question, few=scope.table.few)
    if likely is not None:
        found = _scan_likely(question, scope, likely)
        if found is not None:
            return found
    return compare_all(question, scope)


def compare_all(question: SearchQuestion, scope: SearchScope) -> FoundPassages:
    """The same of all passages, however many. One query."""
    owner, values = _owner_query(scope)
    # With OR it is no join, which would look all passages through for each owner where owners are thought to be few.
    visible = f"(p.space = ANY(%(unowned)s) OR EXISTS ({owner}))"
    source = f"FROM {scope.table._meta.db_table} p WHERE p.space = ANY(%(spaces)s) AND {visible}"
    return _scan(question, scope, source, values, scope.all_spaces)


def _scan_likely(
    question: SearchQuestion, scope: SearchScope, likely: LikelyPassages
) -> FoundPassages | None:
    """Those of the likely ones that may be seen; None: too few of the nearest. Two queries, sometimes three."""
    rows, values = likely_rows(scope.table, scope.owner, likely)
    every = _as_choice(_scan(question, scope, f"FROM ({rows}) p", values, likely.spaces), likely)
    # Whether a passage may be seen takes longer than to compare it: only the best are looked up, if they are enough.
    for scanned in (every,) if scope.table.has_parts else (every.where(_is_best(every)), every):
        found = scanned.where(_may_be_seen(scope, scanned))
        if np.isin(likely.nearest, found.ids).sum() >= MIN_NEAREST:
            return found
    return None


def _is_best(found: FoundPassages) -> NDArray[np.bool_]:
    """(n,): the best by words and the best by vectors, BEST of each, the sample, and what has no vector."""
    weights = word_weights(found.holding, found.count)
    covered = coverages(held_words(found.masks, len(weights)), weights)
    chosen = np.isnan(found.similarities)
    if found.sample is not None:
        chosen |= found.sample
    for values in (covered, np.nan_to_num(found.similarities, nan=-1.0)):
        # Of equals the latest, as they are ordered.
        chosen[np.lexsort((found.ids, values))[-BEST:]] = True
    return chosen


def _may_be_seen(scope: SearchScope, found: FoundPassages) -> NDArray[np.bool_]:
    """(n,). One query."""
    model = scope.owners.model._meta
    owners = ",".join(filter(None, map(owner_pk, np.unique(found.owners))))
    condition = f"{model.db_table}.{model.pk.column} = ANY(%s)"
    rows = scope.owners.order_by().extra(where=[condition], params=[f"{{{owners}}}"])  # noqa: S610 (ours)
    visible = np.array([NO_OWNER, *map(owner_key, rows.values_list("pk", flat=True))])
    return np.isin(found.owners, visible)


def _scan(
    question: SearchQuestion,
    scope: SearchScope,
    source: str,
    values: Mapping[str, Any],
    spaces: Sequence[str],
) -> FoundPassages:
    """`spaces`: those of the passages' words."""
    columns: Columns = {
        "owners": (f"lpad(coalesce(p.{scope.owner}::text, ''), {KEY_LENGTH}, '~')", IDENTIFIER),
        "ids": ("p.id", INTEGER),
    }
    if scope.table.has_parts:
        columns = {**columns, "stretches": ("p.stretch", INTEGER), "ordinals": ("p.ordinal", INTEGER)}
    parameters = {**values, "spaces": scope.all_spaces, "unowned": list(scope.unowned)}
    arrays = scan_passages(question, source, parameters, columns, spaces=spaces)
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
        holding=likely.better_holding(found.holding),
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
