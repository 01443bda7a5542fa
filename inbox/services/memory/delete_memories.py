"""Deleting memories, for good: when an agent says so, and when their time has run out."""

import re
from collections.abc import Collection, Iterable
from contextlib import suppress

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from audit.services import record_deletion
from core.rest.idempotency_records import erase_answers
from inbox.exceptions import MemoryNotFound, MemoryOfAnotherAgent
from inbox.models import Agent, Memory, MemoryPassage

_ID = re.compile(r"\A[0-9A-HJKMNP-TV-Z]{26}\Z")
PURGE_BATCH = 1_000


def forget(*, agent: Agent, memory: str, by_person: bool = False) -> int:
    """Delete a memory, by its id or key, with the whole history of its key. Returns how many texts are gone.

    A key means the agent's own memory before the account's shared one. The id of a text that was replaced names
    that text alone. Of what is shared an agent deletes only what it wrote; `by_person`, the account's, all of it.
    Raises MemoryNotFound, also for what only others may read, and MemoryOfAnotherAgent.
    """
    with transaction.atomic():
        ids = _forget(agent, memory, by_person=by_person)
        record_deletion("memory", ids, account=agent.account_id)
    return len(ids)


@transaction.atomic
def forget_memories(*, account: User, memories: Iterable[Memory]) -> int:
    """The same for several memories of the account, by a person, as one entry of the audit."""
    ids: list[str] = []
    for memory in memories:
        with suppress(MemoryNotFound):  # it went with another one of its key
            ids += _forget(memory.agent, memory.pk, by_person=True)
    record_deletion("memory", ids, account=account.pk)
    return len(ids)


def _forget(agent: Agent, memory: str, *, by_person: bool) -> list[str]:
    rows = _find_memories(agent, memory).select_for_update(of=("self",)).order_by("pk")
    found = list(rows.values_list("pk", "agent", "agent__name"))
    if not found:
        raise MemoryNotFound(f"There is no memory {memory[:60]!r}: recall shows keys and ids.")
    ids = [pk for pk, writer, _ in found if by_person or writer == agent.pk]
    if not ids:
        raise MemoryOfAnotherAgent(
            f"The shared memory {memory[:60]!r} is {found[-1][2]}'s: that agent, or a person on the "
            "page Memory, can forget it. Remember a newer text under its key instead. Nothing was forgotten."
        )
    _delete_memories(ids)
    erase_answers(account_id=agent.account_id, names=ids)
    return ids


@transaction.atomic
def _delete_memories(ids: Collection[str]) -> None:
    """Of locked rows: a worker that writes vectors locks the memory first, too."""
    MemoryPassage.objects.filter(memory_id__in=ids).delete()
    Memory.objects.filter(pk__in=ids).delete()


def _find_memories(agent: Agent, name: str) -> QuerySet[Memory]:
    own = Q(shared=False, agent=agent)
    account = Memory.objects.filter(account_id=agent.account_id)
    row = account.filter(own | Q(shared=True), pk=name).first() if _ID.match(name) else None
    if row is not None and (row.superseded or not row.key):
        return account.filter(pk=row.pk)
    if row is not None:
        return account.filter(Q(shared=True) if row.shared else own, key=row.key)
    key = " ".join(name.replace("\x00", " ").split())
    if not key:
        return account.none()
    of_key = account.filter(own, key=key)
    return of_key if of_key.exists() else account.filter(shared=True, key=key)


def purge_memories() -> int:
    """Delete the memories whose time has run out. Returns how many."""
    gone = 0
    while True:
        with transaction.atomic():
            due = Memory.objects.filter(expires__lte=timezone.now()).order_by("pk")
            ids = list(
                due.select_for_update(skip_locked=True, of=("self",)).values_list("pk", flat=True)[
                    :PURGE_BATCH
                ]
            )
            _delete_memories(ids)
        gone += len(ids)
        if len(ids) < PURGE_BATCH:
            return gone
