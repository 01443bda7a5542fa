from search.likely_passages import BY_WORDS, word_groups


def test_rare_words_each_alone() -> None:
    assert word_groups({"common": 900, "rare": 2}, 10_000) == [("rare",), ("common",)]


def test_a_word_that_nothing_holds_chooses_nothing() -> None:
    assert word_groups({"none": 0, "rare": 2}, 10_000) == [("rare",)]


def test_common_words_in_pairs_as_long_as_few_hold_both() -> None:
    groups = word_groups({"export": 5_000, "rare": 10, "port": 3_000, "file": 60_000}, 100_000)
    assert groups[0] == ("rare",)
    assert set(groups[1]) == {"export", "port"}
    assert all(len(group) == 2 for group in groups[1:])


def test_no_more_are_looked_at_than_the_budget_allows() -> None:
    holding = {f"word{number}": BY_WORDS // 3 for number in range(8)}
    single = [group for group in word_groups(holding, 100_000) if len(group) == 1]
    assert len(single) == 3


def test_a_single_common_word_chooses_nothing() -> None:
    assert word_groups({"service": 40_000}, 100_000) == []
