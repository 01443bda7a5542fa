"""One line a message, at most 60 tokens, whatever the message holds."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.llm import count_tokens
from core.text.cut_to_tokens import ELLIPSIS, cut_to_tokens
from core.text.one_line import one_line
from inbox.models import Message
from inbox.rendering.inbox_lines import (
    ROW_TOKENS,
    InboxLine,
    delivery_line,
    omissions_text,
    render_line,
)
from inbox.tests.factories import deliver, new_agent
from stones.tests.factories import new_account

NASTY = [
    "🏳️‍🌈",
    "日本語",
    "\u202e",
    "\n",
    "\x00",
    "﷽",
    "a",
    " ",
    '"',
    "ᚠ",
    "\U000e0041",
    "́",
    "\u200b",
    "=",
    "\x1b[2J",
]
TEXT = st.one_of(
    st.text(max_size=300),
    st.lists(st.sampled_from(NASTY), max_size=300).map("".join),
    st.builds(lambda part, many: part * many, st.sampled_from(NASTY), st.integers(0, 3000)),
)
ROWS = st.builds(
    InboxLine,
    sequence=st.integers(1, 2**63 - 1),
    # Never empty, whatever its characters: the names of agents and accounts are not.
    sender=TEXT.map(lambda text: f"k{text[:214]}"),
    scan=TEXT,
    lod_tokens=st.lists(st.integers(0, 2**31), min_size=1, max_size=4),
    subject=TEXT.map(lambda text: text[:200]),
    priority=st.sampled_from(["low", "normal", "high", "urgent"]),
    needs_answer=st.booleans(),
)


@pytest.mark.parametrize(
    ("scan", "shown"),
    [
        ("Deploy 1.4 now. (sender +95/480)", "Deploy 1.4 now. [sender +95/480]"),
        ("Deploy 1.4 now. (+95)\u200b", "Deploy 1.4 now. [+95]"),
        ("Deploy 1.4 now. (changed sender +95/480).", "Deploy 1.4 now. [changed sender +95/480]."),
        ("Deploy (sender +1) now.", "Deploy (sender +1) now."),
        ("It grew by a tenth (2026: +10 %)", "It grew by a tenth (2026: +10 %)"),
    ],
)
def test_no_text_passes_for_the_end_of_its_row(scan: str, shown: str) -> None:
    assert render_line(InboxLine(87, "alma", scan, [14])).replace("\u200b", "") == f"#87 alma: {shown}"


@pytest.mark.parametrize(
    ("row", "line"),
    [
        (InboxLine(1, "koda", "Ship it.", [3]), "#1 koda: Ship it."),
        (
            InboxLine(12, "koda@ann", "Ship it.", [3, 95, 480], "Release", "urgent", True),
            '#12 koda@ann !urgent? "Release": Ship it. (+95/480)',
        ),
        (InboxLine(2, "koda", "Ship it.", [3], needs_answer=True), "#2 koda ?: Ship it."),
        # What stands here is not all of LOD-0.
        (InboxLine(3, "koda", "Ship it.", [52], priority="low"), "#3 koda !low: Ship it. (+52)"),
        (InboxLine(4, "koda", "Ship it…", [40, 90]), "#4 koda: Ship it… (+40/90)"),
        (InboxLine(None, "koda", "Ship\r\nit.", [3]), "#-  koda: Ship it.".replace("  ", " ")),
    ],
)
def test_a_row(row: InboxLine, line: str) -> None:
    assert render_line(row) == line


@given(ROWS)
def test_never_more_than_60_tokens_nor_more_than_a_line(row: InboxLine) -> None:
    line = render_line(row)
    assert count_tokens(line) <= ROW_TOKENS
    assert line.startswith(f"#{row.sequence} ")
    assert line.splitlines() == [line]
    assert not [char for char in line if unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp")]
    assert "\u202e" not in line
    assert "\U000e0041" not in line


def test_the_scan_gives_way_before_the_subject() -> None:
    subject = " ".join(f"subject{n}" for n in range(8))
    line = render_line(InboxLine(7, "koda", "word " * 40, [40, 95], subject))
    assert f'"{subject}": word word' in line
    assert line.endswith(f"word{ELLIPSIS} (+40/95)")
    assert 55 <= count_tokens(line) <= ROW_TOKENS


def test_then_the_subject_then_the_sender() -> None:
    line = render_line(InboxLine(7, "koda", "Ship it.", [3], "日本" * 100))
    assert line.startswith('#7 koda "日本')
    assert line.endswith(f'{ELLIPSIS}": (+3)')
    assert render_line(InboxLine(7, "ᚠ" * 200, "Ship it.", [3], "Hi")).startswith("#7 ᚠᚠ")


@given(TEXT, st.integers(1, 60))
def test_shortened(text: str, most: int) -> None:
    cut = cut_to_tokens(text, most, count_tokens)
    assert count_tokens(cut) <= most
    assert cut in ("", text) or (cut.endswith(ELLIPSIS) and text.startswith(cut[: -len(ELLIPSIS)]))


@given(TEXT)
def test_one_line_is_settled(text: str) -> None:
    assert one_line(one_line(text)) == one_line(text)


@pytest.mark.django_db
def test_of_a_delivery() -> None:
    koda, prax = new_agent(new_account("ann"), "koda"), new_agent(new_account("bob"), "prax")
    own = deliver(koda, "Ship it.", sender=koda, subject="Release", needs_answer=True)
    assert delivery_line(own) == '#1 koda ?"Release": Ship it.'.replace('?"', '? "')
    own.message = Message.objects.get()
    own.account_id = prax.account_id
    assert delivery_line(own).startswith("#1 koda@ann ")


def test_what_was_left_out() -> None:
    levels = [{"level": 2, "name": "Deep", "tokens": 640}, {"level": 3, "name": "Source", "tokens": 5200}]
    assert omissions_text({}, 0) == ""
    assert omissions_text({"levels": levels, "tokens": 5840, "headings": []}, 3) == (
        "Left out: LOD-2 Deep (640 tokens), LOD-3 Source (5,200 tokens)."
    )
    assert omissions_text(
        {"levels": levels[1:], "tokens": 5200, "headings": ["State", "Next\nsteps"]}, 3
    ) == ("Left out: LOD-3 Source (5,200 tokens); sections of the source: State; Next steps.")
    assert omissions_text({"levels": levels[:1]}, 2) == "Left out: LOD-2 Deep (the source, 640 tokens)."
