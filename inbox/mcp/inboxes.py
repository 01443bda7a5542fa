"""The tool that lists: what came, what was sent, whom one may write to."""

import json
from typing import Annotated, Literal

from pydantic import Field

from inbox.mcp.outbox import list_agents, list_sent
from inbox.mcp.outputs import InboxOutput, message_row
from inbox.queries import Filter
from inbox.services.reading import fetch
from inbox.services.receipts import record_lines
from mcp_tools.caller import Caller
from mcp_tools.exceptions import InvalidArguments
from mcp_tools.output import ToolAnswer, Wait
from mcp_tools.text import fence, new_nonce
from mcp_tools.tool import tool

DEFAULT_LIMIT = 15
# As long as over REST: clients give a call up after a minute or less.
LONGEST_WAIT = 30
# Told after each list: how it goes on. A row needs no legend, the tool's description has it.
HOW_TO_READ = 'read(message="#{}") opens one.'
# Words of a search are repeated to their caller up to this length.
REPEATED_CHARACTERS = 60


@tool("inbox:read", title="List messages", output=InboxOutput, reads_only=True, waits=True)
def inbox(
    caller: Caller,
    tab: Annotated[
        Literal["unread", "all", "needs_me", "done", "sent", "agents"],
        Field(description="sent: by you, with state; agents: whom you may write to"),
    ] = "unread",
    after: Annotated[int, Field(ge=0, description="only what came after this number")] = 0,
    q: Annotated[str, Field(description="words to search")] = "",
    limit: Annotated[int, Field(ge=1, le=50)] = DEFAULT_LIMIT,
    wait: Annotated[int, Field(ge=0, le=LONGEST_WAIT, description="seconds, where nothing is there yet")] = 0,
) -> ToolAnswer:
    """List messages, oldest first: #number sender "subject": LOD-0, often enough (whose words +tokens of the rest)."""
    if tab in ("sent", "agents"):
        if after or wait:
            raise InvalidArguments(f"inbox: after and wait are for what comes in; tab={tab!r} takes neither.")
        return (list_sent if tab == "sent" else list_agents)(caller, q=q, limit=limit)
    return _list_messages(caller, tab, after, q, limit, wait)


def _list_messages(caller: Caller, tab: str, after: int, q: str, limit: int, wait: int) -> ToolAnswer:
    found = fetch(agent=caller.agent, after=after, limit=limit, wanted=Filter(tab=tab, q=q))
    data = InboxOutput(
        untrusted=["messages"],
        unread=found.unread,
        more=found.more,
        next_after=found.next_after,
        messages=[message_row(delivery) for delivery in found.deliveries],
    )
    if not found.deliveries:
        text = f"Nothing{' more' if after else ''} here ({tab}). Unread: {found.unread}."
        return ToolAnswer(text, data, Wait(str(caller.agent.pk), wait) if wait else None)
    count = len(found.deliveries)
    head = f"{count} message{'s' if count > 1 else ''}, {found.unread} unread."
    if found.more:
        head += f" More: {_next_call(found.next_after, tab, q, limit)}."
    lines = "\n".join(record_lines(found.deliveries, account=caller.account, reader=caller.reader))
    how = HOW_TO_READ.format(found.deliveries[0].sequence)
    return ToolAnswer(f"{head} {how}\n{fence(lines, sender='several agents', nonce=new_nonce())}", data)


def _next_call(after: int, tab: str, q: str, limit: int) -> str:
    """The call that shows the rows after these: the same one from there on."""
    if len(q) > REPEATED_CHARACTERS:
        return f"the same call with after={after}"
    asked: dict[str, object] = {"after": after}
    asked |= {"tab": tab} if tab != "unread" else {}
    asked |= {"q": q} if q else {}
    asked |= {"limit": limit} if limit != DEFAULT_LIMIT else {}
    written = (f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in asked.items())
    return f"inbox({', '.join(written)})"
