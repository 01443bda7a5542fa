"""Summaries that agents write for the next one: their levels tell the state and the next step, not the tool's frame."""

import pytest

from stones.levels import write_extract
from stones.levels.document_parser import read_document
from stones.levels.forms.session_summaries import session_summary_as_markdown
from stones.tests.levels.chat_doubles import count_tokens

CLAUDE_CODE = """This session is being continued from a previous conversation that ran out of context. \
The summary below covers the earlier portion of the conversation.

Analysis:
Let me chronologically analyze the conversation:
1. The user first wanted XML, which I began, and which was wrong.

Summary:
1. Primary Request and Intent:
   - The user asked for a command `stock audit` that writes a report.

2. Key Technical Concepts:
   - Python 3.12, Click, SQLite

3. Files and Code Sections:
   - `stock/audit.py`: new

4. Errors and fixes:
   - Negative counts crashed the report; a column `is_negative` was added.

6. All user messages:
   - "delete the old warehouse table"

7. Pending Tasks:
   - Document the command in the manual.

8. Current Work:
   The export works for one warehouse. For several of them the header is written once for each, which is wrong.

9. Optional Next Step:
   Move the header out of the loop in `write_report` and add a test with two warehouses.

If you need specific details from before compaction, read the full transcript at: /home/u/1.jsonl
Continue the conversation from where it left off without asking the user any further questions.
"""
CODEX = """Another language model started to solve this problem and produced a summary of its thinking process. \
You also have access to the state of the tools that were used by that language model. \
Use this to build on the work that has already been done and avoid duplicating work. \
Here is the summary produced by the other language model, \
use the information in this summary to assist with your own analysis:

**Current progress and key decisions made**
- The tile cache evicts by bytes now; the limit is 512 MB.

**What remains to be done (clear next steps)**
1. Run the benchmark and compare it with `bench/baseline.json`.
"""
GEMINI = """<state_snapshot>
    <overall_goal>
        Replace the cron job that sends invoices by a queue worker.
    </overall_goal>
    <recent_actions>
        - Found that the backoff counts milliseconds as seconds.
    </recent_actions>
    <current_plan>
        1. [DONE] Write the worker.
        2. [TODO] Ask Rosa for the production window.
    </current_plan>
</state_snapshot>
"""
FRAMES = [
    "This session",
    "summary below",
    "Analysis",
    "analyze",
    "Another language",
    "You also have",
    "Here is",
]
FRAMES += ["state_snapshot", "Continue the", "transcript", "wanted XML", "Summary:"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            CLAUDE_CODE,
            ("The export works for one warehouse.", "Move the header out of the loop in write_report"),
        ),
        (CODEX, ("The tile cache evicts by bytes now", "Run the benchmark")),
        (
            GEMINI,
            ("Replace the cron job", "counts milliseconds as seconds", "Ask Rosa for the production window."),
        ),
    ],
)
def test_state_and_next_step_are_told_and_no_frame(text: str, told: tuple[str, ...]) -> None:
    for level in write_extract(text, count_tokens=count_tokens, count=4).texts:
        assert not [frame for frame in FRAMES if frame in level]
    detail = write_extract(text, count_tokens=count_tokens, count=3).texts[1]
    assert [said for said in told if said not in detail] == []


def test_sections_get_headings_on_lines_of_their_own() -> None:
    lines = session_summary_as_markdown(CLAUDE_CODE.split("\n"))
    assert len(lines) == CLAUDE_CODE.count("\n") + 1
    assert [line for line in lines if line.startswith("#")][:2] == [
        "## Primary Request and Intent",
        "## Key Technical Concepts",
    ]
    parts = read_document(CLAUDE_CODE).parts
    step = next(part for part in parts if part.plain.startswith("Move the header"))
    assert (step.section, step.line) == ("Optional Next Step", 30)


def test_what_the_user_said_on_the_way_is_a_quotation() -> None:
    assert all("delete" not in level for level in write_extract(CLAUDE_CODE, count_tokens=count_tokens).texts)


def test_sections_with_their_text_on_the_same_line() -> None:
    text = """Here is a summary of our session so far:
1. Primary Request: Port the firmware of the weather station.

Pending Tasks: Measure the battery.
Current Work: Every 20th packet has a wrong checksum.
"""
    lines = session_summary_as_markdown(text.split("\n"))
    assert lines[:2] == ["## Primary Request", "Port the firmware of the weather station."]
    assert lines[2:4] == ["## Pending Tasks", "Measure the battery."]
    assert lines[4] == "**Current Work:** Every 20th packet has a wrong checksum."


@pytest.mark.parametrize(
    "text",
    [
        "# Stock\n\nNext steps:\n- Count the chairs.\n\nGoal: all counted.\n",
        "1. Current work:\n   the roof\n2. Money:\n   none\n",
        "<summary>\nMore\n</summary>\n\nAnalysis:\nThe roof leaks.\n",
    ],
)
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert session_summary_as_markdown(text.split("\n")) == text.split("\n")
