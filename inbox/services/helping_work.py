"""A helper at work: it reads the source, writes its report, and sends it as a stone. A job is answered once."""

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

from inbox import helping
from inbox.models import MAX_HOPS, AgentKind, Delivery, HelperJob, Message
from inbox.queries import in_inbox
from inbox.services import helping_costs
from inbox.services.agents import site_agent
from inbox.services.sending import Outgoing, send_message, send_stone
from jobs.models import JobState
from jobs.working import working
from llm import Kind, LLMError, count_tokens, get_chat_model, get_embedder
from rest.exceptions import ProductError
from stones.models import Content, Generation, Stone
from stones.queries import find_stone, passage_similarities, passages_of
from stones.services import StoneDraft, store_stone
from texts import Passage, passage_vectors, split_passages

log = structlog.get_logger(__name__)

ANSWERED = "helper_answer"
FAILED = "helper_failed"
TASK_CHARACTERS = 120
"""Of a subject."""
HASH_CHARACTERS = 12
# About ten seconds of one core; passages of a longer source are found by their words.
EMBEDDED_HERE = 20_000
# A worker that embeds the passages just now is waited for: doing the same beside it takes both twice as long.
WAIT_SECONDS = 60
# Of a job that was given up, but whose requester was not told, as its worker died between the two.
TELL_WITHIN = timedelta(hours=1)
STONE_GONE = "The stone was deleted before a helper had read it."


class _StoneGone(Exception):
    pass


def run_helper(*, job_id: str) -> None:
    """Do one helper's job, if it is still to be done. Safe to repeat and to run twice at once."""
    job = helping_costs.claim(job_id)
    if job is None:
        tell_given_up(job_id=job_id)
        return
    with working(job, fail=partial(helping_costs.fail, job)):
        try:
            _work(job)
        except _StoneGone:
            helping_costs.fail(job, code="stone_not_found", error=STONE_GONE, retry=False)
        except ProductError as error:
            helping_costs.fail(job, code=error.code, error=error.message, retry=False)
    # Where the lease was lost there is nothing to tell yet: whoever has the job will.
    tell_given_up(job_id=job_id)


def _work(job: HelperJob) -> None:
    if job.stone_id is None:
        raise _StoneGone
    # As the account may read it now: it may have been deleted since, or no longer be shared.
    stone = find_stone(job.account, job.stone_id)
    try:
        chat = get_chat_model(account=job.account_id)
        meter: helping.Meter | None = None
        if chat is not None:
            left = max(job.budget_tokens - job.used_tokens, 0)
            meter = helping.Meter(
                chat,
                budget_tokens=left,
                count_tokens=count_tokens,
                spend=partial(helping_costs.spend, job),
            )
        _answer(job, stone, _report(job, stone, meter))
    except LLMError as error:
        # Only what may pass comes here: everything else became a remark in an extract.
        helping_costs.fail(
            job, code=error.kind, error=str(error), retry=True, pause_seconds=error.retry_after
        )
        log.warning("helper_failed", job_id=job.pk, kind=error.kind)


def _report(job: HelperJob, stone: Stone, meter: helping.Meter | None) -> helping.Report:
    """What the helper found. Raises LLMError where asking again later may help."""
    content = stone.content
    passages, similarities = _passages(content, job.task)
    asked = helping.Asked(job.task, job.border_hash, content.tokens, job.answer_tokens)
    remarks: list[str] = []
    if meter is not None:
        try:
            gathered = helping.gather(
                content.text,
                task=job.task,
                passages=passages,
                scores=helping.ranked(job.task, passages, similarities)[0],
                meter=meter,
                count_tokens=count_tokens,
                context_tokens=settings.LLM_CONTEXT_TOKENS,
            )
            if gathered.findings:
                return helping.write_report(asked, gathered, meter=meter, count_tokens=count_tokens)
            remarks = _nothing_found(gathered, job.budget_tokens)
        except LLMError as error:
            if _may_pass(error) and job.attempts < job.max_attempts:
                raise
            remarks = [f"The model could not be used: {error}"]
    return _extract(asked, passages, similarities, remarks)


def _nothing_found(gathered: helping.Gathered, budget_tokens: int) -> list[str]:
    if len(gathered.unread) == gathered.parts:
        return [f"No model read it: the budget of {budget_tokens:,} tokens is too small for any part of it."]
    return [
        f"{gathered.model} read it and found nothing that serves the task.",
        *helping.remarks_on(gathered),
    ]


def _extract(
    asked: helping.Asked,
    passages: Sequence[Passage],
    similarities: "np.ndarray | None",
    remarks: Sequence[str],
) -> helping.Report:
    try:
        return helping.write_extract(
            asked,
            passages,
            similarities,
            embed=get_embedder().embed,
            count_tokens=count_tokens,
            remarks=remarks,
        )
    except LLMError as error:
        log.warning("helper_without_vectors", reason=str(error))
        return helping.write_extract(
            asked, passages, None, embed=None, count_tokens=count_tokens, remarks=remarks
        )


def _passages(content: Content, task: str) -> "tuple[list[Passage], np.ndarray | None]":
    """The source's passages, and their cosines with each part of the task; None where there is nothing to compare."""
    passages = split_passages(content.text, count_tokens=count_tokens)
    try:
        embedder = get_embedder()
        vectors = embedder.embed(helping.parts_of(task))
        _await_passages(content)
        # As they were stored, where they were: the rules by which they are cut may have changed since.
        stored = [(row.start, row.end) for row in passages_of(content)]
        if stored == [(passage.start, passage.end) for passage in passages]:
            found = [passage_similarities(content, vector, embedder.name) for vector in vectors]
            if all(len(row) == len(passages) for row in found):
                rows = [[row[each.ordinal] for each in passages] for row in found]
                return passages, np.array(rows, dtype=np.float32)
        if content.tokens <= EMBEDDED_HERE:
            return passages, vectors @ passage_vectors(passages, embed=embedder.embed).T
    except LLMError as error:
        log.warning("helper_without_vectors", reason=str(error))
    return passages, None


def _await_passages(content: Content) -> None:
    until = monotonic() + WAIT_SECONDS
    at_work = Generation.objects.filter(content=content, state=JobState.RUNNING)
    while monotonic() < until and at_work.filter(leased_until__gt=timezone.now()).exists():
        if content.passages.exists():
            return
        sleep(0.5)


def _answer(job: HelperJob, stone: Stone, report: helping.Report) -> None:
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
    outgoing = _outgoing(job, "About", ANSWERED)
    with _held(job):
        answer = store_stone(account=job.account, draft=draft).stone
        helper = site_agent(job.account, AgentKind.HELPER)
        sent = send_stone(sender=helper, stone=answer.pk, outgoing=outgoing, max_lod=2, inbox=job.agent)
        HelperJob.objects.filter(pk=job.pk).update(answer=sent.message, model=report.model)
        helping_costs.book(job)
        job.finish()
    log.info("helper_answered", job_id=job.pk, tokens=job.used_tokens, model=report.model)


@contextmanager
def _held(job: HelperJob) -> Iterator[None]:
    """A transaction in which this claim still owns the job, and the source is there. Raises LeaseLost, _StoneGone."""
    with transaction.atomic():
        if not helping_costs.lock_source(job.pk):
            raise _StoneGone
        with job.held():
            yield


def _outgoing(job: HelperJob, about: str, message_type: str) -> Outgoing:
    """To the requester. Its subject names the stone; it replies to the message with which the stone came."""
    return Outgoing(
        recipients=[job.agent.name],
        subject=f"{about} {job.border_hash[:HASH_CHARACTERS]}: {_task(job)}",
        message_type=message_type,
        in_reply_to=_came_with(job),
    )


def _came_with(job: HelperJob) -> str | None:
    """The message with which the stone came to the requester, the latest; None where it was not sent."""
    got = in_inbox(Delivery.objects.filter(agent=job.agent, message__stone=job.stone_id))
    # A thread that is too long takes no answer more; it stands alone then.
    return got.filter(message__hops__lt=MAX_HOPS).values_list("message", flat=True).order_by("-pk").first()


def _task(job: HelperJob) -> str:
    # One printable line: a task may hold what no subject may.
    task = " ".join("".join(each if each.isprintable() else " " for each in job.task).split()) or "a task"
    return task if len(task) <= TASK_CHARACTERS else f"{task[:TASK_CHARACTERS]}…"


def tell_given_up(*, job_id: str) -> bool:
    """Tell the requester of a job that was given up why, once. Returns whether a message was sent."""
    with transaction.atomic():
        rows = HelperJob.objects.select_for_update().filter(pk=job_id, state=JobState.FAILED, answer=None)
        job = rows.first()
        # The agent is looked at once the row is ours: joined to it, it would be as it was before the wait.
        if job is None or job.agent.closed is not None:
            return False
        try:
            with transaction.atomic():
                message = _tell(job)
        except ProductError as error:
            # An agent that takes no messages can still ask for the job's state.
            log.warning("helper_failure_not_told", job_id=job.pk, reason=error.message)
            return False
        HelperJob.objects.filter(pk=job.pk).update(answer=message)
    return True


def _tell(job: HelperJob) -> Message:
    text = (
        f"The helper {job.pk} could not read the stone {job.border_hash}: {job.error} "
        f"Your task was: “{_task(job)}”. You can start it again, or read the stone yourself with a question."
    )
    helper = site_agent(job.account, AgentKind.HELPER)
    outgoing = _outgoing(job, "Failed, about", FAILED)
    return send_message(sender=helper, payload=text, outgoing=outgoing, inbox=job.agent).message


def tell_all_given_up() -> int:
    """Tell what nobody told, as a worker died in between. Returns how many messages were sent."""
    since = timezone.now() - TELL_WITHIN
    untold = HelperJob.objects.filter(state=JobState.FAILED, answer=None, finished__gte=since)
    return sum(tell_given_up(job_id=job_id) for job_id in list(untold.values_list("pk", flat=True)[:100]))


def _may_pass(error: LLMError) -> bool:
    # A budget comes back tomorrow: an extract today is worth more than a promise.
    return error.retryable and error.kind is not Kind.BUDGET
