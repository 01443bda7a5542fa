"""The job of a helper: it reads the source, writes its report, and sends it as a stone. A job is answered once."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from time import monotonic, sleep

import numpy as np
import structlog
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from core.jobs.models import JobState
from core.jobs.run_job import run_job
from core.llm import ErrorKind, LLMError, count_tokens, get_chat_model, get_embedder
from core.rest.exceptions import ProductError
from core.text import Passage, passage_vectors, split_passages
from inbox import helpers
from inbox.models import MAX_HOPS, AgentKind, Delivery, HelperJob, Message
from inbox.queries.deliveries import visible_in_inbox
from inbox.services import record_helper_costs
from inbox.services.manage_agents import site_agent
from inbox.services.send_messages import Outgoing, send_message, send_stone
from stones.models import Content, Generation, Stone
from stones.queries import find_stone, passage_similarities, passages_of
from stones.services import StoneDraft, store_stone

log = structlog.get_logger(__name__)

ANSWER_TYPE = "helper_answer"
FAILURE_TYPE = "helper_failed"
TASK_CHARACTERS = 120
"""Of a subject."""
HASH_CHARACTERS = 12
# About ten seconds of one core; passages of a longer source are found by their words.
MAX_EMBEDDED_TOKENS = 20_000
# The time for which we wait for a worker that is embedding the passages: doing the same beside it takes both twice as
# long.
WAIT_SECONDS = 60
# A failed job whose worker died before it reported the failure is reported for this long.
REPORT_WITHIN = timedelta(hours=1)
STONE_GONE = "The stone was deleted before a helper had read it."


class _StoneGone(Exception):
    pass


def run_helper(*, job_id: str) -> None:
    """Do one helper's job, if it is still to be done. Safe to repeat and to run twice at once."""
    job = record_helper_costs.claim(job_id)
    if job is None:
        report_failure(job_id=job_id)
        return
    with run_job(job, fail=partial(record_helper_costs.fail, job)):
        try:
            _do_job(job)
        except _StoneGone:
            record_helper_costs.fail(job, code="stone_not_found", error=STONE_GONE, retry=False)
        except ProductError as error:
            record_helper_costs.fail(job, code=error.code, error=error.message, retry=False)
    # Where the lease was lost there is nothing to report yet: the worker that has the job will.
    report_failure(job_id=job_id)


def _do_job(job: HelperJob) -> None:
    if job.stone_id is None:
        raise _StoneGone
    # As the account may read it now: it may have been deleted since, or no longer be shared.
    stone = find_stone(job.account, job.stone_id)
    try:
        chat = get_chat_model(account=job.account_id)
        meter: helpers.Meter | None = None
        if chat is not None:
            left = max(job.budget_tokens - job.used_tokens, 0)
            meter = helpers.Meter(
                chat,
                budget_tokens=left,
                count_tokens=count_tokens,
                spend=partial(record_helper_costs.spend, job),
            )
        _send_answer(job, stone, _build_report(job, stone, meter))
    except LLMError as error:
        # Only temporary errors get here: every other became a remark in an extract.
        record_helper_costs.fail(
            job, code=error.kind, error=str(error), retry=True, pause_seconds=error.retry_after
        )
        log.warning("helper_failed", job_id=job.pk, kind=error.kind)


def _build_report(job: HelperJob, stone: Stone, meter: helpers.Meter | None) -> helpers.HelperReport:
    """Raises LLMError where a retry may help."""
    content = stone.content
    passages, similarities = _load_passages(content, job.task)
    request = helpers.HelperTask(job.task, job.border_hash, content.tokens, job.answer_tokens)
    remarks: list[str] = []
    if meter is not None:
        try:
            gathered = helpers.gather_findings(
                content.text,
                task=job.task,
                passages=passages,
                scores=helpers.rank_passages(job.task, passages, similarities)[0],
                meter=meter,
                count_tokens=count_tokens,
                context_tokens=settings.LLM_CONTEXT_TOKENS,
            )
            if gathered.findings:
                return helpers.write_report(request, gathered, meter=meter, count_tokens=count_tokens)
            remarks = _no_findings_remarks(gathered, job.budget_tokens)
        except LLMError as error:
            if _is_temporary(error) and job.attempts < job.max_attempts:
                raise
            remarks = [f"The model could not be used: {error}"]
    return _extract_report(request, passages, similarities, remarks)


def _no_findings_remarks(gathered: helpers.GatheredFindings, budget_tokens: int) -> list[str]:
    if len(gathered.unread) == gathered.parts:
        return [f"No model read it: the budget of {budget_tokens:,} tokens is too small for any part of it."]
    return [
        f"{gathered.model} read it and found nothing that serves the task.",
        *helpers.remarks_on(gathered),
    ]


def _extract_report(
    request: helpers.HelperTask,
    passages: Sequence[Passage],
    similarities: "np.ndarray | None",
    remarks: Sequence[str],
) -> helpers.HelperReport:
    try:
        return helpers.write_extract(
            request,
            passages,
            similarities,
            embed=get_embedder().embed,
            count_tokens=count_tokens,
            remarks=remarks,
        )
    except LLMError as error:
        log.warning("helper_without_vectors", reason=str(error))
        return helpers.write_extract(
            request, passages, None, embed=None, count_tokens=count_tokens, remarks=remarks
        )


def _load_passages(content: Content, task: str) -> "tuple[list[Passage], np.ndarray | None]":
    """The source's passages, and their cosines with each part of the task; None where there is nothing to compare."""
    passages = split_passages(content.text, count_tokens=count_tokens)
    try:
        embedder = get_embedder()
        vectors = embedder.embed(helpers.split_task(task))
        _await_passages(content)
        # Stored vectors count only for the same passages: the rules by which they are cut may have changed since.
        stored = [(row.start, row.end) for row in passages_of(content)]
        if stored == [(passage.start, passage.end) for passage in passages]:
            found = [passage_similarities(content, vector, embedder.name) for vector in vectors]
            if all(len(row) == len(passages) for row in found):
                rows = [[row[each.ordinal] for each in passages] for row in found]
                return passages, np.array(rows, dtype=np.float32)
        if content.tokens <= MAX_EMBEDDED_TOKENS:
            return passages, vectors @ passage_vectors(passages, embed=embedder.embed).T
    except LLMError as error:
        log.warning("helper_without_vectors", reason=str(error))
    return passages, None


def _await_passages(content: Content) -> None:
    until = monotonic() + WAIT_SECONDS
    running = Generation.objects.filter(content=content, state=JobState.RUNNING)
    while monotonic() < until and running.filter(leased_until__gt=timezone.now()).exists():
        if content.passages.exists():
            return
        sleep(0.5)


def _send_answer(job: HelperJob, stone: Stone, report: helpers.HelperReport) -> None:
    """Store and send the report, book what it cost, and finish: all of it or nothing, and once."""
    draft = StoneDraft(
        content=report.text,
        glow_channel="context",
        stone_type="message",
        source_agent="helper",
        # Its levels are complete: LOD-2 is the report itself.
        generate_lods=False,
        levels=report.levels,
    )
    outgoing = _build_outgoing(job, "About", ANSWER_TYPE)
    with _hold_job(job):
        answer = store_stone(account=job.account, draft=draft).stone
        helper = site_agent(job.account, AgentKind.HELPER)
        sent = send_stone(sender=helper, stone=answer.pk, outgoing=outgoing, max_lod=2, inbox=job.agent)
        HelperJob.objects.filter(pk=job.pk).update(answer=sent.message, model=report.model)
        record_helper_costs.record_in_ledger(job)
        job.finish()
    log.info("helper_answered", job_id=job.pk, tokens=job.used_tokens, model=report.model)


@contextmanager
def _hold_job(job: HelperJob) -> Iterator[None]:
    """A transaction in which this claim still owns the job, and the source is there. Raises LeaseLost, _StoneGone."""
    with transaction.atomic():
        if not record_helper_costs.lock_source(job.pk):
            raise _StoneGone
        with job.owned_transaction():
            yield


def _build_outgoing(job: HelperJob, about: str, message_type: str) -> Outgoing:
    """A message to the requester with the stone in its subject, a reply to the message that brought the stone."""
    return Outgoing(
        recipients=[job.agent.name],
        subject=f"{about} {job.border_hash[:HASH_CHARACTERS]}: {_task_line(job)}",
        message_type=message_type,
        in_reply_to=_source_message(job),
    )


def _source_message(job: HelperJob) -> str | None:
    """The message with which the stone came to the requester, the latest; None where it was not sent."""
    received = visible_in_inbox(Delivery.objects.filter(agent=job.agent, message__stone=job.stone_id))
    # A thread at MAX_HOPS takes no more replies; the answer starts a thread then.
    return (
        received.filter(message__hops__lt=MAX_HOPS).values_list("message", flat=True).order_by("-pk").first()
    )


def _task_line(job: HelperJob) -> str:
    # One printable line: a task may hold what no subject may.
    task = " ".join("".join(each if each.isprintable() else " " for each in job.task).split()) or "a task"
    return task if len(task) <= TASK_CHARACTERS else f"{task[:TASK_CHARACTERS]}…"


def report_failure(*, job_id: str) -> bool:
    """Send the requester of a failed job the reason, once. Returns whether a message was sent."""
    with transaction.atomic():
        rows = HelperJob.objects.select_for_update().filter(pk=job_id, state=JobState.FAILED, answer=None)
        job = rows.first()
        # The agent is loaded after the lock: joined to the row, it would be as it was before the wait.
        if job is None or job.agent.closed is not None:
            return False
        try:
            with transaction.atomic():
                message = _send_failure(job)
        except ProductError as error:
            # An agent that takes no messages can still ask for the job's state.
            log.warning("helper_failure_not_told", job_id=job.pk, reason=error.message)
            return False
        HelperJob.objects.filter(pk=job.pk).update(answer=message)
    return True


def _send_failure(job: HelperJob) -> Message:
    text = (
        f"The helper {job.pk} could not read the stone {job.border_hash}: {job.error} "
        f"Your task was: “{_task_line(job)}”. You can start it again, or read the stone yourself with a question."
    )
    helper = site_agent(job.account, AgentKind.HELPER)
    outgoing = _build_outgoing(job, "Failed, about", FAILURE_TYPE)
    return send_message(sender=helper, payload=text, outgoing=outgoing, inbox=job.agent).message


def report_unreported_failures() -> int:
    """Report recent failures, at most 100, whose worker died before it could. Returns how many messages were sent."""
    since = timezone.now() - REPORT_WITHIN
    unreported = HelperJob.objects.filter(state=JobState.FAILED, answer=None, finished__gte=since)
    return sum(
        report_failure(job_id=job_id) for job_id in list(unreported.values_list("pk", flat=True)[:100])
    )


def _is_temporary(error: LLMError) -> bool:
    # A budget comes back tomorrow: an extract today is worth more than a promise.
    return error.retryable and error.kind is not ErrorKind.BUDGET
