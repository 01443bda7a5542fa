import pytest
from hypothesis import given
from hypothesis import strategies as st

from quickstart.rendering.answer_content import EntryRef, OverviewOffer
from quickstart.rendering.conversation_hints import (
    ConversationEntry,
    find_overview_offer,
    unmet_prerequisites,
)


def entries_by_id(*entries: ConversationEntry) -> dict[str, ConversationEntry]:
    return {each.entry_id: each for each in entries}


def entry(entry_id: str, *prerequisites: str) -> ConversationEntry:
    return ConversationEntry(entry_id, f"{entry_id}?", 3, ("A",), prerequisites)


CHAIN = entries_by_id(
    entry("a", "b", "c"), entry("b", "d"), entry("c"), entry("d", "a", "e"), entry("e"),
    entry("x", "gone", "x"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("entry_id", "explained_ids", "unmet"),
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
def test_unmet_prerequisites_nearest_first(entry_id: str, explained_ids: tuple[str, ...], unmet: str) -> None:
    found = unmet_prerequisites(entry_id, CHAIN, explained_ids)
    assert found == [EntryRef(each, f"{each}?") for each in unmet]


IDS = st.sampled_from("abcdefg")


@given(st.dictionaries(IDS, st.lists(IDS, max_size=4)), IDS, st.sets(IDS))
def test_prerequisites_are_unique_and_not_explained_before(
    needs: dict[str, list[str]], entry_id: str, explained_ids: set[str]
) -> None:
    entries = entries_by_id(*(entry(name, *needed) for name, needed in needs.items()))
    found = [ref.entry_id for ref in unmet_prerequisites(entry_id, entries, explained_ids)]
    assert len(found) == len(set(found))
    assert not {entry_id, *explained_ids}.intersection(found)


def entry_at(entry_id: str, level: int, *path: str) -> ConversationEntry:
    return ConversationEntry(entry_id, f"{entry_id}?", level, path)


TREE = entries_by_id(
    entry_at("maps", 1, "Maps"),
    entry_at("links", 2, "Maps", "Linking"),
    entry_at("link1", 3, "Maps", "Linking"),
    entry_at("link2", 3, "maps", "Linking (ids)"),
    entry_at("link3", 4, "Maps", "Linking", "ids"),
    entry_at("group1", 3, "Maps", "Grouping"),
    entry_at("group2", 3, "Maps", "Grouping"),
    entry_at("group3", 3, "Maps", "Grouping"),
    entry_at("other", 3, "Other"),
)
LINKS = OverviewOffer("Maps › Linking", 3, EntryRef("links", "links?"))


def offer(*answered_ids: str, offered: tuple[str, ...] = ()) -> OverviewOffer | None:
    return find_overview_offer(answered_ids, TREE, explained_ids=answered_ids, offered=offered)


def test_three_questions_of_a_branch_lead_to_its_overview() -> None:
    assert offer("link1", "link2") is None
    assert offer("link1", "link2", "other") is None
    assert offer("link1", "other", "link2", "link1") is None
    assert offer("link1", "other", "link3", "link1", "link2") == OverviewOffer(
        "maps › Linking (ids)", 3, LINKS.overview
    )
    assert offer("link2", "link3", "link1") == LINKS


def test_the_wider_branch_where_the_narrow_one_has_too_few() -> None:
    assert offer("link1", "link2", "group1") == OverviewOffer("Maps", 3, EntryRef("maps", "maps?"))


def test_no_offer_of_an_overview_already_explained() -> None:
    # Of the groups all are as detailed; the maps' overview was told.
    assert offer("maps", "group1", "group2", "group3") is None
    assert offer("links", "link1", "link2", "link3") == OverviewOffer("Maps", 4, EntryRef("maps", "maps?"))


def test_not_offered_twice() -> None:
    assert offer("link1", "link2", "link3", offered=("Maps › Linking", "Maps")) is None
    assert offer("link2", "link3", "link1", offered=("Maps › Linking",)) is None
    assert offer("group1", "link1", "link2", "group2", offered=("maps › linking",)) is None
    assert offer(
        "link1", "link2", "group1", "group2", "group3", offered=("Maps › Linking",)
    ) == OverviewOffer("Maps", 3, EntryRef("maps", "maps?"))


def test_a_label_that_holds_the_separator_is_offered_once_too() -> None:
    overview = entry_at("over", 1, "A › B")
    tree = entries_by_id(overview, *(entry_at(name, 2, "A › B") for name in "xyz"))
    found = find_overview_offer("xyz", tree, explained_ids="xyz", offered=())
    assert found == OverviewOffer("A › B", 3, EntryRef("over", "over?"))
    assert find_overview_offer("xyz", tree, explained_ids="xyz", offered=(found.branch,)) is None


def test_no_offer_without_questions() -> None:
    assert offer() is None
    assert offer("link1", "link2", "link3", "gone") is None
