import pytest

from texts.words import PassageWords, words


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
    assert words(one) == words(other)


def test_words_without_meaning_are_left_out() -> None:
    assert words("What is the timeout of it?") == words("timeout")


def test_names_are_found_by_their_parts() -> None:
    assert set(words("user name")) <= set(words("getUserName"))
    assert set(words("lease seconds")) <= set(words("LEASE_SECONDS"))
    assert words("getUserName")[0] in words("call getUserName()")


def test_east_asian_text_is_read_in_pairs() -> None:
    assert words("重启三次") == ["重启", "启三", "三次"]
    assert set(words("重启")) <= set(words("系统重启了"))


def test_rare_words_weigh_more_than_common_ones() -> None:
    index = PassageWords(["stone header", "stone level", "stone lease", "stone token"])
    scores = index.scores(words("stone lease"))
    assert scores.argmax() == 2
    stone, lease = words("stone lease")
    assert index.weight(lease) > index.weight(stone) > 0


def test_words_that_stand_nowhere_score_nothing() -> None:
    index = PassageWords(["stone header", "stone level"])
    assert index.scores(words("sourdough bread")).tolist() == [0, 0]
    assert index.best_coverage(words("sourdough")) == 0
    assert index.best_coverage(words("stone")) == 1
    assert 0 < index.best_coverage(words("stone sourdough")) < 0.5


def test_no_passages() -> None:
    assert PassageWords([]).scores(["word"]).shape == (0,)
    assert PassageWords([]).best_coverage(["word"]) == 0
