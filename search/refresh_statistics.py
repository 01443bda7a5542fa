"""The sweep that counts words and builds vector indexes, for accounts that have grown or shrunk by a tenth."""

import structlog
from django.db import connection
from django.db.models import Count

from search.models import Passage, WordStatistics, account_word, passage_models
from search.score_hits import WORD_CANDIDATES
from search.search_passages import EXACT_PASSAGES

log = structlog.get_logger(__name__)

FREQUENT = 10
CHANGE = 0.1
SAMPLE = 512


def refresh_statistics() -> int:
    """For all tables of passages. Returns how many statistics were made. Not inside a transaction; safe to repeat."""
    return sum(_refresh_table(table) for table in passage_models())


def _refresh_table(table: type[Passage]) -> int:
    label = table._meta.label
    sizes = dict(
        table._base_manager.values_list("account_id")
        .annotate(many=Count("pk"))
        .filter(many__gte=WORD_CANDIDATES)
    )
    known = dict(WordStatistics.objects.filter(kind=label).values_list("account_id", "passages"))
    WordStatistics.objects.filter(kind=label).exclude(account_id__in=sizes).delete()
    changed = [at for at, many in sizes.items() if abs(many - known.get(at, 0)) > CHANGE * known.get(at, 0)]
    for account_id in changed:
        measure_account(table, account_id)
    _drop_unused(table, {account_id for account_id, many in sizes.items() if many > EXACT_PASSAGES})
    return len(changed)


def measure_account(table: type[Passage], account_id: int) -> WordStatistics:
    """Count the words of an account; from EXACT_PASSAGES on, index its vectors first."""
    passages = table._base_manager.filter(account_id=account_id)
    many = passages.count()
    newest = (
        passages.exclude(embedding=None).order_by("-pk").values_list("embedding_model", flat=True).first()
    )
    if many > EXACT_PASSAGES and newest:
        _index_vectors(table, account_id, newest)
    row, _ = WordStatistics.objects.update_or_create(
        account_id=account_id,
        kind=table._meta.label,
        defaults={
            "passages": many,
            "frequencies": _count_words(table, account_id),
            "model": newest or "",
            "mean": _mean_vector(table, account_id, newest) if newest else [],
        },
    )
    return row


def _count_words(table: type[Passage], account_id: int) -> dict[str, int]:
    prefix = account_word(account_id, "")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT word, ndoc FROM ts_stat(%s) WHERE ndoc >= %s",
            [f"SELECT words FROM {table._meta.db_table} WHERE account_id = {int(account_id)}", FREQUENT],  # noqa: S608
        )
        return {word.removeprefix(prefix): many for word, many in cursor.fetchall()}


def _mean_vector(table: type[Passage], account_id: int, model: str) -> list[float]:
    with connection.cursor() as cursor:
        cursor.execute(
            f"""SELECT avg(embedding)::vector::real[] FROM (
                    SELECT embedding FROM {table._meta.db_table}
                    WHERE account_id = %s AND embedding_model = %s ORDER BY hashint8(id) LIMIT %s) sample""",  # noqa: S608
            [account_id, model, SAMPLE],
        )
        ((mean,),) = cursor.fetchall()
    return list(mean or [])


def _index_vectors(table: type[Passage], account_id: int, model: str) -> None:
    """A partial HNSW index of one account. Nobody waits for it: it is built beside readers and writers."""
    name = _index_name(table, account_id)
    with connection.cursor() as cursor:
        # Also one that an interrupted build left INVALID.
        cursor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
        cursor.execute(
            f"SELECT vector_dims(embedding) FROM {table._meta.db_table}"  # noqa: S608
            " WHERE account_id = %s AND embedding_model = %s LIMIT 1",
            [account_id, model],
        )
        ((dimensions,),) = cursor.fetchall()
        cursor.execute("SET maintenance_work_mem = '1GB'")
        cursor.execute(
            f"CREATE INDEX CONCURRENTLY {name} ON {table._meta.db_table}"
            f" USING hnsw ((embedding::halfvec({int(dimensions)})) halfvec_cosine_ops)"
            f" WHERE account_id = {int(account_id)} AND embedding_model = %s",
            [model],
        )
        cursor.execute("RESET maintenance_work_mem")
    log.info("vectors_indexed", table=table._meta.db_table, account_id=account_id)


def _drop_unused(table: type[Passage], used: set[int]) -> None:
    prefix = _index_name(table, "")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema() AND starts_with(indexname, %s)",
            [prefix],
        )
        for (name,) in cursor.fetchall():
            if int(name.removeprefix(prefix)) not in used:
                cursor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")


def _index_name(table: type[Passage], account_id: int | str) -> str:
    return f"{table._meta.db_table}_near_{account_id}"
