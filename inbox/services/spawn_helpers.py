"""Starting helpers: an agent names a stone and a task, and gets a message with the answer."""

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from core.jobs.find_jobs import find_job
from core.jobs.models import Job, JobState
from core.jobs.request_jobs import request_jobs
from core.llm import LLMError, get_chat_model
from core.rest.agent_tokens import refuse_tokens
from core.text.storable_text import storable
from inbox.exceptions import (
    HelperAlreadyRunning,
    HelperNotFailed,
    HelperNotFound,
    InvalidHelperTask,
    TooManyHelpers,
)
from inbox.models import RUN_HELPER, Agent, HelperJob
from inbox.queries.delivered_stones import only_delivered_stone_id
from stones.models import Stone
from stones.queries import find_stone

MAX_TASK = 2_000
ANSWER_TOKENS = range(100, 2_001)
DEFAULT_ANSWER_TOKENS = 600
BUDGET_TOKENS = range(1_000, 2_000_001)
# A model reads everything once, with its instructions for each part, and puts together what it found.
BUDGET_FACTOR = 4
MIN_BUDGET = 12_000
MAX_BUDGET = 400_000
# Of one agent at once: a loop that spawns helpers ends here.
MAX_OPEN = 20


def spawn_helper(
    *,
    agent: Agent,
    border_hash: str,
    task: str,
    answer_tokens: int = DEFAULT_ANSWER_TOKENS,
    budget_tokens: int | None = None,
    only_delivered: bool = False,
) -> HelperJob:
    """Have a helper read all of a stone with this task at hand and send what it found to the agent's inbox.

    `answer_tokens` is the most that the answer may cost to read, `budget_tokens` the most that a model may spend on
    it (None: four times the source). Safe to repeat: while it is under way, the same task for the same stone is the
    same job. `only_delivered`: for a token that may read this inbox and no stones; only what others sent to the
    agent is found. Raises InvalidHelperTask, HelperAlreadyRunning, TooManyHelpers, TokenInContent, and as `find_stone`.
    """
    task = _clean_task(task, answer_tokens, budget_tokens)
    name = only_delivered_stone_id(agent, border_hash) if only_delivered else border_hash
    stone = find_stone(agent.account, name, recipient=agent)
    with transaction.atomic():
        # Locked: of two calls at once the second sees the job of the first.
        Agent.objects.select_for_update(no_key=True).get(pk=agent.pk)
        if open_job := _find_open_job(agent, stone, task):
            return _require_same_options(open_job, answer_tokens, budget_tokens)
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
        request_jobs([job], RUN_HELPER)
    return job


def default_budget(tokens: int) -> int:
    """The tokens that a model may spend on a source of `tokens`, unless the caller sets a budget."""
    return min(max(BUDGET_FACTOR * tokens, MIN_BUDGET), MAX_BUDGET)


def agent_jobs(agent: Agent) -> QuerySet[HelperJob]:
    """The agent's jobs, newest first."""
    return HelperJob.objects.filter(account=agent.account_id, agent=agent).order_by("-pk")


def account_jobs(account: User) -> QuerySet[HelperJob]:
    """The jobs of all agents of the account, newest first."""
    return HelperJob.objects.filter(account=account).order_by("-pk")


def find_account_helper(account: User, job_id: str) -> HelperJob:
    """One of the account's jobs, with its answer. Raises HelperNotFound."""
    return _find_job(account_jobs(account), job_id)


def has_model() -> bool:
    """Whether a helper would write its answer, and spend tokens on it; without one it quotes."""
    try:
        return get_chat_model() is not None
    except LLMError:
        return False


def find_helper(agent: Agent, job_id: str) -> HelperJob:
    """One of the agent's own jobs. Raises HelperNotFound."""
    return _find_job(agent_jobs(agent), job_id)


def _find_job(jobs: QuerySet[HelperJob], job_id: str) -> HelperJob:
    is_id = job_id.isascii() and job_id.isalnum()
    job = jobs.select_related("answer", "agent", "stone").filter(pk=job_id.upper()).first() if is_id else None
    if job is None:
        raise HelperNotFound(f"There is no helper {job_id[:40]!r}.")
    return job


@transaction.atomic
def restart_helper(*, agent: Agent, job_id: str) -> HelperJob:
    """Restart a failed job; what it has spent still counts. Raises HelperNotFound, HelperNotFailed."""
    job = HelperJob.objects.select_for_update().get(pk=find_helper(agent, job_id).pk)
    state = find_job(job, RUN_HELPER).state
    if state != JobState.FAILED:
        raise HelperNotFailed(f"The helper {job.pk!r} is {state}: only one that has failed is started again.")
    # The message that reported the failure is no answer.
    job.answer = None
    job.save(update_fields=["answer"])
    request_jobs([job], RUN_HELPER)
    return job


def _clean_task(task: str, answer_tokens: int, budget_tokens: int | None) -> str:
    """The task as it is stored, lone surrogates and NUL replaced. Raises InvalidHelperTask, TokenInContent."""
    task = storable(task).strip()
    if not task or len(task) > MAX_TASK:
        raise InvalidHelperTask(f"The task must have 1 to {MAX_TASK:,} characters: what do you want to know?")
    if answer_tokens not in ANSWER_TOKENS:
        raise InvalidHelperTask(
            f"answer_tokens must be from {ANSWER_TOKENS[0]} to {ANSWER_TOKENS[-1]:,}, not {answer_tokens}."
        )
    if budget_tokens is not None and budget_tokens not in BUDGET_TOKENS:
        raise InvalidHelperTask(
            f"budget_tokens must be from {BUDGET_TOKENS[0]:,} to {BUDGET_TOKENS[-1]:,}, not {budget_tokens}."
        )
    refuse_tokens(task, where="task")
    return task


def _find_open_job(agent: Agent, stone: Stone, task: str) -> HelperJob | None:
    return _open_jobs(agent).filter(stone=stone, task=task).first()


def _open_jobs(agent: Agent) -> QuerySet[HelperJob]:
    open_jobs = Job.objects.filter(account=agent.account_id).open()
    return agent_jobs(agent).filter(pk__in=open_jobs.targets(RUN_HELPER))


def _require_same_options(job: HelperJob, answer_tokens: int, budget_tokens: int | None) -> HelperJob:
    """The running job, if it has the same options. Raises HelperAlreadyRunning."""
    if (answer_tokens, budget_tokens or job.budget_tokens) == (job.answer_tokens, job.budget_tokens):
        return job
    raise HelperAlreadyRunning(
        f"The helper {job.pk} is already under way with answer_tokens={job.answer_tokens} and "
        f"budget_tokens={job.budget_tokens}: wait for its answer, or ask it another task."
    )


def _refuse_too_many(agent: Agent) -> None:
    if _open_jobs(agent).count() >= MAX_OPEN:
        raise TooManyHelpers(f"{MAX_OPEN} helpers of yours are at work: wait for an answer of theirs first.")
