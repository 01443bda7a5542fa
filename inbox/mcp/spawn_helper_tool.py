"""The tool that hands heavy reading to a helper."""

from typing import Annotated

from pydantic import Field

from core.jobs.find_jobs import find_job
from core.mcp.caller import Caller
from core.mcp.normalize_arguments import at_most
from core.mcp.tool import tool
from core.mcp.tool_output import ToolAnswer
from inbox.mcp.inbox_outputs import HelperOutput
from inbox.models import RUN_HELPER
from inbox.services import spawn_helpers


# Repeatable only until it has answered: then the same call starts, and pays for, another.
@tool("inbox:send", title="Hand reading to a helper", output=HelperOutput)
def spawn_helper(
    caller: Caller,
    stone: Annotated[str, Field(description="its hash")],
    task: Annotated[str, Field(description="what you want to know of it"), at_most(spawn_helpers.MAX_TASK)],
    answer_tokens: Annotated[
        int, Field(ge=spawn_helpers.ANSWER_TOKENS[0], le=spawn_helpers.ANSWER_TOKENS[-1])
    ] = spawn_helpers.DEFAULT_ANSWER_TOKENS,
) -> ToolAnswer:
    """Have a helper read all of a long stone for you. Its answer, quoting lines, comes to your inbox as a message."""
    job = spawn_helpers.spawn_helper(
        agent=caller.agent,
        border_hash=stone,
        task=task,
        answer_tokens=answer_tokens,
        only_delivered=not caller.may("stones:read"),
    )
    state = find_job(job, RUN_HELPER).state
    return ToolAnswer(
        f"Helper {job.pk} reads {job.border_hash} ({state}). Its answer comes to inbox(), from helper.",
        HelperOutput(helper=job.pk, border_hash=job.border_hash, state=state),
    )
