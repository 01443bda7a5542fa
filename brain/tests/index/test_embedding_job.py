"""The job of a note and of the profile: vectors, tried again, made anew for another model, and never half."""

from collections.abc import Callable, Sequence
from datetime import timedelta

import numpy as np
import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from brain.models import EMBED_NOTE, Chunk, Note, Profile
from brain.retrieval.chunk_features import chunk_vectors
from brain.retrieval.note_chunks import split_chunks
from brain.services.manage_notes import delete_note, edit_note
from brain.services.reindex_notes import embed_pending, re_embed, unfinished_jobs
from brain.services.save_profile import save_profile
from brain.tests.factories import index, job_of, make_note, make_profile, new_account, vectors_of
from core.jobs.claim_jobs import claim_job
from core.jobs.job_kinds import MAX_ATTEMPTS
from core.jobs.lease_renewal import LEASE_DURATION
from core.jobs.models import Job, JobState
from core.jobs.request_jobs import request_jobs
from core.llm import CouldNotAsk, ErrorKind, SettingsWrong
from core.llm.embeddings.embedder import Vectors
from core.llm.model_doubles import FakeEmbedder, use_models
from search import tasks
from search.embed_passages import requeue_outdated

DOWN = CouldNotAsk("No answer.", kind=ErrorKind.TIMEOUT, retryable=True)
WRONG_KEY = SettingsWrong("The key is refused.", kind=ErrorKind.WRONG_KEY)
LONG = "# Mill\n\n" + " ".join(f"Sentence {n} of the mill tells of part {n}." for n in range(60)) + "\n"


@pytest.fixture
def account(db: None) -> User:
    return new_account()


class Meddling(FakeEmbedder):
    """Does something once, while it embeds."""

    def __init__(self, act: Callable[[], object], *, name: str = "fake-embedder") -> None:
        super().__init__(name=name)
        self.act: Callable[[], object] | None = act

    def embed(self, texts: Sequence[str]) -> Vectors:
        if self.act:
            act, self.act = self.act, None
            act()
        return super().embed(texts)


class Giving(FakeEmbedder):
    """Fills every vector with one number."""

    def __init__(self, number: float) -> None:
        super().__init__()
        self.number = number

    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.full((len(texts), self.dimensions), self.number, dtype=np.float32)


def failing(*errors: CouldNotAsk | SettingsWrong, name: str = "fake-embedder") -> FakeEmbedder:
    embedder = FakeEmbedder(name=name)
    embedder.fail_with = list(errors)
    return embedder


def later(**fields: timedelta) -> None:
    """As if so much time had passed for all jobs."""
    Job.objects.update(**{name: timezone.now() - past for name, past in fields.items()})


def requeue(embedder: FakeEmbedder | None = None) -> int:
    with use_models(embedder=embedder or FakeEmbedder()):
        return requeue_outdated()


def expected_vectors(note: Note) -> Vectors:
    """Of the chunks of the note's current text."""
    return chunk_vectors(
        split_chunks(note.body),
        embed=FakeEmbedder().embed,
        title=note.title,
        description=note.description,
        tags=note.tags,
    )


def state(owner: Note | Profile) -> str:
    return job_of(owner).state


def claim(owner: Note | Profile) -> Job:
    """As a worker does."""
    claimed = claim_job(job_of(owner), lease=LEASE_DURATION)
    assert claimed is not None
    return claimed


@pytest.fixture(params=["note", "profile"])
def owner(request: pytest.FixtureRequest, account: User) -> Note | Profile:
    """Both are jobs of one kind."""
    return make_note(account, body=LONG) if request.param == "note" else make_profile(account)


def test_every_chunk_gets_a_vector(account: User, owner: Note | Profile) -> None:
    assert vectors_of(account) == {""}
    index(account)
    job = job_of(owner)
    assert (job.state, job.attempts, job.error) == (JobState.DONE, 1, "")
    assert vectors_of(account) == {"fake-embedder"}
    for chunk in owner.passages.all():
        assert np.linalg.norm(chunk.embedding) == pytest.approx(1, abs=0.01)


def test_a_vector_is_that_of_its_own_chunk_under_its_title(account: User) -> None:
    note = make_note(account, title="The mill", body=LONG)
    index(account)
    chunks = list(note.passages.order_by("ordinal"))
    assert len(chunks) > 3
    expected = expected_vectors(note)
    assert len(chunks) == len(expected)
    for chunk, vector in zip(chunks, expected, strict=True):
        assert float(np.array(chunk.embedding) @ vector) == pytest.approx(1, abs=0.01)
    assert float(expected[0] @ expected[-1]) < 0.99


def test_done_twice_is_done_once(account: User, owner: Note | Profile) -> None:
    index(account)
    embedder = FakeEmbedder()
    index(account, embedder)
    request_jobs([owner], job_of(owner).job_kind)
    index(account, embedder)
    assert embedder.calls == []
    assert state(owner) == JobState.DONE


def test_an_unavailable_embedder_is_retried_until_it_answers(account: User, owner: Note | Profile) -> None:
    for attempt in range(1, MAX_ATTEMPTS + 1):
        later(due=timedelta())
        index(account, failing(DOWN))
        job = job_of(owner)
        assert job.attempts == attempt
    assert (job.state, job.error_code, job.error) == (JobState.FAILED, "timeout", "No answer.")
    assert vectors_of(account) == {""}
    later(finished=timedelta(minutes=59))
    requeue()
    assert state(owner) == JobState.FAILED
    later(finished=timedelta(hours=1))
    requeue()
    index(account)
    assert (state(owner), job_of(owner).error) == (JobState.DONE, "")


def test_no_retry_before_the_embedders_retry_after(account: User, owner: Note | Profile) -> None:
    index(
        account, failing(CouldNotAsk("Slowly.", kind=ErrorKind.RATE_LIMITED, retryable=True, retry_after=90))
    )
    assert timedelta(seconds=80) < job_of(owner).due - timezone.now() <= timedelta(seconds=90)
    embedder = FakeEmbedder()
    index(account, embedder)
    assert embedder.calls == []


def test_what_somebody_must_mend_is_not_tried_again_at_once(account: User, owner: Note | Profile) -> None:
    index(account, failing(WRONG_KEY))
    job = job_of(owner)
    assert (job.state, job.attempts, job.error_code) == (JobState.FAILED, 1, "wrong_key")


@pytest.mark.parametrize("number", [0.0, float("nan"), float("inf")])
def test_a_vector_without_a_direction_is_never_stored(
    account: User, owner: Note | Profile, number: float
) -> None:
    index(account, Giving(number))
    assert (state(owner), job_of(owner).error_code) == (JobState.PENDING, "internal")
    assert vectors_of(account) == {""}


def test_nor_is_one_that_would_be_hidden_by_its_title(account: User) -> None:
    class Half(FakeEmbedder):
        def embed(self, texts: Sequence[str]) -> Vectors:
            vectors = super().embed(texts)
            vectors[0] = 0
            return vectors

    note = make_note(account, body=LONG)
    index(account, Half())
    assert (state(note), job_of(note).error_code) == (JobState.PENDING, "internal")
    assert vectors_of(account) == {""}


def test_a_late_worker_writes_nothing(account: User, owner: Note | Profile) -> None:
    def overtake() -> None:
        later(leased_until=timedelta())
        claim(owner)

    index(account, Meddling(overtake))
    assert state(owner) == JobState.RUNNING
    assert vectors_of(account) == {""}


def test_an_edit_while_it_is_embedded(account: User) -> None:
    note = make_note(account, body="The bus stops here.")
    index(account, Meddling(lambda: edit_note(note=note, version=1, body="The tram stops here.")))
    assert state(note) == JobState.PENDING
    assert vectors_of(account) == {""}
    index(account)
    assert state(note) == JobState.DONE
    note.refresh_from_db()
    (chunk,) = note.passages.all()
    (tram,) = expected_vectors(note)
    assert float(np.array(chunk.embedding) @ tram) == pytest.approx(1, abs=0.01)


def test_an_edit_between_the_claim_and_the_chunks(account: User) -> None:
    note = make_note(account, body="The bus stops here.")
    job, loaded = claim(note), Note.objects.get()
    edit_note(note=note, version=1, body="The tram stops here.")
    with use_models(embedder=FakeEmbedder()):
        assert EMBED_NOTE.run is not None
        EMBED_NOTE.run(job, loaded)
    index(account)
    [chunk] = note.passages.all()
    note.refresh_from_db()
    [tram] = expected_vectors(note)
    assert float(np.array(chunk.embedding) @ tram) == pytest.approx(1, abs=0.01)


def test_another_profile_while_one_is_embedded(account: User) -> None:
    profile = make_profile(account)
    index(account, Meddling(lambda: save_profile(account=account, data={"name": "Bob"})))
    assert state(profile) == JobState.PENDING
    assert vectors_of(account) == {""}


def test_a_note_that_is_deleted_while_it_is_embedded(account: User) -> None:
    note = make_note(account)
    index(account, Meddling(lambda: delete_note(note=note)))
    assert not Note.objects.exists()
    assert not Chunk.objects.exists()


def test_an_edit_takes_the_vectors_away(account: User) -> None:
    note = make_note(account, body="The bus stops here.")
    index(account)
    edit_note(note=note, version=1, tags=["city"])
    assert vectors_of(account) == {""}


def test_old_vectors_stay_until_those_of_another_model_are_made(account: User, owner: Note | Profile) -> None:
    index(account)
    other = FakeEmbedder(name="another", dimensions=64)
    requeue(other)
    assert state(owner) == JobState.PENDING
    assert vectors_of(account) == {"fake-embedder"}
    index(account, failing(DOWN, name="another"))
    assert vectors_of(account) == {"fake-embedder"}
    later(due=timedelta())
    index(account, other)
    assert (state(owner), vectors_of(account)) == (JobState.DONE, {"another"})


def test_what_failed_lately_is_left_alone(account: User, owner: Note | Profile) -> None:
    index(account)
    requeue(FakeEmbedder(name="another"))
    index(account, failing(WRONG_KEY, name="another"))
    requeue(FakeEmbedder(name="another"))
    assert state(owner) == JobState.FAILED
    assert vectors_of(account) == {"fake-embedder"}


@pytest.mark.parametrize("count", [1, 3])
def test_requeueing_asks_as_often_for_many(db: None, count: int) -> None:
    for _ in range(count):
        index(make_note().account)
    with CaptureQueriesContext(connection) as queries:
        requeued = requeue()
    assert (requeued, len(queries)) == (0, 8)  # two for notes, for the profile, for memories, for stones


def test_without_an_embedder_nothing_is_requeued(account: User, settings: Settings) -> None:
    make_note(account)
    index(account, failing(WRONG_KEY))
    later(finished=timedelta(hours=1))
    settings.EMBEDDINGS_MODEL, settings.EMBEDDINGS_API_KEY = "some-model", "ключ"
    assert requeue_outdated() == 0


def test_what_another_model_embeds_now_is_left_alone(account: User, owner: Note | Profile) -> None:
    index(account)
    other = FakeEmbedder(name="another")
    assert requeue(other) == 1
    assert requeue(other) == 0
    claim(owner)
    assert (requeue(other), job_of(owner).again) == (0, False)


def test_each_is_announced_after_the_commit(
    account: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks() as callbacks:
        note, profile = make_note(account), make_profile(account)
    assert len(callbacks) == 2
    assert (state(note), state(profile)) == (JobState.PENDING, JobState.PENDING)


def test_the_task(account: User) -> None:
    make_note(account)
    index(account, failing(WRONG_KEY))
    later(finished=timedelta(hours=1))
    with use_models(embedder=FakeEmbedder()):
        assert tasks.requeue_outdated() == 1


def test_in_the_foreground(account: User) -> None:
    make_note(account)
    make_note(account)
    make_profile(account)
    others = make_note()
    done: list[int] = []
    with use_models(embedder=FakeEmbedder()):
        assert len(unfinished_jobs(account)) == 3
        assert embed_pending(account=account, progress=done.append)
        assert sum(done) == 3
        assert embed_pending(account=account, progress=done.append)
    assert (sum(done), vectors_of(others.account)) == (3, {""})
    with use_models(embedder=FakeEmbedder(name="another")):
        assert embed_pending(account=account)
    assert vectors_of(account) == {"another"}


def test_in_the_foreground_without_an_embedder(account: User) -> None:
    make_note(account)
    with use_models(embedder=failing(DOWN)):
        assert not embed_pending(account=account)
    assert [job.error for job in unfinished_jobs(account)] == ["No answer."]
    with use_models(embedder=failing(WRONG_KEY)):
        assert not embed_pending(account=account)
    with use_models(embedder=FakeEmbedder()):
        assert embed_pending(account=account), "what failed is tried again at once"


def test_in_the_foreground_a_worker_is_waited_for(account: User) -> None:
    note = make_note(account)
    claim(note)
    with use_models(embedder=FakeEmbedder()):
        assert not embed_pending(account=account, wait=0)
    assert [job.error for job in unfinished_jobs(account)] == [""]


def test_embed_anew(account: User) -> None:
    note, other = make_note(account), make_note(account)
    index(account)
    assert re_embed(notes=Note.objects.filter(pk=note.pk)) == 1
    assert (state(note), state(other)) == (JobState.PENDING, JobState.DONE)
    assert vectors_of(account) == {"", "fake-embedder"}
    embedder = FakeEmbedder()
    index(account, embedder)
    assert len(embedder.calls) == 1
