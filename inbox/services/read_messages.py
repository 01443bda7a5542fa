"""Reading messages by level or by question. Each read is recorded in the ledger and on the delivery."""

from dataclasses import dataclass

from django.db import transaction

from core.db.reader_names import READER_LENGTH
from inbox.exceptions import MessageNotFound
from inbox.models import Agent, Delivery, Gone, Message
from inbox.queries.delivered_stones import delivered_stone_id, only_delivered_stone_id
from inbox.queries.deliveries import dead_letters, find_delivery, sent_by
from inbox.rendering.inbox_lines import GONE_TEXTS
from inbox.services.expire_deliveries import expire_messages
from inbox.services.fetch_messages import FetchResult, fetch
from inbox.services.focus_text import focus_text
from inbox.services.ledger_source import ledger_source
from inbox.services.mark_deliveries import (
    acknowledge,
    archive,
    mark_read,
    record_reading,
    refresh_delivery,
    unarchive,
)
from stones import focus as core
from stones import services as stones
from stones.assembled_stone import SOURCE
from stones.exceptions import (
    AmbiguousHash,
    LevelNotFound,
    StoneDeleted,
    StoneExpired,
    StoneGone,
    StoneNotFound,
)
from stones.format import level_span, parse
from stones.models import LedgerEntry, ReadKind
from stones.services.given_levels import read_level_warnings

__all__ = [
    "FetchResult",
    "MessageFocus",
    "MessageLevel",
    "acknowledge",
    "archive",
    "dead_letters",
    "expire_messages",
    "fetch",
    "focus_message",
    "mark_read",
    "read_message",
    "request_lod",
    "sent_by",
    "unarchive",
]


@dataclass(frozen=True)
class MessageLevel:
    """One level of a message, and what the next would cost in tokens (None: there is none)."""

    delivery: Delivery
    message: Message
    level: int
    name: str
    # Whose words it is (`AssembledLevel.shown_origin`); "": unknown.
    origin: str
    content: str
    tokens: int
    next_level: int | None
    next_tokens: int | None
    warnings: tuple[str, ...] = ()
    """Of a level that came with the stone: what of it the source does not say, or says otherwise."""


@dataclass(frozen=True)
class MessageFocus:
    """What answers a question. `by_vectors` False: matched by words alone."""

    delivery: Delivery
    message: Message
    question: str
    focus: core.Focus
    by_vectors: bool


@transaction.atomic
def read_message(*, agent: Agent, message: str, level: int | None = None, reader: str) -> MessageLevel:
    """Load one level of a message. None: LOD-1, or the top if that is lower, as list rows hold LOD-0.

    `message` is "#12", "12" or its tracking_id. Of a stone any level, also beyond what was delivered.
    Raises MessageNotFound, LevelNotFound.
    """
    delivery = find_delivery(agent, message)
    level_number = min(1, len(delivery.message.prices) - 1) if level is None else level
    read = _level_of_stone(agent, delivery, level_number, reader) or _level_of_copy(
        delivery, level_number, reader
    )
    _mark_read(delivery, level_number, message)
    return read


def request_lod(
    *, agent: Agent, border_hash: str, level: int | None = None, reader: str, only_delivered: bool = False
) -> stones.LevelRead | MessageLevel:
    """Load a level of any stone that the account may read. Its deliveries to this agent are marked read so far.

    A hash of several stones means the one that the agent made, else the one that was sent to it last. `level` None:
    LOD-1, or the top where that is lower. `only_delivered`: for a token that may read this inbox and no stones; only
    what others sent to the agent is found. Raises as `find_stone`, and LevelNotFound.
    """
    try:
        name = only_delivered_stone_id(agent, border_hash) if only_delivered else border_hash
        return _request_level(agent, name, level, reader)
    except AmbiguousHash as error:
        try:
            name = delivered_stone_id(agent, border_hash)
        except StoneNotFound:
            raise error from None
    except StoneGone as error:
        # The delivered copy stays readable.
        if (delivery := _delivery_with_stone(agent, border_hash, 1 if level is None else level)) is None:
            raise
        try:
            return read_message(agent=agent, message=delivery.message_id, level=level, reader=reader)
        except MessageNotFound:
            raise error from None
    return _request_level(agent, name, level, reader)


def _delivery_with_stone(agent: Agent, name: str, level: int) -> Delivery | None:
    """The agent's last delivery of the stone of this name that holds the level, else the last of all."""
    found = agent.deliveries.visible().with_stone(name)
    if (last := found.select_related("message").first()) is None:
        return None
    same = found.filter(message__stone_ulid=last.message.stone_ulid)
    return same.filter(message__delivered_lod__gte=level).first() or last


@transaction.atomic
def _request_level(agent: Agent, border_hash: str, level: int | None, reader: str) -> stones.LevelRead:
    read = stones.read_level(
        account=agent.account, border_hash=border_hash, level=level, reader=reader, recipient=agent
    )
    delivery = Delivery.objects.filter(agent=agent, message__stone=read.assembled.stone)
    record_reading(delivery, read.level.number)
    return read


def focus_message(
    *,
    agent: Agent,
    message: str,
    question: str,
    max_tokens: int | None = None,
    skip: str = "",
    reader: str,
) -> MessageFocus:
    """Load the passages of a message that answer a question, at most `max_tokens`; of a stone, of its source.

    `max_tokens` None, `skip`: as for `stones.services.focus`. Raises MessageNotFound, InvalidFocusQuestion.
    """
    delivery = find_delivery(agent, message)
    answer = _focus_on_stone(agent, delivery, question, max_tokens, skip, reader)
    answer = answer or _focus_on_copy(delivery, question, max_tokens, skip, reader)
    _mark_read(delivery, 0, message)
    return answer


def _level_of_stone(agent: Agent, delivery: Delivery, level: int, reader: str) -> MessageLevel | None:
    """The stone's current level; None for a plain message, and once the stone is gone."""
    if (stone_id := delivery.message.stone_id) is None:
        return None
    try:
        read = stones.read_level(account=agent.account, border_hash=stone_id, level=level, reader=reader)
    except StoneNotFound:
        return None
    return MessageLevel(
        delivery,
        delivery.message,
        level,
        read.level.name,
        read.level.shown_origin,
        read.content,
        read.level.tokens,
        next_level=read.next.number if read.next else None,
        next_tokens=read.next.tokens if read.next else None,
        warnings=read_level_warnings(read),
    )


def _level_of_copy(delivery: Delivery, level: int, reader: str) -> MessageLevel:
    """A level of a plain message, or of the copy of a stone that is gone."""
    message = delivery.message
    texts = parse(message.body).levels if message.is_stone else message_levels(message)
    if not 0 <= level < len(texts):
        raise _level_not_found(message, level, len(texts) - 1)
    tokens = message.lod_tokens
    has_next = level + 1 < len(texts)
    _record_read(delivery, reader, kind=ReadKind.LEVEL, level=level, tokens=tokens[level])
    return MessageLevel(
        delivery,
        message,
        level,
        message.level_name(level),
        _origin(message, level),
        texts[level],
        tokens[level],
        level + 1 if has_next else None,
        tokens[level + 1] if has_next else None,
    )


def _level_not_found(message: Message, level: int, top: int) -> LevelNotFound:
    there = f"The message has {level_span(top)}, no LOD-{level}."
    if top < level <= message.top_level and (gone := message.gone):
        return (StoneDeleted if gone == Gone.DELETED else StoneExpired)(f"{there} {GONE_TEXTS[gone]}")
    if top == message.top_level and not message.omissions:
        there = f"{there[:-1]}: LOD-{top} is the whole text."
    return LevelNotFound(there)


def _origin(message: Message, level: int) -> str:
    if level == message.top_level:
        return SOURCE
    return message.scan_origin if level == 0 or not message.is_stone else ""


def message_levels(message: Message) -> tuple[str, ...]:
    """The levels of a plain message: its LOD-0, what its sender put beside it, and the text itself."""
    if not message.top_level:
        return (message.body,)
    return (message.scan, *filter(None, [message.detail]), message.body)


def _focus_on_stone(
    agent: Agent, delivery: Delivery, question: str, max_tokens: int | None, skip: str, reader: str
) -> MessageFocus | None:
    """Passages of the stone's source; None for a plain message, and once the stone is gone."""
    if (stone_id := delivery.message.stone_id) is None:
        return None
    try:
        read = stones.focus(
            account=agent.account,
            border_hash=stone_id,
            question=question,
            max_tokens=max_tokens,
            skip=skip,
            reader=reader,
        )
    except StoneNotFound:
        return None
    return MessageFocus(delivery, delivery.message, read.question, read.focus, read.by_vectors)


def _focus_on_copy(
    delivery: Delivery, question: str, max_tokens: int | None, skip: str, reader: str
) -> MessageFocus:
    """Passages of a plain message, or of the highest level of a copy whose stone is gone."""
    message = delivery.message
    text = parse(message.body).levels[-1] if message.is_stone else message.body
    found = focus_text(text=text, question=question, max_tokens=max_tokens, skip=skip)
    _record_read(delivery, reader, kind=ReadKind.FOCUS, level=None, tokens=found.focus.tokens)
    return MessageFocus(delivery, message, found.question, found.focus, found.by_vectors)


def _record_read(delivery: Delivery, reader: str, *, kind: ReadKind, level: int | None, tokens: int) -> None:
    """Add an entry to the ledger of the reader's account, for what is no stone or no longer one."""
    LedgerEntry.objects.create(
        account_id=delivery.account_id,
        stone=None,
        **ledger_source(delivery.message, None),
        reader=reader[:READER_LENGTH],
        kind=kind,
        level=level,
        tokens=tokens,
        paste_tokens=delivery.message.lod_tokens[-1],
    )


def _mark_read(delivery: Delivery, level: int, message: str) -> None:
    refresh_delivery(delivery, record_reading(Delivery.objects.filter(pk=delivery.pk), level), message)
