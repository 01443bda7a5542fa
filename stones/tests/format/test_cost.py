"""Cost: linear in the text, and a header's cost does not depend on what follows it.

Counted, not timed: the steps that the interpreter takes in our code do not depend on how busy a machine is.
What runs inside C (find, split, strip, one pass each; regular expressions) takes one step however long it is: one
long line and the judgements by regular expressions are shown to come through.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import stones.format
from stones.format import (
    CHANNELS,
    COMPLEXITIES,
    complexity,
    detect_channel,
    fortune,
    parse,
    parse_all,
    read_header,
)
from stones.format.escaping import escape, unescape
from stones.format.parsed_stone import MAX_HEADER_CHARACTERS

OURS_IN = str(Path(stones.format.__file__).parent)
HEAD = "§QASTONE§\nborder_hash: 3e23e816\nglow_channel: task\nlod_count: 1\n{}─\nLOD-0: "
OURS = HEAD.format("esc: 1\n")
FOREIGN = HEAD.format("")
END = "\n§/QASTONE§\n"
REPEATED = [
    "x\n",
    "─\n",
    "\\─\n",
    "LOD-0: x\n",
    "LOD-x\n",
    "§/QASTONE§\n",
    "\n",
    " \n",
    "\\",
    " ",
    "x",
    "\r",
    "\r\n",
]


def steps(function: Callable[[], object]) -> int:
    """Lines of our own code that a call runs through, whatever else runs meanwhile (a garbage collector's hook)."""
    count = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        if not frame.f_code.co_filename.startswith(OURS_IN):
            return None
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        function()
    except ValueError:
        pass
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("repeated", REPEATED, ids=repr)
@pytest.mark.parametrize("head", [OURS, FOREIGN, ""], ids=["ours", "foreign", "no header"])
@pytest.mark.parametrize("read", [parse, parse_all], ids=["parse", "parse_all"])
def test_reading_takes_steps_in_proportion(read: Callable[[str], object], head: str, repeated: str) -> None:
    short = steps(lambda: read(head + repeated * 200 + END))
    long = steps(lambda: read(head + repeated * 800 + END))
    assert long <= 4 * short + 50


def test_many_stones_take_steps_in_proportion() -> None:
    stone = OURS + "b" + END
    assert steps(lambda: parse_all(stone * 40)) <= 4 * steps(lambda: parse_all(stone * 10)) + 50


def test_many_unclosed_stones_take_steps_in_proportion() -> None:
    stone = OURS + "b\n"
    assert steps(lambda: parse_all(stone * 40)) <= 4 * steps(lambda: parse_all(stone * 10)) + 50


@pytest.mark.parametrize(
    "content", ["x" * 2_000, "x" * 5_000_000, "x\n" * 2_500_000], ids=["2kB", "5MB", "lines"]
)
def test_a_header_takes_the_same_steps(content: str) -> None:
    assert steps(lambda: read_header(OURS + content + END)) == steps(lambda: read_header(OURS + "b" + END))


def test_a_header_is_read_from_the_first_characters_only() -> None:
    class Watched(str):
        """A text that tells how much of it was looked at."""

        __slots__ = ("seen",)

        def __getitem__(self, key: Any) -> str:
            self.seen = key
            return str(self)[key]

    text = Watched(OURS + "x" * 50_000 + END)
    assert read_header(text).border_hash == "3e23e816"
    assert text.seen == slice(None, MAX_HEADER_CHARACTERS)


LINES = ["│ ", "| ", '"a', "a.b", "1,", "1 ", "- [ ] ", "# ", "`", "can you ", "> ", "[[", "hi, "]


@pytest.mark.parametrize("repeated", [*LINES, *REPEATED], ids=repr)
def test_judging_takes_a_text_of_any_shape(repeated: str) -> None:
    """Many of one thing in 20,000 characters: an expression that backtracks without end would never come back."""
    text = (repeated * 20_000)[:20_000]
    channel = detect_channel(text)
    assert channel in CHANNELS
    assert complexity(text) in COMPLEXITIES
    assert fortune(text, channel).startswith(f"{channel}:")


@pytest.mark.parametrize("line", [" ", "\\", "─", "x", "LOD-", "§", "\u3000─"], ids=repr)
def test_one_long_line_is_read_back(line: str) -> None:
    content = (line * 1_000_000)[:1_000_000]
    assert unescape(escape(content)) == content
    assert parse(OURS + content + END).levels == (content,)
