"""For an agent that asks over MCP: of the ways of doing something the tool call comes first."""

import re
from dataclasses import replace

from quickstart.rendering.answer_content import AnswerEntry, AnswerSkill, QuickstartAnswer

_FENCED = re.compile(r"(^[ \t]*(?:```|~~~).*?^[ \t]*(?:```|~~~)[ \t]*$)", re.MULTILINE | re.DOTALL)
_TOOL_CALL = re.compile(
    r"(?:(?<=[.!?)] )|^)By MCP\b(?:`[^`\n]*`|[^`.\n]|\.(?![ \n]|\Z))*\.[ ]?", re.MULTILINE
)
_VERDICT = re.compile(r"(?:Yes|No)\b[^.!?]*[.!?](?=\s)\s*")
"""An opening that answers by itself."""


def for_tools(answer: QuickstartAnswer) -> QuickstartAnswer:
    """The answer for whoever has the tools: what names a call goes without what only commands for a shell need."""
    return replace(
        answer,
        entry=answer.entry and _entry_for_tools(answer.entry),
        skill=answer.skill and _skill_for_tools(answer.skill),
    )


def _entry_for_tools(entry: AnswerEntry) -> AnswerEntry:
    has_call = _TOOL_CALL.search(entry.answer) is not None
    notes = "" if has_call else entry.command_notes
    return replace(entry, answer=tool_calls_first(entry.answer), command_notes=notes)


def _skill_for_tools(skill: AnswerSkill) -> AnswerSkill:
    description = tool_calls_first(skill.description)
    has_call = _TOOL_CALL.search(description) is not None
    return replace(skill, description=description, quick_command="" if has_call else skill.quick_command)


def tool_calls_first(answer: str) -> str:
    """The Markdown with its sentences that begin with "By MCP" first, behind a yes or no; as it is without any."""
    # Fences are every second part.
    parts = _FENCED.split(answer)
    calls = [found.strip() for part in parts[::2] for found in _TOOL_CALL.findall(part)]
    if not calls:
        return answer
    parts[::2] = [_TOOL_CALL.sub("", part) for part in parts[::2]]
    rest = "".join(parts).strip()
    verdict = _VERDICT.match(rest)
    opening = verdict[0] if verdict else ""
    paragraphs = [f"{opening}{' '.join(calls)}", rest[len(opening) :]]
    return re.sub(r"\n{3,}", "\n\n", "\n\n".join(filter(None, paragraphs)))
