"""The embedding job of a memory: retries, another model, and never only some of the vectors."""

from collections.abc import Sequence
from datetime import timedelta

import numpy as np
import pytest
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from core.jobs.claim_jobs import claim_job
from core.jobs.find_jobs import find_job
from core.jobs.job_kinds import MAX_ATTEMPTS
from core.jobs.lease_renewal import LEASE_DURATION
from core.jobs.models import Job, JobState
from core.jobs.request_jobs import request_jobs
from core.jobs.tests.job_rows import change_job, run_one
from core.llm import CouldNotAsk, ErrorKind, SettingsWrong
from core.llm.embeddings.embedder import Vectors
from core.llm.model_doubles import FakeEmbedder, use_models
from inbox import tasks
from inbox.models import EMBED_MEMORY, Agent, Memory, MemoryPassage
from inbox.services.memory import forget, recall, remember
from inbox.tests.recall.stored_memories import embed, new_agent, recall_now, store_memory, texts
from search.embed_passages import requeue_outdated
from stones.tests.factories import LONG

PORT = "The export service listens on port 8003."
DOWN = CouldNotAsk("No answer.", kind=ErrorKind.TIMEOUT, retryable=True)
WRONG_KEY = SettingsWrong("The key is refused.", kind=ErrorKind.WRONG_KEY)


@pytest.fixture
def agent(db: None) -> Agent:
    return new_agent()


def models_named() -> set[str]:
    return set(MemoryPassage.objects.values_list("embedding_model", flat=True))


def requeue(embedder: FakeEmbedder | None = None) -> int:
    with use_models(embedder=embedder or FakeEmbedder()):
        return requeue_outdated()


def job_of(memory: Memory) -> Job:
    return find_job(memory, EMBED_MEMORY)


def test_all_passages_get_a_vector(agent: Agent) -> None:
    memory = store_memory(agent, LONG)
    job = job_of(memory)
    assert (job.state, job.attempts, job.error) == (JobState.DONE, 1, "")
    for passage in memory.passages.all():
        assert np.linalg.norm(passage.embedding) == pytest.approx(1, abs=0.01)
    assert models_named() == {"fake-embedder"}


def test_the_key_is_embedded_with_the_text_and_nothing_twice(agent: Agent) -> None:
    embedder = FakeEmbedder()
    embed(remember(agent=agent, text="8003", key="export/port").memory, embedder)
    assert [text for call in embedder.calls for text in call] == ["export/port\n8003"]


def test_done_twice_is_done_once(agent: Agent) -> None:
    memory, embedder = store_memory(agent, PORT), FakeEmbedder()
    request_jobs([memory], EMBED_MEMORY)
    embed(memory, embedder)
    assert (embedder.calls, job_of(memory).state) == ([], JobState.DONE)


def test_an_unavailable_embedder_is_retried_until_attempts_end(agent: Agent) -> None:
    memory = remember(agent=agent, text=PORT).memory
    for attempt in range(1, MAX_ATTEMPTS + 1):
        embedder = FakeEmbedder()
        embedder.fail_with = [DOWN]
        embed(memory, embedder)
        assert job_of(memory).attempts == attempt
    assert (job_of(memory).state, job_of(memory).error_code) == (JobState.FAILED, "timeout")
    assert models_named() == {""}
    assert texts(recall_now(agent, "export port")) == [PORT]


def test_what_failed_is_tried_again_after_an_hour(agent: Agent) -> None:
    embedder = FakeEmbedder()
    embedder.fail_with = [WRONG_KEY]
    memory = embed(remember(agent=agent, text=PORT).memory, embedder)
    assert (job_of(memory).state, job_of(memory).error) == (JobState.FAILED, "The key is refused.")
    assert requeue() == 0
    assert job_of(memory).state == JobState.FAILED
    change_job(memory, EMBED_MEMORY, finished=timezone.now() - timedelta(hours=1))
    assert (requeue(), requeue()) == (1, 0)
    embed(memory)
    assert job_of(memory).state == JobState.DONE


class _Nothing(FakeEmbedder):
    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.zeros((len(texts), self.dimensions), dtype=np.float32)


def test_a_vector_of_zeros_is_never_stored(agent: Agent) -> None:
    memory = embed(remember(agent=agent, text=PORT).memory, _Nothing())
    assert (job_of(memory).state, job_of(memory).error_code) == (JobState.PENDING, "internal")
    assert models_named() == {""}


def test_another_model_embeds_anew_and_the_old_vectors_answer_meanwhile(agent: Agent) -> None:
    memory = store_memory(agent, PORT)
    other = FakeEmbedder(name="another", dimensions=64)
    assert requeue() == 0
    assert (requeue(other), requeue(other)) == (1, 0)
    assert job_of(memory).state == JobState.PENDING
    assert models_named() == {"fake-embedder"}
    assert recall_now(agent, "export port").by_vectors
    embed(memory, other)
    assert models_named() == {"another"}
    assert recall_now(agent, "export port", other).by_vectors


def test_meanwhile_the_old_model_is_asked_where_it_still_answers(agent: Agent) -> None:
    store_memory(agent, PORT)
    with use_models(embedder=FakeEmbedder(name="another", dimensions=64), others=[FakeEmbedder()]):
        found = recall(agent=agent, query="Which port has the export service?")
    assert (found.by_vectors, texts(found)) == (True, [PORT])


def test_a_late_worker_writes_nothing(agent: Agent) -> None:
    memory = remember(agent=agent, text=PORT).memory

    class Slow(FakeEmbedder):
        def embed(self, texts: Sequence[str]) -> Vectors:
            change_job(memory, EMBED_MEMORY, leased_until=timezone.now())
            assert claim_job(job_of(memory), lease=LEASE_DURATION) is not None
            return super().embed(texts)

    embed(memory, Slow())
    assert job_of(memory).state == JobState.RUNNING
    assert models_named() == {""}


def test_one_forgotten_while_it_is_embedded(agent: Agent) -> None:
    memory = remember(agent=agent, text=PORT).memory

    class Slow(FakeEmbedder):
        def embed(self, texts: Sequence[str]) -> Vectors:
            forget(agent=agent, memory=memory.pk)
            return super().embed(texts)

    with use_models(embedder=Slow()):
        run_one(memory, EMBED_MEMORY)
    assert not Memory.objects.exists()
    assert not MemoryPassage.objects.exists()


def test_the_tasks(agent: Agent) -> None:
    memory = remember(agent=agent, text=PORT, ttl_seconds=60).memory
    with use_models(embedder=FakeEmbedder()):
        assert requeue_outdated() == 0
    Memory.objects.filter(pk=memory.pk).update(expires=timezone.now())
    assert tasks.purge_memories() == 1


def test_remembering_enqueues_after_the_commit(
    agent: Agent, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks() as callbacks:
        remember(agent=agent, text=PORT)
    assert len(callbacks) == 1
