"""What stands behind a rule at the end of a text, and a last line in bold behind a list, closes no section."""

import pytest

from stones.levels import write_extract
from stones.levels.document_parser import read_document
from stones.tests.levels.chat_doubles import count_tokens

BODY = """# The lamps of hall 2

## What was done

All 40 lamps of hall 2 were changed in May.

## Next steps

- Order 12 lamps for hall 3.
- Sell the old lamps at the fair.
"""
LAST = "The lamps of hall 2 now burn all night."


def _trail(text: str, words: str) -> tuple[str, ...]:
    return next(part.trail for part in read_document(text).parts if words in part.plain)


@pytest.mark.parametrize(
    "end", [f"\n**{LAST}** 🔥\n", f"\n---\n\n{LAST}\n", f"\n---\n{LAST}\n", f"\n***\n\n{LAST}\n"]
)
def test_it_stands_below_the_title_alone(end: str) -> None:
    text = BODY + end
    assert _trail(text, "burn all night") == ("The lamps of hall 2",)
    scan, detail = write_extract(text, count_tokens=count_tokens, count=3).texts
    assert "Next steps" not in detail.partition("burn all night")[0].rpartition(". ")[2]
    assert "burn all night" not in scan.partition("Next steps")[2]


@pytest.mark.parametrize(
    "end",
    [
        f"\n{LAST}\n",
        f"\n**{LAST}** Ida saw it.\n",
        "\n---\n\n" + "\n\n".join(f"The lamp {number} burns all night." for number in range(5)),
        f"\n---\n\n{LAST}\n\n## Thanks\n\nTo Ida, who held the ladder.\n",
    ],
)
def test_other_paragraphs_stay_in_their_section(end: str) -> None:
    assert _trail(BODY + end, "all night") == ("The lamps of hall 2", "Next steps")


def test_where_no_heading_is_above_all_others_it_stands_below_none() -> None:
    assert _trail(BODY.replace("# The", "## The") + f"\n---\n\n{LAST}\n", "all night") == ()


def test_a_rule_is_no_word_of_the_line_below_it() -> None:
    parts = read_document(f"{BODY}\n---\n*Last updated: 3 May*\n").parts
    assert parts[-1].plain == "Last updated: 3 May"
