"""A misspelt field is reported; other tools' fields are not."""

from quickstart.parsing.misspelt_fields import misspelt_fields
from quickstart.parsing.qa_files import read_entries

LINE = '{"id": "a", "question": "Why?", "level": 3, "tree_path": ["A"], "answer": "So.", %s: ["x"]}'


def warnings(name: str) -> list[str]:
    read = read_entries("qa.jsonl", LINE % f'"{name}"')
    assert read.faults == ()
    return [str(each) for each in misspelt_fields(read.entries)]


def test_a_field_that_is_nearly_a_known_one() -> None:
    reason = "is not known, and is kept without being read; 'question_variants' is"
    assert warnings("question_varients") == [f"qa.jsonl, line 1, question_varients: {reason}"]


def test_others_are_left_alone() -> None:
    assert warnings("source") == []
    assert warnings("author_notes") == []
    assert warnings("tags") == []
