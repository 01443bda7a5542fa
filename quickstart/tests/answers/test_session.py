import pytest
from hypothesis import given
from hypothesis import strategies as st

from quickstart.answers.model import Offer, Ref
from quickstart.answers.session import Known, pattern_offer, unmet_prerequisites


def collection(*entries: Known) -> dict[str, Known]:
    return {each.entry_id: each for each in entries}


def needing(entry_id: str, *prerequisites: str) -> Known:
    return Known(entry_id, f"{entry_id}?", 3, ("A",), prerequisites)


CHAIN = collection(
    needing("a", "b", "c"), needing("b", "d"), needing("c"), needing("d", "a", "e"), needing("e"),
    needing("x", "gone", "x"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("entry_id", "seen", "unmet"),
    [
        ("a", (), "bcde"),
        ("a", ("c",), "bde"),
        # Who has seen b has been told what b needs.
        ("a", ("b",), "c"),
        ("a", ("b", "c"), ""),
        ("b", (), "dae" + "c"),
        ("e", (), ""),
        ("x", (), ""),
        ("unknown", (), ""),
    ],
)
def test_unmet_prerequisites_nearest_first(entry_id: str, seen: tuple[str, ...], unmet: str) -> None:
    found = unmet_prerequisites(entry_id, CHAIN, seen)
    assert found == [Ref(each, f"{each}?") for each in unmet]


IDS = st.sampled_from("abcdefg")


@given(st.dictionaries(IDS, st.lists(IDS, max_size=4)), IDS, st.sets(IDS))
def test_each_prerequisite_once_and_never_itself_or_what_was_seen(
    needs: dict[str, list[str]], entry_id: str, seen: set[str]
) -> None:
    entries = collection(*(needing(name, *needed) for name, needed in needs.items()))
    found = [ref.entry_id for ref in unmet_prerequisites(entry_id, entries, seen)]
    assert len(found) == len(set(found))
    assert not {entry_id, *seen}.intersection(found)


def placed(entry_id: str, level: int, *path: str) -> Known:
    return Known(entry_id, f"{entry_id}?", level, path)


TREE = collection(
    placed("maps", 1, "Maps"),
    placed("links", 2, "Maps", "Linking"),
    placed("link1", 3, "Maps", "Linking"),
    placed("link2", 3, "maps", "Linking (ids)"),
    placed("link3", 4, "Maps", "Linking", "ids"),
    placed("group1", 3, "Maps", "Grouping"),
    placed("group2", 3, "Maps", "Grouping"),
    placed("group3", 3, "Maps", "Grouping"),
    placed("other", 3, "Other"),
)
LINKS = Offer("Maps › Linking", 3, Ref("links", "links?"))


def offer(*asked: str, offered: tuple[str, ...] = ()) -> Offer | None:
    return pattern_offer(asked, TREE, seen=asked, offered=offered)


def test_three_questions_of_a_branch_lead_to_its_overview() -> None:
    assert offer("link1", "link2") is None
    assert offer("link1", "link2", "other") is None
    assert offer("link1", "other", "link2", "link1") is None
    assert offer("link1", "other", "link3", "link1", "link2") == Offer(
        "maps › Linking (ids)", 3, LINKS.overview
    )
    assert offer("link2", "link3", "link1") == LINKS


def test_the_wider_branch_where_the_narrow_one_has_too_few() -> None:
    assert offer("link1", "link2", "group1") == Offer("Maps", 3, Ref("maps", "maps?"))


def test_no_overview_that_was_seen_or_is_no_overview() -> None:
    # Of the groups all are as detailed; the maps' overview was told.
    assert offer("maps", "group1", "group2", "group3") is None
    assert offer("links", "link1", "link2", "link3") == Offer("Maps", 4, Ref("maps", "maps?"))


def test_not_offered_twice() -> None:
    assert offer("link1", "link2", "link3", offered=("Maps › Linking", "Maps")) is None
    assert offer("link2", "link3", "link1", offered=("Maps › Linking",)) is None
    assert offer("group1", "link1", "link2", "group2", offered=("maps › linking",)) is None
    assert offer("link1", "link2", "group1", "group2", "group3", offered=("Maps › Linking",)) == Offer(
        "Maps", 3, Ref("maps", "maps?")
    )


def test_a_label_that_holds_the_separator_is_offered_once_too() -> None:
    overview = placed("over", 1, "A › B")
    tree = collection(overview, *(placed(name, 2, "A › B") for name in "xyz"))
    found = pattern_offer("xyz", tree, seen="xyz", offered=())
    assert found == Offer("A › B", 3, Ref("over", "over?"))
    assert pattern_offer("xyz", tree, seen="xyz", offered=(found.branch,)) is None


def test_nothing_asked_or_told() -> None:
    assert offer() is None
    assert offer("link1", "link2", "link3", "gone") is None
