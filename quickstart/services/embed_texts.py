"""Vectors for the texts of a collection, in batches; a new model's are made beside those in use."""

import time
from collections.abc import Iterator

from django.db import connection
from django.db.models import QuerySet
from django.db.models.functions import Length
from pgvector import HalfVector

from core.jobs.models import Job
from core.llm import LLMError, get_embedder
from core.llm.embeddings.embedder import Embedder, Vectors
from quickstart.models import Collection, IndexedText
from search.embed_texts import checked_embed

BATCH = 512
"""Texts per commit: what a killed worker has to repeat takes two seconds."""

_TEXTS = IndexedText._meta.db_table


def texts_without_vector(collection: Collection, model: str) -> QuerySet[IndexedText]:
    """The texts without a vector of this model, in use or coming."""
    texts = IndexedText.objects.filter(account_id=collection.account_id, collection_id=collection.pk)
    return texts.exclude(embedding_model=model).exclude(next_embedding_model=model)


def count_missing_vectors(collection: Collection) -> int:
    """How many texts have no vector of this site's model; 0 if the model cannot be determined."""
    try:
        return texts_without_vector(collection, get_embedder().name).count()
    except LLMError:
        return 0


def embed_missing(job: Job, collection: Collection, embedder: Embedder, *, until: float) -> bool:
    """Store the missing vectors. Call as the owner of the collection's job.

    Returns False if `until` (time.monotonic) passed before all were done. Raises LLMError, LeaseLost.
    """
    # Short ones first: they are the best answers, and texts of a batch should have one length.
    pending = list(
        texts_without_vector(collection, embedder.name)
        .order_by(Length("text"), "pk")
        .values_list("pk", flat=True)
    )
    for start in range(0, len(pending), BATCH):
        numbers = pending[start : start + BATCH]
        texts = dict(IndexedText.objects.filter(pk__in=numbers).values_list("pk", "text"))
        vectors = checked_embed(embedder)(list(texts.values()))
        with job.owned_transaction():
            store_vectors(
                list(texts), vectors, embedder.name, as_replacement=_is_replacement(collection, embedder.name)
            )
        if time.monotonic() > until:
            return start + BATCH >= len(pending)
    return True


def switch_model(collection: Collection, model: str) -> None:
    """Put this model's vectors in use. Call inside `owned_transaction()`, when no text lacks one."""
    texts = IndexedText.objects.filter(account_id=collection.account_id, collection_id=collection.pk)
    with connection.cursor() as cursor:
        cursor.execute(
            f"""UPDATE {_TEXTS}
                SET embedding = next_embedding, embedding_model = next_embedding_model,
                    next_embedding = NULL, next_embedding_model = ''
                WHERE account_id = %s AND collection_id = %s AND next_embedding_model = %s
                    AND embedding_model <> %s""",  # noqa: S608 (a name of ours)
            [collection.account_id, collection.pk, model, model],
        )
    # Left over from another model that was itself replaced.
    texts.exclude(next_embedding_model="").update(next_embedding=None, next_embedding_model="")
    Collection.objects.filter(pk=collection.pk).update(model=model)
    collection.model = model


def _is_replacement(collection: Collection, model: str) -> bool:
    return collection.model not in ("", model)


def store_vectors(numbers: list[int], vectors: Vectors, model: str, *, as_replacement: bool) -> None:
    """Texts deleted meanwhile are skipped; a row's text never changes."""
    column = "next_embedding" if as_replacement else "embedding"
    with connection.cursor() as cursor:
        cursor.execute(
            f"""UPDATE {_TEXTS} t SET {column} = fresh.vector::halfvec, {column}_model = %s
                FROM unnest(%s::bigint[], %s::text[]) AS fresh(number, vector)
                WHERE t.id = fresh.number""",  # noqa: S608 (names of ours)
            [model, numbers, list(_as_text(vectors))],
        )


def _as_text(vectors: Vectors) -> Iterator[str]:
    return (HalfVector(row.tolist()).to_text() for row in vectors)
