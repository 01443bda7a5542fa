"""Asking for a helper: an agent names a stone and a task, and gets a message with the answer."""

from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from inbox.delivered import delivered_name
from inbox.exceptions import (
    HelperNotFailed,
    HelperNotFound,
    HelperUnderWay,
    InvalidHelperTask,
    TooManyHelpers,
)
from inbox.models import Agent, HelperJob
from jobs.models import JobState
from jobs.nudge import nudge, nudge_on_commit
from llm import LLMError, get_chat_model
from rest.tokens import refuse_tokens
from stones.models import Stone
from stones.queries import find_stone

RUN = "inbox.tasks.run_helper"
MAX_TASK = 2_000
ANSWER = range(100, 2_001)
DEFAULT_ANSWER = 600
BUDGET = range(1_000, 2_000_001)
# A model reads everything once, with its instructions for each part, and puts together what it found.
BUDGET_FACTOR = 4
LEAST_BUDGET = 12_000
MOST_BUDGET = 400_000
# Of one agent at once: a loop that spawns helpers ends here.
MOST_OPEN = 20
OPEN = (JobState.PENDING, JobState.RUNNING)
# A job whose message was lost waits this long before the sweep announces it again.
SWEEP_AFTER = timedelta(seconds=30)
SWEEP_BATCH = 500


def spawn_helper(
    *,
    agent: Agent,
    border_hash: str,
    task: str,
    answer_tokens: int = DEFAULT_ANSWER,
    budget_tokens: int | None = None,
    only_delivered: bool = False,
) -> HelperJob:
    """Have a helper read all of a stone with this task at hand and send what it found to the agent's inbox.

    `answer_tokens` is the most that the answer may cost to read, `budget_tokens` the most that a model may spend on
    it (None: four times the source). Safe to repeat: while it is under way, the same task for the same stone is the
    same job. `only_delivered`: for a token that may read this inbox and no stones; what others did not send to the
    agent is not there. Raises InvalidHelperTask, HelperUnderWay, TooManyHelpers, TokenInContent, and as `find_stone`.
    """
    task = _checked(task, answer_tokens, budget_tokens)
    name = delivered_name(agent, border_hash) if only_delivered else border_hash
    stone = find_stone(agent.account, name, recipient=agent)
    with transaction.atomic():
        # Locked: of two calls at once the second sees the job of the first.
        Agent.objects.select_for_update(no_key=True).get(pk=agent.pk)
        if under_way := _under_way(agent, stone, task):
            return _as_asked(under_way, answer_tokens, budget_tokens)
        _refuse_too_many(agent)
        job = HelperJob.objects.create(
            account_id=agent.account_id,
            agent=agent,
            stone=stone,
            border_hash=stone.content.border_hash,
            task=task,
            answer_tokens=answer_tokens,
            budget_tokens=budget_tokens or default_budget(stone.content.tokens),
        )
        nudge_on_commit(RUN, job.pk)
    return job


def default_budget(tokens: int) -> int:
    """What a model may spend on a source of this many tokens, unless told."""
    return min(max(BUDGET_FACTOR * tokens, LEAST_BUDGET), MOST_BUDGET)


def helpers_of(agent: Agent) -> QuerySet[HelperJob]:
    """The jobs that the agent has asked for, newest first."""
    return HelperJob.objects.filter(account=agent.account_id, agent=agent).order_by("-pk")


def helpers_in(account: User) -> QuerySet[HelperJob]:
    """The jobs that any of the account's agents has asked for, newest first."""
    return HelperJob.objects.filter(account=account).order_by("-pk")


def find_helper_in(account: User, job_id: str) -> HelperJob:
    """One of the account's jobs, with its answer. Raises HelperNotFound."""
    return _job(helpers_in(account), job_id)


def has_model() -> bool:
    """Whether a helper would write its answer, and spend tokens on it; without one it quotes."""
    try:
        return get_chat_model() is not None
    except LLMError:
        return False


def find_helper(agent: Agent, job_id: str) -> HelperJob:
    """One of the agent's own jobs. Raises HelperNotFound."""
    return _job(helpers_of(agent), job_id)


def _job(jobs: QuerySet[HelperJob], job_id: str) -> HelperJob:
    is_id = job_id.isascii() and job_id.isalnum()
    job = jobs.select_related("answer", "agent", "stone").filter(pk=job_id.upper()).first() if is_id else None
    if job is None:
        raise HelperNotFound(f"There is no helper {job_id[:40]!r}.")
    return job


@transaction.atomic
def restart_helper(*, agent: Agent, job_id: str) -> HelperJob:
    """Ask again for a job that was given up; what it has spent still counts. Raises HelperNotFound, HelperNotFailed."""
    job = HelperJob.objects.select_for_update().get(pk=find_helper(agent, job_id).pk)
    if job.state != JobState.FAILED:
        raise HelperNotFailed(
            f"The helper {job.pk!r} is {job.state}: only one that has failed is started again."
        )
    # The message that told of the failure is no answer.
    HelperJob.objects.filter(pk=job.pk).update(answer=None)
    job.restart()
    nudge_on_commit(RUN, job.pk)
    return job


def sweep_helpers() -> int:
    """Announce again what waits although nobody works on it. Returns how many jobs."""
    late = timezone.now() - SWEEP_AFTER
    waiting = HelperJob.objects.claimable().filter(due__lte=late).order_by("due")
    ids = list(waiting.values_list("pk", flat=True)[:SWEEP_BATCH])
    for job_id in ids:
        if not nudge(RUN, job_id):
            break
    return len(ids)


def _checked(task: str, answer_tokens: int, budget_tokens: int | None) -> str:
    """The task as it is kept. Half characters and NUL, which no database takes, become what stands for them."""
    task = task.encode(errors="replace").decode().replace("\x00", " ").strip()
    if not task or len(task) > MAX_TASK:
        raise InvalidHelperTask(f"The task must have 1 to {MAX_TASK:,} characters: what do you want to know?")
    if answer_tokens not in ANSWER:
        raise InvalidHelperTask(
            f"answer_tokens must be from {ANSWER[0]} to {ANSWER[-1]:,}, not {answer_tokens}."
        )
    if budget_tokens is not None and budget_tokens not in BUDGET:
        raise InvalidHelperTask(
            f"budget_tokens must be from {BUDGET[0]:,} to {BUDGET[-1]:,}, not {budget_tokens}."
        )
    refuse_tokens(task, where="task")
    return task


def _under_way(agent: Agent, stone: Stone, task: str) -> HelperJob | None:
    return HelperJob.objects.filter(agent=agent, stone=stone, task=task, state__in=OPEN).first()


def _as_asked(job: HelperJob, answer_tokens: int, budget_tokens: int | None) -> HelperJob:
    """The job under way, if it is what is asked for now, too. Raises HelperUnderWay."""
    if (answer_tokens, budget_tokens or job.budget_tokens) == (job.answer_tokens, job.budget_tokens):
        return job
    raise HelperUnderWay(
        f"The helper {job.pk} is already under way with answer_tokens={job.answer_tokens} and "
        f"budget_tokens={job.budget_tokens}: wait for its answer, or ask it another task."
    )


def _refuse_too_many(agent: Agent) -> None:
    if HelperJob.objects.filter(agent=agent, state__in=OPEN).count() >= MOST_OPEN:
        raise TooManyHelpers(f"{MOST_OPEN} helpers of yours are at work: wait for an answer of theirs first.")
