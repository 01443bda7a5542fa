"""One exact scan: every passage that the caller may see, compared with a question by its words and its vector.

The database returns a few numbers of each passage, all of one kind in one block: grouping and weighing ten thousand of
them in SQL took twice as long as handing them over.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray
from pgvector import HalfVector

from search.models import as_tsquery, space_word
from search.question import SearchQuestion

# Vectors of another model may have other dimensions and mean something else: never compared.
SIMILARITY = "CASE WHEN p.embedding_model = %(model)s THEN 1 - (p.embedding <=> %(vector)s::halfvec) END"

INTEGER = ("int8send({}::bigint)", ">i8")
"""A kind of column: its bytes in SQL, and how they are read."""
IDENTIFIER = ("({})::bytea", "S26")
"""Of 26 characters (`core.db.new_id`)."""

Columns = Mapping[str, tuple[str, tuple[str, str]]]
"""By name: the expression, of a passage `p`, and INTEGER or IDENTIFIER."""


def scan_passages(
    question: SearchQuestion,
    source: str,
    values: Mapping[str, Any],
    columns: Columns,
    *,
    spaces: Sequence[str] = (),
    order: str = "",
) -> dict[str, NDArray[Any]]:
    """Arrays (n,) by column, in the `order` given, beside "similarities" and "masks".

    A similarity is the cosine, NaN without a vector of the question's model; bit w of a mask is set where the passage
    holds the question's stem w. `source`: FROM and WHERE in SQL, the passages called `p`, `values` its parameters.
    `spaces`: those of the passages' words. All SQL here is ours; what was typed is a parameter. One query.
    """
    bits = " + ".join(
        f"CASE WHEN p.words @@ %(stem{at})s::tsquery THEN {1 << at} ELSE 0 END"
        for at in range(len(question.stems))
    )
    kinds: Columns = {
        **columns,
        "similarities": (f"coalesce({SIMILARITY}, 'nan')::real", ("float4send({})", ">f4")),
        "masks": (bits or "0", INTEGER),
    }
    ordered = f" ORDER BY {order}" if order else ""
    blocks = ", ".join(f"string_agg({sends.format(sql)}, ''{ordered})" for sql, (sends, _) in kinds.values())
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {blocks} {source}", {**values, **question_parameters(question, spaces)})
        (found,) = cursor.fetchall()
    return {
        name: _native(np.frombuffer(block or b"", dtype=dtype))
        for (name, (_, (_, dtype))), block in zip(kinds.items(), found, strict=True)
    }


def question_parameters(question: SearchQuestion, spaces: Sequence[str] = ()) -> dict[str, Any]:
    """`model`, `vector` and `stem0`, … of a statement."""
    vector = None if question.vector is None else HalfVector(question.vector.tolist()).to_text()
    return {
        "vector": vector,
        # No passage has this model.
        "model": "-" if vector is None else question.model,
        **stem_parameters(question, spaces),
    }


def stem_parameters(question: SearchQuestion, spaces: Sequence[str]) -> dict[str, str]:
    """`stem0`, … of a statement."""
    return {f"stem{at}": stem_query(stem, spaces) for at, stem in enumerate(question.stems)}


def stem_query(stem: str, spaces: Sequence[str]) -> str:
    """A tsquery: the stem in any of the spaces; without spaces the stem as it is."""
    return " | ".join(as_tsquery(space_word(space, stem)) for space in spaces) or as_tsquery(stem)


def _native(block: NDArray[Any]) -> NDArray[Any]:
    """In this machine's byte order, writable; float32 as float64."""
    if block.dtype.kind == "S":
        return block.copy()
    return block.astype(np.float64 if block.dtype.kind == "f" else np.int64)
