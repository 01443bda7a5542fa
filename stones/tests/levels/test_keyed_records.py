"""Handoffs as YAML are read by their keys: as what somebody writes, not as what a tool prints."""

import pytest

from core.llm import count_tokens
from stones.levels import write_extract
from stones.levels.forms.keyed_records import is_keyed_record, keyed_record_as_markdown

HANDOFF = """\
task: move the mailing list to the new host
status: needs_review
done:
  - exported 4,120 addresses from the old host
  - tests: 18 passed
open:
  - bounces are not handled yet, the old host dropped them silently
do_not:
  - do not send anything to the list before Rosa has confirmed the sender address
notes: >
  The old host is switched off on Friday, so the import must be done by then.
"""
SETTINGS = """\
server:
  host: 0.0.0.0
  port: 8080
  tls:
    certificate: /etc/site.pem
logging:
  level: info
"""
RUN = """\
collected 18 items
tests/test_list.py ..F
FAILED tests/test_list.py::test_bounce - AssertionError: 2 != 3
1 failed, 17 passed in 2.41s
"""


def levels(text: str) -> tuple[str, ...]:
    return write_extract(text, count=3, count_tokens=count_tokens).texts


def test_the_task_and_what_is_forbidden_are_told() -> None:
    first, second = levels(HANDOFF)
    assert first.startswith("Task: move the mailing list to the new host")
    assert "do not send anything to the list" in second
    assert "notes: >" not in first + second


def test_a_count_of_tests_in_a_list_is_not_the_whole() -> None:
    assert levels(HANDOFF)[0] != levels("18 passed")[0]
    assert "18 passed" not in levels(HANDOFF)[0]


def test_as_many_lines_stay() -> None:
    lines = HANDOFF.split("\n")
    assert len(keyed_record_as_markdown(lines)) == len(lines)


@pytest.mark.parametrize("text", [SETTINGS, RUN, "Ann: hello\nBo: hi there, how are you doing today\n"])
def test_what_is_no_such_record_stays(text: str) -> None:
    lines = text.split("\n")
    assert not is_keyed_record(lines)
    assert keyed_record_as_markdown(lines) == lines


def test_what_a_tool_prints_is_told_by_what_failed() -> None:
    assert "test_bounce" in levels(RUN)[0]
