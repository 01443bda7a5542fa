"""For an agent that asks over MCP: of the ways of doing something the tool call, without those of a shell."""

import json
import re
from dataclasses import replace

from quickstart.rendering.answer_content import AnswerEntry, AnswerSkill, QuickstartAnswer

_FENCED = re.compile(r"(^[ \t]*(?:```|~~~).*?^[ \t]*(?:```|~~~)[ \t]*$)", re.MULTILINE | re.DOTALL)
_TOOL_CALL = re.compile(
    r"(?:(?<=[.!?)] )|^)By MCP\b(?:`[^`\n]*`|[^`.\n]|\.(?![ \n]|\Z))*\.[ ]?", re.MULTILINE
)
_VERDICT = re.compile(r"(?:Yes|No)\b[^.!?]*[.!?](?=\s)\s*")
"""An opening that answers by itself."""
_COMMAND = re.compile(r"[ \t]*(?:```|~~~)\s*(?:bash|sh|shell|console|python)\b")
_LEAD_IN = re.compile(r"(?:(?<=\D[.!?] )|(?<=[.!?]\) )|^)(?:(?!\D[.!?]\)? )[^\n])*:\Z", re.MULTILINE)
"""The sentence that ends before a fence in a colon."""
_ASKS_FOR_COMMAND = re.compile(
    r"\b(?:curl|rest|https?|api|python|shell|bash|script|command|cli|terminal|code|programm?\w*)\b",
    re.IGNORECASE,
)
_OF_A_SHELL = re.compile(r"\bscript/|\bshell\b|\b[A-Z][A-Z_]{3,} holds\b")
"""A prerequisite of commands: a script of the product's, or a variable of the environment."""
COMMANDS_LEFT_OUT = "(Commands left out: ask with “by curl”.)"


def for_tools(answer: QuickstartAnswer) -> QuickstartAnswer:
    """The answer for whoever has the tools. What names a call goes without commands and what only they need, unless
    the question names such a way; and of a skill it is said which call loads it.
    """
    return replace(
        answer,
        entry=answer.entry
        and _entry_for_tools(answer.entry, keeps_commands=_ASKS_FOR_COMMAND.search(answer.query) is not None),
        skill=answer.skill and _skill_for_tools(answer.skill),
        related_skills=[replace(each, file=_load_call(each)) for each in answer.related_skills],
    )


def _entry_for_tools(entry: AnswerEntry, *, keeps_commands: bool) -> AnswerEntry:
    if not _TOOL_CALL.search(entry.answer):
        return entry
    ordered = tool_calls_first(entry.answer)
    if keeps_commands:
        return replace(entry, answer=ordered, command_notes="")
    return replace(entry, answer=_without_commands(ordered), command_notes="", verify_command="")


def _without_commands(answer: str) -> str:
    """The Markdown without its commands and what leads in to each; it says that there are some."""
    parts = _FENCED.split(answer)
    is_command = [_COMMAND.match(part) is not None for part in parts]
    if not any(is_command):
        return answer
    texts = [
        _LEAD_IN.sub("", part.rstrip()).rstrip() if any(is_command[at + 1 : at + 2]) else part
        for at, part in enumerate(parts)
        if not is_command[at]
    ]
    return re.sub(r"\n{3,}", "\n\n", "\n\n".join([*texts, COMMANDS_LEFT_OUT])).strip()


def _skill_for_tools(skill: AnswerSkill) -> AnswerSkill:
    description = tool_calls_first(skill.description)
    # The skill is not in what the reader has: the layout's "Loading skill" alone would let it believe so.
    shown = replace(skill, description=description, file=f"to load it: {_load_call(skill)}")
    if not _TOOL_CALL.search(description):
        return shown
    needed = [each for each in skill.prerequisites if not _OF_A_SHELL.search(each)]
    return replace(shown, quick_command="", prerequisites=needed)


def _load_call(skill: AnswerSkill) -> str:
    return f"get_skill(skill={json.dumps(skill.file, ensure_ascii=False)})"


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
