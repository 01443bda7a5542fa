"""Webhooks and their calls, as REST and the page of webhooks say them."""

from typing import Any

from core.jobs.models import Job, JobState
from inbox.models import Webhook, WebhookCall
from inbox.rendering.format_time import format_time


def serialize_call(call: WebhookCall, job: Job) -> dict[str, Any]:
    return {
        "id": call.pk,
        "webhook": call.webhook_id,
        "event": call.event,
        "tracking_id": call.body["data"]["tracking_id"],
        "state": str(job.state),
        "attempts": job.attempts,
        "status_code": call.status_code,
        "reason_code": job.error_code or None,
        "reason": job.error or None,
        "created": format_time(call.created),
        "next_try": format_time(job.due) if job.state == JobState.PENDING else None,
        "finished": format_time(job.finished) if job.finished else None,
    }


def _webhook_fields(webhook: Webhook) -> dict[str, Any]:
    until = webhook.former_secrets_until
    return {
        "id": webhook.pk,
        "url": webhook.url,
        "created": format_time(webhook.created),
        "disabled": format_time(webhook.disabled) if webhook.disabled else None,
        "former_secret_until": format_time(until) if until else None,
    }


def serialize_added_webhook(webhook: Webhook, secret: str) -> dict[str, Any]:
    return _webhook_fields(webhook) | {"secret": secret}


def serialize_webhook(webhook: Webhook, last: tuple[WebhookCall, Job] | None, failed: int) -> dict[str, Any]:
    """`last`: its newest call; `failed`: how many were given up."""
    return _webhook_fields(webhook) | {"last": serialize_call(*last) if last else None, "failed": failed}
