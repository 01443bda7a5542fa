"""The menus as they are shipped fit together."""

import pytest

from assistant.menus import CONTEXTS, ITEMS, SHIPPED, items_of, valid_items


def test_each_context_has_a_menu_of_items_that_can_stand_there() -> None:
    assert set(SHIPPED) == set(CONTEXTS)
    for context, ids in SHIPPED.items():
        assert valid_items(context, ids) == list(ids)


def test_items_stand_in_contexts_that_there_are() -> None:
    for key, item in ITEMS.items():
        assert (key, set(item.contexts) <= set(CONTEXTS), bool(item.contexts)) == (item.id, True, True)


def test_a_shortcut_belongs_to_one_item() -> None:
    shortcuts = [item.shortcut for item in ITEMS.values() if item.shortcut]
    assert len(shortcuts) == len(set(shortcuts)) > 0


def test_what_was_stored_by_an_earlier_version() -> None:
    assert valid_items("stone", ["open-stone", "dance", "load-more", "open-stone", "copy-as-stone"]) == [
        "open-stone",
        "load-more",
    ]


@pytest.mark.parametrize("context", ["", "nothing"])
def test_a_context_that_there_is_not(context: str) -> None:
    assert items_of(context) == []
