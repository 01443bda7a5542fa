"""Calls of webhooks, a job for each event and webhook."""

import json
import random
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from standardwebhooks import Webhook as Signature

from core.db.new_id import is_id
from core.db.purge_rows import purge_rows, retention_cutoff
from core.http import CallFailed, UrlAnswer, call_url
from core.jobs.find_jobs import find_job
from core.jobs.models import Job, JobState
from core.jobs.request_jobs import request_jobs
from inbox.exceptions import CallNotFailed, CallNotFound, InvalidWebhook, WebhookDisabled
from inbox.models import CALL_WEBHOOK, Agent, Delivery, Webhook, WebhookCall
from inbox.services.manage_webhooks import parse_webhook_url
from inbox.services.mark_deliveries import mark_delivered
from inbox.webhooks import WebhookEvent, parse_retry_after, pause_after

log = structlog.get_logger(__name__)

TIMEOUT_SECONDS = 10.0
# Only an answer's status and headers matter; so much of its body is read.
MAX_RESPONSE_BYTES = 64 * 1024
GONE_STATUS = 410


@CALL_WEBHOOK.runs
def call_webhook(job: Job, call: WebhookCall) -> None:
    """Make one call. When an answer is lost, the receiver gets the call twice, with the same `webhook-id`."""
    webhook = call.webhook
    if webhook.disabled is not None:
        job.fail(
            code="webhook_off", error="The webhook was turned off before this call was sent.", retry=False
        )
        return
    try:
        answer = _post(webhook, call)
    except InvalidWebhook as error:
        _record_failure(job, call, CallFailed(error.message, code="address_refused", retry=False))
    except CallFailed as error:
        _record_failure(job, call, error)
    else:
        _handle_answer(job, call, answer)


def _post(webhook: Webhook, call: WebhookCall) -> UrlAnswer:
    """Raises CallFailed; InvalidWebhook where the settings no longer allow its address."""
    body, now = json.dumps(call.body, ensure_ascii=False, separators=(",", ":")), timezone.now()
    signing = [webhook.secret, *(secret for secret, _ in webhook.valid_former_secrets(now))]
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "QA.Stone-webhooks",
        "webhook-id": call.pk,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(Signature(secret).sign(call.pk, now, body) for secret in signing),
    }
    return call_url(
        "POST",
        parse_webhook_url(webhook.url),
        headers=headers,
        body=body.encode(),
        seconds=TIMEOUT_SECONDS,
        most_bytes=MAX_RESPONSE_BYTES,
        cut=True,
        allow_private=settings.WEBHOOK_ALLOW_PRIVATE,
    )


def _handle_answer(job: Job, call: WebhookCall, answer: UrlAnswer) -> None:
    if 200 <= answer.status < 300:
        _record_success(job, call, answer.status)
        return
    gone = answer.status == GONE_STATUS
    words = "It answered 410: it is gone, and was turned off." if gone else f"It answered {answer.status}."
    error = CallFailed(words, code=f"answered_{answer.status}", retry=not gone)
    _record_failure(job, call, error, answer)


def _record_success(job: Job, call: WebhookCall, status: int) -> None:
    with job.owned_transaction():
        job.finish()
        _save_status(call, status)
        if call.event == WebhookEvent.RECEIVED:
            deliveries = Delivery.objects.filter(
                message=call.body["data"]["tracking_id"], agent=call.webhook.agent_id
            )
            mark_delivered(deliveries)


@transaction.atomic
def _record_failure(job: Job, call: WebhookCall, error: CallFailed, answer: UrlAnswer | None = None) -> None:
    """Schedule a retry, or give the call up, with its reason, until somebody resends it."""
    pause = _retry_pause(job, answer, timezone.now())
    again = job.fail(code=error.code, error=str(error), retry=error.retry, pause=pause)
    _save_status(call, answer.status if answer else None)
    if answer and answer.status == GONE_STATUS:
        Webhook.objects.filter(pk=call.webhook_id, disabled=None).update(disabled=timezone.now())
    log.warning("webhook_call_failed", call_id=call.pk, code=error.code, again=again)


def _retry_pause(job: Job, answer: UrlAnswer | None, now: datetime) -> timedelta:
    retry_after = parse_retry_after(answer.headers.get("retry-after"), now=now) if answer else None
    return pause_after(job.attempts, retry_after=retry_after, chance=random.random())  # noqa: S311  no secret


def _save_status(call: WebhookCall, status: int | None) -> None:
    WebhookCall.objects.filter(pk=call.pk).update(status_code=status)


@transaction.atomic
def resend_call(*, agent: Agent, call_id: str) -> WebhookCall:
    """Have a call made again that was given up. Raises CallNotFound, CallNotFailed, WebhookDisabled."""
    calls = WebhookCall.objects.select_for_update(of=("self",)).filter(webhook__agent=agent)
    call = calls.filter(pk=call_id).first() if is_id(call_id) else None
    if call is None:
        raise CallNotFound(f"There is no call {call_id[:40]!r}. GET /mcp/webhooks/calls lists this agent's.")
    state = find_job(call, CALL_WEBHOOK).state
    if state != JobState.FAILED:
        next_ = "it was taken" if state == JobState.DONE else "it is tried again by itself"
        raise CallNotFailed(f"The call is {state}: {next_}. Only one that was given up can be made again.")
    # Checked only now: it may have been turned off while this waited for the call's lock.
    if call.webhook.disabled is not None:
        raise WebhookDisabled("The webhook is turned off. Add its address anew, then resend.")
    request_jobs([call], CALL_WEBHOOK)
    return call


def purge_calls() -> int:
    """Delete the calls of more than WEBHOOK_CALL_DAYS ago that have not ended since. Returns how many."""
    since = retention_cutoff(settings.WEBHOOK_CALL_DAYS)
    if since is None:
        return 0
    # A call has no job any more a week after it was taken.
    recent = Job.objects.exclude(state__in=[JobState.DONE, JobState.FAILED], finished__lte=since)
    return purge_rows(
        WebhookCall.objects.filter(created__lte=since).exclude(pk__in=recent.targets(CALL_WEBHOOK))
    )
