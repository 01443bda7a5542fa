"""Two lists of the tool `inbox`: what this agent has sent, and whom it may write to."""

from collections.abc import Sequence
from itertools import accumulate

from core.llm import count_tokens
from core.mcp.caller import Caller
from core.mcp.fenced_text import DEFAULT_TOKENS, fence, join_names, new_nonce
from core.mcp.tool_output import Output, ToolAnswer
from core.text.cut_to_tokens import cut_to_tokens
from core.text.one_line import one_line
from inbox.mcp.inbox_outputs import (
    AgentOutput,
    InboxOutput,
    RecipientOutput,
    SentMessageOutput,
    sent_message_output,
)
from inbox.models import Agent, AgentKind
from inbox.queries.deliveries import search_sent
from inbox.rendering.inbox_lines import SCAN_TOKENS
from inbox.services.list_contactable_agents import contactable_agents
from inbox.services.resolve_recipients import agent_address
from stones.models import origin_word

# Of a message to twenty recipients.
STATES_TOKENS = 60
# Of the lines of an answer, and of its fields: their names cost half as much again.
LINES_TOKENS = DEFAULT_TOKENS - 100
FIELDS_TOKENS = DEFAULT_TOKENS * 3 // 2


def list_sent(caller: Caller, *, q: str, limit: int) -> ToolAnswer:
    """What the caller has sent, newest first, with its state."""
    found = list(search_sent(caller.agent, q).defer("body")[: limit + 1])
    rows = [sent_message_output(message) for message in found[:limit]]
    if not rows:
        data = InboxOutput(untrusted=["sent"], sent=[], more=False)
        return ToolAnswer(
            "You have sent nothing that has these words." if q.strip() else "You have sent nothing yet.", data
        )
    text, count = _fit_rows(rows, [_sent_line(row) for row in rows])
    more = len(found) > count
    head = f"{count} sent, newest first: id recipient state: LOD-0. reply_to=id writes on."
    head += " There are older ones: search with q." if more else ""
    data = InboxOutput(untrusted=["sent"], sent=rows[:count], more=more)
    return ToolAnswer(f"{head}\n{_fence(text)}", data)


def list_agents(caller: Caller, *, q: str, limit: int) -> ToolAnswer:
    """Whom the caller may write to; with `q` those whose name or description has it."""
    rows = [_agent_output(agent, caller) for agent in contactable_agents(caller.agent)]
    words = q.lower().split()
    rows = [row for row in rows if all(word in f"{row.to} {row.about or ''}".lower() for word in words)]
    if not rows:
        text = (
            "No agent that you may write to matches."
            if words
            else "There is nobody else that you may write to yet."
        )
        return ToolAnswer(text, InboxOutput(untrusted=["agents"], agents=[], more=False))
    text, count = _fit_rows(rows[:limit], [_agent_line(row) for row in rows[:limit]])
    more = len(rows) > count
    head = f"{count} agent{'s' if count > 1 else ''} you may write to: send(to=name)."
    head += " There are more: search with q." if more else ""
    return ToolAnswer(
        f"{head}\n{_fence(text)}", InboxOutput(untrusted=["agents"], agents=rows[:count], more=more)
    )


def _sent_line(row: SentMessageOutput) -> str:
    states = join_names([_state(each) for each in row.deliveries] or ["nobody"], STATES_TOKENS)
    subject = f' "{row.subject}"' if row.subject else ""
    origin = f" ({origin_word(row.origin)})" if row.origin else ""
    return f"{row.tracking_id} {states}{subject}: {row.scan}{origin}"


def _state(recipient: RecipientOutput) -> str:
    level = f" LOD-{recipient.lod}" if recipient.state == "read" and recipient.lod is not None else ""
    return f"{recipient.to} {recipient.state}{level}"


def _agent_output(agent: Agent, caller: Caller) -> AgentOutput:
    about = "; ".join(part for part in (agent.description, ", ".join(agent.capabilities)) if part)
    kind = AgentKind(agent.kind).label
    # Another account's description of its agents is not disclosed.
    about = about if agent.account_id == caller.account.pk else ""
    return AgentOutput(
        to=agent_address(agent, caller.account.pk),
        kind=kind,
        about=cut_to_tokens(one_line(about), SCAN_TOKENS, count_tokens) or None,
    )


def _agent_line(row: AgentOutput) -> str:
    return f"{row.to} ({row.kind}){f': {row.about}' if row.about else ''}"


def _fit_rows(rows: Sequence[Output], lines: Sequence[str]) -> tuple[str, int]:
    """As many rows as a short answer holds, in lines and in fields, at least one; and how many these are."""
    in_lines = accumulate(count_tokens(f"{line}\n") for line in lines)
    in_fields = accumulate(
        count_tokens(row.model_dump_json(by_alias=True, exclude_none=True)) for row in rows
    )
    count = sum(
        text <= LINES_TOKENS and fields <= FIELDS_TOKENS
        for text, fields in zip(in_lines, in_fields, strict=True)
    )
    return "\n".join(lines[: max(count, 1)]), max(count, 1)


def _fence(text: str) -> str:
    return fence(text, sender="several agents", nonce=new_nonce())
