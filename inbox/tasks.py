"""The background doors: an id in, one service call."""

from celery import shared_task

from inbox import services
from inbox.services import calling, helping, helping_work, memory


@shared_task(name="inbox.tasks.run_helper")
def run_helper(job_id: str) -> None:
    """Read a stone for an agent, and send it what was found."""
    helping_work.run_helper(job_id=job_id)


@shared_task(name="inbox.tasks.sweep_helpers")
def sweep_helpers() -> int:
    """Announce again the helpers whose message was lost, and tell of those that were given up unheard."""
    helping_work.tell_all_given_up()
    return helping.sweep_helpers()


@shared_task(name="inbox.tasks.embed_memory")
def embed_memory(memory_id: str) -> None:
    """Make the vectors of a memory."""
    memory.embed_memory(memory_id=memory_id)


@shared_task(name="inbox.tasks.sweep_memories")
def sweep_memories() -> int:
    """Announce again the memories whose message was lost, and those that another model embedded."""
    return memory.sweep_memories()


@shared_task(name="inbox.tasks.purge_memories")
def purge_memories() -> int:
    """Delete the memories whose time has run out."""
    return memory.purge_memories()


@shared_task(name="inbox.tasks.expire_messages")
def expire_messages() -> int:
    """Bury the messages whose time ran out before anybody read them."""
    return services.expire_messages()


@shared_task(name="inbox.tasks.deliver_webhook")
def deliver_webhook(call_id: str) -> None:
    """Tell one webhook of one event."""
    calling.deliver_call(call_id=call_id)


@shared_task(name="inbox.tasks.sweep_webhooks")
def sweep_webhooks() -> int:
    """Announce again the calls that are due."""
    return calling.sweep_calls()


@shared_task(name="inbox.tasks.purge_webhooks")
def purge_webhooks() -> int:
    """Delete the calls of a month ago."""
    return calling.purge_calls()
