import pytest

from core.llm import count_tokens
from core.text.passages import split_passages
from stones.focus import Focus, rank, select
from stones.focus.absent_words import absent_words

TEXT = "# Export\n\nThe export job writes one file per account; Mara owns it, and it runs at night."


def found(question: str) -> Focus:
    passages = split_passages(TEXT, count_tokens=count_tokens)
    scores = rank(question, passages, None, nearest=True)
    return select(passages, scores, max_tokens=200, count_tokens=count_tokens)


@pytest.mark.parametrize(
    ("question", "absent"),
    [
        ("Who owns the export?", []),
        ("When does the exporting run?", []),
        ("Which colour has the wombat?", ["colour", "wombat"]),
        ("Who owns the wombat of Mara?", []),
        ("Who?", []),
        # "host" alone is missing: neither "shall" nor "use" asks about anything.
        ("Which export host shall I use?", []),
        ("Shall somebody come and see the wombat?", ["wombat"]),
    ],
)
def test_more_than_half_of_the_words_are_absent(question: str, absent: list[str]) -> None:
    assert list(absent_words(question, found(question))) == absent
