"""What finding costs among many memories of one account, beside a comparison of all of them by the same scores.

Texts and questions are real, their vectors made once and stored in a file. The machine may be busy: milliseconds of
processor time, of this process and of the database's for this connection, are measured beside those of the clock.
"""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone
from pgvector import HalfVector

from core.db.new_id import new_id
from core.llm import get_embedder
from core.llm.embeddings.embedder import Vectors
from core.text.bm25_words import passage_stems
from inbox.memory import rank_memories, score_memories
from inbox.models import Agent, Memory, MemoryPassage
from inbox.models.memory import agent_space
from inbox.services.manage_agents import create_agent
from inbox.services.memory.search_memories import RecallScope, load_candidates
from search.found_passages import FoundPassages
from search.models import space_word
from search.question import SearchQuestion, embed_question
from search.search_passages import compare_all, find_passages

TOP = 10
BATCH = 500
Found = dict[str, list[float]]


def load_vectors(texts: Sequence[str], file: Path, progress: Callable[[int], object]) -> Vectors:
    """(n, d) from `file`, which is extended by what it lacks; an interrupted run goes on where it was."""
    embedder = get_embedder()
    row = 2 * embedder.dimensions
    with file.open("ab") as out:
        for start in range(out.tell() // row, len(texts), BATCH):
            batch = texts[start : min(start + BATCH, len(texts))]
            out.write(embedder.embed(batch).astype(np.float16).tobytes())
            out.flush()
            progress(start + len(batch))
    rows = np.fromfile(file, dtype=np.float16, count=len(texts) * embedder.dimensions)
    return rows.reshape(len(texts), embedder.dimensions).astype(np.float32)


def measure(
    texts: Sequence[str],
    vectors: Vectors,
    questions: Sequence[str],
    *,
    accounts: int,
    progress: Callable[[int], object] = lambda questions: None,
) -> dict[str, float]:
    """Recall and milliseconds (p50, p95), for these texts as memories of one agent, their rows between those of so
    many other accounts with as many each. All of it is deleted again.
    """
    agents = [_new_agent(number) for number in range(accounts + 1)]
    try:
        for start in range(0, len(texts), BATCH):
            for agent in agents:
                _copy(agent, texts[start : start + BATCH], vectors[start : start + BATCH])
        with connection.cursor() as cursor:
            cursor.execute(f"VACUUM ANALYZE {Memory._meta.db_table}, {MemoryPassage._meta.db_table}")
        return _compare(agents[0], questions, progress)
    finally:
        User.objects.filter(pk__in=[agent.account_id for agent in agents]).delete()


def _new_agent(number: int) -> Agent:
    account = User.objects.create(username=f"bench-search-{number}-{time.time_ns():x}", is_active=False)
    return create_agent(account=account, name="bench")


def _copy(agent: Agent, texts: Sequence[str], vectors: Vectors) -> None:
    ids, now, space = [new_id() for _ in texts], timezone.now(), agent_space(agent.pk)
    _copy_rows(
        f"{Memory._meta.db_table} (id, account_id, agent_id, shared, key, text, tags, tokens, created)",
        (
            (pk, agent.account_id, agent.pk, False, "", text, "{}", len(text) // 4 + 1, now)
            for pk, text in zip(ids, texts, strict=True)
        ),
    )
    _copy_rows(
        f"{MemoryPassage._meta.db_table}"
        ' (account_id, memory_id, space, ordinal, start, "end", trail, words, embedding, embedding_model)',
        (
            (
                *(agent.account_id, pk, space, 0, 0, len(text), "", _tsvector(space, text)),
                *(HalfVector(vector.tolist()).to_text(), get_embedder().name),
            )
            for pk, text, vector in zip(ids, texts, vectors, strict=True)
        ),
    )


def _copy_rows(columns: str, rows: Iterable[Sequence[Any]]) -> None:
    with connection.cursor() as cursor, cursor.copy(f"COPY {columns} FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def _tsvector(space: str, text: str) -> str:
    stems = (space_word(space, stem) for stem in passage_stems(text, key="", tags=()))
    return " ".join("'" + stem.replace("\\", "\\\\").replace("'", "''") + "'" for stem in stems)


def _compare(agent: Agent, questions: Sequence[str], progress: Callable[[int], object]) -> dict[str, float]:
    times: dict[str, Found] = {"search": {}, "all": {}, "embedding": {}}
    shares = []
    clock = _Clock()
    for number, text in enumerate(questions):
        with clock.into(times["embedding"]):
            question = embed_question(text)
        best = {}
        # In turns, so that neither finds the other's pages warm.
        methods = [("search", find_passages), ("all", compare_all)]
        for name, find in methods if number % 2 else reversed(methods):
            with clock.into(times[name]):
                best[name] = _best(agent, question, find)
        shares.append(len(best["search"] & best["all"]) / max(1, len(best["all"])))
        progress(number + 1)
    times["embedding_and_search"] = {
        measure: np.add(times["embedding"][measure], found).tolist()
        for measure, found in times["search"].items()
    }
    return {
        "recall_at_10": round(float(np.mean(shares)), 4),
        **{
            f"{name}_{measure}_p{p}": round(float(np.percentile(found, p)), 1)
            for name, measured in times.items()
            for measure, found in measured.items()
            for p in (50, 95)
        },
    }


def _best(agent: Agent, question: SearchQuestion, find: Callable[..., FoundPassages]) -> set[str]:
    scope = RecallScope(agent=agent, tags=(), history=False, now=timezone.now())
    found = score_memories(find(question, scope.passages()))
    ranked = rank_memories(load_candidates(scope, found), mean_similarity=found.mean_similarity)
    return {each.candidate.memory for each in ranked[:TOP]}


class _Clock:
    """Milliseconds of the clock, and of the processor for this process and for its connection's (Linux)."""

    def __init__(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            ((pid,),) = cursor.fetchall()
        self._backend = Path(f"/proc/{pid}/schedstat")

    def into(self, found: Found) -> "_Span":
        return _Span(self, found)

    def now(self) -> tuple[float, float]:
        backend = int(self._backend.read_text().split()[0]) / 1e6 if self._backend.exists() else 0.0
        return 1000 * time.perf_counter(), 1000 * time.process_time() + backend


class _Span:
    def __init__(self, clock: _Clock, found: Found) -> None:
        self._clock, self._found = clock, found

    def __enter__(self) -> None:
        self._started = self._clock.now()

    def __exit__(self, *_: object) -> None:
        for name, before, after in zip(("ms", "cpu_ms"), self._started, self._clock.now(), strict=True):
            self._found.setdefault(name, []).append(after - before)


def read_texts(lines: Iterable[str]) -> Iterator[str]:
    """One JSON string, or object with a text, a query or a question, a line."""
    for line in lines:
        row = json.loads(line)
        text = row if isinstance(row, str) else row.get("text") or row.get("query") or row.get("question")
        if text:
            yield text
