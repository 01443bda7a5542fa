"""The tools that list an inbox and put its messages behind one."""

from typing import Annotated, Literal

from pydantic import Field

from inbox.queries import Filter
from inbox.rows import line_of
from inbox.services.reading import acknowledge as acknowledge_one
from inbox.services.reading import archive as archive_one
from inbox.services.reading import fetch
from mcp_tools.caller import Caller
from mcp_tools.text import fence, new_nonce
from mcp_tools.tool import tool
from rest.exceptions import ProductError

HOW_TO_READ = 'Row: #number sender "subject": LOD-0 (+tokens of deeper levels). read(message="#1")'


@tool("inbox:read", repeatable=True)
def inbox(
    caller: Caller,
    after: Annotated[int, Field(ge=0, description="only what came after this number")] = 0,
    tab: Literal["all", "unread", "needs_me", "done"] = "unread",
    q: Annotated[str, Field(description="words to search")] = "",
    limit: Annotated[int, Field(ge=1, le=50)] = 15,
) -> str:
    """List your messages, oldest first: a line each with LOD-0, often enough to act on, and what deeper levels cost."""
    found = fetch(agent=caller.agent, after=after, limit=limit, wanted=Filter(tab=tab, q=q))
    if not found.deliveries:
        return f"Nothing{' more' if after else ''} here ({tab}). Unread: {found.unread}."
    more = f" More: inbox(after={found.next_after})." if found.more else ""
    head = f"{len(found.deliveries)} messages, {found.unread} unread.{more} {HOW_TO_READ}"
    lines = "\n".join(line_of(delivery) for delivery in found.deliveries)
    return f"{head}\n{fence(lines, sender='several agents', nonce=new_nonce())}"


@tool("inbox:read", repeatable=True)
def acknowledge(
    caller: Caller,
    messages: Annotated[list[str], Field(min_length=1, max_length=50, description='["#12", "#13"]')],
    archive: Annotated[bool, Field(description="put them away too")] = False,
) -> str:
    """Tell the senders that you are done with these messages."""
    told, errors = [], []
    for name in messages:
        try:
            delivery = acknowledge_one(agent=caller.agent, message=name)
            if archive:
                archive_one(agent=caller.agent, message=name)
        except ProductError as error:
            errors.append(error)
        else:
            told.append(f"#{delivery.sequence} acknowledged{', archived' if archive else ''}")
    if not told:
        raise errors[0]
    return "; ".join([*told, *(error.message for error in errors)]) + ("" if errors else ".")
