"""Each message of an exported chat is a part of its own, whatever the form of its lines."""

import pytest

from stones.levels import write_extract
from stones.levels.document_parser import read_document
from stones.tests.levels.chat_doubles import count_tokens

MESSAGES = (
    ("08:41", "Jana", "are we still doing the offsite on the 19th?"),
    ("08:43", "Piotr", "as far as I know yes, in Poznań, and I have booked the train for us"),
    ("08:55", "Samuel", "Venue just called, they have water damage, they offer us the 26th instead"),
    ("08:58", "Jana", "could we do it in Wrocław on the 19th, the big room there has 40 seats"),
    ("09:11", "Samuel", "please everybody send me food allergies until Wednesday"),
    ("09:15", "Piotr", "26th is bad for me, I have to be at the school of my daughter"),
    ("09:20", "Jana", "the train to Wrocław takes 3 hours, I have looked it up"),
    ("09:30", "Oksana", "sorry just reading now, so Poznań on the 26th?"),
    ("09:31", "Samuel", "No, Wrocław on the 19th"),
)
FORMS = (
    "[2026-03-02, {0}] {1}: {2}",
    "02.03.26, {0} - {1}: {2}",
    "{0} {1}: {2}",
    "{1} ({0}): {2}",
    "<{1}> {2}",
    "[{0}] <{1}> {2}",
    "**{1}** {0}\n{2}\n",
    "**{1}** {0}: {2}",
    "{1}  {0} AM\n{2}\n",
)


@pytest.mark.parametrize("form", FORMS)
def test_each_message_is_a_part(form: str) -> None:
    parts = read_document("\n".join(form.format(*message) for message in MESSAGES)).parts
    assert [part.label for part in parts] == [name for _, name, _ in MESSAGES]
    assert all(part.is_current for part in parts)


@pytest.mark.parametrize("form", FORMS)
def test_a_question_is_told_with_the_next_message(form: str) -> None:
    text = "\n".join(form.format(*message) for message in MESSAGES)
    for level in write_extract(text, count_tokens=count_tokens, count=3).texts:
        assert ("so Poznań on the 26th" in level) <= ("No, Wrocław on the 19th" in level)
        assert ("still doing the offsite" in level) <= ("as far as I know yes" in level)


@pytest.mark.parametrize(
    "line", ["<div> is a block.", "Meeting 10:00 in the hall", "09:12 Errors rise to 18%"]
)
def test_other_lines_name_no_speaker(line: str) -> None:
    part = read_document(f"The page.\n\n{line}\n").parts[-1]
    assert part.label in ("", "div")
