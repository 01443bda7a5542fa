"""Search among real passages of one account, beside a full scan by the same scorer over the same rows.

Other accounts' passages are copies of these, inserted in turn with them. All rows are committed, as VACUUM wants it,
and deleted at the end.
"""

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from django.contrib.auth.models import User
from django.db import connection
from pgvector import HalfVector

from core.llm import get_embedder
from core.llm.embeddings.embedder import Vectors
from core.text import passage_stems, question_stems
from inbox.models import Agent, Memory, MemoryPassage
from inbox.services.manage_agents import create_agent
from search.models import account_words
from search.passage_sql import PassageTable
from search.refresh_statistics import measure_account
from search.score_hits import held_words, score_hits, word_weights
from search.search_passages import EmbeddedQuestion, search

BATCH = 500
TOP = 10


def fill(agents: Sequence[Agent], texts: Sequence[str], vectors: Vectors) -> None:
    """A memory with one passage for each text, for each agent; the agents take turns."""
    for start in range(0, len(texts), BATCH):
        part = range(start, min(start + BATCH, len(texts)))
        stems = [passage_stems(texts[at], key="", tags=()) for at in part]
        for agent in agents:
            _store(agent, [texts[at] for at in part], stems, vectors[part.start : part.stop])


def _store(agent: Agent, texts: Sequence[str], stems: Sequence[list[str]], vectors: Vectors) -> None:
    owned: dict[str, Any] = {"account_id": agent.account_id}
    memories = Memory.objects.bulk_create(
        Memory(**owned, agent=agent, text=text, tokens=len(text) // 4) for text in texts
    )
    model = get_embedder().name
    MemoryPassage.objects.bulk_create(
        MemoryPassage(
            **owned,
            memory=memory,
            ordinal=0,
            start=0,
            end=len(memory.text),
            words=account_words(agent.account_id, words),
            embedding=HalfVector(vector),
            embedding_model=model,
        )
        for memory, words, vector in zip(memories, stems, vectors, strict=True)
    )


def measure(
    texts: Sequence[str], vectors: Vectors, questions: Sequence[str], *, accounts: int, others: int
) -> dict[str, float]:
    """Milliseconds and recall, for `texts` of one account among `others` passages of so many `accounts`."""
    agents = [_new_agent(number) for number in range(accounts + 1)]
    try:
        share = len(texts) if not accounts else others // accounts
        fill(agents, texts[:share], vectors[:share])
        fill(agents[:1], texts[share:], vectors[share:])
        measure_account(MemoryPassage, agents[0].account_id)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE inbox_memory, inbox_memorypassage")
        return _compare(agents[0], questions)
    finally:
        User.objects.filter(pk__in=[agent.account_id for agent in agents]).delete()


def _new_agent(number: int) -> Agent:
    account = User.objects.create(username=f"bench-search-{number}-{time.time_ns():x}", is_active=False)
    return create_agent(account=account, name="bench")


def _compare(agent: Agent, questions: Sequence[str]) -> dict[str, float]:
    owners = Memory.objects.filter(account_id=agent.account_id, agent=agent, superseded=None)
    found, spent, spent_scanning = [], [], []
    for question in questions:
        started = time.perf_counter()
        embedder = get_embedder()
        embedded = EmbeddedQuestion(question_stems(question), embedder.embed([question])[0], embedder.name)
        hits = search(embedded, owners, account_id=agent.account_id).hits[:TOP]
        middle = time.perf_counter()
        best = _scan(embedded, owners, agent.account_id)
        spent.append(1000 * (middle - started))
        spent_scanning.append(1000 * (time.perf_counter() - middle))
        found.append(len(best & {hit.passage for hit in hits}) / len(best))
    return {
        "recall_at_10": round(float(np.mean(found)), 4),
        **{f"p{p}_ms": round(float(np.percentile(spent, p)), 1) for p in (50, 95)},
        **{f"scan_p{p}_ms": round(float(np.percentile(spent_scanning, p)), 1) for p in (50, 95)},
    }


def _scan(question: EmbeddedQuestion, owners: Any, account_id: int) -> set[int]:
    """The best of all passages, words and vectors of each looked at."""
    table = PassageTable(MemoryPassage, owners, account_id, question.vector, question.model)
    rows = table.features_of_owners(question.stems)
    cosines = np.array([row[4] for row in rows], dtype=np.float64)
    held = held_words(np.array([row[5] for row in rows], dtype=np.int64), len(question.stems))
    coverages = word_weights(held.sum(axis=1), len(rows)) @ held
    scores = score_hits(cosines, coverages, mean=float(cosines.mean()), deviation=float(cosines.std()))
    return {rows[int(at)][0] for at in np.argsort(-scores, kind="stable")[:TOP]}
