"""Proposed changes of menus, with their reasons in figures."""

from hypothesis import given
from hypothesis import strategies as st

from assistant.menus import ITEMS, SHIPPED, MenuUse, Proposal, describe_proposal, items_of, propose

MENU = ("copy-as-stone", "send-to-agent", "ask-brain", "save-note")


def proposed(clicks: dict[str, int], *, opened: int = 52) -> list[Proposal]:
    return propose("selection", MENU, MenuUse(clicks, {}, {"selection": opened}))


def test_an_item_that_is_used_twice_as_often_moves_up() -> None:
    [proposal] = proposed({"copy-as-stone": 20, "send-to-agent": 10, "ask-brain": 24, "save-note": 1})
    assert proposal == Proposal(
        context="selection",
        kind="reorder",
        item="ask-brain",
        reason="Used 24 times in 30 days, “Send to agent” above it 10 times.",
        before=MENU,
        after=("copy-as-stone", "ask-brain", "send-to-agent", "save-note"),
    )
    assert (
        describe_proposal("reorder", "ask-brain", "selection")
        == "Move “Ask the brain” up in the menu of selected text"
    )


def test_it_moves_above_the_highest_that_it_outnumbers() -> None:
    [proposal] = proposed({"copy-as-stone": 2, "send-to-agent": 30, "ask-brain": 1, "save-note": 25})
    assert (proposal.item, proposal.after) == (
        "send-to-agent",
        ("send-to-agent", "copy-as-stone", "ask-brain", "save-note"),
    )


def test_less_than_twice_as_often_moves_nothing() -> None:
    assert proposed({"copy-as-stone": 13, "send-to-agent": 13, "ask-brain": 25, "save-note": 24}) == []


def test_below_twenty_clicks_use_says_nothing() -> None:
    clicks = dict.fromkeys(MENU, 1) | {"ask-brain": 16}
    assert proposed(clicks) == []
    assert [each.kind for each in proposed(clicks | {"ask-brain": 17})] == ["reorder"]


def test_a_menu_that_was_seldom_opened_stays() -> None:
    """The clicks may have been in another menu with the same items."""
    clicks = {"copy-as-stone": 1, "ask-brain": 40}
    assert proposed(clicks, opened=19) == []
    assert [each.kind for each in proposed(clicks, opened=20)] == ["reorder", "remove", "remove"]


def test_clicks_of_other_menus_do_not_count() -> None:
    assert proposed({"load-more": 500}) == []


def test_what_nobody_used_is_taken_out() -> None:
    use = MenuUse(
        clicks={"copy-as-stone": 30, "send-to-agent": 20},
        direct={"ask-brain": 1},
        opened={"selection": 52},
    )
    [proposal] = propose("selection", MENU, use)
    assert (proposal.kind, proposal.item, proposal.after) == ("remove", "save-note", MENU[:3])
    assert proposal.reason == "Not used in 30 days, in which this menu was opened 52 times."


def test_what_is_used_in_other_ways_is_put_in() -> None:
    stone = SHIPPED["stone"]
    [proposal] = propose("stone", stone, MenuUse(direct={"spawn-helper": 5}))
    assert (proposal.kind, proposal.item, proposal.after) == ("add", "spawn-helper", (*stone, "spawn-helper"))
    assert proposal.reason == "Used 5 times in 30 days by its shortcut or a button, and not in this menu."
    assert propose("stone", stone, MenuUse(direct={"spawn-helper": 4})) == []
    assert propose("link", SHIPPED["link"], MenuUse(direct={"spawn-helper": 50})) == []


counts = st.dictionaries(st.sampled_from([*ITEMS, "unknown"]), st.integers(0, 60))


@given(
    st.sampled_from(sorted(SHIPPED)).flatmap(
        lambda context: st.tuples(st.just(context), st.permutations(items_of(context)))
    ),
    counts,
    counts,
    st.integers(0, 100),
)
def test_a_proposal_is_what_it_says(
    place: tuple[str, list[str]], clicks: dict[str, int], direct: dict[str, int], opened: int
) -> None:
    context, order = place
    for proposal in propose(context, order, MenuUse(clicks, direct, {context: opened})):
        before, after = list(proposal.before), list(proposal.after)
        assert before == order
        assert after != before
        assert len(after) == len(set(after))
        assert [each for each in after if each != proposal.item] == [
            each for each in before if each != proposal.item
        ]
        assert (proposal.item in after) == (proposal.kind != "remove")
        assert proposal.reason.endswith(".")
        assert describe_proposal(proposal.kind, proposal.item, context)


@given(counts, counts, st.integers(0, 100))
def test_applied_one_by_one_they_come_to_an_end(
    clicks: dict[str, int], direct: dict[str, int], opened: int
) -> None:
    order = tuple(SHIPPED["selection"])
    for _ in range(30):
        found = propose("selection", order, MenuUse(clicks, direct, {"selection": opened}))
        if not found:
            return
        order = found[0].after
    raise AssertionError(order)
