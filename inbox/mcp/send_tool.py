"""The tool that sends."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from core.mcp.call_idempotency import MAX_KEY, call_once
from core.mcp.caller import Caller
from core.mcp.exceptions import InvalidArguments
from core.mcp.fenced_text import fence, join_names, left_out_note, new_nonce, unused_note
from core.mcp.normalize_arguments import Content, Detail, Names, Summary, at_most
from core.mcp.tool import tool
from core.mcp.tool_output import ToolAnswer
from inbox.mcp.inbox_outputs import SendOutput, recipient_output
from inbox.models import Delivery, DeliveryState
from inbox.rendering.inbox_lines import omissions_text
from inbox.services.reword_message import reword_message
from inbox.services.send_messages import (
    MAX_SUBJECT,
    Outgoing,
    SendResult,
    is_sent_as_stone,
    send_message,
    send_stone,
)
from stones.format import MAX_LEVELS
from stones.services import require_summary

# Of twenty recipients with the longest of names.
LISTED_TOKENS = 300
DEFAULT_LOD = 1


Recipients = Annotated[
    Names, Field(description="koda; several: koda, mira@account; empty with reply_to: its sender")
]
StoneToSend = Annotated[str | None, Field(description="instead of text: a stone's hash, or its whole text")]
MaxLod = Annotated[int, Field(ge=0, le=MAX_LEVELS - 1, description="stone: highest level to deliver")]
CallKey = Annotated[
    str | None, Field(description="any new id; repeating the call with it sends once"), at_most(MAX_KEY)
]
TextToMend = Annotated[
    str | None, Field(description="instead: the id of a text that you sent, to give it better words")
]


# It may reach another account, whose webhooks pass it on.
@tool("inbox:send", title="Send to agents", output=SendOutput, reaches_out=True)
def send(
    caller: Caller,
    to: Recipients = "",
    text: Content | None = None,
    summary: Summary = "",
    detail: Detail = "",
    stone: StoneToSend = None,
    max_lod: MaxLod = DEFAULT_LOD,
    subject: Annotated[str, at_most(MAX_SUBJECT)] = "",
    reply_to: Annotated[str | None, Field(description="#12")] = None,
    priority: Literal["low", "normal", "high", "urgent"] = "normal",
    needs_answer: bool = False,
    key: CallKey = None,
    mends: TextToMend = None,
) -> ToolAnswer:
    """Send a text or a stone to agents. Of a stone, deeper levels stay one read away for the recipient."""
    words: dict[str, Any] = {"summary": summary, "detail": detail}
    options: dict[str, Any] = {"subject": subject, "priority": priority, "needs_answer": needs_answer}
    is_addressed = bool(to or subject or reply_to or needs_answer or priority != "normal")
    _refuse_mixed(text, stone, mends, max_lod, has_words=bool(summary or detail), is_addressed=is_addressed)
    if text is not None and not is_sent_as_stone(text, caller.scopes):
        require_summary(text, summary, outcome="sent")
    recipients = [name for name in to.split(",") if name.strip()]
    outgoing = Outgoing(recipients, in_reply_to=reply_to, **options)

    def send_once() -> ToolAnswer:
        sender, scopes = caller.agent, caller.scopes
        if stone is not None:
            sent = send_stone(sender=sender, stone=stone, outgoing=outgoing, max_lod=max_lod, scopes=scopes)
        elif mends is not None:
            return _answer(reword_message(sender=sender, tracking_id=mends, **words), "Changed the words of")
        else:
            sent = send_message(sender=sender, payload=text, outgoing=outgoing, scopes=scopes, **words)
        return _answer(sent)

    # What is the same call under the same key.
    given = {"tool": "send", "to": to, "text": text, "stone": stone, "max_lod": max_lod, "reply_to": reply_to}
    given |= options | ({**words, "mends": mends} if summary or detail or mends else {})
    return call_once(caller, key, given, send_once, SendOutput)


def _refuse_mixed(
    text: str | None,
    stone: str | None,
    mends: str | None,
    max_lod: int,
    *,
    has_words: bool,
    is_addressed: bool,
) -> None:
    """Raises InvalidArguments unless one of the first three is given, each with what belongs to it alone."""
    if mends is not None and (text is not None or stone is not None):
        raise InvalidArguments(
            "send: mends changes the words of what was sent: give summary, and detail if you like, without text and "
            "stone. The text itself stays as it was sent; other text is a new message. Nothing was changed."
        )
    if [text, stone, mends].count(None) != 2:
        raise InvalidArguments("send: give either text or stone (or mends). Nothing was sent.")
    if stone is not None and has_words:
        raise InvalidArguments(
            "send: a stone has its own words, which create_stone(mends=its hash, summary=…) changes. Nothing was sent."
        )
    if mends is not None and is_addressed:
        raise InvalidArguments("send: mends takes summary and detail alone. Nothing was changed.")
    if stone is None and max_lod != DEFAULT_LOD:
        raise InvalidArguments("send: max_lod is for stone; a text has its levels anyway. Nothing was done.")


def _answer(sent: SendResult, done: str = "Sent") -> ToolAnswer:
    message = sent.message
    parts = [f"{done} {message.pk}: {_states(sent.deliveries)}."]
    if message.is_stone:
        unverified = ", unverified" if message.is_unverified else ""
        parts.append(f"Stone {message.border_hash} up to LOD-{message.delivered_lod}{unverified}.")
        parts += [sent.note, *(f"{each}." for each in sent.warnings[:1])]
        # Its levels alone: headings of the source are its author's words, and not for here.
        parts.append(omissions_text({"levels": message.omissions.get("levels")}, message.top_level))
    data = SendOutput(
        tracking_id=message.pk,
        deliveries=[recipient_output(each) for each in sent.deliveries],
        border_hash=message.border_hash or None,
        delivered_lod=message.delivered_lod,
        left_out=list(sent.left_out) or None,
    )
    mend = f'send(mends="{message.pk}", summary=…, detail=…)'
    text_parts = " ".join(part for part in parts if part)
    notes = f"{left_out_note(sent.left_out, mend)}{unused_note(sent.unused)}"
    return ToolAnswer(f"{text_parts}{_quoted(sent.warnings[1:])}{notes}", data)


def _quoted(warnings: Sequence[str]) -> str:
    """What a stone's levels say against its source, which they quote: its author's words."""
    if not warnings:
        return ""
    return "\n" + fence("\n".join(warnings), sender="the stone's author", nonce=new_nonce())


def _states(deliveries: Sequence[Delivery]) -> str:
    """`mira, koda queued; nobody dead (why)`: recipients by state, dead ones last with their reasons."""
    reached: dict[str, list[str]] = {}
    dead = []
    for each in deliveries:
        if each.state == DeliveryState.DEAD:
            dead.append(f"{each.recipient} dead ({each.reason})")
        else:
            reached.setdefault(each.state, []).append(each.recipient)
    groups = [f"{join_names(names, LISTED_TOKENS)} {state}" for state, names in reached.items()]
    return "; ".join([*groups, *([join_names(dead, LISTED_TOKENS, separator="; ")] if dead else ())])
