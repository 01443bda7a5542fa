"""Deleting memories, for good: when an agent says so, and when their time has run out.

Where another agent's shared text was replaced, it stands under its key again once the newer one is gone.
"""

import re
from collections.abc import Collection, Iterable
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from audit.services import record_deletion
from core.rest.idempotency_records import erase_answers
from core.text.storable_text import storable_line
from inbox.exceptions import MemoryNotFound, MemoryOfAnotherAgent
from inbox.models import Agent, Memory, MemoryPassage
from inbox.services.memory.restore_replaced import lock_shared_keys, restore_replaced

_ID = re.compile(r"\A[0-9A-HJKMNP-TV-Z]{26}\Z")
PURGE_BATCH = 1_000


class ForgetResult(NamedTuple):
    """How many texts are gone, and whose shared text stands under the key again ("": nobody's)."""

    forgotten: int
    restored_from: str


@transaction.atomic
def forget(*, agent: Agent, memory: str, by_person: bool = False) -> ForgetResult:
    """Delete a memory, by its id or key, with the whole history of its key.

    A key means the agent's own memory before the account's shared one. The id of a text that was replaced names
    that text alone. Of what is shared an agent deletes only what it wrote, and the newest of the others' texts takes
    its place; `by_person`, the account's, all of it.
    Raises MemoryNotFound, also for what only others may read, and MemoryOfAnotherAgent.
    """
    gone = _forget(agent, memory, by_person=by_person)
    record_deletion("memory", [each.pk for each in gone], account=agent.account_id)
    restored = [restore_replaced(each, now=timezone.now()) for each in gone if not by_person]
    return ForgetResult(len(gone), next((each.agent.name for each in restored if each), ""))


@transaction.atomic
def forget_memories(*, account: User, memories: Iterable[Memory]) -> int:
    """The same for several memories of the account, by a person, as one entry of the audit."""
    gone: list[Memory] = []
    for memory in memories:
        with suppress(MemoryNotFound):  # it went with another one of its key
            gone += _forget(memory.agent, memory.pk, by_person=True)
    record_deletion("memory", [each.pk for each in gone], account=account.pk)
    return len(gone)


def _forget(agent: Agent, memory: str, *, by_person: bool) -> list[Memory]:
    lock_shared_keys(agent.account_id)
    rows = _find_memories(agent, memory).select_for_update(of=("self",)).order_by("pk")
    found = list(rows.select_related("agent").defer("text"))
    if not found:
        raise MemoryNotFound(f"There is no memory {memory[:60]!r}: recall shows keys and ids.")
    gone = [each for each in found if by_person or each.agent_id == agent.pk]
    if not gone:
        raise MemoryOfAnotherAgent(
            f"The shared memory {memory[:60]!r} is {found[-1].agent.name}'s: that agent, or a person on the "
            "page Memory, can forget it. Remember a newer text under its key instead. Nothing was forgotten."
        )
    ids = [each.pk for each in gone]
    _delete_memories(ids)
    erase_answers(account_id=agent.account_id, names=ids)
    return gone


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
    key = storable_line(name)
    if not key:
        return account.none()
    of_key = account.filter(own, key=key)
    return of_key if of_key.exists() else account.filter(shared=True, key=key)


def purge_memories() -> int:
    """Delete the memories whose time has run out. Returns how many."""
    gone = _purge_replacing(timezone.now())
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


def _purge_replacing(now: datetime) -> int:
    """Those that took the place of another agent's text, one by one: it stands there again."""
    others = Memory.objects.filter(account=OuterRef("account"), shared=True, key=OuterRef("key"))
    others = others.exclude(agent=OuterRef("agent")).exclude(expires__lte=now)
    due = Memory.objects.filter(Exists(others), shared=True, superseded=None, expires__lte=now).exclude(
        key=""
    )
    gone = 0
    for memory in due.defer("text"):
        with transaction.atomic():
            lock_shared_keys(memory.account_id)
            # It may have been renewed or replaced meanwhile.
            if due.filter(pk=memory.pk).select_for_update(of=("self",)).exists():
                _delete_memories([memory.pk])
                restore_replaced(memory, now=now)
                gone += 1
    return gone
