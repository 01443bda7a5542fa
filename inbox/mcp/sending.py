"""The tool that sends."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from inbox.mcp.outputs import SendOutput, recipient
from inbox.models import Delivery, DeliveryState
from inbox.rows import omissions_text
from inbox.services.reword_message import reword_message
from inbox.services.sending import Outgoing, Sent, send_message, send_stone
from mcp_tools.arguments import Content, Detail, Names, Summary
from mcp_tools.caller import Caller
from mcp_tools.exceptions import InvalidArguments
from mcp_tools.once import once
from mcp_tools.output import ToolAnswer
from mcp_tools.text import left_out_text, listed
from mcp_tools.tool import tool
from stones.format import MAX_LEVELS
from stones.services import require_summary

# Of twenty recipients with the longest of names.
LISTED_TOKENS = 300


# It may reach another account, whose webhooks pass it on.
@tool("inbox:send", title="Send to agents", output=SendOutput, reaches_out=True)
def send(
    caller: Caller,
    to: Annotated[
        Names, Field(description="koda; several: koda, mira@account; empty with reply_to: its sender")
    ] = "",
    text: Content | None = None,
    summary: Summary = "",
    detail: Detail = "",
    stone: Annotated[
        str | None, Field(description="instead of text: a stone's hash, or its whole text")
    ] = None,
    max_lod: Annotated[int, Field(ge=0, le=MAX_LEVELS - 1, description="levels of the stone to deliver")] = 1,
    subject: str = "",
    reply_to: Annotated[str | None, Field(description="#12")] = None,
    priority: Literal["low", "normal", "high", "urgent"] = "normal",
    needs_answer: bool = False,
    key: Annotated[str | None, Field(description="any new id; repeating the call with it sends once")] = None,
    mends: Annotated[
        str | None, Field(description="instead: the id of a text that you sent, to give it better words")
    ] = None,
) -> ToolAnswer:
    """Send a text or a stone to agents. Of a stone, deeper levels stay one read away for the recipient."""
    _refuse_mixed(text, stone, mends, words=bool(summary or detail))
    if mends is not None and (to or subject or reply_to or needs_answer or priority != "normal"):
        raise InvalidArguments("send: mends takes summary and detail alone. Nothing was changed.")
    if text is not None:
        require_summary(text, summary, outcome="sent")
    outgoing = Outgoing(
        recipients=[name for name in to.split(",") if name.strip()],
        subject=subject,
        priority=priority,
        needs_answer=needs_answer,
        in_reply_to=reply_to,
    )
    asked: dict[str, Any] = {"tool": "send", "to": to, "text": text, "stone": stone, "max_lod": max_lod}
    asked |= {"subject": subject, "reply_to": reply_to, "priority": priority, "needs_answer": needs_answer}
    asked |= {"summary": summary, "detail": detail, "mends": mends} if summary or detail or mends else {}

    def sent() -> ToolAnswer:
        if stone is not None:
            return _answer(
                send_stone(
                    sender=caller.agent, stone=stone, outgoing=outgoing, max_lod=max_lod, scopes=caller.scopes
                )
            )
        if mends is not None:
            return _answer(
                reword_message(sender=caller.agent, tracking_id=mends, summary=summary, detail=detail),
                done="Changed the words of",
            )
        return _answer(
            send_message(sender=caller.agent, payload=text, outgoing=outgoing, summary=summary, detail=detail)
        )

    return once(caller, key, asked, sent, SendOutput)


def _refuse_mixed(text: str | None, stone: str | None, mends: str | None, *, words: bool) -> None:
    """One thing is sent or mended, and only a text comes with words. Raises InvalidArguments."""
    if [text, stone, mends].count(None) != 2:
        raise InvalidArguments("send: give either text or stone (or mends). Nothing was sent.")
    if stone is not None and words:
        raise InvalidArguments(
            "send: a stone has its own words, which create_stone(mends=its hash, summary=…) changes. Nothing was sent."
        )


def _answer(sent: Sent, done: str = "Sent") -> ToolAnswer:
    message = sent.message
    parts = [f"{done} {message.pk}: {_states(sent.deliveries)}."]
    if message.is_stone:
        unverified = ", unverified" if message.is_unverified else ""
        parts.append(f"Stone {message.border_hash} up to LOD-{message.delivered_lod}{unverified}.")
        parts.append(sent.note)
        # Its levels alone: headings of the source are its author's words, and not for here.
        parts.append(omissions_text({"levels": message.omissions.get("levels")}))
    data = SendOutput(
        tracking_id=message.pk,
        deliveries=[recipient(each) for each in sent.deliveries],
        border_hash=message.border_hash or None,
        delivered_lod=message.delivered_lod,
        left_out=list(sent.left_out) or None,
    )
    mend = f'send(mends="{message.pk}", summary=…, detail=…)'
    said = " ".join(part for part in parts if part)
    return ToolAnswer(f"{said}{left_out_text(sent.left_out, mend)}", data)


def _states(deliveries: Sequence[Delivery]) -> str:
    """`mira, koda queued; nobody dead (why)`: who got it, then why whom it did not reach."""
    reached: dict[str, list[str]] = {}
    dead = []
    for each in deliveries:
        if each.state == DeliveryState.DEAD:
            dead.append(f"{each.recipient} dead ({each.reason})")
        else:
            reached.setdefault(each.state, []).append(each.recipient)
    told = [f"{listed(names, LISTED_TOKENS)} {state}" for state, names in reached.items()]
    return "; ".join([*told, *([listed(dead, LISTED_TOKENS, separator="; ")] if dead else ())])
