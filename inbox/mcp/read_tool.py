"""The tool that reads: a message or a stone, by level or by question, as much of it as its caller will pay for."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from core.llm import count_tokens
from core.mcp.caller import Caller
from core.mcp.exceptions import InvalidArguments
from core.mcp.fenced_text import DEFAULT_TOKENS, fence_part
from core.mcp.normalize_arguments import at_most
from core.mcp.tool import tool
from core.mcp.tool_output import ToolAnswer
from core.text.cut_to_tokens import cut_to_tokens
from inbox.mcp.inbox_outputs import LevelOutput
from inbox.mcp.render_passages import NAME_TOKENS, render_passages
from inbox.rendering.format_time import format_time
from inbox.rendering.inbox_lines import omissions_text, sender_text
from inbox.services.read_messages import (
    MessageFocus,
    MessageLevel,
    find_message_level,
    focus_message,
    record_message_level,
)
from inbox.services.request_levels import find_lod, record_lod
from stones import services as stones
from stones.assembled_stone import SOURCE
from stones.format import HashVerdict
from stones.models import LevelOrigin, origin_word
from stones.services.given_levels import read_level_warnings
from stones.services.read_levels import Portion
from stones.services.read_passages import BUDGET, MAX_QUESTION

# What a fenced answer costs beside the passages in it, with the line about reading on.
FRAME_TOKENS = 140
# Of an answer's tokens the subject's line takes at most an eighth, and so many.
SUBJECT_TOKENS = 64
SUBJECT_SHARE = 8
# Of what a delivery left out.
OMITTED_TOKENS = 200
OR_ASK = ", or ask a question"


@tool("inbox:read", "stones:read", title="Read a message or stone", output=LevelOutput, reads_only=True)
def read(
    caller: Caller,
    message: Annotated[str | None, Field(description="#12, of your inbox")] = None,
    stone: Annotated[str | None, Field(description="or the hash of a stone")] = None,
    level: Annotated[
        int | None, Field(ge=0, description="0 scan, 1 detail, 2 deep; the last is the source")
    ] = None,
    question: Annotated[
        str | None, Field(description="read only the passages nearest to it"), at_most(MAX_QUESTION)
    ] = None,
    max_tokens: Annotated[int | None, Field(ge=150, le=20_000)] = None,
    start: Annotated[int, Field(ge=0, description="the character at which a cut answer goes on")] = 0,
    skip: Annotated[str, Field(description="reads on: as the last answer to the question says")] = "",
) -> ToolAnswer:
    """Read a message or stone: one level, or only what answers a question. Says what the next step costs."""
    if (message is None) == (stone is None):
        raise InvalidArguments("read: give either message or stone.")
    _refuse_unused(level, question, start, skip)
    if message is not None:
        caller.require("inbox:read")
        if question is not None:
            return _focused_message(caller, message, question, max_tokens, skip)
        return _message_level(caller, message, level, max_tokens or DEFAULT_TOKENS, start)
    assert stone is not None
    if question is not None:
        return _focused_stone(caller, stone, question, max_tokens, skip)
    return _stone_level(caller, stone, level, max_tokens or DEFAULT_TOKENS, start)


def _refuse_unused(level: int | None, question: str | None, start: int, skip: str) -> None:
    """Raises InvalidArguments for what would change nothing."""
    if question is None and skip:
        raise InvalidArguments("read: skip reads on after an answer to a question: give that, too.")
    if question is not None and (level is not None or start):
        raise InvalidArguments(
            "read: a question looks through all of the source: give it without level and start, or a level without it."
        )


def _message_level(caller: Caller, name: str, level: int | None, max_tokens: int, start: int) -> ToolAnswer:
    found = find_message_level(agent=caller.agent, message=name, level=level)
    answer, portion = _level_text(found, max_tokens, start)
    record_message_level(found, reader=caller.reader, portion=portion)
    return answer


def _level_text(found: MessageLevel, max_tokens: int, start: int) -> tuple[ToolAnswer, Portion]:
    message, sender, omitted = found.message, _sender(found), _omitted(found)
    subject = cut_to_tokens(message.subject, min(SUBJECT_TOKENS, max_tokens // SUBJECT_SHARE), count_tokens)
    text, part = fence_part(
        _level_head(found, sender, shows_subject=bool(message.subject) and not start),
        found.content,
        sender=sender,
        max_tokens=max_tokens,
        start=start,
        otherwise=OR_ASK,
        # Subject and headings are the sender's words: they stand inside the fence with the rest.
        above=f"[subject] {subject}" if message.subject else "",
        below=f"[{omitted}]" if omitted else "",
    )
    fields = {
        "untrusted": [*(["subject"] if message.subject else ()), "text", *(["omitted"] if omitted else ())],
        "message": f"#{found.delivery.sequence}",
        "stone": message.border_hash or None,
        "verdict": message.stone_verdict,
        "from": cut_to_tokens(sender, NAME_TOKENS, count_tokens),
        "subject": message.subject or None,
        "level": found.level,
        "origin": found.origin or None,
        "lod_0_changed": format_time(message.reworded),
        "tokens": found.tokens,
        "next_level": found.next_level,
        "next_tokens": found.next_tokens,
        "needs_answer": found.delivery.wants_answer or None,
        "text": part.text,
        "next_start": part.rest,
        "omitted": omitted,
    }
    return ToolAnswer(text, LevelOutput.model_validate(fields)), Portion(start, part.rest)


def _level_head(found: MessageLevel, sender: str, *, shows_subject: bool) -> str:
    """Our own words about a level, in a line."""
    message = found.message
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
    if shows_subject:
        facts.append("its subject is the first line")  # a text may claim to have one
    deeper = _next(found.level, found.next_level, found.next_tokens, found.origin)
    return f"{'; '.join(facts)}. {deeper}{_doubt(found.warnings)}"


def _omitted(found: MessageLevel) -> str | None:
    """What the delivery left out, at the last level that it brought."""
    message = found.message
    if found.level != message.delivered_lod:
        return None
    omitted = omissions_text(message.missing, message.top_level)
    return cut_to_tokens(omitted, OMITTED_TOKENS, count_tokens) or None


def _stone_level(
    caller: Caller, border_hash: str, level: int | None, max_tokens: int, start: int
) -> ToolAnswer:
    agent = caller.agent
    if not caller.may("inbox:read"):
        read = stones.find_level(
            account=caller.account, border_hash=border_hash, level=level, recipient=agent
        )
        answer, portion = _render_level(read, max_tokens, start)
        stones.record_level(read, reader=caller.reader, portion=portion)
        return answer
    only_delivered = not caller.may("stones:read")
    found = find_lod(agent=agent, border_hash=border_hash, level=level, only_delivered=only_delivered)
    if isinstance(found, MessageLevel):
        answer, portion = _level_text(found, max_tokens, start)
    else:
        answer, portion = _render_level(found, max_tokens, start)
    record_lod(found, agent=agent, reader=caller.reader, portion=portion)
    return answer


def _render_level(read: stones.LevelRead, max_tokens: int, start: int) -> tuple[ToolAnswer, Portion]:
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
    return ToolAnswer(text, LevelOutput.model_validate(fields)), Portion(start, part.rest)


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
    return render_passages(
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
    return render_passages(
        f"Stone {stone.address}{_unverified(stone.verdict)}",
        found.focus,
        sender=stone.source_line,
        whole=stone.content.tokens,
        fields=fields,
        max_tokens=max_tokens,
    )


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
