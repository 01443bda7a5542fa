"""Boards to which several agents post: the newest entry is the news, how to post is none."""

from stones.levels.document_parser import read_document
from stones.levels.entry_boards import find_board
from stones.levels.extract import write_extract
from stones.tests.levels.chat_doubles import count_tokens

BOARD = """# Shift board

> **Purpose**: Every agent must read this board before it starts.

## Rules

- Never edit the entries of others, add a new one
- `FIX` means that something was mended

## Entries

### 2026-03-05 BUILD — From: Builder → To: all
**Severity**: Info
**Message**: The release builds again on both systems.
**Action**: Somebody has to try the printer by hand.

### 2026-03-04 FIX — From: Mender → To: all
**Severity**: High
**Message**: The parser no longer loses the last row of a file.
**Action**: None, it is merged.
"""


def newest(text: str) -> str:
    parts = read_document(text).parts
    board = find_board(parts)
    assert board is not None
    return parts[board.newest.start - 1].plain


def test_the_newest_entry_is_told_and_not_how_to_post() -> None:
    texts = write_extract(BOARD, count_tokens=count_tokens, count=3).texts
    assert "2026-03-05 BUILD" in texts[0]
    assert "Message: The release builds again on both systems" in texts[1]
    assert "Action: Somebody has to try the printer by hand" in texts[1]
    for text in texts[:2]:
        assert "Never edit" not in text
        assert "Severity" not in text
        assert "before it starts" not in text


def test_the_newest_may_stand_at_the_bottom() -> None:
    head, _, entries = BOARD.partition("### ")
    first, _, second = entries.partition("\n### ")
    assert newest(BOARD).startswith("2026-03-05 BUILD")
    assert newest(f"{head}### {second}\n\n### {first}").startswith("2026-03-05 BUILD")


def test_of_one_day_the_board_says_where_the_newest_stands() -> None:
    same_day = BOARD.replace("2026-03-04", "2026-03-05")
    assert newest(same_day).startswith("2026-03-05 FIX")
    assert newest(
        same_day.replace("## Rules\n", "## Rules\n\n- The newest entry stands on top\n")
    ).startswith("2026-03-05 BUILD")


def test_dated_sections_without_fields_are_no_board() -> None:
    diary = "# Diary\n\n## 2026-03-05\nWe rowed to the island.\n\n## 2026-03-04\nWe mended the boat.\n"
    assert find_board(read_document(diary).parts) is None


def test_a_handoff_with_a_log_keeps_what_stands_above_it() -> None:
    text = (
        "# Importer handoff\n\n## Current state\nThe importer is broken on main; do not deploy it.\n\n"
        "## Session log\n\n### 2026-03-05\n**Did**: Wrote the tokenizer.\n**Next**: Port the messages.\n\n"
        "### 2026-03-04\n**Did**: Read the grammar.\n**Next**: Write the tokenizer.\n"
    )
    assert find_board(read_document(text).parts) is None
    assert "do not deploy it" in write_extract(text, count_tokens=count_tokens, count=3).texts[0]


def test_rules_of_the_matter_above_entries_are_told() -> None:
    text = BOARD.replace("## Rules\n", "## Rules\n\n- Never start pump 3 without water\n")
    parts = read_document(text).parts
    board = find_board(parts)
    assert board is not None
    assert [parts[at].plain for at in board.protocol if "pump" in parts[at].plain] == []
