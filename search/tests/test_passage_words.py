from core.text.bm25_words import split_words
from search.passage_words import PassageWords


def test_rare_words_weigh_more_than_common_ones() -> None:
    index = PassageWords(["stone header", "stone level", "stone lease", "stone token"])
    assert index.scores(split_words("stone lease")).argmax() == 2
    assert index.scores(split_words("lease"))[2] > index.scores(split_words("stone"))[2] > 0


def test_a_longer_passage_of_the_same_words_scores_lower() -> None:
    scores = PassageWords(["lease", "lease of a house by the lake", "token"]).scores(["leas"])
    assert scores[0] > scores[1] > scores[2] == 0


def test_words_in_no_passage_score_zero() -> None:
    index = PassageWords(["stone header", "stone level"])
    assert index.scores(split_words("sourdough bread")).tolist() == [0, 0]
    assert index.coverages(split_words("sourdough")).tolist() == [0, 0]
    assert index.coverages(split_words("stone")).tolist() == [1, 1]
    assert 0 < index.coverages(split_words("stone sourdough")).max() < 0.5


def test_no_passages_and_no_words() -> None:
    assert PassageWords([]).scores(["word"]).shape == (0,)
    assert PassageWords([]).coverages(["word"]).shape == (0,)
    assert PassageWords(["stone"]).coverages([]).tolist() == [0]
