"""The rows of the thread page: each message with its open levels, their prices and the states of its deliveries."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.utils.safestring import SafeString

from core.pages.render_markdown import render
from core.text.one_line import one_line
from inbox.models import AgentKind, Delivery, DeliveryState, Message
from inbox.rendering.inbox_lines import SCAN_TOKENS, omissions_text, sender_text

# Of a longer thread the page has only the last ones.
MAX_MESSAGES = 100
# Names and values in the address of the list beside the thread.
ListFilters = Sequence[tuple[str, str]]
_OPEN = re.compile(r"([0-9A-HJKMNP-TV-Z]{26}):(\d{1,2})")


def whole_texts(messages: Iterable[Message]) -> dict[str, str]:
    """The texts, by id, of messages of one level whose line does not hold all of it: nothing offers the rest. One query
    at most; bodies need not be loaded.
    """
    cut = [
        each.pk
        for each in messages
        if not each.top_level and not each.is_stone and (each.is_json or each.lod_tokens[0] > SCAN_TOKENS)
    ]
    rows = Message.objects.filter(pk__in=cut).values_list("pk", "body", "scan") if cut else ()
    return {pk: body for pk, body, scan in rows if one_line(body) != scan}


def parse_open_levels(values: Iterable[str]) -> dict[str, int]:
    """The highest open level by message, from `?open=01H…:2`; other values are ignored."""
    return {found[1]: int(found[2]) for text in values if (found := _OPEN.fullmatch(text))}


@dataclass(frozen=True)
class OpenLevel:
    """A level that is open, beyond LOD-0."""

    number: int
    name: str
    tokens: int
    text: str

    @cached_property
    def html(self) -> SafeString:
        """Sanitised Markdown: its writer is not trusted."""
        return render(self.text)


class LevelOffer(NamedTuple):
    """A level that can be opened. `price` is what that costs from here in tokens, the levels between included."""

    number: int
    name: str
    price: int
    query: str
    is_whole: bool


class DeliveryStep(NamedTuple):
    """One of the states of a delivery; `at` None: not reached, or skipped."""

    label: str
    at: object
    is_reached: bool


class DeliveryTrack(NamedTuple):
    """A delivery with its steps. `is_own`: in an inbox of the account, so that it can be acted on."""

    delivery: Delivery
    steps: tuple[DeliveryStep, ...]
    is_own: bool

    @property
    def can_acknowledge(self) -> bool:
        return self.is_own and self.delivery.state not in (DeliveryState.ACKNOWLEDGED, DeliveryState.DEAD)

    @property
    def is_in_persons_inbox(self) -> bool:
        """Whether it is in the person's own inbox."""
        agent = self.delivery.agent
        return self.is_own and agent is not None and agent.kind == AgentKind.PERSON

    @property
    def can_put_away(self) -> bool:
        return self.is_own and self.delivery.state != DeliveryState.DEAD


@dataclass(frozen=True)
class ThreadMessage:
    """A message as the account sees it, with the levels that are open beyond LOD-0.

    `whole`: the text of a message of one level whose line in a list does not hold all of it; else empty.
    """

    message: Message
    account: User
    levels: Sequence[OpenLevel]
    offers: Sequence[LevelOffer]
    close_query: str
    whole: str

    @cached_property
    def whole_html(self) -> SafeString:
        """Sanitised Markdown: its writer is not trusted."""
        return render(self.whole)

    @property
    def sender(self) -> str:
        return sender_text(self.message, self.account.pk)

    @property
    def is_foreign(self) -> bool:
        """Whether it came from another account."""
        return self.message.account_id != self.account.pk

    @property
    def can_reword(self) -> bool:
        """Whether the account may reword LOD-0: of a text that it sent itself and that is longer than its LOD-0."""
        has_sentence = not self.message.is_stone and self.message.top_level > 0
        return has_sentence and not self.is_foreign and self.message.sender_id is not None

    @property
    def omissions(self) -> str:
        return omissions_text(self.message.missing, self.message.top_level)

    @cached_property
    def tracks(self) -> list[DeliveryTrack]:
        return [delivery_track(delivery, self.account) for delivery in self.message.deliveries.all()]

    @cached_property
    def to_put_away(self) -> list[Delivery]:
        """Its deliveries that the person can put away, or has put away."""
        return [track.delivery for track in self.tracks if track.can_put_away]

    @property
    def is_put_away(self) -> bool:
        return all(delivery.is_put_away for delivery in self.to_put_away)


def delivery_track(delivery: Delivery, account: User) -> DeliveryTrack:
    """All states of a delivery in order, reached or not; of a dead one only those reached."""
    is_read = delivery.read_at is not None
    steps = [
        DeliveryStep("queued", delivery.created, True),
        DeliveryStep("delivered", delivery.delivered_at, delivery.delivered_at is not None),
        DeliveryStep(f"read LOD-{delivery.read_lod}" if is_read else "read", delivery.read_at, is_read),
        DeliveryStep("acknowledged", delivery.acknowledged_at, delivery.acknowledged_at is not None),
    ]
    if delivery.state == DeliveryState.DEAD:
        steps = [step for step in steps if step.is_reached] if delivery.sequence else []
        steps.append(DeliveryStep("not delivered", delivery.dead_at, True))
    is_own = delivery.sequence is not None and delivery.account_id == account.pk
    return DeliveryTrack(delivery, tuple(steps), is_own)


def level_offers(
    message: Message, open_to: int, open_levels: dict[str, int], filters: ListFilters = ()
) -> list[LevelOffer]:
    """The levels beyond those that are open: each with the query that opens it and leaves the others as they are."""
    return [
        LevelOffer(
            number,
            message.level_name(number),
            sum(message.lod_tokens[open_to + 1 : number + 1]),
            open_levels_query(open_levels | {message.pk: number}, filters),
            number == message.top_level,
        )
        for number in range(open_to + 1, len(message.prices))
    ]


def open_levels_query(open_levels: dict[str, int], filters: ListFilters = ()) -> str:
    """The query string that opens these levels beside a list with these filters; level 0, closed, is left out."""
    opened = [*filters] + [("open", f"{message}:{level}") for message, level in open_levels.items() if level]
    return f"?{urlencode(opened, safe=':')}" if opened else "?"
