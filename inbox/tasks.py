"""Celery's periodic tasks. The jobs' services are imported for their handlers, which a worker runs."""

from celery import shared_task

from inbox import services
from inbox.services import answer_chat as answer_chat
from inbox.services import call_webhooks, manage_webhooks, memory, purge_old_messages
from inbox.services import run_helpers as run_helpers


@shared_task(name="inbox.tasks.purge_memories")
def purge_memories() -> int:
    return memory.purge_memories()


@shared_task(name="inbox.tasks.expire_messages")
def expire_messages() -> int:
    return services.expire_messages()


@shared_task(name="inbox.tasks.purge_messages")
def purge_messages() -> int:
    return purge_old_messages.purge_messages()


@shared_task(name="inbox.tasks.purge_webhooks")
def purge_webhooks() -> int:
    manage_webhooks.forget_former_secrets()
    return call_webhooks.purge_calls()
