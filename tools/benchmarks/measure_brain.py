"""How long retrieval for the brain takes among many notes, beside two peers that query the usual way.

The notes are invented sentences (`tools.benchmarks.invented`), cut as the site cuts them; their vectors are random,
since an exact search compares all of them whatever they say. Everything is rolled back.
"""

import random
from collections.abc import Callable

import numpy as np
from django.contrib.auth.models import User
from django.db import connection, transaction

from brain.models import Chunk, Note
from brain.services.manage_notes import create_note
from brain.services.retrieve_sources import retrieve
from core.llm import get_embedder
from core.text.bm25_words import question_stems
from tools.benchmarks.invented import DIMENSIONS, percentiles, rows, sentence, time_methods, vocabulary

SENTENCES_A_NOTE = 40
WORDS_A_SENTENCE = 16
WORDS_A_QUESTION = 7
BATCH = 1_000


def measure(notes: int, questions: int, *, seed: int = 1) -> tuple[int, dict[str, dict[str, float]]]:
    """How many chunks there were, and milliseconds (p50, p95, p99) by method, taking turns at each question."""
    draw = random.Random(seed)
    words = vocabulary(draw)
    with transaction.atomic():
        account = User.objects.create(username=f"bench-brain-{draw.getrandbits(64):x}", is_active=False)
        for number in range(notes):
            sentences = (
                sentence(words, WORDS_A_SENTENCE, draw).capitalize() for _ in range(SENTENCES_A_NOTE)
            )
            create_note(account=account, title=f"Note {number}", body=". ".join(sentences) + ".")
        _embed(account, draw)
        with connection.cursor() as cursor:
            # What autovacuum does once such rows are committed.
            cursor.execute(f"ANALYZE {Note._meta.db_table}, {Chunk._meta.db_table}")
        times = time_methods(
            METHODS, account, [sentence(words, WORDS_A_QUESTION, draw) for _ in range(questions)]
        )
        chunks = Chunk.objects.filter(account=account).count()
        transaction.set_rollback(True)
    return chunks, {method: percentiles(found) for method, found in times.items()}


def _embed(account: User, draw: random.Random) -> None:
    vectors = np.random.default_rng(draw.getrandbits(32))
    chunks = list(Chunk.objects.filter(account=account).only("pk"))
    for start in range(0, len(chunks), BATCH):
        batch = chunks[start : start + BATCH]
        for chunk, vector in zip(batch, vectors.normal(size=(len(batch), DIMENSIONS)), strict=True):
            chunk.embedding, chunk.embedding_model = vector, get_embedder().name
        Chunk.objects.bulk_update(batch, ["embedding", "embedding_model"])


def _retrieve(account: User, question: str) -> object:
    return retrieve(account=account, query=question)


def _embedding(account: User, question: str) -> object:
    return get_embedder().embed([question])


def _words_alone(account: User, question: str) -> object:
    """Full text search as in Postgres's manual: any of the words, ranked, over whole notes."""
    anyone = " | ".join(f"'{stem}'" for stem in question_stems(question))
    return rows(
        f"""SELECT id, ts_rank(to_tsvector('english', body), query) AS rank
            FROM {Note._meta.db_table}, to_tsquery('english', %s) query
            WHERE account_id = %s AND to_tsvector('english', body) @@ query
            ORDER BY rank DESC LIMIT 10""",  # noqa: S608
        [anyone, account.pk],
    )


def _vectors_alone(account: User, question: str) -> object:
    """The nearest chunks, exactly, the question embedded first."""
    vector = get_embedder().embed([question])[0]
    return rows(
        f"""SELECT note_id FROM {Chunk._meta.db_table} WHERE account_id = %s
            ORDER BY (embedding <=> %s::halfvec) + 0 LIMIT 10""",  # noqa: S608
        [account.pk, str(vector.tolist())],
    )


METHODS: dict[str, Callable[[User, str], object]] = {
    "retrieve": _retrieve,
    "words alone": _words_alone,
    "vectors alone": _vectors_alone,
    "embedding the question": _embedding,
}
