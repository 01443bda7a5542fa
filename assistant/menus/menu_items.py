"""The items of context menus, and the default menus. The widget implements the item ids."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

CONTEXTS: Mapping[str, str] = {
    "selection": "selected text",
    "stone": "a stone",
    "link": "a link to a stone",
    "message": "a message",
    "page": "the page",
}
"""Where a menu opens (`data-context`), and how that is called."""


@dataclass(frozen=True, slots=True)
class MenuItem:
    """`contexts`: in whose menus it can be; a `shortcut` works wherever the menu has the item."""

    id: str
    title: str
    contexts: tuple[str, ...]
    shortcut: str = ""


ITEMS: Mapping[str, MenuItem] = {
    item.id: item
    for item in (
        MenuItem("copy-as-stone", "Copy as stone", ("selection", "page"), "Alt+Shift+C"),
        MenuItem("send-to-agent", "Send to agent…", ("selection", "stone", "message", "page"), "Alt+Shift+S"),
        MenuItem("ask-brain", "Ask the brain", ("selection", "stone", "message"), "Alt+Shift+B"),
        MenuItem("ask-quickstart", "Ask the quickstart", ("selection",)),
        MenuItem("save-note", "Save as note", ("selection", "stone", "message"), "Alt+Shift+N"),
        MenuItem("load-more", "Load more context", ("stone",)),
        MenuItem("open-stone", "Open the stone", ("stone", "link")),
        MenuItem("spawn-helper", "Have a helper read it…", ("stone",)),
        MenuItem("acknowledge", "Acknowledge", ("message",)),
    )
}

SHIPPED: Mapping[str, tuple[str, ...]] = {
    "selection": ("copy-as-stone", "send-to-agent", "ask-brain", "save-note", "ask-quickstart"),
    "stone": ("load-more", "open-stone", "send-to-agent"),
    "link": ("open-stone",),
    "message": ("acknowledge", "ask-brain", "save-note"),
    "page": (),
}


def items_of(context: str) -> list[str]:
    """The ids of all items that the menu of a context can have."""
    return [item.id for item in ITEMS.values() if context in item.contexts]


def valid_items(context: str, ids: Iterable[str]) -> list[str]:
    """Those of the ids that this menu can have, each once: stored ids may be of an earlier version."""
    allowed = items_of(context)
    return [item for item in dict.fromkeys(ids) if item in allowed]
