"""An agent that asks over MCP reads the tool call before the other ways."""

from dataclasses import replace

import pytest

from quickstart.rendering import for_tools, tool_calls_first
from quickstart.tests.rendering.example_answers import ENTRY
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
