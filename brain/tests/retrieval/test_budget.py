from brain.retrieval.budget import Place, fill
from brain.sources import Source, SourceType

TEXT = "One fish swims. Two birds fly.\n\nThree cats sleep all day long. Four."
SOURCES = {name: Source(SourceType.NOTES, name, name, ()) for name in "ab"}
TEXTS = {"a": TEXT, "b": "Short."}


def _count(source: Source) -> int:
    return 5 + sum(len(stretch.text) for stretch in source.stretches)


def _fill(*places: Place, budget: int = 500) -> list[Source]:
    return fill(places, sources=SOURCES, texts=TEXTS, budget=budget, count=_count)


def test_overlapping_and_touching_stretches_become_one() -> None:
    (source,) = _fill(Place("a", 16, 30, 1.0), Place("a", 0, 30, 2.0), Place("a", 32, 63, 0.5))
    assert [(each.start, each.end, each.score) for each in source.stretches] == [(0, 63, 2.0)]
    assert source.stretches[0].text == TEXT[:63]


def test_the_best_first_and_stretches_in_the_order_of_the_text() -> None:
    found = _fill(Place("b", 0, 6, 3.0), Place("a", 64, 69, 2.0), Place("a", 0, 15, 1.0))
    assert [source.id for source in found] == ["b", "a"]
    assert [stretch.start for stretch in found[1].stretches] == [0, 64]
    assert found[1].score == 2.0


def test_what_does_not_fit_leaves_room_for_what_does() -> None:
    found = _fill(Place("a", 0, 69, 2.0), Place("b", 0, 6, 1.0), budget=20)
    assert [source.id for source in found] == ["b"]
    assert _count(found[0]) <= 20


def test_what_was_deleted_meanwhile_is_passed_over() -> None:
    assert _fill(Place("gone", 0, 3, 1.0)) == []
