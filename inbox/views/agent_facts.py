"""An agent as JSON values: what the page of agents says of it."""

from typing import Any

from inbox.queries.agent_summaries import AgentSummary
from inbox.rendering.format_time import format_time


def serialize_agent(row: AgentSummary) -> dict[str, Any]:
    """`saved_tokens` of the last 30 days, below 0 where it loaded more; `acts` of 14 days, the oldest first."""
    agent = row.agent
    return {
        "name": agent.name,
        "kind": str(agent.kind),
        "description": agent.description,
        "scopes": list(row.scopes),
        "valid_tokens": row.tokens,
        "unread": row.unread,
        "saved_tokens": row.saved,
        "acts": list(row.activity.days),
        "is_silent": row.activity.is_silent,
        "last_seen": format_time(agent.last_seen),
        "closed": format_time(agent.closed),
    }
