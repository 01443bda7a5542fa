"""What `inbox` lists of the other side: what this agent has sent, and whom it may write to."""

from collections.abc import Sequence
from itertools import accumulate

from inbox.mcp.outputs import AgentRow, InboxOutput, Recipient, SentRow, sent_row
from inbox.models import Agent, AgentKind
from inbox.queries import sent_with
from inbox.rows import SCAN_TOKENS, shortened
from inbox.services.addressing import address_of
from inbox.services.contactable import contactable_agents
from llm import count_tokens
from mcp_tools.caller import Caller
from mcp_tools.output import Output, ToolAnswer
from mcp_tools.text import DEFAULT_TOKENS, fence, listed, new_nonce
from texts.visible import one_line

# Of a message to twenty recipients.
STATES_TOKENS = 60
# Of the lines of an answer, and of its fields: their names cost half as much again.
LINES_TOKENS = DEFAULT_TOKENS - 100
FIELDS_TOKENS = DEFAULT_TOKENS * 3 // 2


def list_sent(caller: Caller, *, q: str, limit: int) -> ToolAnswer:
    """What the caller has sent, newest first, with its state."""
    found = list(sent_with(caller.agent, q).defer("body")[: limit + 1])
    rows = [sent_row(message) for message in found[:limit]]
    if not rows:
        data = InboxOutput(untrusted=["sent"], sent=[], more=False)
        return ToolAnswer(
            "You have sent nothing that has these words." if q.strip() else "You have sent nothing yet.", data
        )
    text, shown = _fitting(rows, [_sent_line(row) for row in rows])
    more = len(found) > shown
    head = f"{shown} sent, newest first: id recipient state: LOD-0. reply_to=id writes on."
    head += " There are older ones: search with q." if more else ""
    data = InboxOutput(untrusted=["sent"], sent=rows[:shown], more=more)
    return ToolAnswer(f"{head}\n{_fence(text)}", data)


def list_agents(caller: Caller, *, q: str, limit: int) -> ToolAnswer:
    """Whom the caller may write to; with `q` those whose name or description has it."""
    rows = [_agent_row(agent, caller) for agent in contactable_agents(caller.agent)]
    words = q.lower().split()
    rows = [row for row in rows if all(word in f"{row.to} {row.about or ''}".lower() for word in words)]
    if not rows:
        text = (
            "No agent that you may write to matches."
            if words
            else "There is nobody else that you may write to yet."
        )
        return ToolAnswer(text, InboxOutput(untrusted=["agents"], agents=[], more=False))
    text, shown = _fitting(rows[:limit], [_agent_line(row) for row in rows[:limit]])
    more = len(rows) > shown
    head = f"{shown} agent{'s' if shown > 1 else ''} you may write to: send(to=name)."
    head += " There are more: search with q." if more else ""
    return ToolAnswer(
        f"{head}\n{_fence(text)}", InboxOutput(untrusted=["agents"], agents=rows[:shown], more=more)
    )


def _sent_line(row: SentRow) -> str:
    states = listed([_state(each) for each in row.deliveries] or ["nobody"], STATES_TOKENS)
    subject = f' "{row.subject}"' if row.subject else ""
    origin = f" ({row.origin})" if row.origin else ""
    return f"{row.tracking_id} {states}{subject}: {row.scan}{origin}"


def _state(recipient: Recipient) -> str:
    level = f" LOD-{recipient.lod}" if recipient.state == "read" and recipient.lod is not None else ""
    return f"{recipient.to} {recipient.state}{level}"


def _agent_row(agent: Agent, caller: Caller) -> AgentRow:
    about = "; ".join(part for part in (agent.description, ", ".join(agent.capabilities)) if part)
    kind = AgentKind(agent.kind).label
    # What another account says of its agents is for that account.
    about = about if agent.account_id == caller.account.pk else ""
    return AgentRow(
        to=address_of(agent, caller.account.pk),
        kind=kind,
        about=shortened(one_line(about), SCAN_TOKENS) or None,
    )


def _agent_line(row: AgentRow) -> str:
    return f"{row.to} ({row.kind}){f': {row.about}' if row.about else ''}"


def _fitting(rows: Sequence[Output], lines: Sequence[str]) -> tuple[str, int]:
    """As many rows as a short answer holds, in lines and in fields, at least one; and how many these are."""
    in_lines = accumulate(count_tokens(f"{line}\n") for line in lines)
    in_fields = accumulate(
        count_tokens(row.model_dump_json(by_alias=True, exclude_none=True)) for row in rows
    )
    shown = sum(
        text <= LINES_TOKENS and fields <= FIELDS_TOKENS
        for text, fields in zip(in_lines, in_fields, strict=True)
    )
    return "\n".join(lines[: max(shown, 1)]), max(shown, 1)


def _fence(text: str) -> str:
    return fence(text, sender="several agents", nonce=new_nonce())
