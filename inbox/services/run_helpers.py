"""The job of a helper: it reads the source, writes its report, and sends it as a stone. A job is answered once."""

from collections.abc import Sequence
from functools import partial
from time import monotonic, sleep

import numpy as np
import structlog
from django.conf import settings
from django.db import transaction

from core.jobs.models import Job
from core.llm import ErrorKind, LLMError, count_tokens, get_chat_model, get_embedder
from core.rest.exceptions import ProductError
from core.text.passages import Passage, split_passages
from core.text.stretch_vectors import passage_vectors
from inbox import helpers
from inbox.models import MAX_HOPS, RUN_HELPER, AgentKind, Delivery, HelperJob, Message
from inbox.queries.deliveries import visible_in_inbox
from inbox.services import record_helper_costs
from inbox.services.manage_agents import site_agent
from inbox.services.send_messages import Outgoing, send_message, send_stone
from stones.models import BY_HELPER, EMBED_SOURCE, Content, Stone
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
NO_MODEL = "No model is configured on this site: nothing has read the whole text."
STONE_GONE = "The stone was deleted before a helper had read it."


class _StoneGone(Exception):
    pass


@RUN_HELPER.runs
def run_helper(job: Job, helper: HelperJob) -> None:
    """Read the source and send the answer. Raises LLMError where a retry may help."""
    try:
        if helper.stone_id is None:
            raise _StoneGone
        # As the account may read it now: it may have been deleted since, or no longer be shared.
        stone = find_stone(helper.account, helper.stone_id)
        _send_answer(job, helper, _build_report(job, helper, stone, _open_meter(job, helper)))
    except _StoneGone:
        job.fail(code="stone_not_found", error=STONE_GONE, retry=False)
    except ProductError as error:
        job.fail(code=error.code, error=error.message, retry=False)


def _open_meter(job: Job, helper: HelperJob) -> helpers.Meter | None:
    chat = get_chat_model(account=helper.account_id)
    if chat is None:
        return None
    return helpers.Meter(
        chat,
        budget_tokens=max(helper.budget_tokens - helper.used_tokens, 0),
        count_tokens=count_tokens,
        spend=partial(record_helper_costs.spend, job),
    )


def _build_report(
    job: Job, helper: HelperJob, stone: Stone, meter: helpers.Meter | None
) -> helpers.HelperReport:
    """Raises LLMError where a retry may help."""
    content = stone.content
    passages, similarities = _load_passages(content, helper.task)
    request = helpers.HelperTask(helper.task, helper.border_hash, content.tokens, helper.answer_tokens)
    remarks = [NO_MODEL]
    if meter is not None:
        try:
            gathered = helpers.gather_findings(
                content.text,
                task=helper.task,
                passages=passages,
                scores=helpers.rank_passages(helper.task, passages, similarities)[0],
                meter=meter,
                count_tokens=count_tokens,
                context_tokens=settings.LLM_CONTEXT_TOKENS,
            )
            if gathered.findings:
                return helpers.write_report(request, gathered, meter=meter, count_tokens=count_tokens)
            remarks = _no_findings_remarks(gathered, helper.budget_tokens)
        except LLMError as error:
            if _is_temporary(error) and not job.is_last_attempt:
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
        vectors = embedder.embed_questions(helpers.split_task(task))
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
    embedding = Job.objects.of(EMBED_SOURCE).filter(target=content.pk)
    while monotonic() < until and embedding.leased().exists():
        if content.passages.exists():
            return
        sleep(0.5)


def _send_answer(job: Job, helper: HelperJob, report: helpers.HelperReport) -> None:
    """Store and send the report, book what it cost, and finish: all of it or nothing, and once.

    Raises LeaseLost, _StoneGone.
    """
    draft = StoneDraft(
        content=report.text,
        glow_channel="context",
        stone_type="message",
        source_agent=BY_HELPER,
        # Its levels are complete: LOD-2 is the report itself.
        generate_lods=False,
        written=report.levels,
    )
    outgoing = _build_outgoing(helper, "About", ANSWER_TYPE)
    with job.owned_transaction():
        if not Stone.objects.filter(pk=helper.stone_id).exists():
            raise _StoneGone
        answer = store_stone(account=helper.account, draft=draft).stone
        sender = site_agent(helper.account, AgentKind.HELPER)
        sent = send_stone(sender=sender, stone=answer.pk, outgoing=outgoing, max_lod=2, inbox=helper.agent)
        HelperJob.objects.filter(pk=helper.pk).update(answer=sent.message, model=report.model)
        record_helper_costs.record_in_ledger(helper)
        job.finish()
    log.info("helper_answered", job_id=helper.pk, tokens=helper.used_tokens, model=report.model)


def _build_outgoing(helper: HelperJob, about: str, message_type: str) -> Outgoing:
    """A message to the requester with the stone in its subject, a reply to the message that brought the stone."""
    return Outgoing(
        recipients=[helper.agent.name],
        subject=f"{about} {helper.border_hash[:HASH_CHARACTERS]}: {_task_line(helper)}",
        message_type=message_type,
        in_reply_to=_source_message(helper),
    )


def _source_message(helper: HelperJob) -> str | None:
    """The message with which the stone came to the requester, the latest; None where it was not sent."""
    received = visible_in_inbox(Delivery.objects.filter(agent=helper.agent, message__stone=helper.stone_id))
    # A thread at MAX_HOPS takes no more replies; the answer starts a thread then.
    return (
        received.filter(message__hops__lt=MAX_HOPS).values_list("message", flat=True).order_by("-pk").first()
    )


def _task_line(helper: HelperJob) -> str:
    # One printable line: a task may hold what no subject may.
    task = " ".join("".join(each if each.isprintable() else " " for each in helper.task).split()) or "a task"
    return task if len(task) <= TASK_CHARACTERS else f"{task[:TASK_CHARACTERS]}…"


@RUN_HELPER.fails
def report_failure(job: Job) -> None:
    """Book what it cost, and send the requester the reason, once."""
    record_helper_costs.book(job.target)
    helper = HelperJob.objects.get(pk=job.target)
    if helper.answer_id is not None or helper.agent.closed is not None:
        return
    try:
        with transaction.atomic():
            message = _send_failure(helper, job.error)
    except ProductError as error:
        # An agent that takes no messages can still ask for the job's state.
        log.warning("helper_failure_not_sent", job_id=helper.pk, reason=error.message)
        return
    HelperJob.objects.filter(pk=helper.pk).update(answer=message)


def _send_failure(helper: HelperJob, error: str) -> Message:
    text = (
        f"The helper {helper.pk} could not read the stone {helper.border_hash}: {error} Your task was: "
        f"“{_task_line(helper)}”. You can start it again, or read the stone yourself with a question."
    )
    sender = site_agent(helper.account, AgentKind.HELPER)
    outgoing = _build_outgoing(helper, "Failed, about", FAILURE_TYPE)
    return send_message(sender=sender, payload=text, outgoing=outgoing, inbox=helper.agent).message


def _is_temporary(error: LLMError) -> bool:
    # A budget comes back tomorrow: an extract today is worth more than a promise.
    return error.retryable and error.kind is not ErrorKind.BUDGET
