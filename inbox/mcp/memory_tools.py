"""The tools of memory: remember, recall, forget."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from core.mcp.caller import Caller
from core.mcp.exceptions import InvalidArguments
from core.mcp.fenced_text import fence, new_nonce
from core.mcp.normalize_arguments import NAME_LIST, Content, at_most
from core.mcp.tool import tool
from core.mcp.tool_output import ToolAnswer
from inbox.mcp.inbox_outputs import RecallOutput, RememberOutput, memory_output
from inbox.memory import Layout
from inbox.services import memory as memories


# With `forget` it destroys.
@tool("inbox:send", title="Remember or forget", output=RememberOutput, repeatable=True, destroys=True)
def remember(
    caller: Caller,
    text: Content | None = None,
    key: Annotated[
        str,
        Field(description="what it is about; a new text under it replaces the old one"),
        at_most(memories.MAX_KEY),
    ] = "",
    tags: Annotated[list[str] | None, NAME_LIST] = None,
    ttl_seconds: int | None = None,
    shared: Annotated[bool, Field(description="for all agents of your account")] = False,
    forget: Annotated[str | None, Field(description="instead of text: key or id of what to delete")] = None,
) -> ToolAnswer:
    """Remember a fact or decision across sessions, or forget one."""
    if (text is None) == (forget is None):
        raise InvalidArguments("remember: give either text or forget. Nothing was done.")
    if forget is not None:
        if key or tags or ttl_seconds is not None or shared:
            raise InvalidArguments("remember: forget takes nothing beside it. Nothing was done.")
        count, restored_from = memories.forget(agent=caller.agent, memory=forget)
        texts = "1 text" if count == 1 else f"{count:,} texts"
        restored = f" The text before it, shared by {restored_from}, holds again." if restored_from else ""
        return ToolAnswer(f"Forgotten: {texts}.{restored}", RememberOutput(forgotten=count))
    result = memories.remember(
        agent=caller.agent, text=text or "", key=key, tags=tags or (), ttl_seconds=ttl_seconds, shared=shared
    )
    whose = f", shared by {result.replaced_from}," if result.replaced_from else ""
    replaced = f" The text before it{whose} is history now." if result.replaced else ""
    return ToolAnswer(
        f"Remembered {result.memory.pk}, {result.memory.tokens:,} tokens.{replaced}",
        RememberOutput(
            id=result.memory.pk, tokens=result.memory.tokens, replaced=result.replaced is not None
        ),
    )


@tool("inbox:read", title="Recall memories", output=RecallOutput, reads_only=True)
def recall(
    caller: Caller,
    query: Annotated[str, Field(description="a question as you would ask it"), at_most(memories.MAX_QUERY)],
    max_tokens: Annotated[int, Field(ge=memories.BUDGET[0], le=memories.BUDGET[-1])] = 500,
    tags: Annotated[list[str] | None, NAME_LIST, Field(description="only with all of these")] = None,
    history: Annotated[bool, Field(description="what was replaced, too")] = False,
) -> ToolAnswer:
    """Recall what you, or your account's agents for all, have remembered."""
    found = memories.recall(
        agent=caller.agent,
        query=query,
        max_tokens=max_tokens,
        tags=tags or (),
        history=history,
        layout=_fenced(new_nonce()),
    )
    data = RecallOutput(
        untrusted=["memories"],
        support="sources" if found.is_sure else "nearest" if found.items else "none",
        memories=[memory_output(each.memory, each.excerpt) for each in found.items],
        left_out=found.left_out or None,
        left_out_tokens=found.left_out_tokens or None,
    )
    return ToolAnswer(found.text, data)


def _fenced(nonce: str) -> Layout:
    """A layout with our own words above the fence, and nothing but memories inside."""

    def layout(blocks: Sequence[str], left: Sequence[int], reserve: str) -> str:
        head = [f"{len(blocks)} {'memory' if len(blocks) == 1 else 'memories'}."] if blocks else []
        if blocks and reserve:
            head.insert(0, reserve)
        if left:
            head.append(f"No room for {len(left)} more ({sum(left):,} tokens): raise max_tokens.")
        if not blocks:
            return " ".join(head) or "Nothing is remembered about it."
        text = "\n".join(blocks)
        return f"{' '.join(head)}\n{fence(text, sender='memory', nonce=nonce)}"

    return layout
