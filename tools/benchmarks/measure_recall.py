"""How long recall takes among many memories, beside two peers that query the same database the usual way.

The memories are sentences of invented facts whose words are as uneven as real ones (Zipf); their vectors are random,
since an exact search looks at all of them whatever they say. Everything is rolled back.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from django.contrib.auth.models import User
from django.db import connection, transaction

from core.llm import count_tokens, get_embedder
from core.text.bm25_words import passage_stems, question_stems
from inbox.models import Agent, Memory, MemoryPassage
from inbox.services.manage_agents import create_agent
from inbox.services.memory.recall_memories import recall
from search.models import space_words
from tools.benchmarks.invented import DIMENSIONS, percentiles, rows, sentence, time_methods, vocabulary

WORDS_A_MEMORY = 24
WORDS_A_QUESTION = 7
BATCH = 1_000


def measure(memories: int, questions: int, *, seed: int = 1) -> dict[str, dict[str, float]]:
    """Milliseconds (p50, p95) by method, the methods taking turns at each question."""
    draw = random.Random(seed)
    words = vocabulary(draw)
    with transaction.atomic():
        account = User.objects.create(username=f"bench-recall-{draw.getrandbits(64):x}", is_active=False)
        agent = create_agent(account=account, name="bench")
        _fill(agent, memories, words, draw)
        with connection.cursor() as cursor:
            # What autovacuum does once such rows are committed.
            cursor.execute(f"ANALYZE {Memory._meta.db_table}, {MemoryPassage._meta.db_table}")
        times = time_methods(
            METHODS, agent, [sentence(words, WORDS_A_QUESTION, draw) for _ in range(questions)]
        )
        transaction.set_rollback(True)
    return {method: percentiles(found) for method, found in times.items()}


def _recall(agent: Agent, question: str) -> object:
    return recall(agent=agent, query=question)


def _embedding(agent: Agent, question: str) -> object:
    return get_embedder().embed([question])


def _words_alone(agent: Agent, question: str) -> object:
    """Full text search as in Postgres's manual: any of the words, ranked, over the text itself."""
    anyone = " | ".join(f"'{stem}'" for stem in question_stems(question))
    return rows(
        f"""SELECT id, ts_rank(to_tsvector('english', text), query) AS rank
            FROM {Memory._meta.db_table}, to_tsquery('english', %s) query
            WHERE account_id = %s AND to_tsvector('english', text) @@ query
            ORDER BY rank DESC LIMIT 10""",  # noqa: S608
        [anyone, agent.account_id],
    )


def _vectors_alone(agent: Agent, question: str) -> object:
    """The nearest passages, exactly, the question embedded first."""
    vector = get_embedder().embed([question])[0]
    return rows(
        f"""SELECT memory_id FROM {MemoryPassage._meta.db_table} WHERE account_id = %s
            ORDER BY (embedding <=> %s::halfvec) + 0 LIMIT 10""",  # noqa: S608
        [agent.account_id, str(vector.tolist())],
    )


METHODS: dict[str, Callable[[Agent, str], object]] = {
    "recall": _recall,
    "words alone": _words_alone,
    "vectors alone": _vectors_alone,
    "embedding the question": _embedding,
}


def _fill(agent: Agent, memories: int, words: list[str], draw: random.Random) -> None:
    vectors = np.random.default_rng(draw.getrandbits(32))
    for start in range(0, memories, BATCH):
        texts = [sentence(words, WORDS_A_MEMORY, draw) for _ in range(min(BATCH, memories - start))]
        made = Memory.objects.bulk_create(_memories(agent, texts))
        MemoryPassage.objects.bulk_create(
            [
                _passage(row, vector)
                for row, vector in zip(made, vectors.normal(size=(len(made), DIMENSIONS)), strict=True)
            ]
        )


def _memories(agent: Agent, texts: list[str]) -> Iterator[Memory]:
    for text in texts:
        yield Memory(
            account_id=agent.account_id,
            agent=agent,
            text=text,
            tokens=count_tokens(text),
        )


def _passage(memory: Memory, vector: Any) -> MemoryPassage:
    stems = passage_stems(memory.text, key="", tags=())
    return MemoryPassage(
        account_id=memory.account_id,
        memory=memory,
        space=memory.space,
        ordinal=0,
        start=0,
        end=len(memory.text),
        words=space_words(memory.space, stems),
        embedding=vector,
        embedding_model=get_embedder().name,
    )
