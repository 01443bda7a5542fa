"""Celery tasks: an id in, one service call."""

from celery import shared_task

from inbox import services
from inbox.services import call_webhooks, memory, run_helpers, spawn_helpers


@shared_task(name="inbox.tasks.run_helper")
def run_helper(job_id: str) -> None:
    run_helpers.run_helper(job_id=job_id)


@shared_task(name="inbox.tasks.sweep_helpers")
def sweep_helpers() -> int:
    """Enqueue again the helpers whose message was lost, and report failures that were not reported yet."""
    run_helpers.report_unreported_failures()
    return spawn_helpers.sweep_helpers()


@shared_task(name="inbox.tasks.embed_memory")
def embed_memory(memory_id: str) -> None:
    memory.embed_memory(memory_id=memory_id)


@shared_task(name="inbox.tasks.sweep_memories")
def sweep_memories() -> int:
    """Enqueue again the memories whose message was lost, and those that another model embedded."""
    return memory.sweep_memories()


@shared_task(name="inbox.tasks.purge_memories")
def purge_memories() -> int:
    return memory.purge_memories()


@shared_task(name="inbox.tasks.expire_messages")
def expire_messages() -> int:
    return services.expire_messages()


@shared_task(name="inbox.tasks.deliver_webhook")
def deliver_webhook(call_id: str) -> None:
    call_webhooks.deliver_call(call_id=call_id)


@shared_task(name="inbox.tasks.sweep_webhooks")
def sweep_webhooks() -> int:
    return call_webhooks.sweep_calls()


@shared_task(name="inbox.tasks.purge_webhooks")
def purge_webhooks() -> int:
    return call_webhooks.purge_calls()
