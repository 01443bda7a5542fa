"""The tool that reads: a message or a stone, by level or by question, as much of it as its caller will pay for."""

from typing import Annotated

from pydantic import Field

from inbox.rows import omissions_text, sender_of, shortened
from inbox.services.reading import MessageFocus, MessageLevel, focus_message, read_message, request_lod
from mcp_tools.caller import Caller
from mcp_tools.exceptions import InvalidArguments
from mcp_tools.text import DEFAULT_TOKENS, fence, fenced_part, new_nonce
from mcp_tools.tool import tool
from stones import services as stones
from stones.focus import Focus
from stones.queries import find_stone
from stones.services.focus import BUDGET

# What a fenced answer costs beside the passages in it.
FRAME_TOKENS = 100
# Of a long one a row shows as much, too.
NAME_TOKENS = 16
OR_ASK = ", or ask a question"


@tool("inbox:read", "stones:read", repeatable=True)
def read(
    caller: Caller,
    message: Annotated[str | None, Field(description="#12, of your inbox")] = None,
    stone: Annotated[str | None, Field(description="or the hash of a stone")] = None,
    level: Annotated[int | None, Field(ge=0, description="0 scan, 1 detail, 2 deep, 3 source")] = None,
    question: Annotated[str | None, Field(description="read only the passages that answer it")] = None,
    max_tokens: Annotated[int, Field(ge=150, le=20_000)] = DEFAULT_TOKENS,
    start: Annotated[int, Field(ge=0, description="where a cut answer goes on")] = 0,
) -> str:
    """Read a message or stone: one level, or only what answers a question. Says what the next level costs."""
    if (message is None) == (stone is None):
        raise InvalidArguments("read: give either message or stone.")
    if message is not None:
        caller.require("inbox:read")
        if question is not None:
            return _focused_message(caller, message, question, max_tokens)
        return _message_level(caller, message, level, max_tokens, start)
    assert stone is not None
    if question is not None:
        return _focused_stone(caller, stone, question, max_tokens)
    return _stone_level(caller, stone, level, max_tokens, start)


def _message_level(caller: Caller, name: str, level: int | None, max_tokens: int, start: int) -> str:
    found = read_message(agent=caller.agent, message=name, level=level, reader=caller.reader)
    message, sender = found.message, _sender(found)
    facts = [
        f"#{found.delivery.sequence} from {shortened(sender, NAME_TOKENS)}",
        f"{found.name}, {found.tokens:,} tokens",
    ]
    if message.is_stone:
        facts.insert(1, f"stone {message.border_hash}")
    if message.needs_answer:
        facts.append("needs an answer")
    head = f"{'; '.join(facts)}. {_next(found.level, found.next_level, found.next_tokens)}"
    # Subject and headings are the sender's words: they stand inside the fence with the rest.
    body = f"[subject] {message.subject}\n{found.content}" if message.subject else found.content
    if found.level == message.delivered_lod and (omitted := omissions_text(message.omissions)):
        body = f"{body}\n\n[{omitted}]"
    return fenced_part(head, body, sender=sender, max_tokens=max_tokens, start=start, otherwise=OR_ASK)


def _stone_level(caller: Caller, border_hash: str, level: int | None, max_tokens: int, start: int) -> str:
    if caller.may("inbox:read"):
        read = request_lod(
            agent=caller.agent,
            border_hash=border_hash,
            level=level,
            reader=caller.reader,
            only_delivered=not caller.may("stones:read"),
        )
    else:
        if level is None:
            level = min(1, find_stone(caller.account, border_hash).top_level)
        read = stones.read_level(
            account=caller.account, border_hash=border_hash, level=level, reader=caller.reader
        )
    stone = read.assembled.stone
    following = (read.next.number, read.next.tokens) if read.next else (None, None)
    deeper = _next(read.level.number, *following)
    head = f"Stone {stone.address}; {read.level.name}, {read.level.tokens:,} tokens. {deeper}"
    return fenced_part(
        head, read.content, sender=stone.source_agent, max_tokens=max_tokens, start=start, otherwise=OR_ASK
    )


def _focused_message(caller: Caller, name: str, question: str, max_tokens: int) -> str:
    found = focus_message(
        agent=caller.agent,
        message=name,
        question=question,
        max_tokens=_for_passages(max_tokens),
        reader=caller.reader,
    )
    return _passages(_from(found), found.focus, _sender(found), found.message.lod_tokens[-1])


def _focused_stone(caller: Caller, border_hash: str, question: str, max_tokens: int) -> str:
    caller.require("stones:read")
    found = stones.focus(
        account=caller.account,
        border_hash=border_hash,
        question=question,
        max_tokens=_for_passages(max_tokens),
        reader=caller.reader,
    )
    stone = found.stone
    return _passages(f"Stone {stone.address}", found.focus, stone.source_agent, stone.content.tokens)


def _passages(head: str, focus: Focus, sender: str, whole: int) -> str:
    if not focus.text:
        return f"{head}: nothing in its {whole:,} tokens matches. Ask in its own words, or read a level."
    how = "answer" if focus.is_match else "come nearest to (nothing clearly matches)"
    said = f"{head}: passages that {how} the question, {focus.tokens:,} of {whole:,} tokens."
    return f"{said}\n{fence(focus.text, sender=sender, nonce=new_nonce())}"


def _next(level: int, number: int | None, tokens: int | None) -> str:
    if number is None:
        return f"LOD-{level} is all of it."
    return f"This is LOD-{level}; LOD-{number} costs {tokens:,}."


def _sender(found: MessageLevel | MessageFocus) -> str:
    return sender_of(found.message, found.delivery.account_id)


def _from(found: MessageLevel | MessageFocus) -> str:
    return f"#{found.delivery.sequence} from {shortened(_sender(found), NAME_TOKENS)}"


def _for_passages(max_tokens: int) -> int:
    return min(max_tokens - FRAME_TOKENS, BUDGET[-1])
