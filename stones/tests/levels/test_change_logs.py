"""A change log without marked headings: the newest entry is what it says, each change stands under its release."""

import pytest

from stones.levels import provisional_sentence, write_extract
from stones.levels.document_parser import read_document
from stones.tests.levels.chat_doubles import count_tokens

SIGNED = "\n -- Ann Example <ann@e.example>  Tue, 03 Feb 2026 10:11:12 +0100\n\n"
DEBIAN = (
    "tides (3.4-2) unstable; urgency=medium\n\n  * Fix the offset of gauges in the south\n"
    f"  * Read the list of stations from a folder\n{SIGNED}"
    "tides (3.3-1) stable frozen unstable; urgency=high\n\n  * Never trust the length of a packet 4711\n"
    f"  * Remove privileges that MUST not be needed\n{SIGNED}"
)
GNU = (
    "2024-03-02  Ida Holm  <ida@holm.example>\n\n\t* src/parse.c: Stop at a null byte of the row.\n\n"
    "2019-05-01  Per Lund  <per@lund.example>\n\n\t* configure.ac: NEVER accept an older version than 2.60.\n"
)


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        (
            DEBIAN,
            ["tides (3.4-2)", "tides (3.3-1)"],
        ),
        (GNU, ["2024-03-02", "2019-05-01"]),
        ("2024-03-02 we met Ida Holm.\n\nThe gauge (new) is unstable; urgency is high.\n", []),
    ],
)
def test_each_entry_has_its_heading(text: str, titles: list[str]) -> None:
    trails = {part.trail[0]: None for part in read_document(text).parts if part.trail}
    assert [*trails] == titles


@pytest.mark.parametrize(("text", "older"), [(DEBIAN, ("4711", "MUST")), (GNU, ("NEVER", "2.60"))])
def test_no_paragraph_tells_an_older_release(text: str, older: tuple[str, ...]) -> None:
    scan = provisional_sentence(text, count_tokens=count_tokens)
    detail = write_extract(text, count_tokens=count_tokens, count=3).texts[1]
    assert not any(word in level for word in older for level in (scan, detail))


def test_the_outline_tells_the_newest_release() -> None:
    deep = write_extract(DEBIAN * 4, count_tokens=count_tokens, count=4).texts[2]
    assert "Fix the offset of gauges" in deep
    assert "Never trust the length" not in deep
