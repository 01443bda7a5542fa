"""Among very many memories the likely ones are compared instead of all: what is found stays the same."""

import random
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from django.db import connection, transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from pytest_django.plugin import DjangoDbBlocker

from core.llm import CouldNotAsk, ErrorKind
from core.llm.embeddings.embedder import Vectors
from core.llm.model_doubles import FakeEmbedder
from core.text.bm25_words import question_stems
from inbox.memory import MemoryScores, score_memories
from inbox.models import Agent, Memory, MemoryPassage
from inbox.services.memory import remember
from inbox.services.memory.search_memories import RecallScope
from inbox.tests.recall.stored_memories import embed, new_agent, recall_now, store_many
from search.index_counts import count_holding
from search.question import SearchQuestion
from search.search_passages import BEST, compare_all, find_passages

PORT = "The export service of warehouse nine listens on port 8003."
QUESTION = "Which port does the export service of warehouse nine use?"


class DenseEmbedder(FakeEmbedder):
    """The same cosines, from vectors that have no zeros, as those of real models."""

    def __init__(self) -> None:
        super().__init__(name="dense-embedder")
        self._rotation, _ = np.linalg.qr(np.random.default_rng(1).normal(size=(384, 384)))

    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.asarray(super().embed(texts) @ self._rotation, dtype=np.float32)


def failing_embedder() -> FakeEmbedder:
    embedder = DenseEmbedder()
    embedder.fail_with.append(CouldNotAsk("No answer.", kind=ErrorKind.TIMEOUT, retryable=True))
    return embedder


def invented_texts(count: int, seed: int = 1) -> list[str]:
    """Of eight words, some much more common than others."""
    draw = random.Random(seed)
    words = [f"word{number}" for number in range(400)] + ["export", "service", "port", "warehouse"]
    weights = [1 / (1 + at) for at in range(len(words))]
    return [" ".join(draw.choices(words, weights, k=8)) for _ in range(count)]


@pytest.fixture(scope="module")
def made_once(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Agent]:
    with django_db_blocker.unblock(), transaction.atomic():
        agent = new_agent()
        store_many(agent, [*invented_texts(MemoryPassage.few + 200), PORT], DenseEmbedder())
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE inbox_memory, inbox_memorypassage")
        yield agent
        transaction.set_rollback(True)


@pytest.fixture
def agent(made_once: Agent, db: None) -> Agent:
    """One with some more memories than are all compared."""
    return made_once


def scanned(agent: Agent, text: str, *, every: bool = False, by_vector: bool = True) -> MemoryScores:
    embedder = DenseEmbedder()
    question = SearchQuestion(question_stems(text), embedder.embed([text])[0], embedder.name)
    if not by_vector:
        question = SearchQuestion(question.stems)
    scope = RecallScope(agent=agent, tags=(), history=False, now=timezone.now())
    find = compare_all if every else find_passages
    return score_memories(find(question, scope.passages()))


def nearest(found: MemoryScores, many: int = 10) -> set[bytes]:
    return {found.memories[at] for at in np.argsort(-found.similarities)[:many]}


@pytest.mark.long
@pytest.mark.parametrize("text", [QUESTION, "word3 word40 word200 word1", "word0 word1 word399"])
def test_the_best_of_all_are_found(agent: Agent, text: str) -> None:
    found, every = scanned(agent, text), scanned(agent, text, every=True)
    assert len(found.memories) < len(every.memories)
    assert len(nearest(found) & nearest(every)) >= 9
    # The words weigh what they weigh over all, so that the best by words has the coverage that it had.
    assert found.coverages.max() == pytest.approx(every.coverages.max(), abs=0.05)
    assert found.mean_similarity == pytest.approx(every.mean_similarity, abs=0.05)


@pytest.mark.long
def test_recall_finds_a_fact_among_them(
    agent: Agent, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(6):
        found = recall_now(agent, QUESTION, DenseEmbedder())
    assert found.items[0].memory.text == PORT
    assert found.is_match
    assert found.by_vectors


def test_the_index_counts_what_holds_a_word(agent: Agent) -> None:
    question = SearchQuestion(question_stems("word3 word40 word200 missing"))
    scope = RecallScope(agent=agent, tags=(), history=False, now=timezone.now()).passages()
    counted = count_holding(MemoryPassage, scope.spaces, question)
    assert counted.tolist() == compare_all(question, scope).holding.tolist()
    assert counted[-1] == 0


def test_without_the_index_the_planner_guesses_what_holds_a_word(agent: Agent) -> None:
    scope = RecallScope(agent=agent, tags=(), history=False, now=timezone.now()).passages()
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_bitmapscan = off")
    counted = count_holding(MemoryPassage, scope.spaces, SearchQuestion(question_stems("word3 word40")))
    assert (counted > 0).all()


def test_where_the_nearest_may_not_be_recalled_others_are_found(agent: Agent) -> None:
    every = scanned(agent, QUESTION, every=True)
    hidden = [every.memories[at].decode() for at in np.argsort(-every.similarities)[: BEST + 10]]
    Memory.objects.filter(pk__in=hidden).update(expires=timezone.now())
    found, every = scanned(agent, QUESTION), scanned(agent, QUESTION, every=True)
    assert not set(hidden) & {memory.decode() for memory in found.memories}
    assert found.similarities.max() == pytest.approx(every.similarities.max(), abs=0.02)


def test_what_is_not_embedded_yet_is_found_by_its_words(agent: Agent) -> None:
    memory = remember(agent=agent, text="The kettle of the second floor is descaled on Mondays.").memory
    found = recall_now(agent, "When is the kettle descaled?", DenseEmbedder())
    assert memory.pk in [item.memory.pk for item in found.items]
    assert not found.by_vectors


def test_few_that_may_be_recalled_among_many_are_all_compared(agent: Agent) -> None:
    tagged = embed(
        remember(agent=agent, text="Nothing of the question stands here.", tags=["ops"]).memory,
        DenseEmbedder(),
    )
    assert recall_now(agent, QUESTION, DenseEmbedder(), tags=["ops"]).ranking == [tagged.pk]


def test_without_an_embedder_all_are_compared_by_words(agent: Agent) -> None:
    found = scanned(agent, QUESTION, by_vector=False)
    assert len(found.memories) == MemoryPassage.few + 201
    assert recall_now(agent, QUESTION, failing_embedder()).items[0].memory.text == PORT


def test_nothing_that_others_remember_changes_a_score(agent: Agent) -> None:
    """Neither another agent's own memories in the same account, nor what another account shares."""
    before = scanned(agent, QUESTION)
    colleague, stranger = new_agent(agent.account), new_agent()
    store_many(colleague, [f"{PORT} {number}" for number in range(300)], DenseEmbedder())
    store_many(stranger, [f"{PORT} {number}" for number in range(300)], DenseEmbedder(), shared=True)
    after = scanned(agent, QUESTION)
    assert after.memories.tolist() == before.memories.tolist()
    assert after.weights.tolist() == before.weights.tolist()
    assert after.similarities.tolist() == before.similarities.tolist()
    assert after.mean_similarity == before.mean_similarity


def test_what_the_account_shares_counts(agent: Agent) -> None:
    colleague = new_agent(agent.account)
    (shared,) = store_many(
        colleague, ["The export port of warehouse nine moved to 9100."], DenseEmbedder(), shared=True
    )
    assert shared.pk in recall_now(agent, QUESTION, DenseEmbedder()).ranking[:2]
