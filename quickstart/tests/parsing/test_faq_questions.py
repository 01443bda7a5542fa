"""Which words of a FAQ are its questions; no text of a file takes long."""

from contextlib import suppress
from time import process_time

import pytest

from core.text.limited_markdown import WorkLimitExceeded
from core.text.tests.machine_speed import MEGABYTE, is_within
from quickstart.parsing.faq_file import read_faq
from quickstart.parsing.faq_questions import asked_paragraph, plain_title, without_answer_mark

LONG = MEGABYTE // 2
SECONDS = 6.0 * MEGABYTE / 1_000_000


@pytest.mark.parametrize(
    "start",
    [
        "Q",
        "**Q",
        "**Q:",
        "Q1",
        "1. ",
        "**",
        "**a",
        "**A",
        "A",
        "**A 1",
        "Q: a",
        "Q: a\n**",
        "Q: a\nA",
        ": ",
        ": ```",
    ],
)
@pytest.mark.parametrize(
    "run", [" ", "\t", "\n", "\v\n", "1", "1 ", "*", "?", "\nA ", "\n** A ", "`", "\n```", "\n: ~~~\n"]
)
def test_a_long_run_is_read_once(start: str, run: str) -> None:
    text = start + run * (LONG // len(run)) + "x"
    began = process_time()
    with suppress(WorkLimitExceeded):
        asked_paragraph(text, forms=["1."])
    without_answer_mark(text)
    assert is_within(process_time() - began, SECONDS)


@pytest.mark.parametrize("text", ["Q{}x", "## a?\n**A{}", "## a?\n**A{}x"])
def test_a_file_with_a_long_run_is_read_in_time(text: str) -> None:
    began = process_time()
    read_faq("a.md", text.format(" " * (LONG // 2)))
    assert is_within(process_time() - began, SECONDS)


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("1. How late?", "How late?"),
        ("1) How late?", "How late?"),
        ("1.2 How late?", "How late?"),
        ("12.10.3. How late?", "How late?"),
        ("Q12: How late?", "How late?"),
        ("404: what does it mean?", "404: what does it mean?"),
        ("5: is it odd?", "5: is it odd?"),
        ("1.2: what is new?", "1.2: what is new?"),
        ("404. What does it mean?", "404. What does it mean?"),
        ("2024.1 is out: what is new?", "2024.1 is out: what is new?"),
        ("1.x or 2.x?", "1.x or 2.x?"),
        ("7 days or 8?", "7 days or 8?"),
    ],
)
def test_only_the_number_of_a_section_is_left_out(heading: str, title: str) -> None:
    assert plain_title(heading) == title


@pytest.mark.parametrize("fence", ["```", "~~~~", "````"])
def test_colons_in_code_are_no_marks_of_an_answer(fence: str) -> None:
    text = f": Do so:\n{fence}sh\n:  x\n``\n:  y\n{fence}\n: {fence}\n:  z\n  {fence}\n: Done."
    expected = f"Do so:\n{fence}sh\n:  x\n``\n:  y\n{fence}\n{fence}\n:  z\n  {fence}\nDone."
    assert without_answer_mark(text) == expected
