from brain.answer_sources import AnswerSource, SourceType
from brain.retrieval.token_budget import RankedPassage, fit_passages

TEXT = "One fish swims. Two birds fly.\n\nThree cats sleep all day long. Four dogs run in it."
SOURCES = {name: AnswerSource(SourceType.NOTES, name, name, ()) for name in "ab"}
TEXTS = {"a": TEXT, "b": "Short."}


def _count(source: AnswerSource) -> int:
    return 5 + sum(len(passage.text) for passage in source.passages)


def _fill(*places: RankedPassage, budget: int = 500) -> list[AnswerSource]:
    return fit_passages(places, sources=SOURCES, texts=TEXTS, budget=budget, count=_count)


def test_overlapping_and_touching_stretches_become_one() -> None:
    (source,) = _fill(
        RankedPassage("a", 16, 30, 1.0), RankedPassage("a", 0, 30, 2.0), RankedPassage("a", 32, 63, 0.5)
    )
    assert [(each.start, each.end, each.score) for each in source.passages] == [(0, 63, 2.0)]
    assert source.passages[0].text == TEXT[:63]


def test_the_best_first_and_stretches_in_the_order_of_the_text() -> None:
    found = _fill(
        RankedPassage("b", 0, 6, 3.0), RankedPassage("a", 64, 69, 2.0), RankedPassage("a", 0, 15, 1.0)
    )
    assert [source.id for source in found] == ["b", "a"]
    assert [passage.start for passage in found[1].passages] == [0, 64]
    assert found[1].score == 2.0


def test_what_does_not_fit_leaves_room_for_what_does() -> None:
    found = _fill(RankedPassage("a", 0, 69, 2.0), RankedPassage("b", 0, 6, 1.0), budget=20)
    assert [source.id for source in found] == ["b"]
    assert _count(found[0]) <= 20


def test_texts_deleted_meanwhile_are_skipped() -> None:
    assert _fill(RankedPassage("gone", 0, 3, 1.0)) == []


def test_what_qualifies_the_last_sentence_of_a_full_chunk_comes_with_it() -> None:
    text = "We raise the fee to 49 euro. That was rejected. The office moves in May."
    (source,) = fit_passages(
        [RankedPassage("a", 0, 28, 1.0)], sources=SOURCES, texts={"a": text}, budget=500, count=_count
    )
    assert [each.text for each in source.passages] == ["We raise the fee to 49 euro. That was rejected."]
