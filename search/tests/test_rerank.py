"""The best are looked at again: who is, what changes, and when nothing reranks."""

from collections.abc import Sequence

import numpy as np
from pytest_django import Settings

from core.llm.model_doubles import FakeReranker, use_models
from core.llm.model_errors import ErrorKind, SettingsWrong
from search.passage_score import Numbers
from search.relevance import relevance_to
from search.rerank import rerank

ENGLISH = "The ferry leaves after dinner, and so does the bus."
TEXTS = ("tram", "bus", "ferry", "train")


def test_the_best_are_raised_by_how_far_they_are_above_the_least_relevant() -> None:
    asked: list[tuple[str, ...]] = []

    def relevance(texts: Sequence[str]) -> Numbers:
        asked.append(tuple(texts))
        return np.array([-4.0, 6.0])

    scores = np.array([1.0, 3.0, 2.0, -np.inf])
    found = rerank(scores, TEXTS.__getitem__, relevance, best=2, weight=0.5)
    assert asked == [("bus", "ferry")]
    assert found.tolist() == [1.0, 3.0, 7.0, -np.inf]
    assert scores.tolist() == [1.0, 3.0, 2.0, -np.inf]


def test_what_has_no_score_gets_none() -> None:
    nothing = np.full(3, -np.inf)
    never = FakeReranker().relevances
    for scores in (nothing, np.zeros(0)):
        found = rerank(scores, TEXTS.__getitem__, lambda texts: never("", texts), best=5, weight=1.0)
        assert found.tolist() == scores.tolist()


def test_relevance_is_that_of_the_sites_reranker() -> None:
    reranker = FakeReranker({"ferry": 5.0})
    with use_models(reranker=reranker):
        relevance = relevance_to("When does the ferry leave?", ENGLISH)
    assert relevance is not None
    assert relevance(["tram", "the ferry"]).tolist() == [-10.0, 5.0]
    assert reranker.asked == [("When does the ferry leave?", ("tram", "the ferry"))]


def test_nothing_reranks_without_a_model_or_in_a_language_that_it_does_not_read(settings: Settings) -> None:
    with use_models():
        assert relevance_to("When does the ferry leave?", ENGLISH) is None
    broken = FakeReranker(fails_with=SettingsWrong("gone", kind=ErrorKind.WRONG_WEIGHTS))
    with use_models(reranker=broken):
        assert relevance_to("When does the ferry leave?", ENGLISH) is None
    with use_models(reranker=FakeReranker()):
        assert relevance_to("Wann fährt die Fähre nach dem Abendessen ab?", ENGLISH) is None
        assert relevance_to("Ferry?", "Die Fähre fährt nach dem Abendessen ab, und der Bus auch.") is None
        assert relevance_to("Ferry?", ENGLISH) is not None
