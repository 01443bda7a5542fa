"""A helper as REST and the pages' JSON say it."""

from typing import Any

from core.jobs.models import Job
from core.rest.trust import UNTRUSTED
from inbox.models import HelperJob
from inbox.rendering.format_time import format_time


def serialize_helper(helper: HelperJob, job: Job) -> dict[str, Any]:
    """`tracking_id`: of the message that answers it; None before."""
    return {
        "id": helper.pk,
        "state": str(job.state),
        "border_hash": helper.border_hash,
        "task": helper.task,
        "answer_tokens": helper.answer_tokens,
        "budget_tokens": helper.budget_tokens,
        "used_tokens": helper.used_tokens,
        "model": helper.model,
        "attempts": job.attempts,
        "created": format_time(helper.created),
        "finished": format_time(job.finished),
        "tracking_id": helper.answer_id,
        "error_code": job.error_code,
        "error": job.error,
        "trust": UNTRUSTED,
    }
