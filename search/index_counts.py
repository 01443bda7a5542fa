"""How many passages hold each word of a question, from the index alone.

Counted by a SELECT, each of them would be read to see whether it is visible, which takes longer than all else in a
search. What the scan of a GIN index reports of itself, in the documented form of EXPLAIN ANALYZE, is the same number
but for versions of rows that were replaced since the last vacuum.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from search.models import SearchPassage
from search.question import SearchQuestion
from search.scan_passages import stem_parameters


def count_holding(
    table: type[SearchPassage], spaces: Sequence[str], question: SearchQuestion
) -> NDArray[np.int64]:
    """(w,): how many hold each stem. One query."""
    words = range(len(question.stems))
    if not words:
        return np.zeros(0, dtype=np.int64)
    scans = " UNION ALL ".join(
        f"""(WITH holding{at} AS MATERIALIZED (
            SELECT FROM {table._meta.db_table} p WHERE p.words @@ %(stem{at})s::tsquery
        ) SELECT 1 FROM holding{at} LIMIT 1)"""  # noqa: S608 (a name of ours)
        for at in words
    )
    # Of a word that most hold, the planner would prefer to read the table.
    statement = f"""
        SET LOCAL enable_seqscan = off;
        EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {scans};
        SET LOCAL enable_seqscan TO DEFAULT
    """
    with connection.cursor() as cursor:
        cursor.execute(statement, stem_parameters(question, spaces))
        cursor.nextset()
        (([explained],),) = cursor.fetchall()
    nodes = {node.get("Subplan Name"): node for node in _plan_nodes(explained["Plan"])}
    return np.array([_index_rows(nodes[f"CTE holding{at}"]) for at in words], dtype=np.int64)


def _index_rows(plan: Mapping[str, Any]) -> int:
    """Without a scan of the index, as while it is built anew, the planner's estimate."""
    scans = (node for node in _plan_nodes(plan) if node["Node Type"] == "Bitmap Index Scan")
    return int(next((node["Actual Rows"] for node in scans), plan["Plan Rows"]))


def _plan_nodes(plan: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield plan
    for part in plan.get("Plans", ()):
        yield from _plan_nodes(part)
