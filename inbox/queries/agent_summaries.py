"""An account's agents with last use, scopes, valid tokens, unread messages and tokens saved."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import User
from django.db.models import Count, Max, Q, QuerySet, Sum
from django.utils import timezone

from core.db.reader_names import AGENT
from inbox.models import WITHOUT_TOKENS, Agent, AgentToken
from inbox.queries.agent_activity import (
    AgentActivity,
    AgentWithLastUse,
    acts_by_day,
    agent_activities,
    with_last_seen,
)
from inbox.queries.deliveries import DeliveryFilter, account_deliveries, without_put_away
from stones.models import COSTS, LedgerEntry, ReaderKind

SAVED_WITHIN = timedelta(days=30)


@dataclass(frozen=True)
class AgentSummary:
    """One agent. `saved` are tokens of the last 30 days that it did not load; below 0 it loaded more."""

    agent: AgentWithLastUse
    scopes: tuple[str, ...]
    tokens: int
    unread: int
    saved: int
    activity: AgentActivity

    @property
    def is_site_agent(self) -> bool:
        return self.agent.kind in WITHOUT_TOKENS


def agent_summaries(account: User) -> list[AgentSummary]:
    """All agents of an account by name, closed ones last. Eight queries, however many there are."""
    agents = list(with_last_seen(Agent.objects.filter(account=account)).order_by("name"))
    now = timezone.now()
    activities = agent_activities(agents, acts_by_day(account, now), now)
    scopes: dict[int, set[str]] = defaultdict(set)
    counts: dict[int, int] = defaultdict(int)
    for agent_id, granted in valid_tokens(account).values_list("agent_id", "scopes"):
        scopes[agent_id].update(granted)
        counts[agent_id] += 1
    unread, saved = _unread(account), _saved(account)
    rows = [
        AgentSummary(
            agent,
            tuple(sorted(scopes[agent.pk])),
            counts[agent.pk],
            unread.get(agent.pk, 0),
            saved.get(agent.name, 0),
            activities[agent.pk],
        )
        for agent in agents
    ]
    return sorted(rows, key=lambda row: row.agent.closed is not None)


def valid_tokens(account: User) -> QuerySet[AgentToken]:
    """The account's tokens that are valid now: neither revoked nor expired, of an open agent."""
    in_time = Q(expires=None) | Q(expires__gt=timezone.now())
    return AgentToken.objects.filter(in_time, account=account, revoked=None, agent__closed=None)


def _unread(account: User) -> dict[int | None, int]:
    unread = account_deliveries(account, DeliveryFilter(tab="unread")).filter(message__is_demo=False)
    found = without_put_away(unread).order_by()
    return dict(found.values_list("agent").annotate(Count("pk")))


def _saved(account: User) -> dict[str, int]:
    """Tokens saved by agent name: each source's full price once, less all tokens that were loaded of it."""
    recent = LedgerEntry.objects.filter(
        Q(stone=None) | Q(stone__is_demo=False),
        account=account,
        created__gte=timezone.now() - SAVED_WITHIN,
        reader__kind=ReaderKind.AGENT,
    ).exclude(Q(source="") | Q(kind__in=COSTS))
    saved: dict[str, int] = defaultdict(int)
    sums = (
        recent.order_by()
        .values("reader__name", "source")
        .annotate(whole=Max("paste_tokens"), loaded=Sum("tokens"))
    )
    for row in sums:
        saved[row["reader__name"].removeprefix(AGENT)] += row["whole"] - row["loaded"]
    return saved
