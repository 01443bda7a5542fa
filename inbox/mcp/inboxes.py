"""The tools that list an inbox and put its messages behind one."""

import json
from typing import Annotated, Literal

from pydantic import Field

from inbox.queries import Filter
from inbox.rows import line_of
from inbox.services.reading import acknowledge as acknowledge_one
from inbox.services.reading import archive as archive_one
from inbox.services.reading import fetch
from mcp_tools.answering import words_of
from mcp_tools.caller import Caller
from mcp_tools.text import fence, listed, new_nonce
from mcp_tools.tool import tool
from rest.exceptions import ProductError

DEFAULT_LIMIT = 15
# Told after each list: how it goes on. A row needs no legend, the tool's description has it.
HOW_TO_READ = 'read(message="#{}") opens one.'
# Words of a search are repeated to their caller up to this length.
REPEATED_CHARACTERS = 60
REFUSED_TOKENS = 200


@tool("inbox:read", repeatable=True)
def inbox(
    caller: Caller,
    after: Annotated[int, Field(ge=0, description="only what came after this number")] = 0,
    tab: Literal["all", "unread", "needs_me", "done"] = "unread",
    q: Annotated[str, Field(description="words to search")] = "",
    limit: Annotated[int, Field(ge=1, le=50)] = DEFAULT_LIMIT,
) -> str:
    """List messages, oldest first: #number sender "subject": LOD-0, often enough (+tokens of deeper levels)."""
    found = fetch(agent=caller.agent, after=after, limit=limit, wanted=Filter(tab=tab, q=q))
    if not found.deliveries:
        return f"Nothing{' more' if after else ''} here ({tab}). Unread: {found.unread}."
    count = len(found.deliveries)
    head = f"{count} message{'s' if count > 1 else ''}, {found.unread} unread."
    if found.more:
        head += f" More: {_next_call(found.next_after, tab, q, limit)}."
    lines = "\n".join(line_of(delivery) for delivery in found.deliveries)
    how = HOW_TO_READ.format(found.deliveries[0].sequence)
    return f"{head} {how}\n{fence(lines, sender='several agents', nonce=new_nonce())}"


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


@tool("inbox:read", repeatable=True)
def acknowledge(
    caller: Caller,
    messages: Annotated[list[str], Field(min_length=1, max_length=50, description='["#12", "#13"]')],
    archive: Annotated[bool, Field(description="put them away too")] = False,
) -> str:
    """Tell the senders that you are done with these messages."""
    done: list[str] = []
    refused: dict[str, list[tuple[str, ProductError]]] = {}
    for name in messages:
        try:
            delivery = acknowledge_one(agent=caller.agent, message=name)
            if archive:
                archive_one(agent=caller.agent, message=name)
        except ProductError as error:
            refused.setdefault(error.code, []).append((name, error))
        else:
            done.append(f"#{delivery.sequence}")
    errors = [_one_for_all(alike) for alike in refused.values()]
    if not done:
        *others, last = errors
        raise type(last)(" ".join([*map(words_of, others), last.message]), **last.extra)
    told = f"{', '.join(done)} acknowledged{', archived' if archive else ''}."
    return " ".join([told, *map(words_of, errors)])


def _one_for_all(refused: list[tuple[str, ProductError]]) -> ProductError:
    """What is said of the first of several that were refused alike, with the names of the others."""
    (_, first), *others = refused
    if not others:
        return first
    names = listed([repr(name[:40]) for name, _ in others], REFUSED_TOKENS)
    return type(first)(f"{first.message} The same of {names}.", **first.extra)
