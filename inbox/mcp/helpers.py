"""The tool that hands heavy reading to a helper."""

from typing import Annotated

from pydantic import Field

from inbox.mcp.outputs import HelperOutput
from inbox.services import helping
from mcp_tools.caller import Caller
from mcp_tools.output import ToolAnswer
from mcp_tools.tool import tool


# Repeatable only until it has answered: then the same call starts, and pays for, another.
@tool("inbox:send", title="Hand reading to a helper", output=HelperOutput)
def spawn_helper(
    caller: Caller,
    stone: Annotated[str, Field(description="its hash")],
    task: Annotated[str, Field(description="what you want to know of it")],
    answer_tokens: Annotated[
        int, Field(ge=helping.ANSWER[0], le=helping.ANSWER[-1])
    ] = helping.DEFAULT_ANSWER,
) -> ToolAnswer:
    """Have a helper read all of a long stone for you. Its answer, quoting lines, comes to your inbox as a message."""
    job = helping.spawn_helper(
        agent=caller.agent,
        border_hash=stone,
        task=task,
        answer_tokens=answer_tokens,
        only_delivered=not caller.may("stones:read"),
    )
    return ToolAnswer(
        f"Helper {job.pk} reads {job.border_hash} ({job.state}). Its answer comes to inbox(), from helper.",
        HelperOutput(helper=job.pk, border_hash=job.border_hash, state=job.state),
    )
