"""The demonstration goes, with what reading it cost; what a person has made of it stays."""

from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from brain.models import Note
from brain.services.manage_notes import delete_notes
from inbox.models import Agent, AgentToken, Delivery, Message
from stones.models import LedgerEntry, Stone
from stones.services.delete_stones import delete_stones


class Demonstration(NamedTuple):
    """How many rows of each an account has."""

    stones: int
    messages: int
    notes: int
    agents: int

    def __str__(self) -> str:
        nouns = (name if count == 1 else f"{name}s" for name, count in zip(_NOUNS, self, strict=True))
        return ", ".join(f"{count} {noun}" for count, noun in zip(self, nouns, strict=True))


_NOUNS = ("stone", "message", "note", "agent")


@transaction.atomic
def remove_demonstration(*, account: User) -> Demonstration:
    """Delete what is marked. Returns what went; zeros where there was nothing. Safe to repeat.

    An agent that was put to use, by a token or by messages of its own, stays, without the mark.
    """
    stones = Stone.objects.filter(account=account, is_demo=True)
    messages = Message.objects.filter(account=account, is_demo=True)
    notes = Note.objects.filter(account=account, is_demo=True)
    counts = stones.count(), messages.count(), notes.count()
    # Its reads are no savings of anybody, not even once their stones are gone.
    LedgerEntry.objects.filter(
        Q(stone__in=stones) | Q(source__in=messages.values("pk")), account=account
    ).delete()
    messages.delete()
    ids = list(stones.values_list("pk", flat=True))
    delete_stones(account=account, stone_ids=ids, delete_pinned=True)
    delete_notes(account=account, notes=list(notes))
    return Demonstration(*counts, _remove_agents(account))


def _remove_agents(account: User) -> int:
    mine = OuterRef("pk")
    is_used = (
        Exists(AgentToken.objects.filter(agent=mine))
        | Exists(Message.objects.filter(sender=mine))
        | Exists(Delivery.objects.filter(agent=mine))
    )
    agents = Agent.objects.filter(account=account, is_demo=True)
    agents.filter(is_used).update(is_demo=False, description="")
    count = agents.count()
    agents.delete()
    return count
