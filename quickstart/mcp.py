"""The tools of the quickstart: ask, and load a skill."""

from typing import Annotated, Literal

from pydantic import Field

from core.llm import count_tokens
from core.mcp.caller import Caller
from core.mcp.fenced_text import DEFAULT_TOKENS, fence, fence_part, new_nonce
from core.mcp.tool import McpTool, tool
from core.mcp.tool_output import ToolAnswer, Untrusted
from core.pages.example_address import at_site
from quickstart.kinds import Intent
from quickstart.models import Collection
from quickstart.queries.browse_collection import find_skill
from quickstart.queries.readable_collections import collections_to_ask, find_collection
from quickstart.rendering import for_tools, to_plain
from quickstart.services.answer_question import MAX_QUESTION, MAX_SESSION, session_key_of
from quickstart.services.ask_collections import ask_collections

_JOIN_TOKENS = 5
"""Joined texts may cost a little more than one by one."""
FALLBACK_HINT = "Ask again with more max_tokens; get_skill has the whole of a skill."


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


# Not `reads_only`: the question is stored, and shortens later answers of its conversation.
@tool("kb:read", title="Ask how it is done here", output=QuickstartOutput)
def ask_quickstart(
    caller: Caller,
    query: Annotated[str, Field(max_length=MAX_QUESTION, description="how do I …, in your own words")],
    collection: Annotated[str | None, Field(description="else all, your own first")] = None,
    session: Annotated[
        str, Field(max_length=MAX_SESSION, description="any name: in it nothing is explained twice")
    ] = "",
    intent: Literal["understanding", "action", "navigation", "hybrid"] | None = None,
    max_tokens: Annotated[int, Field(ge=200, le=8_000)] = DEFAULT_TOKENS,
) -> ToolAnswer:
    """How is it done here? Answers from curated entries and skills, or says that there is no answer. Runs nothing."""
    chosen, answer = ask_collections(
        account=caller.account,
        collections=collections_to_ask(caller.account, collection),
        query=query,
        session_key=session_key_of(str(caller.agent.pk), session),
        intent=Intent(intent) if intent else None,
        asked_by=caller.reader,
    )
    sender, nonce = f"collection {chosen.name}", new_nonce()
    budget = max_tokens - count_tokens(fence("", sender=sender, nonce=nonce)) - _JOIN_TOKENS
    text = to_plain(
        for_tools(answer), max_tokens=budget, count_tokens=count_tokens, fallback_hint=FALLBACK_HINT
    )
    # The first line is ours; what follows was curated by others.
    head, _, answer_text = _at_site(text, chosen, caller).partition("\n")
    data = QuickstartOutput(
        collection=chosen.name,
        outcome=answer.outcome,
        intent=answer.intent,
        confidence=round(answer.confidence, 2),
        text=answer_text.strip(),
    )
    return ToolAnswer(f"{head}\n{fence(answer_text.strip(), sender=sender, nonce=nonce)}", data)


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
    text, part = fence_part(
        # Its name and file were chosen by its author.
        f"A skill of the collection {chosen.name}: {tokens:,} tokens.",
        _at_site(found.body, chosen, caller),
        sender=f"collection {chosen.name}",
        max_tokens=max_tokens,
        start=start,
    )
    return ToolAnswer(
        text, SkillOutput(collection=chosen.name, tokens=tokens, text=part.text, next_start=part.rest)
    )


def _at_site(text: str, collection: Collection, caller: Caller) -> str:
    """What ships names the address by which the caller came."""
    return at_site(text, caller.site) if collection.shipped_hash and caller.site else text


TOOLS: tuple[McpTool, ...] = (ask_quickstart, get_skill)
