"""Reading messages by level or by question. Each read is recorded in the ledger and on the delivery."""

from dataclasses import dataclass, replace

from django.db import transaction

from core.db.reader_names import READER_LENGTH
from inbox.models import Agent, Delivery, Gone, Message
from inbox.queries.deliveries import dead_letters, find_delivery, sent_by
from inbox.rendering.inbox_lines import GONE_TEXTS
from inbox.services.expire_deliveries import expire_messages
from inbox.services.fetch_messages import FetchResult, fetch
from inbox.services.focus_text import focus_text
from inbox.services.ledger_source import ledger_source
from inbox.services.mark_deliveries import (
    acknowledge,
    acknowledge_once,
    archive,
    mark_read,
    record_reading,
    refresh_delivery,
    unarchive,
)
from stones import focus as core
from stones import services as stones
from stones.assembled_stone import SOURCE
from stones.exceptions import LevelNotFound, StoneDeleted, StoneExpired, StoneNotFound
from stones.format import level_span, parse
from stones.models import ReadKind
from stones.services.given_levels import read_level_warnings
from stones.services.read_levels import WHOLE, Portion
from stones.services.write_ledger import LedgerValues, record_all

__all__ = [
    "FetchResult",
    "MessageFocus",
    "MessageLevel",
    "acknowledge",
    "acknowledge_once",
    "archive",
    "dead_letters",
    "expire_messages",
    "fetch",
    "find_message_level",
    "focus_message",
    "mark_read",
    "read_message",
    "record_message_level",
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
    read: stones.LevelRead | None = None
    """The level of the stone; None for a plain message, and of a copy whose stone is gone."""


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
    """Load one level of a message. Raises as `find_message_level`."""
    found = find_message_level(agent=agent, message=message, level=level)
    record_message_level(found, reader=reader)
    return found


def find_message_level(*, agent: Agent, message: str, level: int | None = None) -> MessageLevel:
    """One level of a message, not read yet: nothing is written. None: LOD-1, or the top if that is lower, as list rows
    hold LOD-0.

    `message` is "#12", "12" or its tracking_id. Of a stone any level, also beyond what was delivered.
    Raises MessageNotFound, LevelNotFound.
    """
    delivery = find_delivery(agent, message)
    level_number = min(1, len(delivery.message.prices) - 1) if level is None else level
    return _level_of_stone(agent, delivery, level_number) or _level_of_copy(delivery, level_number)


@transaction.atomic
def record_message_level(found: MessageLevel, *, reader: str, portion: Portion = WHOLE) -> None:
    """This much of the level was read: for the ledger, and its sender. Raises MessageNotFound if it died meanwhile."""
    try:
        if found.read is not None:
            stones.record_level(found.read, reader=reader, portion=portion)
    except StoneNotFound:
        found = replace(found, read=None)
    if found.read is None:
        tokens = portion.tokens(found.content, found.tokens)
        _record_read(found.delivery, reader, kind=ReadKind.LEVEL, level=found.level, tokens=tokens)
    _mark_read(found.delivery, found.level, f"#{found.delivery.sequence}")


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


def _level_of_stone(agent: Agent, delivery: Delivery, level: int) -> MessageLevel | None:
    """The stone's current level; None for a plain message, and once the stone is gone."""
    if (stone_id := delivery.message.stone_id) is None:
        return None
    try:
        read = stones.find_level(account=agent.account, border_hash=stone_id, level=level)
        content = read.content
    except StoneNotFound:
        return None
    return MessageLevel(
        delivery,
        delivery.message,
        level,
        read.level.name,
        read.level.shown_origin,
        content,
        read.level.tokens,
        next_level=read.next.number if read.next else None,
        next_tokens=read.next.tokens if read.next else None,
        warnings=read_level_warnings(read),
        read=read,
    )


def _level_of_copy(delivery: Delivery, level: int) -> MessageLevel:
    """A level of a plain message, or of the copy of a stone that is gone."""
    message = delivery.message
    texts = parse(message.body).levels if message.is_stone else message_levels(message)
    if not 0 <= level < len(texts):
        raise _level_not_found(message, level, len(texts) - 1)
    tokens = message.lod_tokens
    has_next = level + 1 < len(texts)
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
    if message.lacks_source:
        there = f"{there[:-1]}: its source was not sent."
    elif top == message.top_level and not message.omissions:
        there = f"{there[:-1]}: LOD-{top} is the whole text."
    return LevelNotFound(there)


def _origin(message: Message, level: int) -> str:
    if level == message.top_level and not message.lacks_source:
        return SOURCE
    is_author_known = level == 0 or not message.is_stone or message.lacks_source
    return message.scan_origin if is_author_known else ""


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
    entry = LedgerValues(
        account_id=delivery.account_id,
        stone_id=None,
        **ledger_source(delivery.message, None),
        reader=reader[:READER_LENGTH],
        kind=kind,
        level=level,
        tokens=tokens,
        paste_tokens=delivery.message.lod_tokens[-1],
    )
    record_all([entry])


def _mark_read(delivery: Delivery, level: int, message: str) -> None:
    refresh_delivery(delivery, record_reading(Delivery.objects.filter(pk=delivery.pk), level), message)
