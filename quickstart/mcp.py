"""The tools of the quickstart: ask, and load a skill."""

from typing import Annotated, Literal

from pydantic import Field

from llm import count_tokens
from mcp_tools.caller import Caller
from mcp_tools.output import ToolAnswer, Untrusted
from mcp_tools.text import DEFAULT_TOKENS, fence, fenced_part, new_nonce
from mcp_tools.tool import McpTool, tool
from quickstart.answers import to_plain
from quickstart.kinds import Intent
from quickstart.queries.browsing import find_skill
from quickstart.queries.collections import find_collection
from quickstart.services.asking import MAX_QUESTION, MAX_SITTING, ask, session_key_of

_SEAMS = 5
"""Texts put together may cost a little more than one by one."""
OTHERWISE = "Ask again with more max_tokens; get_skill has the whole of a skill."


class QuickstartOutput(Untrusted):
    collection: str
    outcome: str
    intent: str
    confidence: float
    text: str


class SkillOutput(Untrusted):
    collection: str
    tokens: int
    text: str
    next_start: int | None = None


# Not `reads_only`: the question itself is stored, and a session is told less the next time.
@tool("kb:read", title="Ask how it is done here", output=QuickstartOutput)
def ask_quickstart(
    caller: Caller,
    query: Annotated[str, Field(max_length=MAX_QUESTION, description="how do I …, in your own words")],
    collection: Annotated[str | None, Field(description="needed where there are several")] = None,
    session: Annotated[
        str, Field(max_length=MAX_SITTING, description="any name: in it nothing is explained twice")
    ] = "",
    intent: Literal["understanding", "action", "navigation", "hybrid"] | None = None,
    max_tokens: Annotated[int, Field(ge=200, le=8_000)] = DEFAULT_TOKENS,
) -> ToolAnswer:
    """How is it done here? Answers from curated entries and skills, or says that there is no answer. Runs nothing."""
    chosen = find_collection(caller.account, collection)
    answer = ask(
        account=caller.account,
        collection=chosen,
        query=query,
        session_key=session_key_of(str(caller.agent.pk), session),
        intent=Intent(intent) if intent else None,
        asked_by=caller.reader,
    )
    sender, nonce = f"collection {chosen.name}", new_nonce()
    room = max_tokens - count_tokens(fence("", sender=sender, nonce=nonce)) - _SEAMS
    text = to_plain(answer, max_tokens=room, count_tokens=count_tokens, otherwise=OTHERWISE)
    # The first line is ours; what follows was curated by somebody.
    head, _, told = text.partition("\n")
    data = QuickstartOutput(
        collection=chosen.name,
        outcome=answer.outcome,
        intent=answer.intent,
        confidence=round(answer.confidence, 2),
        text=told.strip(),
    )
    return ToolAnswer(f"{head}\n{fence(told.strip(), sender=sender, nonce=nonce)}", data)


@tool("kb:read", title="Load a skill", output=SkillOutput, reads_only=True)
def get_skill(
    caller: Caller,
    skill: Annotated[str, Field(max_length=500, description="id or file")],
    collection: str | None = None,
    start: Annotated[int, Field(ge=0)] = 0,
    max_tokens: Annotated[int, Field(ge=200, le=20_000)] = 3_000,
) -> ToolAnswer:
    """Load a skill that ask_quickstart named: how a piece of work is done, step by step."""
    chosen = find_collection(caller.account, collection)
    found = find_skill(chosen, skill)
    tokens = count_tokens(found.body)
    text, part = fenced_part(
        # Its name and file were chosen by whoever wrote it.
        f"A skill of the collection {chosen.name}: {tokens:,} tokens.",
        found.body,
        sender=f"collection {chosen.name}",
        max_tokens=max_tokens,
        start=start,
    )
    return ToolAnswer(
        text, SkillOutput(collection=chosen.name, tokens=tokens, text=part.text, next_start=part.rest)
    )


TOOLS: tuple[McpTool, ...] = (ask_quickstart, get_skill)
