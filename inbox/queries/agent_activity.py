"""What agents did on each day, and which of them have gone silent.

An act is a read in the ledger, a message sent, a stone stored or a text remembered. A call that did none of these is no
act, but its token's last use is known: an agent that only looks for messages is not silent.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypedDict

from django.contrib.auth.models import User
from django.db.models import Count, Max, QuerySet
from django.db.models.functions import TruncDate
from django.utils import timezone

from core.db.reader_names import AGENT
from inbox.models import WITHOUT_TOKENS, Agent, Memory, Message
from stones.models import COSTS, LedgerEntry, ReaderKind, Stone

SHOWN_DAYS = 14
# Silent is an agent without any call for this long, that was active on so many of the days before its last one.
SILENT_AFTER = timedelta(hours=48)
USUAL_DAYS, USUAL_WITHIN = 3, 7
# Of one that called last before this nobody expects anything any more.
FORGOTTEN_AFTER = timedelta(days=14)

ActsByDay = dict[str, Counter[date]]


class AgentUseFields(TypedDict):
    # When one of its tokens was last used; None: never.
    last_seen: datetime | None


if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    AgentWithLastUse: TypeAlias = WithAnnotations[Agent, AgentUseFields]
else:
    AgentWithLastUse = Agent


def with_last_seen(agents: QuerySet[Agent]) -> QuerySet[AgentWithLastUse]:
    return agents.annotate(last_seen=Max("tokens__last_used"))


@dataclass(frozen=True)
class AgentActivity:
    """Acts of the last SHOWN_DAYS days of UTC, the oldest first, today last."""

    days: Sequence[int]
    is_silent: bool
    # Of the USUAL_WITHIN days up to its last call, those with an act.
    usual_days: int

    @property
    def total(self) -> int:
        return sum(self.days)


def agent_activities(
    agents: Iterable[AgentWithLastUse], acts: ActsByDay, now: datetime
) -> dict[int, AgentActivity]:
    """The activity of each agent, by its id."""
    return {agent.pk: _activity(agent, acts.get(agent.name, Counter()), now) for agent in agents}


def silent_agents(account: User) -> list[AgentWithLastUse]:
    """The open agents that called regularly and do so no more, the one first that called last."""
    now = timezone.now()
    agents = with_last_seen(Agent.objects.filter(account=account, closed=None, is_demo=False))
    quiet = [agent for agent in agents if SILENT_AFTER < now - _last_seen(agent) < FORGOTTEN_AFTER]
    if not quiet:
        return []
    activities = agent_activities(quiet, acts_by_day(account, now), now)
    return sorted((agent for agent in quiet if activities[agent.pk].is_silent), key=_last_seen, reverse=True)


def _last_seen(agent: AgentWithLastUse) -> datetime:
    return agent.last_seen or agent.created


def acts_by_day(account: User, now: datetime) -> ActsByDay:
    """What agents did, by their names and days, as far back as a silence can be seen. Four queries."""
    since = now - FORGOTTEN_AFTER - timedelta(days=USUAL_WITHIN + 1)
    reads = LedgerEntry.objects.filter(account=account, reader__kind=ReaderKind.AGENT).exclude(kind__in=COSTS)
    rows: list[tuple[QuerySet[Any], str]] = [
        (reads, "reader__name"),
        (Message.objects.filter(account=account, is_demo=False), "sender__name"),
        (Stone.objects.filter(account=account, is_demo=False), "source_agent"),
        (Memory.objects.filter(account=account), "agent__name"),
    ]
    found: ActsByDay = defaultdict(Counter)
    for queryset, name_field in rows:
        days = queryset.filter(created__gte=since).order_by().annotate(day=TruncDate("created", tzinfo=UTC))
        for name, day, count in days.values_list(name_field, "day").annotate(Count("pk")):
            found[(name or "").removeprefix(AGENT)][day] += count
    return found


def _activity(agent: AgentWithLastUse, acts: Counter[date], now: datetime) -> AgentActivity:
    today = now.astimezone(UTC).date()
    days = [acts[today - timedelta(days=back)] for back in reversed(range(SHOWN_DAYS))]
    seen = agent.last_seen
    if seen is None:
        return AgentActivity(days, is_silent=False, usual_days=0)
    last = seen.astimezone(UTC).date()
    usual = sum(acts[last - timedelta(days=back)] > 0 for back in range(USUAL_WITHIN))
    is_silent = SILENT_AFTER < now - seen < FORGOTTEN_AFTER and usual >= USUAL_DAYS and agent.closed is None
    return AgentActivity(days, is_silent, usual)


class QuietAgent(NamedTuple):
    """One of whom no answer is to be expected now. `why`: demo, new (it has never called), silent."""

    name: str
    why: str
    last_seen: datetime | None


def quiet_agents(account: User) -> dict[str, QuietAgent]:
    """The open agents of an account that act with tokens and do not call, by name."""
    agents = with_last_seen(
        Agent.objects.filter(account=account, closed=None).exclude(kind__in=WITHOUT_TOKENS)
    )
    long_ago = timezone.now() - FORGOTTEN_AFTER
    silent = {agent.pk for agent in silent_agents(account)}
    found = {}
    for agent in agents:
        if agent.last_seen is None:
            found[agent.name] = QuietAgent(agent.name, "demo" if agent.is_demo else "new", None)
        elif agent.pk in silent or agent.last_seen < long_ago:
            found[agent.name] = QuietAgent(agent.name, "silent", agent.last_seen)
    return found
