"""The keyboard shortcuts of the pages: one list for the help, the script and the tests."""

from typing import NamedTuple

from django.urls import reverse


class Shortcut(NamedTuple):
    """`keys` are pressed one after the other; `does` is an action of the script, `target` what it acts on.

    "row" clicks the target in the row that has the focus, or in the one that the page is about; "range" does with
    Shift; "chosen" presses the target for the ticked rows where some are ticked, else as "row"; "send" presses it from
    the fields of its form, with single keys off as well. "assistant" is not the page's: assistant/widget.js listens for
    it, with single keys off as well, and shows the target in its own tree.
    """

    keys: tuple[str, ...]
    title: str
    does: str
    target: str = ""

    @property
    def shown(self) -> tuple[str, ...]:
        """The keys' labels on a keyboard."""
        return tuple(_WRITTEN.get(key, key) for key in self.keys)


class ShortcutGroup(NamedTuple):
    title: str
    shortcuts: tuple[Shortcut, ...]


def shortcut_groups(levels: int = 0) -> tuple[ShortcutGroup, ...]:
    """All shortcuts, in the order of the help dialog; of a stone with so many levels only those that load one."""
    return (
        _everywhere(),
        ShortcutGroup("In a list", _IN_A_LIST),
        ShortcutGroup("On a message, in the inbox or its thread", _ON_A_MESSAGE),
        ShortcutGroup("When writing a message", (_SEND,)),
        ShortcutGroup("On a stone", _LEVELS[: levels or None]),
        ShortcutGroup("On a stone, an answer or a skill", (_COPY,)),
        ShortcutGroup("The assistant", _ASSISTANT),
    )


def _everywhere() -> ShortcutGroup:
    # Where they lead is known once the addresses are loaded.
    inbox = reverse("inbox:list")
    return ShortcutGroup(
        "Everywhere",
        (
            Shortcut(("/",), "Search everything", "focus", "#search"),
            Shortcut(("g", "o"), "Go to the overview", "go", reverse("home")),
            Shortcut(("c",), "Write a message", "go", f"{inbox}compose"),
            Shortcut(("g", "i"), "Go to the inbox", "go", inbox),
            Shortcut(("u",), "Show what is unread", "go", f"{inbox}?tab=unread"),
            Shortcut(("g", "s"), "Go to the stones", "go", reverse("stones:list")),
            Shortcut(("g", "a"), "Go to Ask", "go", reverse("quickstart:ask")),
            Shortcut(("g", "b"), "Go to the brain", "go", reverse("brain:chat")),
            Shortcut(("g", "p"), "Go to the paste page", "go", reverse("stones:paste")),
            Shortcut(("g", "c"), "Go to the clipboard", "go", reverse("clipboard:list")),
            Shortcut(("g", "m"), "Go to the memory", "go", reverse("inbox:memories")),
            Shortcut(("g", "y"), "Go to Analytics", "go", reverse("analytics:dashboard")),
            Shortcut(("?",), "Show these keys", "dialog", "help"),
        ),
    )


_IN_A_LIST = (
    Shortcut(("j",), "Next row", "next", "[data-row] [data-open]"),
    Shortcut(("k",), "Previous row", "previous", "[data-row] [data-open]"),
    Shortcut(("x",), "Select or deselect the row", "row", "[data-tick]"),
    Shortcut(("X",), "Select all from the last selected row to this one", "range", "[data-tick]"),
)
_ON_A_MESSAGE = (
    Shortcut(("e",), "Mark done: the selected rows, or this one", "chosen", "[data-done]"),
    Shortcut(("s",), "Snooze: the selected rows, or this one", "chosen", "[data-snooze]"),
    Shortcut(("r",), "Reply", "row", "[data-reply]"),
    Shortcut(("o",), "Go into the message beside the list", "focus", "#thread h1"),
)
_LEVELS = tuple(
    Shortcut((str(number),), f"Load up to LOD-{number}", "click", f"[data-lod='{number}']")
    for number in range(4)
)
# Of a conversation the latest answer, not the first one.
_ANSWER = "[data-copy-url]:not(.turn:not([data-latest]) *)"
_COPY = Shortcut(("y",), "Copy what is loaded, or the command", "click", f"{_ANSWER}, [data-copy-command]")
_SEND = Shortcut(("Control+Enter",), "Send", "send", "[data-send]")
_ASSISTANT = (
    Shortcut(("Control+/",), "Open or close", "assistant", ".panel"),
    Shortcut(("ContextMenu",), "Open the menu for selected text", "assistant", ".menu"),
    Shortcut(("Shift+F10",), "The same, on keyboards without that key", "assistant", ".menu"),
)
_WRITTEN = {"Control+/": "Ctrl+/", "Control+Enter": "Ctrl+Enter", "ContextMenu": "Menu"}
