"""The keys of the pages: the help shows them, the script obeys them, the tests press them. One list for all three."""

from typing import NamedTuple

from django.urls import reverse


class Shortcut(NamedTuple):
    """`keys` are pressed one after the other; `does` is the action that the script knows, `target` what it acts on.

    "row" clicks the target in the row that has the focus, or in the one that the page is about.
    """

    keys: tuple[str, ...]
    title: str
    does: str
    target: str = ""


class Group(NamedTuple):
    title: str
    shortcuts: tuple[Shortcut, ...]


def shortcut_groups() -> tuple[Group, ...]:
    """All of them, as the help dialog shows them."""
    levels = tuple(
        Shortcut((str(number + 1),), f"Load up to LOD-{number}", "click", f"[data-lod='{number}']")
        for number in range(4)
    )
    return (
        Group(
            "Everywhere",
            (
                Shortcut(("/",), "Search", "focus", "#search"),
                Shortcut(("c",), "Write a message", "go", f"{reverse('inbox:list')}compose"),
                Shortcut(("g", "i"), "Go to the inbox", "go", reverse("inbox:list")),
                Shortcut(("u",), "Show what is unread", "go", f"{reverse('inbox:list')}?tab=unread"),
                Shortcut(("g", "s"), "Go to the stones", "go", reverse("stones:list")),
                Shortcut(("g", "a"), "Go to Ask", "go", reverse("quickstart:ask")),
                Shortcut(("g", "p"), "Go to the paste page", "go", reverse("stones:paste")),
                Shortcut(("?",), "Show these keys", "dialog", "help"),
            ),
        ),
        Group(
            "In a list",
            (
                Shortcut(("j",), "Next row", "next", "[data-row] [data-open]"),
                Shortcut(("k",), "Previous row", "previous", "[data-row] [data-open]"),
            ),
        ),
        Group(
            "On a message, in the inbox or its thread",
            (
                Shortcut(("e",), "Done", "row", "[data-done]"),
                Shortcut(("x",), "Choose it, or not", "row", "[data-tick]"),
                Shortcut(("r",), "Reply", "row", "[data-reply]"),
            ),
        ),
        Group("On a stone", levels),
        Group(
            "On a stone, an answer or a skill",
            (
                Shortcut(
                    ("y",),
                    "Copy what is loaded, or the command",
                    "click",
                    "[data-copy-url], [data-copy-command]",
                ),
            ),
        ),
    )
