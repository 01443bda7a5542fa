"""Splitting a task into its questions."""

import pytest

from inbox.helpers import split_task


@pytest.mark.parametrize(
    ("task", "parts"),
    [
        ("What failed and who mends it?", ["What failed", "who mends it?"]),
        (
            "Which port has job 17, and what is open about it?",
            ["Which port has job 17", "what is open about it?"],
        ),
        ("Which port is it? Who rotates the key?", ["Which port is it?", "Who rotates the key?"]),
        ("What is done; what is open", ["What is done", "what is open"]),
        (
            "Who is it and when did it fail and why was it late?",
            ["Who is it", "when did it fail", "why was it late?"],
        ),
        (
            "Summarise the decisions and the open questions",
            ["Summarise the decisions and the open questions"],
        ),
        ("Which ports do jobs 17 and 18 use?", ["Which ports do jobs 17 and 18 use?"]),
        ("Which port?", ["Which port?"]),
        ("", [""]),
        (" ; ", [" ; "]),
    ],
)
def test_parts(task: str, parts: list[str]) -> None:
    assert split_task(task) == parts
