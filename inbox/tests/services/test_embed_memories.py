"""The embedding job of a memory: retries, another model, and never only some of the vectors."""

from collections.abc import Sequence
from datetime import timedelta

import numpy as np
import pytest
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from core.jobs.lease_renewal import LEASE_DURATION
from core.jobs.models import MAX_ATTEMPTS, JobState
from core.llm import CouldNotAsk, ErrorKind, SettingsWrong
from core.llm.embeddings.embedder import Vectors
from core.llm.model_doubles import FakeEmbedder, use_models
from inbox import tasks
from inbox.models import Agent, Memory, MemoryPassage
from inbox.services.memory import EMBED_TASK, embed_memory, forget, remember, sweep_memories
from inbox.tests.recall.stored_memories import embed, new_agent, recall_now, store_memory, texts
from stones.tests.factories import LONG

PORT = "The export service listens on port 8003."
DOWN = CouldNotAsk("No answer.", kind=ErrorKind.TIMEOUT, retryable=True)
WRONG_KEY = SettingsWrong("The key is refused.", kind=ErrorKind.WRONG_KEY)


@pytest.fixture
def agent(db: None) -> Agent:
    return new_agent()


def models_named() -> set[str]:
    return set(MemoryPassage.objects.values_list("embedding_model", flat=True))


def sweep(embedder: FakeEmbedder | None = None) -> int:
    with use_models(embedder=embedder or FakeEmbedder()):
        return sweep_memories()


def later(**fields: timedelta) -> None:
    """Make all memories that much older."""
    for name, past in fields.items():
        Memory.objects.update(**{name: timezone.now() - past})


def test_all_passages_get_a_vector(agent: Agent) -> None:
    memory = store_memory(agent, LONG)
    assert (memory.state, memory.attempts, memory.error) == (JobState.DONE, 1, "")
    for passage in memory.passages.all():
        assert np.linalg.norm(passage.embedding) == pytest.approx(1, abs=0.01)
    assert models_named() == {"fake-embedder"}


def test_the_key_is_embedded_with_the_text_and_nothing_twice(agent: Agent) -> None:
    embedder = FakeEmbedder()
    embed(remember(agent=agent, text="8003", key="export/port").memory, embedder)
    assert [text for call in embedder.calls for text in call] == ["export/port\n8003"]


def test_done_twice_is_done_once(agent: Agent) -> None:
    memory, embedder = store_memory(agent, PORT), FakeEmbedder()
    embed(memory, embedder)
    assert embedder.calls == []


def test_one_that_is_gone(db: None) -> None:
    embed_memory(memory_id="0" * 26)


def test_an_unavailable_embedder_is_retried_until_attempts_end(agent: Agent) -> None:
    memory = remember(agent=agent, text=PORT).memory
    for attempt in range(1, MAX_ATTEMPTS + 1):
        later(due=timedelta())
        embedder = FakeEmbedder()
        embedder.fail_with = [DOWN]
        embed(memory, embedder)
        assert memory.attempts == attempt
    assert (memory.state, memory.error_code) == (JobState.FAILED, "timeout")
    assert models_named() == {""}
    assert texts(recall_now(agent, "export port")) == [PORT]


def test_what_failed_is_tried_again_after_an_hour(agent: Agent) -> None:
    embedder = FakeEmbedder()
    embedder.fail_with = [WRONG_KEY]
    memory = embed(remember(agent=agent, text=PORT).memory, embedder)
    assert (memory.state, memory.error) == (JobState.FAILED, "The key is refused.")
    sweep()
    memory.refresh_from_db()
    assert memory.state == JobState.FAILED
    later(finished=timedelta(hours=1))
    sweep()
    assert embed(memory).state == JobState.DONE


class _Nothing(FakeEmbedder):
    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.zeros((len(texts), self.dimensions), dtype=np.float32)


def test_a_vector_of_zeros_is_never_stored(agent: Agent) -> None:
    memory = embed(remember(agent=agent, text=PORT).memory, _Nothing())
    assert (memory.state, memory.error_code) == (JobState.PENDING, "internal")
    assert models_named() == {""}


def test_another_model_embeds_anew_and_the_old_vectors_answer_meanwhile(agent: Agent) -> None:
    memory = store_memory(agent, PORT)
    other = FakeEmbedder(name="another", dimensions=64)
    assert sweep() == 0
    sweep(other)
    memory.refresh_from_db()
    assert memory.state == JobState.PENDING
    assert models_named() == {"fake-embedder"}
    assert recall_now(agent, "export port").by_vectors
    embed(memory, other)
    assert models_named() == {"another"}
    assert recall_now(agent, "export port", other).by_vectors


def test_a_late_worker_writes_nothing(agent: Agent) -> None:
    memory = remember(agent=agent, text=PORT).memory

    class Slow(FakeEmbedder):
        def embed(self, texts: Sequence[str]) -> Vectors:
            later(leased_until=timedelta())
            assert Memory.objects.claim(memory.pk, lease=LEASE_DURATION) is not None
            return super().embed(texts)

    embed(memory, Slow())
    assert memory.state == JobState.RUNNING
    assert models_named() == {""}


def test_one_forgotten_while_it_is_embedded(agent: Agent) -> None:
    memory = remember(agent=agent, text=PORT).memory

    class Slow(FakeEmbedder):
        def embed(self, texts: Sequence[str]) -> Vectors:
            forget(agent=agent, memory=memory.pk)
            return super().embed(texts)

    with use_models(embedder=Slow()):
        embed_memory(memory_id=memory.pk)
    assert not Memory.objects.exists()
    assert not MemoryPassage.objects.exists()


def test_the_sweep_announces_what_nobody_works_on(agent: Agent) -> None:
    remember(agent=agent, text=PORT)
    assert sweep() == 0
    later(due=timedelta(seconds=31))
    assert sweep() == 1


def test_the_tasks(agent: Agent) -> None:
    memory = remember(agent=agent, text=PORT, ttl_seconds=60).memory
    assert tasks.embed_memory.name == EMBED_TASK
    with use_models(embedder=FakeEmbedder()):
        tasks.embed_memory(memory.pk)
        assert models_named() == {"fake-embedder"}
        assert tasks.sweep_memories() == 0
    later(expires=timedelta())
    assert tasks.purge_memories() == 1


def test_remembering_enqueues_after_the_commit(
    agent: Agent, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks() as callbacks:
        remember(agent=agent, text=PORT)
    assert len(callbacks) == 1
