"""Python and JavaScript read, write and refuse the same: property tests over a pipe to node."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.llm.token_estimate import estimate_tokens
from stones.format import (
    FormatError,
    FoundStone,
    ParsedStone,
    TaskContext,
    assess,
    dump,
    parse,
    parse_all,
    read_fortune,
    read_header,
    truncate,
)
from stones.tests.format.strategies import ANYTHING, stones

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="needs node: the reader in JavaScript")

# The pipe is the same for every example; no question changes how the next one is answered.
SHARED = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
FORTUNES = st.lists(
    st.sampled_from(["task", "data", "x", "simple", "complex", " medium ", ""]), max_size=5
).map(":".join)


class Node:
    """Asks stones/tests/js/exchange.mjs."""

    def __init__(self) -> None:
        script = Path(__file__).parent / "js" / "exchange.mjs"
        self.process = subprocess.Popen(
            ["node", str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def ask(self, what: str, **question: Any) -> Any:
        """The value; a fault raises the error that it is."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"ask": what, **question}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, f"node ended on {question!r}"
        answer = json.loads(line)
        if "fault" in answer:
            line_number, column, reason = answer["fault"]
            raise FormatError(line_number, reason, column)
        return answer["value"]


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    asked = Node()
    yield asked
    asked.process.communicate(timeout=10)


def plain(stone: ParsedStone) -> Any:
    """A stone as JSON has it, warnings included."""
    return json.loads(
        json.dumps(
            {
                "header": asdict(stone.header),
                "levels": stone.levels,
                "warnings": [notice._asdict() for notice in stone.warnings],
            }
        )
    )


def outcome(action: Any) -> Any:
    """The value, or what the format error says."""
    try:
        return action()
    except FormatError as error:
        return error.line, error.column, error.reason


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A stone with something taken out and something put in."""
    written = dump(draw(stones()))
    start = draw(st.integers(0, len(written)))
    end = draw(st.integers(start, min(start + 60, len(written))))
    text = written[:start] + draw(st.just("") | ANYTHING) + written[end:]
    return text.replace("esc: 1\n", draw(st.sampled_from(["esc: 1\n", "", "esc: 2\n"])), 1)


@SHARED
@given(stone=stones())
def test_what_python_writes_javascript_reads(node: Node, stone: ParsedStone) -> None:
    assert node.ask("parse", text=dump(stone)) == plain(stone)


@SHARED
@given(stone=stones())
def test_what_javascript_writes_python_reads(node: Node, stone: ParsedStone) -> None:
    written = node.ask("dump", stone=plain(stone))
    assert parse(written) == stone
    assert written == dump(stone)


@SHARED
@given(stone=stones(), max_lod=st.integers(0, 4))
def test_a_truncated_copy_is_written_the_same(node: Node, stone: ParsedStone, max_lod: int) -> None:
    written = dump(truncate(stone, max_lod))
    assert node.ask("rewrite", text=written) == written


@SHARED
@given(text=ANYTHING | damaged())
def test_both_read_and_refuse_the_same(node: Node, text: str) -> None:
    expected = outcome(lambda: plain(parse(text)))
    assert outcome(lambda: node.ask("parse", text=text)) == expected


@SHARED
@given(text=ANYTHING | damaged() | st.lists(ANYTHING | damaged(), max_size=4).map("\n".join))
def test_both_find_the_same_in_a_paste(node: Node, text: str) -> None:
    def found() -> list[Any]:
        return [_found(part) for part in parse_all(text).parts]

    assert outcome(lambda: node.ask("scan", text=text)) == outcome(found)


def _found(part: FoundStone | str) -> Any:
    if isinstance(part, str):
        return part
    seen = plain(part.stone)
    border_hash = part.stone.header.border_hash
    return [border_hash, seen["levels"], seen["warnings"], part.start_line, part.end_line, part.is_closed]


@SHARED
@given(text=damaged())
def test_what_one_can_write_back_the_other_can(node: Node, text: str) -> None:
    assert outcome(lambda: node.ask("rewrite", text=text)) == outcome(lambda: dump(parse(text)))


@SHARED
@given(stone=stones(), fortune=FORTUNES, full=st.booleans(), quick=st.booleans())
def test_both_judge_the_same(node: Node, stone: ParsedStone, fortune: str, full: bool, quick: bool) -> None:
    fields = asdict(stone.header) | {"fortune": fortune or "x"}
    header = read_header(
        dump(stone).replace(f"fortune: {stone.header.fortune}\n", f"fortune: {fields['fortune']}\n")
    )
    judged = node.ask("assess", header=fields, context={"needsFullContext": full, "quick": quick})
    expected = assess(header, TaskContext(full, quick))
    assert judged == {
        "level": expected.level,
        "reason": expected.reason,
        "spawnHelper": expected.spawn_helper,
    }
    assert node.ask("fortune", text=fortune) == asdict(read_fortune(fortune))


def test_both_estimate_the_same_price(node: Node) -> None:
    root = Path(__file__).parents[2]
    texts = [path.read_text(encoding="utf-8") for path in sorted(root.glob("docs/**/*.md"))]
    texts += [
        "",
        "a",
        " ",
        "Ка́к дела? — 你好, ภาษาไทย ①②½ ٣٤٥ 𝒳 a🎉🎉!!🎉\u00a0 x",
        "x" * 900,
        "─" * 900,
        "\n\n",
    ]
    assert len(texts) > 8
    assert [node.ask("estimate", text=text) for text in texts] == [estimate_tokens(text) for text in texts]
