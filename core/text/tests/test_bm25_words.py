import pytest

from core.text.bm25_words import MAX_QUESTION_WORDS, passage_stems, question_stems, split_words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("collecting", "collected"),
        ("policies", "policy"),
        ("viruses", "virus"),
        ("running", "runs"),
        ("used", "uses"),
        ("informed", "information"),
        ("classes", "class"),
        ("the server's", "server"),
    ],
)
def test_forms_of_a_word_are_one(one: str, other: str) -> None:
    assert split_words(one) == split_words(other)


def test_an_abbreviation_keeps_its_s() -> None:
    assert split_words("the UPS") == ["ups", "up"]
    assert split_words("WAS IT the FILES?") == ["file"]


def test_words_without_meaning_are_left_out() -> None:
    assert split_words("What is the timeout of it?") == split_words("timeout")


def test_names_are_found_by_their_parts() -> None:
    assert set(split_words("user name")) <= set(split_words("getUserName"))
    assert set(split_words("lease seconds")) <= set(split_words("LEASE_SECONDS"))
    assert split_words("getUserName")[0] in split_words("call getUserName()")


def test_east_asian_text_is_read_in_pairs() -> None:
    assert split_words("重启三次") == ["重启", "启三", "三次"]
    assert set(split_words("重启")) <= set(split_words("系统重启了"))


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
