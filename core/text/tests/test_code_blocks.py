"""Blocks of code in a text."""

from core.text.code_blocks import MAX_CODE, before_code, code_behind, code_spans, is_code, split_code

LOCK = "Lock the shed like so:\n\n```bash\nlock --shed\n```\n\nDone.\n"


def test_a_block_belongs_to_what_stands_right_above_it() -> None:
    spans = code_spans(LOCK)
    assert [LOCK[slice(*span)] for span in spans] == ["```bash\nlock --shed\n```"]
    end = LOCK.index(":") + 1
    assert LOCK[end : code_behind(LOCK, end, spans)] == "\n\n```bash\nlock --shed\n```"
    assert code_behind(LOCK, 4, spans) == 4
    assert code_behind(LOCK, len(LOCK), spans) == len(LOCK)


def test_directives_and_long_blocks_are_none() -> None:
    note = "```{note}\nMind the step.\n```\n"
    assert code_spans(f"{note}\nIt is steep.\n\n{note}") == []
    assert code_spans("```\n" + "lock\n" * MAX_CODE + "```\n") == []
    assert code_spans("```bash\nlock\n") == []
    assert code_spans("```js {1}\nlock\n```") != []


def test_what_stands_between_two_blocks_is_no_block() -> None:
    text = "lock\n```\n\nThen open it:\n\n```bash\nopen\n```\n"
    assert [text[slice(*span)] for span in code_spans(text)] == ["```bash\nopen\n```"]


def test_the_parts_of_a_text() -> None:
    assert list(split_code("Open it:\n\n   ~~~\n\n   open\n     wide\n\n   ~~~\nDone.")) == [
        ("Open it:", False),
        ("~~~\nopen\n  wide\n~~~", True),
        ("\nDone.", False),
    ]
    assert before_code(LOCK) == "Lock the shed like so:"
    assert before_code("```\nlock\n```") == "```\nlock\n```"
    assert is_code("```\nlock\n```")
    assert not is_code(LOCK)
