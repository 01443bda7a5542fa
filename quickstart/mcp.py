"""The tools of the quickstart: ask, and load a skill."""

from typing import Annotated, Literal

from pydantic import Field

from llm import count_tokens
from mcp_tools.caller import Caller
from mcp_tools.text import DEFAULT_TOKENS, fence, fenced_part, new_nonce
from mcp_tools.tool import McpTool, tool
from quickstart.answers import to_plain
from quickstart.kinds import Intent
from quickstart.queries.browsing import find_skill
from quickstart.queries.collections import find_collection
from quickstart.services.asking import MAX_QUESTION, ask

MARK_TOKENS = 60
"""Of the lines around the answer."""


# It logs the question, and remembers what the session was told.
@tool("kb:read", repeatable=True)
def ask_quickstart(
    caller: Caller,
    query: Annotated[str, Field(max_length=MAX_QUESTION, description="how do I …, as you would ask it")],
    collection: Annotated[str | None, Field(description="needed where there are several")] = None,
    session: Annotated[
        str, Field(max_length=60, description="your name for this sitting: nothing is told twice")
    ] = "",
    intent: Literal["understanding", "action", "navigation", "hybrid"] | None = None,
    max_tokens: Annotated[int, Field(ge=200, le=8_000)] = DEFAULT_TOKENS,
) -> str:
    """Ask how something is done: curated answers and skills, never invented. Commands in it are yours to run or not."""
    chosen = find_collection(caller.account, collection)
    answer = ask(
        account=caller.account,
        collection=chosen,
        query=query,
        session_key=f"{caller.agent.pk}:{session}" if session else "",
        intent=Intent(intent) if intent else None,
        asked_by=caller.reader,
    )
    text = to_plain(answer, max_tokens=max_tokens - MARK_TOKENS, count_tokens=count_tokens)
    return fence(text, sender=f"collection {chosen.name}", nonce=new_nonce())


@tool("kb:read", reads_only=True)
def get_skill(
    caller: Caller,
    skill: Annotated[str, Field(max_length=300, description="id or file, as ask_quickstart names it")],
    collection: str | None = None,
    start: Annotated[int, Field(ge=0)] = 0,
    max_tokens: Annotated[int, Field(ge=200, le=20_000)] = 3_000,
) -> str:
    """Load a skill: the whole text of how a piece of work is done."""
    chosen = find_collection(caller.account, collection)
    found = find_skill(chosen, skill)
    head = f"Skill {found.skill_id} of {chosen.name}: {count_tokens(found.body):,} tokens, {found.file}."
    return fenced_part(
        head, found.body, sender=f"collection {chosen.name}", max_tokens=max_tokens, start=start
    )


TOOLS: tuple[McpTool, ...] = (ask_quickstart, get_skill)
