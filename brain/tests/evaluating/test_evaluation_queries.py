import json

import pytest

from brain.parsing.evaluation_queries import ExpectedSource, read_queries

LINE = {"query": "What is foam?", "kind": "notes", "relevant_notes": ["foam.md"], "excerpt": "Foam is  made"}


def test_lines_of_each_kind() -> None:
    lines = [
        json.dumps(LINE),
        "",
        json.dumps({"query": "How tall is it?", "kind": "none"}),
        json.dumps({"query": "Who am I?", "kind": "profile", "relevant_notes": [], "excerpt": "a baker"}),
    ]
    queries, faults = read_queries(lines)
    assert faults == []
    assert [each.kind for each in queries] == [
        ExpectedSource.NOTES,
        ExpectedSource.NONE,
        ExpectedSource.PROFILE,
    ]
    assert queries[0].relevant_notes == {"foam.md"}
    assert queries[0].excerpt == "Foam is made"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "Expecting"),
        ("[1]", "not an object"),
        (json.dumps(LINE | {"query": " "}), '"query"'),
        (json.dumps(LINE | {"query": 3}), '"query" must be text'),
        (json.dumps(LINE | {"kind": "essay"}), "one of notes, none, profile"),
        (json.dumps(LINE | {"relevant_notes": "foam.md"}), "list of file names"),
        (json.dumps(LINE | {"relevant_notes": []}), 'needs "relevant_notes"'),
        (json.dumps(LINE | {"kind": "none"}), 'has no "relevant_notes"'),
        (json.dumps(LINE | {"excerpt": 1}), '"excerpt" must be text'),
    ],
)
def test_faults_name_their_line(line: str, reason: str) -> None:
    queries, (fault,) = read_queries([json.dumps(LINE), line], file="q.jsonl")
    assert len(queries) == 1
    assert (fault.file, fault.line) == ("q.jsonl", 2)
    assert reason in fault.reason
