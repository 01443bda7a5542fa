"""Signals to the apps above this one, which it does not import: what happens to stones, and questions about it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.dispatch import Signal
from django.utils.module_loading import import_string


class CopyCounts(NamedTuple):
    """How many copies in the clipboard have a stone's text, and how many of them are pinned."""

    total: int
    pinned: int


# Stones are about to go, in the transaction in which they do: `stone_ids`, and `reason`, "deleted" or "expired".
stones_deleting = Signal()
# The first levels of a `stone` have been written anew, in the transaction in which they are.
stone_reworded = Signal()
# A person is about to delete a `stone`: each receiver answers in a sentence what else that concerns, or with "".
deletion_concerns = Signal()
# A locked `content` is about to go with its stones, in the transaction in which it does: each receiver deletes what
# else has its text and answers how many rows those were, or raises PinnedCopies, unless `delete_pinned`.
content_deleting = Signal()
# What would go with a `content`: each receiver answers with CopyCounts.
counting_copies = Signal()
# Contents without a stone are about to go: each receiver answers with a condition on those that it still needs.
contents_purging = Signal()
# The levels of a `content` are about to be written, outside a transaction.
levels_writing = Signal()
# Levels that a named model wrote are to be written anew: each receiver answers with the model that `account` has chosen
# now, or "" for the site's.
choosing_model = Signal()


def collect_answers(signal: Signal, sender: type, **values: Any) -> list[Any]:
    """What the receivers answer, in no order."""
    return [answer for _, answer in signal.send(sender, **values)]


def connect_by_path(receivers: Mapping[str, Signal]) -> None:
    """Connect functions by their dotted paths: each is imported when its signal is first sent."""
    for path, signal in receivers.items():
        signal.connect(_importing(path), weak=False, dispatch_uid=path)


def _importing(path: str) -> Any:
    def receive(**values: Any) -> Any:
        return import_string(path)(**values)

    return receive
