"""The job of a collection: vectors and calibration, retries, and new vectors for another model beside those in use."""

import time
from collections.abc import Callable, Sequence
from datetime import timedelta

import numpy as np
import pytest
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from core.jobs.claim_jobs import claim_job
from core.jobs.job_kinds import MAX_ATTEMPTS
from core.jobs.lease_renewal import LEASE_DURATION
from core.jobs.models import Job, JobState
from core.jobs.request_jobs import request_jobs
from core.jobs.run_job import run_now
from core.llm import CouldNotAsk, ErrorKind
from core.llm.embeddings.embedder import Embedder, Vectors
from core.llm.model_doubles import FakeEmbedder, use_models
from quickstart import tasks
from quickstart.kinds import TextKind
from quickstart.models import INDEX_COLLECTION, Collection, IndexedText
from quickstart.services import calibrate_collection, embed_texts
from quickstart.services import update_index as indexing
from quickstart.services.retrieve_items import retrieve
from quickstart.services.update_index import requeue_outdated, update_index
from quickstart.tests.factories import index, job_of, make_collection, make_entry, make_skill

DOWN = CouldNotAsk("No answer.", kind=ErrorKind.TIMEOUT, retryable=True)
BAKE = "How do I bake bread?"


@pytest.fixture
def collection(db: None) -> Collection:
    made = make_collection()
    make_entry(made, entry_id="bake", question=BAKE, variants=["bread baking"])
    make_entry(made, entry_id="sky", question="Why is the sky blue?")
    make_skill(made, skill_id="skill_bake", triggers=["bake a loaf"])
    return made


class Meddling(FakeEmbedder):
    """Does something once, while it embeds."""

    def __init__(
        self, act: Callable[[], object], *, name: str = "fake-embedder", dimensions: int = 384
    ) -> None:
        super().__init__(name=name, dimensions=dimensions)
        self.act: Callable[[], object] | None = act

    def embed(self, texts: Sequence[str]) -> Vectors:
        if self.act:
            act, self.act = self.act, None
            act()
        return super().embed(texts)


def models() -> set[str]:
    return set(IndexedText.objects.values_list("embedding_model", flat=True))


def later(**fields: timedelta) -> None:
    """As if so much time had passed for all jobs."""
    Job.objects.update(**{name: timezone.now() - past for name, past in fields.items()})


def first(collection: Collection, query: str, embedder: FakeEmbedder, *others: FakeEmbedder) -> str:
    collection.refresh_from_db()
    with use_models(embedder=embedder, others=others):
        return retrieve(collection=collection, query=query).entries[0].id


def requeue(embedder: FakeEmbedder | None = None) -> int:
    with use_models(embedder=embedder or FakeEmbedder()):
        return requeue_outdated()


def test_every_text_gets_a_vector(collection: Collection) -> None:
    index(collection)
    assert (job_of(collection).state, collection.model, job_of(collection).error) == (
        JobState.DONE,
        "fake-embedder",
        "",
    )
    assert models() == {"fake-embedder"}
    for text in IndexedText.objects.all():
        assert np.linalg.norm(text.embedding) == pytest.approx(1, abs=0.01)


def test_the_calibration_is_the_same_for_the_same_texts(collection: Collection) -> None:
    stored = index(collection).calibration
    assert stored is not None
    assert set(stored) == {"entries", "skills"}
    request_jobs([collection], INDEX_COLLECTION)
    assert index(collection).calibration == stored


def test_done_twice_is_done_once(collection: Collection) -> None:
    index(collection)
    embedder = FakeEmbedder()
    index(collection, embedder)
    assert embedder.calls == []


def test_an_unavailable_embedder_is_retried_and_words_answer_meanwhile(collection: Collection) -> None:
    for attempt in range(1, MAX_ATTEMPTS + 1):
        later(due=timedelta())
        embedder = FakeEmbedder()
        embedder.fail_with = [DOWN]
        index(collection, embedder)
        assert job_of(collection).attempts == attempt
    assert (job_of(collection).state, job_of(collection).error_code) == (JobState.FAILED, "timeout")
    assert models() == {""}
    assert first(collection, "bread", FakeEmbedder()) == "bake"
    later(finished=timedelta(hours=1))
    requeue()
    index(collection)
    assert job_of(collection).state == JobState.DONE


def test_a_vector_of_zeros_is_never_stored(collection: Collection) -> None:
    class Nothing(FakeEmbedder):
        def embed(self, texts: Sequence[str]) -> Vectors:
            return np.zeros((len(texts), self.dimensions), dtype=np.float32)

    index(collection, Nothing())
    assert (job_of(collection).state, job_of(collection).error_code) == (JobState.PENDING, "internal")
    assert models() == {""}


def test_a_change_during_the_run_is_indexed_next(collection: Collection) -> None:
    embedder = Meddling(lambda: make_entry(collection, question="Where does the bus stop?"))
    index(collection, embedder)
    assert (job_of(collection).state, collection.model) == (JobState.PENDING, "")
    index(collection, embedder)
    assert job_of(collection).state == JobState.DONE
    assert models() == {"fake-embedder"}
    assert any("Where does the bus stop?" in call for call in embedder.calls)


def test_a_change_during_calibration_is_indexed_too(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    acts = [lambda: make_entry(collection, question="Where is the bus?")]

    def meddling(collection_: Collection, embedder: Embedder) -> object:
        if acts:
            acts.pop()()
        return calibrate_collection.calibrate_collection(collection_, embedder)

    monkeypatch.setattr(indexing, "calibrate_collection", meddling)
    index(collection)
    index(collection)
    assert job_of(collection).state == JobState.DONE
    assert models() == {"fake-embedder"}


def test_what_was_deleted_while_it_was_embedded(collection: Collection) -> None:
    index(collection, Meddling(lambda: collection.entries.all().delete()))
    assert job_of(collection).state == JobState.DONE
    assert not IndexedText.objects.filter(skill=None).exists()


def test_a_collection_that_went_while_it_was_embedded(collection: Collection) -> None:
    with use_models(embedder=Meddling(lambda: Collection.objects.all().delete())):
        run_now(job_of(collection))
    assert not IndexedText.objects.exists()


def test_another_model_is_made_behind_the_old_index(collection: Collection) -> None:
    old, new = FakeEmbedder(), FakeEmbedder(name="another", dimensions=64)
    index(collection, old)
    requeue(new)

    def check_halfway() -> None:
        # Half way: the old vectors are what answers, and a text that came meanwhile is found by its words.
        make_entry(collection, entry_id="bus", question="Where does the omnibus stop?")
        assert first(collection, "how do I bake bread", new, old) == "bake"
        assert first(collection, "omnibus", new, old) == "bus"
        assert Collection.objects.get().model == "fake-embedder"

    index(collection, Meddling(check_halfway, name="another", dimensions=64))
    assert models() == {"fake-embedder", ""}
    index(collection, new)
    assert (job_of(collection).state, collection.model) == (JobState.DONE, "another")
    assert models() == {"another"}
    assert not IndexedText.objects.exclude(next_embedding=None).exists()
    assert first(collection, "omnibus", new) == "bus"


def test_half_a_new_index_changes_nothing(collection: Collection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embed_texts, "BATCH", 2)
    index(collection)
    requeue(FakeEmbedder(name="another", dimensions=64))

    class Dying(FakeEmbedder):
        def embed(self, texts: Sequence[str]) -> Vectors:
            if len(self.calls) == 2:
                raise DOWN
            return super().embed(texts)

    index(collection, Dying(name="another", dimensions=64))
    assert job_of(collection).state == JobState.PENDING
    assert models() == {"fake-embedder"}
    made = IndexedText.objects.filter(next_embedding_model="another").count()
    assert made == 4
    # What was made is not made again.
    later(due=timedelta())
    after = FakeEmbedder(name="another", dimensions=64)
    texts = IndexedText.objects.count()
    index(collection, after)
    assert models() == {"another"}
    assert sum(len(call) for call in after.calls[: (texts - made + 1) // 2]) <= texts - made


def test_back_to_the_old_model_before_the_new_one_is_complete(collection: Collection) -> None:
    index(collection)
    IndexedText.objects.update(next_embedding=[1.0, 0.0], next_embedding_model="another")
    request_jobs([collection], INDEX_COLLECTION)
    embedder = FakeEmbedder()
    index(collection, embedder)
    assert (collection.model, models()) == ("fake-embedder", {"fake-embedder"})
    assert not IndexedText.objects.exclude(next_embedding=None).exists()


def test_a_late_worker_writes_nothing(collection: Collection) -> None:
    def overtake() -> None:
        later(leased_until=timedelta())
        assert claim_job(job_of(collection), lease=LEASE_DURATION) is not None

    index(collection, Meddling(overtake))
    assert job_of(collection).state == JobState.RUNNING
    assert models() == {""}


def test_a_killed_worker_leaves_what_it_had_done(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embed_texts, "BATCH", 2)

    class Killed(BaseException):
        pass

    class Dying(FakeEmbedder):
        def embed(self, texts: Sequence[str]) -> Vectors:
            if self.calls:
                raise Killed
            return super().embed(texts)

    with pytest.raises(Killed):
        index(collection, Dying())
    collection.refresh_from_db()
    assert job_of(collection).state == JobState.RUNNING
    assert IndexedText.objects.exclude(embedding=None).count() == 2
    index(collection)
    collection.refresh_from_db()
    assert job_of(collection).state == JobState.RUNNING, "its lease has not run out yet"
    later(leased_until=timedelta())
    index(collection)
    assert job_of(collection).state == JobState.DONE
    assert models() == {"fake-embedder"}


def test_a_long_job_queues_behind_the_others(
    collection: Collection,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    monkeypatch.setattr(embed_texts, "BATCH", 2)
    monkeypatch.setattr(indexing, "TURN", timedelta())
    with django_capture_on_commit_callbacks() as callbacks:
        index(collection)
    assert (job_of(collection).state, job_of(collection).attempts) == (JobState.PENDING, 0)
    assert IndexedText.objects.exclude(embedding=None).count() == 2
    assert callbacks
    for _ in range(20):
        index(collection)
    assert job_of(collection).state == JobState.DONE


def test_another_model_is_noticed(collection: Collection) -> None:
    index(collection)
    empty = make_collection()
    requeue(FakeEmbedder(name="another"))
    assert (job_of(collection).state, job_of(empty).state) == (JobState.PENDING, JobState.DONE)


def test_in_the_foreground(collection: Collection) -> None:
    done: list[int] = []
    with use_models(embedder=FakeEmbedder()):
        assert update_index(collection=collection, progress=done.append)
        assert sum(done) == IndexedText.objects.count()
        assert update_index(collection=collection, progress=done.append)
    assert sum(done) == IndexedText.objects.count()
    with use_models(embedder=FakeEmbedder(name="another")):
        assert update_index(collection=collection)
    assert models() == {"another"}


def test_in_the_foreground_without_an_embedder(collection: Collection) -> None:
    embedder = FakeEmbedder()
    embedder.fail_with = [DOWN]
    with use_models(embedder=embedder):
        assert not update_index(collection=collection)
        assert job_of(collection).error == "No answer."
        assert update_index(collection=collection)


def test_in_the_foreground_while_a_worker_is_at_it(collection: Collection) -> None:
    assert claim_job(job_of(collection), lease=LEASE_DURATION)
    with use_models(embedder=FakeEmbedder()):
        assert not update_index(collection=collection, wait=0)
    assert models() == {""}


def test_in_the_foreground_while_a_worker_requeues(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    claimed = claim_job(job_of(collection), lease=LEASE_DURATION)
    assert claimed is not None
    # The worker's turn ends right behind the first look.
    monkeypatch.setattr(time, "sleep", lambda seconds: claimed.restart())
    with use_models(embedder=FakeEmbedder()):
        assert update_index(collection=collection)


def test_a_calibration_of_an_earlier_version_is_made_again(collection: Collection) -> None:
    stored = index(collection).calibration
    assert requeue() == 0
    earlier = {kind: {**each, "version": 1} for kind, each in (stored or {}).items()}
    Collection.objects.update(calibration=earlier)
    assert requeue() == 1
    assert index(collection).calibration == stored


def test_texts_of_an_earlier_version_are_written_anew(collection: Collection) -> None:
    stored = index(collection).calibration
    texts = set(collection.texts.values_list("text", flat=True))
    IndexedText.objects.filter(kind=TextKind.ANSWER).delete()
    index(collection)
    assert set(collection.texts.values_list("text", flat=True)) < texts
    earlier = {kind: {**each, "version": 2} for kind, each in (stored or {}).items()}
    Collection.objects.update(calibration=earlier)
    requeue()
    assert index(collection).calibration == stored
    assert set(collection.texts.values_list("text", flat=True)) == texts


def test_the_task(collection: Collection) -> None:
    index(collection)
    with use_models(embedder=FakeEmbedder(name="another")):
        assert tasks.requeue_outdated() == 1
