"""Whether a question that leans on another is searched with it."""

from typing import Any

import pytest

from quickstart.models import Collection
from quickstart.services import find_answer as module
from quickstart.services.find_answer import SURE_ALONE, retrieve_in_conversation
from quickstart.tests.services.test_choose_answer import found, retrieved


@pytest.mark.parametrize(
    ("confidence", "stands_out", "follows"),
    [
        (SURE_ALONE, True, ""),
        (SURE_ALONE, False, "how do I knead"),
        (SURE_ALONE - 0.1, True, "how do I knead"),
    ],
)
def test_a_leaning_question_stands_alone_only_by_a_sure_hit_that_stands_out(
    monkeypatch: pytest.MonkeyPatch, confidence: float, stands_out: bool, follows: str
) -> None:
    hits = retrieved([found("dough", confidence, stands_out=stands_out)])

    def retrieve(**_: Any) -> Any:
        return hits

    monkeypatch.setattr(module, "retrieve", retrieve)
    kitchen = Collection(name="kitchen")
    _, followed = retrieve_in_conversation(
        collection=kitchen, query="and for how long?", previous=["how do I knead"]
    )
    assert followed == follows


def test_what_was_shown_before_matters_only_to_a_question_that_leans(monkeypatch: pytest.MonkeyPatch) -> None:
    hits = retrieved([found("dough", SURE_ALONE - 0.1)])
    calls = []

    def retrieve(**given: Any) -> Any:
        calls.append((given.get("explained_ids", ()), given.get("follows", "")))
        return hits

    monkeypatch.setattr(module, "retrieve", retrieve)
    for query in ("How do I bake a loaf of rye bread?", "and for how long?"):
        retrieve_in_conversation(
            collection=Collection(name="kitchen"),
            query=query,
            previous=["how do I knead"],
            explained_ids=["dough"],
        )
    assert calls == [((), ""), ((), ""), (["dough"], "how do I knead")]
