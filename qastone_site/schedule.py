"""Periodic tasks and their periods in seconds. A run that no worker took before the next one is dropped."""

from typing import Any

OFTEN, MINUTE, HOUR, DAY = 15.0, 60.0, 3600.0, 86_400.0

_EVERY: dict[str, float] = {
    "core.jobs.tasks.sweep": OFTEN,
    "core.jobs.tasks.purge": HOUR,
    "stones.tasks.purge": HOUR,
    "stones.tasks.roll_up_ledger": HOUR,
    "clipboard.tasks.purge": HOUR,
    "answering.tasks.purge": HOUR,
    "core.rest.tasks.purge": HOUR,
    "search.tasks.requeue_outdated": OFTEN,
    "inbox.tasks.purge_webhooks": HOUR,
    "inbox.tasks.purge_messages": HOUR,
    "inbox.tasks.purge_memories": HOUR,
    "inbox.tasks.expire_messages": MINUTE,
    "quickstart.tasks.requeue_outdated": OFTEN,
    "quickstart.tasks.record_coverage": DAY,
    "quickstart.tasks.purge_sessions": HOUR,
    "quickstart.tasks.purge_questions": HOUR,
    "brain.tasks.purge_fetched": HOUR,
    "analytics.tasks.purge_events": HOUR,
    "core.pages.tasks.purge_rendered": MINUTE,
    "core.pages.tasks.purge_deleted": MINUTE,
    "qastone_site.tasks.purge_guesses": HOUR,
    "qastone_site.tasks.purge_sessions": HOUR,
    "qastone_site.tasks.purge_audit": DAY,
    "qastone_site.tasks.heartbeat": OFTEN,
}
SCHEDULE: dict[str, dict[str, Any]] = {
    task: {"task": task, "schedule": seconds, "options": {"expires": seconds}}
    for task, seconds in _EVERY.items()
}
