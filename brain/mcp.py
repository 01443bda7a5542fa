"""The brain's one tool: a question to the notes, or a search in them."""

from typing import Annotated, Literal

from pydantic import Field

from answering.models import AnswerState, WrittenAnswer
from answering.queries.find_answers import find_written_answer
from brain.answer_rendering import render_for_model
from brain.models import Interface, Mode
from brain.services.answer_question import AnsweredQuestion, BrainQuestion
from brain.services.collect_context import MAX_QUERY
from brain.services.find_notes import find_notes
from brain.services.request_brain_answer import BRAIN_ANSWER, answered_question_of, ask_or_request
from core.llm import count_tokens
from core.mcp.caller import Caller
from core.mcp.fenced_text import DEFAULT_TOKENS, fence, fit_to_budget, new_nonce
from core.mcp.tool import McpTool, tool
from core.mcp.tool_output import Support, ToolAnswer, Untrusted, Wait

SENDER = "notes"
MAX_FOUND = 10
WAIT_SECONDS = 20
"""For a model's answer: clients give a call up after a minute or less."""
POLL_SECONDS = 2
_SUPPORT_LINES = {
    "sources": "Supported by sources",
    "nearest": "Perhaps no answer: the nearest there is",
    "none": "Not supported by sources",
}
_CUT = "Cut: {tokens:,} tokens more. Raise max_tokens."
_JOIN_TOKENS = 5
"""Joined texts may cost a little more than one by one."""
_MIN_TOKENS = 20


class BrainOutput(Untrusted):
    support: Support | None = None
    """None while it is being written."""
    mode: str
    text: str
    cut_tokens: int | None = None
    answer: str | None = None


# Not `reads_only`: a question is a turn of its conversation, and may cost the account a model's tokens.
@tool("brain:ask", title="Ask the notes", output=BrainOutput, reaches_out=True, waits=True)
def ask_brain(
    caller: Caller,
    query: Annotated[
        str, Field(max_length=MAX_QUERY, description="a question; #tag looks only at notes with it")
    ] = "",
    mode: Annotated[Literal["answer", "notes"], Field(description="notes: only find them")] = "answer",
    conversation: Annotated[
        str, Field(max_length=100, description="name of the one it belongs to; yours")
    ] = "",
    use_external: Annotated[
        bool | None, Field(description="send the question outside (Wikipedia) where notes do not cover it")
    ] = None,
    max_tokens: Annotated[int, Field(ge=200, le=8_000)] = DEFAULT_TOKENS,
    answer: Annotated[str, Field(description="id of one still being written, to get it")] = "",
) -> ToolAnswer:
    """Answer from the account's notes and profile, with checked citations, or say that they do not hold it."""
    if mode == "notes":
        return _search_notes(caller, query, max_tokens)
    if answer:
        written = find_written_answer(
            account=caller.account, requester=_requester(caller), answer_id=answer, kinds=(BRAIN_ANSWER,)
        )
        return _written(written, max_tokens)
    answered = ask_or_request(
        caller.account,
        BrainQuestion(
            query,
            conversation=conversation or caller.agent.name,
            interface=Interface.MCP,
            use_external=use_external,
            asked_by=caller.reader,
        ),
        requester=_requester(caller),
        # A call that was cancelled or torn off has left one: nothing else names its id.
        resumes=True,
    )
    if isinstance(answered, WrittenAnswer):
        return _written(answered, max_tokens)
    return _answered(answered, max_tokens)


def _requester(caller: Caller) -> str:
    """As over REST: an answer that was asked for there can be fetched here."""
    return str(caller.agent.pk)


def _written(answer: WrittenAnswer, max_tokens: int) -> ToolAnswer:
    """One that a model writes. Raises the error that it ended with."""
    if answer.is_open:
        again = {"answer": answer.pk, "max_tokens": max_tokens}
        data = BrainOutput(mode=Mode.MODEL, text="", answer=answer.pk)
        text = f'The model is still writing. Get it in some seconds: ask_brain(answer="{answer.pk}").'
        return ToolAnswer(text, data, Wait(answer.topic, WAIT_SECONDS, again, POLL_SECONDS))
    if answer.state != AnswerState.DONE:
        raise BRAIN_ANSWER.error_of(answer)
    return _answered(answered_question_of(answer), max_tokens)


def _answered(answered: AnsweredQuestion, max_tokens: int) -> ToolAnswer:
    support = _support(answered)
    head = f"{_SUPPORT_LINES[support]}; {answered.mode.value}."
    head = " ".join([head, *answered.trace.external_notices()])
    text = render_for_model(answered.response, unsupported=answered.trace.unsupported)
    data = BrainOutput(support=support, mode=answered.mode.value, text="")
    return _fenced(head, text, data, max_tokens)


def _support(answered: AnsweredQuestion) -> Support:
    if answered.turn.is_sure:
        return "sources"
    return "nearest" if answered.response.metadata.has_sources else "none"


def _search_notes(caller: Caller, query: str, max_tokens: int) -> ToolAnswer:
    found = find_notes(account=caller.account, query=query, limit=MAX_FOUND)
    data = BrainOutput(support="nearest" if found else "none", mode="notes", text="")
    if not found:
        return ToolAnswer("No note matches.", data)
    lines = [
        f"[{at}] {each.note.title} ({each.note.pk}{', demo' * each.note.is_demo}): {' '.join(each.excerpt.split())}"
        for at, each in enumerate(found, 1)
    ]
    head = "1 note, nearest first." if len(found) == 1 else f"{len(found)} notes, nearest first."
    return _fenced(head, "\n".join(lines), data, max_tokens)


def _fenced(head: str, text: str, data: BrainOutput, max_tokens: int) -> ToolAnswer:
    """Our own words, what was written by others between marks, and whether something is missing."""
    nonce = new_nonce()
    frame = count_tokens(f"{head}\n{fence('', sender=SENDER, nonce=nonce)}\n{_CUT.format(tokens=10_000)}")
    part = fit_to_budget(text, max(max_tokens - frame - _JOIN_TOKENS, _MIN_TOKENS))
    output = f"{head}\n{fence(part.text, sender=SENDER, nonce=nonce)}"
    if part.rest is not None:
        output = f"{output}\n{_CUT.format(tokens=part.rest_tokens)}"
    cut = None if part.rest is None else part.rest_tokens
    return ToolAnswer(output, data.model_copy(update={"text": part.text, "cut_tokens": cut}))


TOOLS: tuple[McpTool, ...] = (ask_brain,)
