"""The tool that reads: a message or a stone, by level or by question, as much of it as its caller will pay for."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from core.llm import count_tokens
from core.mcp.caller import Caller
from core.mcp.exceptions import InvalidArguments
from core.mcp.fenced_text import DEFAULT_TOKENS, fence, fence_part, new_nonce
from core.mcp.tool import tool
from core.mcp.tool_output import ToolAnswer
from core.text.cut_to_tokens import cut_to_tokens
from inbox.mcp.inbox_outputs import LevelOutput
from inbox.rendering.format_time import format_time
from inbox.rendering.inbox_lines import omissions_text, sender_text
from inbox.services.read_messages import MessageFocus, MessageLevel, focus_message, read_message, request_lod
from stones import services as stones
from stones.assembled_stone import SOURCE
from stones.focus import Focus
from stones.format import HashVerdict
from stones.models import LevelOrigin, origin_word
from stones.services.given_levels import read_level_warnings
from stones.services.read_passages import BUDGET

# What a fenced answer costs beside the passages in it, with the line about reading on.
FRAME_TOKENS = 140
# Of a long one a row shows as much, too.
NAME_TOKENS = 16
OR_ASK = ", or ask a question"


@tool("inbox:read", "stones:read", title="Read a message or stone", output=LevelOutput, reads_only=True)
def read(
    caller: Caller,
    message: Annotated[str | None, Field(description="#12, of your inbox")] = None,
    stone: Annotated[str | None, Field(description="or the hash of a stone")] = None,
    level: Annotated[
        int | None, Field(ge=0, description="0 scan, 1 detail, 2 deep; the last is the source")
    ] = None,
    question: Annotated[str | None, Field(description="read only the passages nearest to it")] = None,
    max_tokens: Annotated[int | None, Field(ge=150, le=20_000)] = None,
    start: Annotated[int, Field(ge=0, description="the character at which a cut answer goes on")] = 0,
    skip: Annotated[str, Field(description="reads on: as the last answer to the question says")] = "",
) -> ToolAnswer:
    """Read a message or stone: one level, or only what answers a question. Says what the next step costs."""
    if (message is None) == (stone is None):
        raise InvalidArguments("read: give either message or stone.")
    if message is not None:
        caller.require("inbox:read")
        if question is not None:
            return _focused_message(caller, message, question, max_tokens, skip)
        return _message_level(caller, message, level, max_tokens or DEFAULT_TOKENS, start)
    assert stone is not None
    if question is not None:
        return _focused_stone(caller, stone, question, max_tokens, skip)
    return _stone_level(caller, stone, level, max_tokens or DEFAULT_TOKENS, start)


def _message_level(caller: Caller, name: str, level: int | None, max_tokens: int, start: int) -> ToolAnswer:
    found = read_message(agent=caller.agent, message=name, level=level, reader=caller.reader)
    return _level_text(found, max_tokens, start)


def _level_text(found: MessageLevel, max_tokens: int, start: int) -> ToolAnswer:
    message, sender = found.message, _sender(found)
    facts = [
        f"#{found.delivery.sequence} from {cut_to_tokens(sender, NAME_TOKENS, count_tokens)}",
        f"{found.name}{_by(found.origin)}, {found.tokens:,} tokens",
    ]
    if message.is_stone:
        facts.insert(1, f"stone {message.border_hash}{_unverified(message.stone_verdict)}")
    if message.reworded:
        facts.append(f"its sentence was changed {format_time(message.reworded)}")
    if found.delivery.wants_answer:
        facts.append("needs an answer")
    deeper = _next(found.level, found.next_level, found.next_tokens, found.origin)
    head = f"{'; '.join(facts)}. {deeper}{_doubt(found.warnings)}"
    # Subject and headings are the sender's words: they stand inside the fence with the rest.
    body = f"[subject] {message.subject}\n{found.content}" if message.subject else found.content
    if found.level == message.delivered_lod and (
        omitted := omissions_text(message.missing, message.top_level)
    ):
        body = f"{body}\n\n[{omitted}]"
    text, part = fence_part(head, body, sender=sender, max_tokens=max_tokens, start=start, otherwise=OR_ASK)
    fields = {
        "message": f"#{found.delivery.sequence}",
        "stone": message.border_hash or None,
        "verdict": message.stone_verdict,
        "from": cut_to_tokens(sender, NAME_TOKENS, count_tokens),
        "level": found.level,
        "origin": found.origin or None,
        "lod_0_changed": format_time(message.reworded),
        "tokens": found.tokens,
        "next_level": found.next_level,
        "next_tokens": found.next_tokens,
        "needs_answer": found.delivery.wants_answer or None,
        "text": part.text,
        "next_start": part.rest,
    }
    return ToolAnswer(text, LevelOutput.model_validate(fields))


def _stone_level(
    caller: Caller, border_hash: str, level: int | None, max_tokens: int, start: int
) -> ToolAnswer:
    if caller.may("inbox:read"):
        read = request_lod(
            agent=caller.agent,
            border_hash=border_hash,
            level=level,
            reader=caller.reader,
            only_delivered=not caller.may("stones:read"),
        )
        if isinstance(read, MessageLevel):
            return _level_text(read, max_tokens, start)
    else:
        read = stones.read_level(
            account=caller.account,
            border_hash=border_hash,
            level=level,
            reader=caller.reader,
            recipient=caller.agent,
        )
    return _render_level(read, max_tokens, start)


def _render_level(read: stones.LevelRead, max_tokens: int, start: int) -> ToolAnswer:
    stone = read.assembled.stone
    following = (read.next.number, read.next.tokens) if read.next else (None, None)
    deeper = _next(read.level.number, following[0], following[1], read.level.shown_origin)
    name = f"{read.level.name}{_by(read.level.shown_origin)}"
    head = (
        f"Stone {stone.address}{_unverified(stone.verdict)}; {name}, {read.level.tokens:,} tokens. {deeper}"
        f"{_doubt(read_level_warnings(read))}"
    )
    text, part = fence_part(
        head, read.content, sender=stone.source_line, max_tokens=max_tokens, start=start, otherwise=OR_ASK
    )
    fields = {
        "stone": stone.address,
        "verdict": stone.verdict.value,
        "from": cut_to_tokens(stone.source_line, NAME_TOKENS, count_tokens),
        "level": read.level.number,
        "origin": read.level.shown_origin,
        "tokens": read.level.tokens,
        "next_level": following[0],
        "next_tokens": following[1],
        "text": part.text,
        "next_start": part.rest,
    }
    return ToolAnswer(text, LevelOutput.model_validate(fields))


def _focused_message(
    caller: Caller, name: str, question: str, max_tokens: int | None, skip: str
) -> ToolAnswer:
    found = focus_message(
        agent=caller.agent,
        message=name,
        question=question,
        max_tokens=_for_passages(max_tokens),
        skip=skip,
        reader=caller.reader,
    )
    stone, verdict = found.message.border_hash or None, found.message.stone_verdict
    head = f"#{found.delivery.sequence} from {cut_to_tokens(_sender(found), NAME_TOKENS, count_tokens)}"
    if found.message.is_unverified:
        head = f"{head}; stone {stone}{_unverified(verdict)}"
    fields = {"message": f"#{found.delivery.sequence}", "stone": stone, "verdict": verdict}
    return _passages(
        head,
        found.focus,
        sender=_sender(found),
        whole=found.message.prices[-1],
        fields=fields,
        max_tokens=max_tokens,
    )


def _focused_stone(
    caller: Caller, border_hash: str, question: str, max_tokens: int | None, skip: str
) -> ToolAnswer:
    caller.require("stones:read")
    found = stones.focus(
        account=caller.account,
        border_hash=border_hash,
        question=question,
        max_tokens=_for_passages(max_tokens),
        skip=skip,
        reader=caller.reader,
        recipient=caller.agent,
    )
    stone = found.stone
    fields: dict[str, str | None] = {"stone": stone.address, "verdict": stone.verdict.value}
    return _passages(
        f"Stone {stone.address}{_unverified(stone.verdict)}",
        found.focus,
        sender=stone.source_line,
        whole=stone.content.tokens,
        fields=fields,
        max_tokens=max_tokens,
    )


def _passages(
    head: str,
    focus: Focus,
    *,
    sender: str,
    whole: int,
    fields: dict[str, str | None],
    max_tokens: int | None,
) -> ToolAnswer:
    found = {
        "from": cut_to_tokens(sender, NAME_TOKENS, count_tokens),
        "tokens": focus.tokens,
        "of_tokens": whole,
        "is_match": focus.is_match,
        "text": focus.text,
        "next_tokens": focus.next.tokens if focus.next else None,
        "next_skip": focus.next.skip if focus.next else None,
    }
    data = LevelOutput.model_validate(fields | found)
    if not focus.text and focus.delivered:
        return ToolAnswer(f"{head}: nothing is left of its {whole:,} tokens.", data)
    if not focus.text:
        return ToolAnswer(
            f"{head}: nothing in its {whole:,} tokens matches. Ask in its own words, or read a level.", data
        )
    how = "" if focus.is_match else " (nothing clearly matches)"
    head_line = f"{head}: the passages nearest to the question{how}, {focus.tokens:,} of {whole:,} tokens."
    fenced = fence(focus.text, sender=sender, nonce=new_nonce())
    more = _more(focus, has_budget=max_tokens is not None)
    text = f"{head_line}{more}\n{fenced}"
    if max_tokens is not None and count_tokens(text) > max_tokens:
        text = f"{head_line}\n{fenced}"
    return ToolAnswer(text, data)


def _more(focus: Focus, *, has_budget: bool) -> str:
    """How to read on, and what that costs."""
    if (step := focus.next) is None:
        return ""
    again = [f"with skip {step.skip!r}"] if step.skip else []
    if has_budget and step.max_tokens is None:
        again.append("without max_tokens")
    return f" If the answer is not there: the same {' and '.join(again)} costs {step.tokens:,}."


def _unverified(verdict: str | None) -> str:
    """The mark behind the name of a stone that cannot be checked against it."""
    return ", unverified" if verdict == HashVerdict.NOT_VERIFIABLE else ""


def _by(origin: str) -> str:
    """Whose words a level is, behind its name: `Detail (extract)`."""
    return f" ({origin_word(origin)})" if origin not in ("", SOURCE) else ""


def _doubt(warnings: Sequence[str]) -> str:
    """Without quoting it: what stands outside the fence is the site's."""
    if not warnings:
        return ""
    what = "something" if len(warnings) == 1 else f"{len(warnings)} things"
    return f" It claims {what} that its source does not say or says otherwise."


def _next(level: int, number: int | None, tokens: int | None, origin: str) -> str:
    if number is None:
        return f"LOD-{level} is the last level."
    # An extract may miss what matters: there are cheaper ways to that than the next level.
    alternatives = ", a question or a helper finds what it lacks" if origin == LevelOrigin.EXTRACT else ""
    return f"This is LOD-{level}; LOD-{number} costs {tokens:,}{alternatives}."


def _sender(found: MessageLevel | MessageFocus) -> str:
    return sender_text(found.message, found.delivery.account_id)


def _for_passages(max_tokens: int | None) -> int | None:
    if max_tokens is None:
        return None
    return min(max(max_tokens - FRAME_TOKENS, BUDGET[0]), BUDGET[-1])
