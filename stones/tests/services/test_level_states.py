"""The worker's job: levels and passages."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import repeat

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from core.jobs.find_jobs import find_job
from core.jobs.job_kinds import MAX_ATTEMPTS
from core.jobs.models import Job, JobState
from core.llm import BudgetExhausted, CouldNotAsk, ErrorKind, LLMError, SettingsWrong, count_tokens
from core.llm.embeddings.embedder import Vectors
from core.llm.model_doubles import FakeChat, FakeEmbedder, use_models
from stones import services
from stones.levels import write_extract
from stones.models import EMBED_SOURCE, WRITE_LEVELS, Content, Level, LevelOrigin, Stone, StonePassage
from stones.queries import assemble, reloaded
from stones.services import level_states
from stones.services.write_levels import count_needed_levels
from stones.tests.factories import LONG, SHORT, new_account, store, write_levels

TIMEOUT = CouldNotAsk("No answer.", kind=ErrorKind.TIMEOUT, retryable=True)
WRONG_KEY = SettingsWrong("The key is refused.", kind=ErrorKind.WRONG_KEY)


@pytest.fixture
def account(db: None) -> User:
    return new_account()


def origins() -> set[str]:
    return set(Level.objects.values_list("origin", flat=True))


def levels_of(content: str) -> dict[str, str]:
    """An answer of a model that no check refuses."""
    written = write_extract(content, count_tokens=count_tokens)
    return dict(zip(("scan", "detail", "deep"), written.texts, strict=True))


def due_now() -> None:
    Job.objects.update(due=timezone.now())


def passages_state(stone: Stone) -> tuple[str, str]:
    job = find_job(stone.content, EMBED_SOURCE)
    return job.state, job.error_code


def reason() -> str:
    return Content.objects.get().fallback_reason


def test_levels_and_passages(account: User) -> None:
    stone = store(account, content=LONG)
    job = write_levels(stone)
    assert (job.state, job.attempts, job.error) == (JobState.DONE, 1, "")
    assert origins() == {LevelOrigin.EXTRACT}
    assert assemble(reloaded(stone)).status == "ready"
    passages = list(StonePassage.objects.all())
    assert len(passages) > 20
    assert [passage.ordinal for passage in passages] == list(range(len(passages)))
    assert {passage.embedding_model for passage in passages} == {"fake-embedder"}
    covered = "".join(LONG[passage.start : passage.end] for passage in passages)
    assert "".join(covered.split()) == "".join(LONG.split())


def test_done_twice_is_done_once(account: User) -> None:
    stone, embedder = store(account, content=LONG), FakeEmbedder()
    write_levels(stone, embedder=embedder)
    calls = len(embedder.calls)
    write_levels(stone, embedder=embedder)
    assert len(embedder.calls) == calls


def test_a_short_content_needs_passages_alone(account: User) -> None:
    stone = store(account, content=SHORT)
    assert write_levels(stone).state == JobState.DONE
    assert StonePassage.objects.count() == 1
    assert not Level.objects.exists()


def test_nobody_asks_a_model_for_what_the_author_wrote(account: User) -> None:
    stone = store(account, content=LONG, levels={0: "Scan.", 1: "Detail.", 2: "Deep."})
    chat = FakeChat()
    assert write_levels(stone, chat=chat).state == JobState.DONE
    assert chat.calls == []


def test_a_timeout_is_tried_again_and_then_given_up_with_an_extract(account: User) -> None:
    stone = store(account, content=LONG)
    for attempt in range(1, MAX_ATTEMPTS + 1):
        due_now()
        job = write_levels(stone, chat=FakeChat(repeat(TIMEOUT)))
        assert job.attempts == attempt
    assert (job.state, job.error_code) == (JobState.FAILED, "timeout")
    assert origins() == {LevelOrigin.EXTRACT}
    assert assemble(reloaded(stone)).status == "failed"


def test_a_wrong_key_is_not_tried_again(account: User) -> None:
    job = write_levels(store(account, content=LONG), chat=FakeChat(repeat(WRONG_KEY)))
    assert (job.state, job.attempts, job.error) == (JobState.FAILED, 1, "The key is refused.")


def test_a_spent_budget_gives_an_extract_today(account: User) -> None:
    spent = BudgetExhausted("Spent.", resets_at=timezone.now() + timedelta(hours=3), retry_after=3 * 3600)
    job = write_levels(store(account, content=LONG), chat=FakeChat(repeat(spent)))
    assert job.state == JobState.FAILED
    assert origins() == {LevelOrigin.EXTRACT}


def test_without_embeddings_there_are_levels_all_the_same(account: User) -> None:
    stone, embedder = store(account, content=LONG), FakeEmbedder()
    embedder.fail_with = [WRONG_KEY] * 5
    assert write_levels(stone, embedder=embedder).state == JobState.DONE
    assert passages_state(stone) == (JobState.FAILED, "wrong_key")
    assert reason() == ""
    assert assemble(reloaded(stone)).status == "ready"
    assert origins() == {LevelOrigin.EXTRACT}


def test_an_extract_without_embeddings_stands_until_there_are_passages(account: User) -> None:
    stone, embedder = store(account, content=LONG), FakeEmbedder()
    embedder.fail_with = [TIMEOUT] * 2
    assert write_levels(stone, embedder=embedder).state == JobState.DONE
    assert passages_state(stone) == (JobState.PENDING, "timeout")
    assert origins() == {LevelOrigin.EXTRACT}
    due_now()
    write_levels(stone)
    assert (passages_state(stone), reason()) == ((JobState.DONE, ""), "")
    assert StonePassage.objects.exists()


def test_without_embeddings_a_model_writes_once(account: User) -> None:
    stone, embedder = store(account, content=LONG), FakeEmbedder()
    embedder.fail_with = [TIMEOUT]
    chat = FakeChat(repeat(levels_of(LONG)))
    assert write_levels(stone, chat=chat, embedder=embedder).state == JobState.DONE
    assert (passages_state(stone)[0], reason(), origins()) == (JobState.PENDING, "", {LevelOrigin.MODEL})
    due_now()
    write_levels(stone, chat=chat, embedder=embedder)
    assert (passages_state(stone)[0], len(chat.calls)) == (JobState.DONE, 1)
    assert StonePassage.objects.exists()


def test_asked_for_anew_levels_are_written_although_they_stand(account: User) -> None:
    stone, embedder = store(account, content=LONG), FakeEmbedder()
    embedder.fail_with = [WRONG_KEY]
    chat = FakeChat(repeat(levels_of(LONG)))
    write_levels(stone, chat=chat, embedder=embedder)
    assert passages_state(stone)[0] == JobState.FAILED
    services.regenerate(content=stone.content)
    write_levels(stone, chat=chat, embedder=embedder)
    assert len(chat.calls) == 2


def test_passages_are_embedded_although_the_model_fails(account: User) -> None:
    job = write_levels(store(account, content=LONG), chat=FakeChat(repeat(WRONG_KEY)))
    assert (job.state, job.error_code) == (JobState.FAILED, "wrong_key")
    assert StonePassage.objects.exists()


def test_what_may_pass_is_tried_again_although_the_model_will_not_come_back(account: User) -> None:
    stone, embedder = store(account, content=LONG), FakeEmbedder()
    embedder.fail_with = [TIMEOUT]
    job = write_levels(stone, chat=FakeChat(repeat(WRONG_KEY)), embedder=embedder)
    assert (job.state, job.error_code) == (JobState.FAILED, "wrong_key")
    assert passages_state(stone) == (JobState.PENDING, "timeout")


def test_a_failure_takes_nothing_from_what_a_model_wrote(account: User) -> None:
    stone = store(account, content=LONG)
    write_levels(stone)
    Level.objects.update(origin=LevelOrigin.MODEL, model="a-model", prompt_version="1", text="By a model.")
    services.regenerate(content=stone.content)
    assert write_levels(stone, chat=FakeChat(repeat(WRONG_KEY))).state == JobState.FAILED
    assert set(Level.objects.values_list("text", flat=True)) == {"By a model."}


def test_a_bug_ends_as_failed_not_as_running_for_ever(
    account: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise ZeroDivisionError

    stone = store(account, content=LONG)
    monkeypatch.setattr("stones.services.write_levels.write_extract", broken)
    for _ in range(MAX_ATTEMPTS):
        due_now()
        job = write_levels(stone)
    assert (job.state, job.error_code) == (JobState.FAILED, "internal")
    assert caplog.text.count("job_broke") == MAX_ATTEMPTS


def test_a_late_worker_writes_nothing(account: User) -> None:
    stone = store(account, content=LONG)

    class Slow(FakeEmbedder):
        """While it embeds, its lease runs out and another worker does the job."""

        def embed(self, texts: Sequence[str]) -> Vectors:
            if not self.calls:
                self.calls.append([])
                running = Job.objects.filter(state=JobState.RUNNING)
                running.update(leased_until=timezone.now() - timedelta(seconds=1))
                with use_models(embedder=FakeEmbedder(name="second")):
                    services.run_jobs_now(stone.content)
            return super().embed(texts)

    write_levels(stone, embedder=Slow(name="first"))
    job = find_job(stone.content, EMBED_SOURCE)
    assert (job.state, job.fencing_token) == (JobState.DONE, 2)
    assert set(StonePassage.objects.values_list("embedding_model", flat=True)) == {"second"}


def test_a_content_deleted_meanwhile(account: User) -> None:
    stone = store(account, content=LONG)

    class Deleting(FakeEmbedder):
        def embed(self, texts: Sequence[str]) -> Vectors:
            services.delete_content(content_id=stone.content_id)
            return super().embed(texts)

    with use_models(embedder=Deleting()):
        services.run_jobs_now(stone.content)
    assert not Content.objects.exists()
    assert not StonePassage.objects.exists()


def test_a_stone_that_wants_more_while_levels_are_written(account: User) -> None:
    plain = store(account, content=LONG, generate_lods=False)
    services.regenerate(content=plain.content)

    real = count_needed_levels
    seen: list[int] = []

    def needed_levels(content: Content) -> int:
        found = real(content)
        seen.append(found)
        if len(seen) == 1:
            store(account, content=LONG)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(level_states, "count_needed_levels", needed_levels)
        job = write_levels(plain)
    assert job.state == JobState.PENDING
    assert write_levels(plain).state == JobState.DONE
    assert origins() == {LevelOrigin.EXTRACT}


def test_asked_for_anew_what_is_there_is_shown_meanwhile(account: User) -> None:
    stone = store(account, content=LONG)
    write_levels(stone)
    services.regenerate(content=stone.content)
    assert assemble(reloaded(stone)).status == "ready"
    assert write_levels(stone).state == JobState.DONE


def test_another_embedder_embeds_anew(account: User) -> None:
    stone = store(account, content=LONG)
    write_levels(stone)
    services.regenerate(content=stone.content)
    write_levels(stone, embedder=FakeEmbedder(name="second", dimensions=16))
    assert set(StonePassage.objects.values_list("embedding_model", flat=True)) == {"second"}


def test_a_late_failure_says_nothing(account: User) -> None:
    stone = store(account, content=LONG)

    def be_late() -> Iterator[LLMError]:
        Job.objects.of(WRITE_LEVELS).update(leased_until=timezone.now() - timedelta(seconds=1))
        write_levels(stone)
        yield WRONG_KEY

    assert write_levels(stone, chat=FakeChat(be_late())).state == JobState.DONE
    assert (reason(), assemble(reloaded(stone)).status) == ("", "ready")


def test_what_kills_its_workers_is_given_up(account: User) -> None:
    stone = store(account, content=LONG)
    ago = timezone.now() - timedelta(minutes=1)
    lost = Job.objects.of(WRITE_LEVELS)
    lost.update(state=JobState.RUNNING, attempts=MAX_ATTEMPTS, leased_until=ago)
    job = write_levels(stone)
    assert (job.state, job.error_code) == (JobState.FAILED, "worker_lost")
    assert (reason(), assemble(reloaded(stone)).status) == (job.error, "failed")
