"""The tool that acknowledges messages."""

from typing import Annotated

from pydantic import Field

from core.mcp.call_tool import error_text
from core.mcp.caller import Caller
from core.mcp.fenced_text import join_names
from core.mcp.normalize_arguments import NAME_LIST
from core.mcp.tool import tool
from core.mcp.tool_output import ToolAnswer
from core.rest.exceptions import ProductError
from inbox.mcp.inbox_outputs import AcknowledgeOutput
from inbox.services.read_messages import acknowledge_once
from inbox.services.read_messages import archive as archive_one

REFUSED_TOKENS = 200


@tool("inbox:read", title="Acknowledge messages", output=AcknowledgeOutput, repeatable=True)
def acknowledge(
    caller: Caller,
    messages: Annotated[
        list[str], NAME_LIST, Field(min_length=1, max_length=50, description='["#12", "#13"]')
    ],
    archive: Annotated[bool, Field(description="put them away too")] = False,
) -> ToolAnswer:
    """Tell the senders that you are done with these messages."""
    done: list[str] = []
    already: list[str] = []
    refused: dict[str, list[tuple[str, ProductError]]] = {}
    for name in messages:
        try:
            delivery, was_done = acknowledge_once(agent=caller.agent, message=name)
            if archive:
                archive_one(agent=caller.agent, message=name)
        except ProductError as error:
            refused.setdefault(error.code, []).append((name, error))
        else:
            number = f"#{delivery.sequence}"
            if number in done:
                continue
            done.append(number)
            already += [number] if was_done else []
    summary = f"{', '.join(done)} acknowledged{', archived' if archive else ''}."
    if already:
        summary += f" Before this call already: {', '.join(already)}."
    if refused:
        *others, last = [_combine_errors(alike) for alike in refused.values()]
        said = [*([summary] if done else ()), *map(error_text, others), last.message]
        raise type(last)(" ".join(said), **last.extra)
    return ToolAnswer(summary, AcknowledgeOutput(acknowledged=done, already=already or None))


def _combine_errors(refused: list[tuple[str, ProductError]]) -> ProductError:
    """The first of several errors with one code, its message followed by the names of the others."""
    (_, first), *others = refused
    if not others:
        return first
    names = join_names([repr(name[:40]) for name, _ in others], REFUSED_TOKENS)
    return type(first)(f"{first.message} The same of {names}.", **first.extra)
