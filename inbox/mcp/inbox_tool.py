"""The tool that lists: what came, what was sent, whom one may write to."""

import json
from typing import Annotated, Literal

from pydantic import Field

from core.mcp.caller import Caller
from core.mcp.exceptions import InvalidArguments
from core.mcp.fenced_text import fence, new_nonce
from core.mcp.tool import tool
from core.mcp.tool_output import ToolAnswer, Wait
from inbox.mcp.inbox_outputs import InboxOutput, message_output
from inbox.mcp.outbox_lists import list_agents, list_sent
from inbox.queries.deliveries import DeliveryFilter
from inbox.services.read_messages import fetch
from inbox.services.record_list_reads import record_lines

DEFAULT_LIMIT = 15
# As long as over REST: clients give a call up after a minute or less.
MAX_WAIT = 30
# Ends each list. A row needs no legend, as the tool's description has it.
HOW_TO_READ = 'read(message="#{}") opens one.'
# Words of a search are repeated to their caller up to this length.
MAX_REPEATED_CHARACTERS = 60


@tool("inbox:read", title="List messages", output=InboxOutput, reads_only=True, waits=True)
def inbox(
    caller: Caller,
    tab: Annotated[
        Literal["unread", "open", "all", "needs_me", "done", "sent", "agents"],
        Field(description="open: not acknowledged; sent: by you, with state; agents: whom you may write to"),
    ] = "unread",
    after: Annotated[int, Field(ge=0, description="only what came after this number")] = 0,
    q: Annotated[str, Field(description="words to search")] = "",
    limit: Annotated[int, Field(ge=1, le=50)] = DEFAULT_LIMIT,
    wait: Annotated[int, Field(ge=0, le=MAX_WAIT, description="seconds, where nothing is there yet")] = 0,
) -> ToolAnswer:
    """List messages, oldest first: #number sender "subject": LOD-0, often enough (whose words +tokens of the rest)."""
    if tab in ("sent", "agents"):
        if after or wait:
            raise InvalidArguments(f"inbox: after and wait are for what comes in; tab={tab!r} takes neither.")
        return (list_sent if tab == "sent" else list_agents)(caller, q=q, limit=limit)
    return _list_messages(caller, tab, after, q, limit, wait)


def _list_messages(caller: Caller, tab: str, after: int, q: str, limit: int, wait: int) -> ToolAnswer:
    found = fetch(agent=caller.agent, after=after, limit=limit, filters=DeliveryFilter(tab=tab, q=q))
    data = InboxOutput(
        untrusted=["messages"],
        unread=found.unread,
        more=found.more,
        next_after=found.next_after,
        messages=[message_output(delivery) for delivery in found.deliveries],
    )
    if not found.deliveries:
        text = f"Nothing{' more' if after else ''} here ({tab}). Unread: {found.unread}."
        if q:
            text += (
                f" Messages have to hold every word of q: fewer find more{', or tab=all' * (tab != 'all')}."
            )
        return ToolAnswer(text, data, Wait(str(caller.agent.pk), wait) if wait else None)
    count = len(found.deliveries)
    head = f"{count} message{'s' if count > 1 else ''}, {found.unread} unread."
    if found.more:
        head += f" More: {_next_call(found.next_after, tab, q, limit)}."
    lines = "\n".join(record_lines(found.deliveries, account=caller.account, reader=caller.reader))
    how = HOW_TO_READ.format(found.deliveries[0].sequence)
    return ToolAnswer(f"{head} {how}\n{fence(lines, sender='several agents', nonce=new_nonce())}", data)


def _next_call(after: int, tab: str, q: str, limit: int) -> str:
    """The same call, as text, for the rows after these."""
    if len(q) > MAX_REPEATED_CHARACTERS:
        return f"the same call with after={after}"
    arguments: dict[str, object] = {"after": after}
    arguments |= {"tab": tab} if tab != "unread" else {}
    arguments |= {"q": q} if q else {}
    arguments |= {"limit": limit} if limit != DEFAULT_LIMIT else {}
    written = (f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in arguments.items())
    return f"inbox({', '.join(written)})"
