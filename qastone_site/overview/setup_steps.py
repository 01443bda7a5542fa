"""The first steps of an account: what its person did, not the demonstration.

Each counts as done when its rows exist; nothing is ticked by hand.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone

from brain.models import Note
from inbox.models import WITHOUT_TOKENS, Agent, AgentToken
from stones.models import Stone

SHOWN_FOR = timedelta(days=30)
"""Once a step is done, the others are displayed only until the account is this old."""


@dataclass(frozen=True, slots=True)
class Steps:
    stones: int
    agents: int
    """Programs that could call; `calls`: those of their tokens that were used."""
    calls: int
    notes: int
    is_young: bool
    waiting_agent: str = ""
    """The newest agent, while none has called: its page waits for the first call."""

    @property
    def done(self) -> int:
        return sum(map(bool, (self.stones, self.calls, self.notes)))

    @property
    def is_first_run(self) -> bool:
        return not self.done

    @property
    def is_complete(self) -> bool:
        return self.done == len(_TRACES)

    @property
    def is_shown(self) -> bool:
        return self.is_first_run or (self.is_young and not self.is_complete)


_TRACES: Sequence[str] = ("made_stones", "calls", "made_notes")


def rows(account: User) -> dict[str, QuerySet[Any]]:
    """The rows to count, by step."""
    return {
        "made_stones": Stone.objects.filter(account=account, is_demo=False),
        "agents": _programs(account),
        "calls": AgentToken.objects.filter(account=account, last_used__isnull=False),
        "made_notes": Note.objects.filter(account=account, is_demo=False),
    }


def _programs(account: User) -> QuerySet[Agent]:
    return Agent.objects.filter(account=account, is_demo=False).open().exclude(kind__in=WITHOUT_TOKENS)


def steps(account: User, counts: Mapping[str, int]) -> Steps:
    is_waiting = counts["agents"] and not counts["calls"]
    newest = _programs(account).order_by("-pk").values_list("name", flat=True).first() if is_waiting else None
    return Steps(
        stones=counts["made_stones"],
        agents=counts["agents"],
        calls=counts["calls"],
        notes=counts["made_notes"],
        is_young=timezone.now() - account.date_joined < SHOWN_FOR,
        waiting_agent=newest or "",
    )
