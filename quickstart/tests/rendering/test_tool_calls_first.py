"""An agent that asks over MCP reads the tool call before the other ways."""

from dataclasses import replace

import pytest

from quickstart.kinds import Intent
from quickstart.rendering import for_tools, to_markdown, tool_calls_first
from quickstart.rendering.answer_content import AnswerEntry
from quickstart.rendering.tool_calls_first import COMMANDS_LEFT_OUT
from quickstart.tests.rendering.example_answers import ENTRY, RESIZING, SKILL
from quickstart.tests.rendering.example_answers import answer as make_answer

CURL = '```bash\ncurl "$URL/x" # By MCP: never.\n```'


@pytest.mark.parametrize(
    ("answer", "rendered"),
    [
        ("By page: *Inbox*. By REST:\n\n" + CURL, "By page: *Inbox*. By REST:\n\n" + CURL),
        (
            f'By page: *Inbox*. By REST:\n\n{CURL}\n\nOne. By MCP: `inbox()`, then `read(message="1. a")`. Ask.',
            f'By MCP: `inbox()`, then `read(message="1. a")`.\n\nBy page: *Inbox*. By REST:\n\n{CURL}\n\nOne. Ask.',
        ),
        (f"{CURL}\n\nBy MCP `f(x=0.5)`.", f"By MCP `f(x=0.5)`.\n\n{CURL}"),
        ("By MCP: `f()`. By page: *F*. By MCP: `g()`.", "By MCP: `f()`. By MCP: `g()`.\n\nBy page: *F*."),
        (
            "No: nothing is lost. It is kept. By MCP: `f()`.",
            "No: nothing is lost. By MCP: `f()`.\n\nIt is kept.",
        ),
        (
            "It goes by MCP, too. Notes stay. Go By MCP alone.",
            "It goes by MCP, too. Notes stay. Go By MCP alone.",
        ),
        ("By MCP: `f()`.", "By MCP: `f()`."),
    ],
)
def test_what_begins_with_by_mcp_comes_first(answer: str, rendered: str) -> None:
    assert tool_calls_first(answer) == rendered


def test_a_long_answer_takes_no_long_time() -> None:
    text = "By MCP `a " * 20_000
    assert tool_calls_first(text) == text


@pytest.mark.parametrize(("text", "notes"), [("By MCP: `inbox()`.", ""), ("By REST only.", "`X`: a key.")])
def test_who_has_the_tool_needs_no_word_on_the_shell(text: str, notes: str) -> None:
    entry = replace(ENTRY, answer=text, command_notes="`X`: a key.")
    shown = for_tools(make_answer(entry=entry)).entry
    assert shown is not None
    assert shown.command_notes == notes


CALLED = "By MCP: `inbox()`."
WAYS = (
    f"{CALLED} By page (key `i`): *Inbox*. By REST:\n\n{CURL}\n\nor so:\n\n```python\nask()\n```\n\nIt stays."
)


def entry_for_tools(text: str, query: str = "how do I look into it") -> AnswerEntry:
    shown = for_tools(make_answer(query=query, entry=replace(ENTRY, answer=text))).entry
    assert shown is not None
    return shown


def test_commands_are_left_out_where_there_is_a_call() -> None:
    shown = entry_for_tools(WAYS)
    page = "By page (key `i`): *Inbox*."
    assert shown.answer == f"{CALLED}\n\n{page}\n\nIt stays.\n\n{COMMANDS_LEFT_OUT}"
    assert not shown.verify_command


@pytest.mark.parametrize("way", ["by curl", "in Python", "over the REST API"])
def test_who_asks_for_commands_gets_them(way: str) -> None:
    shown = entry_for_tools(WAYS, f"how do I look into it {way}")
    assert shown.answer == tool_calls_first(WAYS)
    assert shown.verify_command == ENTRY.verify_command


@pytest.mark.parametrize(
    "text", ["Use it:\n\n```bash\nls\n```", f"{CALLED}\n\nIt answers:\n\n```json\n{{}}\n```"]
)
def test_commands_without_a_call_stay_and_so_do_other_blocks(text: str) -> None:
    assert entry_for_tools(text).answer == text


def test_of_a_skill_the_call_that_loads_it_is_named() -> None:
    needed = ("A jar is open.", "GLASS_JAR holds its number.", "The site runs: script/server.")
    skill = replace(SKILL, description=CALLED, prerequisites=needed)
    text = to_markdown(for_tools(make_answer(Intent.HYBRID, skill=skill, related_skills=(RESIZING,))))
    assert 'Following skill workflow... (to load it: get_skill(skill="skill_cropping.md"))' in text
    assert "A jar is open." in text
    assert "GLASS_JAR" not in text
    assert "script/server" not in text
    related = to_markdown(for_tools(make_answer(related_skills=(RESIZING,))))
    assert '- Skill: get_skill(skill="skill_resizing.md")' in related
    # What has no call may be done in a shell alone.
    bare = for_tools(make_answer(Intent.HYBRID, skill=replace(skill, description="Crop."))).skill
    assert bare is not None
    assert bare.prerequisites == needed
