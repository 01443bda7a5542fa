"""The keys of the pages: the help shows them, the script obeys them, the tests press them. One list for all three."""

from typing import NamedTuple

from django.urls import reverse


class Shortcut(NamedTuple):
    """`keys` are pressed one after the other; `does` is the action that the script knows, `target` what it acts on."""

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
                Shortcut(("c",), "Paste something new", "go", reverse("stones:paste")),
                Shortcut(("g", "s"), "Go to the stones", "go", reverse("stones:list")),
                Shortcut(("g", "p"), "Go to the paste page", "go", reverse("stones:paste")),
                Shortcut(("?",), "Show these keys", "dialog", "help"),
            ),
        ),
        Group(
            "In a list",
            (
                Shortcut(("j",), "Next stone", "next", "[data-row] a[data-open]"),
                Shortcut(("k",), "Previous stone", "previous", "[data-row] a[data-open]"),
            ),
        ),
        Group("On a stone", (*levels, Shortcut(("y",), "Copy what is loaded", "click", "[data-copy-url]"))),
    )
