"""The three statements of a search. Their parts are names and numbers of ours; all else is a parameter."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from django.db import connection
from django.db.models import Model, QuerySet
from numpy.typing import NDArray
from pgvector import HalfVector

from core.llm.embeddings.embedder import Vectors
from core.text import as_tsquery
from search.models import COVERED_DIMENSIONS, Passage, account_word

Rows = list[tuple[Any, ...]]


class PassageTable:
    """The passages of one account that belong to `owners`, compared with one question."""

    def __init__(
        self,
        table: type[Passage],
        owners: QuerySet[Any],
        account_id: int,
        vector: Vectors | None,
        model: str,
    ) -> None:
        self._table = table._meta.db_table
        self._owner = table.owner_column()
        self._owners, self._owner_values = _selected_keys(owners)
        self._account_id = account_id
        self._model = model
        self._vector = None if vector is None else HalfVector(vector.tolist()).to_text()
        self._dimensions = 0 if vector is None else len(vector)

    def all_cosines(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """(ids, cosines) of all passages; NaN without a vector of the model."""
        cosine, values = self._cosine()
        # As in `covering_index`. It leaves out larger vectors of an earlier model, which words find.
        covered = f"AND coalesce(vector_dims(p.embedding), 0) <= {COVERED_DIMENSIONS}"
        if self._dimensions > COVERED_DIMENSIONS:
            covered = ""
        ((ids, cosines),) = _fetch(
            f"""SELECT string_agg(int8send(p.id), ''),
                       string_agg(float4send(coalesce({cosine}, 'nan')::real), '')
                FROM {self._table} p WHERE p.account_id = %s {covered}
                    AND p.{self._owner} IN ({self._owners})""",  # noqa: S608
            [*values, self._account_id, *self._owner_values],
        )
        return (
            np.frombuffer(ids or b"", dtype=">i8").astype(np.int64),
            np.frombuffer(cosines or b"", dtype=">f4").astype(np.float64),
        )

    def nearest(self, many: int) -> Rows:
        """(id, cosine), best first, by the account's own index; fewer than `many` where it gave up."""
        # A subquery that is no join: the planner would leave the order of the index for one.
        return _fetch(
            f"""SELECT p.id, 1 - (p.embedding::halfvec({self._dimensions}) <=> %s::halfvec({self._dimensions}))
                FROM {self._table} p
                WHERE p.account_id = {int(self._account_id)} AND p.embedding_model = %s AND {self._visible()}
                ORDER BY p.embedding::halfvec({self._dimensions}) <=> %s::halfvec({self._dimensions})
                LIMIT {int(many)}""",  # noqa: S608
            [self._vector, self._model, *self._owner_values, self._vector],
        )

    def features(self, stems: Sequence[str], groups: Sequence[Sequence[str]], ids: Sequence[int]) -> Rows:
        """(id, owner, start, end, cosine, mask) of these passages, and of those that hold all words of a group."""
        query = " | ".join(" & ".join(map(self._lexeme, group)) for group in groups)
        condition = "(p.words @@ %s::tsquery OR p.id = ANY(%s))" if query else "(%s = '' AND p.id = ANY(%s))"
        return self._masked(stems, condition, [query, list(ids)])

    def features_of_owners(self, stems: Sequence[str]) -> Rows:
        """The same of all passages, in the order of the texts."""
        return self._masked(stems, "p.account_id = %s", [self._account_id])

    def _masked(self, stems: Sequence[str], condition: str, values: Sequence[Any]) -> Rows:
        cosine, cosine_values = self._cosine()
        bits = " + ".join(
            f"CASE WHEN p.words @@ %s::tsquery THEN {1 << at}::bigint ELSE 0 END" for at in range(len(stems))
        )
        return _fetch(
            f"""SELECT p.id, p.{self._owner}, p.start, p."end", {cosine}, {bits or 0}
                FROM {self._table} p WHERE {condition} AND {self._visible()}
                ORDER BY p.{self._owner} DESC, p.ordinal""",  # noqa: S608
            [*cosine_values, *map(self._lexeme, stems), *values, *self._owner_values],
        )

    def _visible(self) -> str:
        return f"(SELECT true FROM ({self._owners}) AS visible (owner) WHERE visible.owner = p.{self._owner})"  # noqa: S608

    def _cosine(self) -> tuple[str, list[Any]]:
        if self._vector is None:
            return "NULL::real", []
        # Vectors of another model have other dimensions, perhaps, and other directions surely: never compared.
        return "CASE WHEN p.embedding_model = %s THEN 1 - (p.embedding <=> %s::halfvec) END", [
            self._model,
            self._vector,
        ]

    def _lexeme(self, stem: str) -> str:
        return as_tsquery(account_word(self._account_id, stem))


def _selected_keys(owners: QuerySet[Model]) -> tuple[str, Sequence[Any]]:
    sql, values = owners.order_by().values("pk").query.sql_with_params()
    return sql, values


def _fetch(statement: str, values: Sequence[Any]) -> Rows:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows: Rows = cursor.fetchall()
    return rows
