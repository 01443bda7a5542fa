"""Does what the clients saw agree with what the inboxes hold? The promises N1, N4, N5 (docs/architecture.md).

Pure: a history and the inboxes' final lists go in, the broken promises come out.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from qastone_site.tests.faults.history import Event, Row


@dataclass(frozen=True)
class Violation:
    """`promise`: lost, doubled, changed, phantom, misplaced, refused, order, or reader."""

    promise: str
    what: str


class Send(NamedTuple):
    """One effect that was asked for, perhaps several times under its key."""

    to: str
    sha256: str
    begun: float
    acknowledged: float | None
    tracking_ids: frozenset[str]
    was_refused: bool


def check(events: Sequence[Event], inboxes: Mapping[str, Sequence[Row]]) -> list[Violation]:
    """Every violation; none means that all promises held. `inboxes` lists each of them whole, after the faults."""
    sends = _sends(events)
    found = [*_effects(sends, inboxes), *_order(sends, inboxes), *_readers(events, inboxes)]
    return list(dict.fromkeys(found))


def _sends(events: Sequence[Event]) -> dict[str, Send]:
    """By key."""
    by_key: dict[str, list[Event]] = defaultdict(list)
    for event in events:
        if event.call == "send":
            by_key[event.value["key"]].append(event)
    return {key: _send(of_key) for key, of_key in by_key.items()}


def _send(events: Sequence[Event]) -> Send:
    first = next(event for event in events if event.kind == "invoke")
    answered = [event for event in events if event.kind == "ok"]
    ends = Counter(event.kind for event in events)
    return Send(
        first.value["to"],
        first.value["sha256"],
        min(event.at for event in events),
        min((event.at for event in answered), default=None),
        frozenset(event.value["tracking_id"] for event in answered),
        was_refused=ends["fail"] == ends["invoke"],
    )


def _effects(sends: Mapping[str, Send], inboxes: Mapping[str, Sequence[Row]]) -> Iterator[Violation]:
    """N1 and N4: acknowledged exactly once, the same bytes; otherwise at most once; never what nobody sent."""
    by_text = {send.sha256: (key, send) for key, send in sends.items()}
    for inbox, rows in inboxes.items():
        for row in rows:
            if row.sha256 not in by_text:
                yield Violation("phantom", f"{row.tracking_id} in {inbox}: nobody sent this text")
            elif by_text[row.sha256][1].to != inbox:
                yield Violation("misplaced", f"{row.tracking_id} is in {inbox}")
        for name, many in Counter(row.tracking_id for row in rows).items():
            if many > 1:
                yield Violation("doubled", f"{name} stands {many} times in {inbox}")
    for key, send in sends.items():
        yield from _one_effect(key, send, inboxes.get(send.to, ()))


def _one_effect(key: str, send: Send, rows: Sequence[Row]) -> Iterator[Violation]:
    same = [row for row in rows if row.sha256 == send.sha256]
    if len(same) > 1 or len(send.tracking_ids) > 1:
        yield Violation("doubled", f"{key} took effect more than once")
    if send.was_refused and same:
        yield Violation("refused", f"{key} was refused and is listed")
    for tracking_id in send.tracking_ids:
        named = [row for row in rows if row.tracking_id == tracking_id]
        if not named:
            yield Violation("lost", f"{key} was acknowledged as {tracking_id} and is not listed")
        elif named[0].sha256 != send.sha256:
            yield Violation("changed", f"{key}: {tracking_id} holds other bytes than were sent")


def _order(sends: Mapping[str, Send], inboxes: Mapping[str, Sequence[Row]]) -> Iterator[Violation]:
    """The list rises; and what was acknowledged before another was sent stands before it."""
    by_text = {send.sha256: send for send in sends.values()}
    for inbox, rows in inboxes.items():
        for before, after in pairwise(rows):
            if after.sequence <= before.sequence:
                yield Violation("order", f"{after.sequence} follows {before.sequence} in {inbox}")
        latest_begin = float("-inf")
        for row in sorted(rows, key=lambda row: row.sequence):
            send = by_text.get(row.sha256)
            if send is None:
                continue
            if send.acknowledged is not None and send.acknowledged < latest_begin:
                yield Violation("order", f"{row.tracking_id} stands behind one sent after it, in {inbox}")
            latest_begin = max(latest_begin, send.begun)


def _readers(events: Sequence[Event], inboxes: Mapping[str, Sequence[Row]]) -> Iterator[Violation]:
    """N5: the pages that a reader turned, one after the other, are the beginning of the list."""
    read: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for event in events:
        if event.call == "page" and event.kind == "ok":
            read[event.client, event.value["of"]] += [Row(**row) for row in event.value["rows"]]
    for (client, inbox), rows in read.items():
        listed = list(inboxes.get(inbox, ()))
        if rows != listed[: len(rows)]:
            at = next(
                (n for n, pair in enumerate(zip(rows, listed, strict=False)) if pair[0] != pair[1]),
                len(listed),
            )
            yield Violation(
                "reader", f"{client} skipped or repeated something in {inbox}, at its {at + 1}. row"
            )
