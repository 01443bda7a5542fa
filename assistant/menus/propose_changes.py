"""Changes of a menu that its use suggests: an item that belongs further up, one that nobody uses, one that is missing.

Each proposal gives its reason in figures. Nothing here changes a menu.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from assistant.menus.menu_items import CONTEXTS, ITEMS, items_of

DAYS = 30
MIN_CLICKS = 20
"""Of the items of one menu: fewer say nothing yet."""
MIN_OPENED = 20
"""Of the menu itself: an item may be in several, and a click does not say in which."""
MIN_DIRECT = 5
TIMES = 2
"""How much more often an item must be used than one above it."""


@dataclass(frozen=True, slots=True)
class MenuUse:
    """How often, in DAYS: `clicks` in menus by item, `direct` by its shortcut or a button, `opened` by context."""

    clicks: Mapping[str, int] = field(default_factory=dict)
    direct: Mapping[str, int] = field(default_factory=dict)
    opened: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change of one menu. `kind` is reorder, remove or add."""

    context: str
    kind: str
    item: str
    reason: str
    before: tuple[str, ...]
    after: tuple[str, ...]


def propose(context: str, menu: Sequence[str], use: MenuUse) -> list[Proposal]:
    """At most one item to move, then those to remove, then those to add."""
    order = tuple(menu)
    clicks = sum(use.clicks.get(item, 0) for item in order)
    if clicks < MIN_CLICKS or use.opened.get(context, 0) < MIN_OPENED:
        return list(_propose_additions(context, order, use))
    return [
        *_propose_moves(context, order, use),
        *_propose_removals(context, order, use),
        *_propose_additions(context, order, use),
    ]


def _propose_moves(context: str, order: tuple[str, ...], use: MenuUse) -> Iterator[Proposal]:
    """Move the most used item that is used TIMES as often as one above it, to the place of the highest such one."""
    for item in sorted(order, key=lambda each: -use.clicks.get(each, 0)):
        clicks, at = use.clicks.get(item, 0), order.index(item)
        passed = [other for other in order[:at] if clicks >= TIMES * max(use.clicks.get(other, 0), 1)]
        if passed:
            rest = [each for each in order if each != item]
            to = rest.index(passed[0])
            reason = (
                f"Used {_times(clicks)} in {DAYS} days, {_title(passed[0])} above it "
                f"{_times(use.clicks.get(passed[0], 0))}."
            )
            yield Proposal(context, "reorder", item, reason, order, (*rest[:to], item, *rest[to:]))
            return


def _propose_removals(context: str, order: tuple[str, ...], use: MenuUse) -> Iterator[Proposal]:
    opened = use.opened.get(context, 0)
    for item in order:
        if not use.clicks.get(item, 0) and not use.direct.get(item, 0):
            reason = f"Not used in {DAYS} days, in which this menu was opened {_times(opened)}."
            yield Proposal(
                context, "remove", item, reason, order, tuple(each for each in order if each != item)
            )


def _propose_additions(context: str, order: tuple[str, ...], use: MenuUse) -> Iterator[Proposal]:
    for item in items_of(context):
        used = use.direct.get(item, 0)
        if item not in order and used >= MIN_DIRECT:
            reason = f"Used {_times(used)} in {DAYS} days by its shortcut or a button, and not in this menu."
            yield Proposal(context, "add", item, reason, order, (*order, item))


def describe_proposal(kind: str, item: str, context: str) -> str:
    """A proposal in one line: `Move “Ask the brain” up in the menu of selected text`."""
    place = f"the menu of {CONTEXTS.get(context, context)}"
    words = {
        "reorder": f"Move {_title(item)} up in {place}",
        "remove": f"Take {_title(item)} out of {place}",
        "add": f"Put {_title(item)} into {place}",
    }
    return words[kind]


def _title(item: str) -> str:
    return f"“{ITEMS[item].title.rstrip('…')}”" if item in ITEMS else f"“{item}”"


def _times(count: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count:,} times")
