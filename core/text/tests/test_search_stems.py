"""The words by which memories are found."""

import pytest

from core.text.search_stems import MAX_QUESTION_WORDS, passage_stems, question_stems


def test_key_and_tags_belong_to_every_passage() -> None:
    assert passage_stems("It listens.", key="deploy/exportPort", tags=["On call"]) == sorted(
        ["listen", "deploy", "exportport", "export", "port", "call"]
    )


@pytest.mark.parametrize(
    ("question", "stems"),
    [
        ("Which ports?", ["port"]),
        ("port, PORT & Port's", ["port"]),
        ("?", []),
        ("what is it", []),
        ("deploy/port", ["deploy", "port"]),
        ("端口是", ["端口", "口是"]),
    ],
)
def test_questions(question: str, stems: list[str]) -> None:
    assert question_stems(question) == stems


def test_a_long_question_is_searched_by_its_first_words() -> None:
    assert question_stems(" ".join(f"w{n}" for n in range(100))) == [
        f"w{n}" for n in range(MAX_QUESTION_WORDS)
    ]
