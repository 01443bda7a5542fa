"""Sending messages: plain ones, stones cut to a level, and dead letters once more."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from core.db.new_id import new_id
from core.rest.agent_tokens import refuse_tokens
from inbox.exceptions import InvalidMessage, NothingToResend, TooManyHops
from inbox.models import MAX_HOPS, Agent, Delivery, DeliveryState, Message, Priority
from inbox.queries.deliveries import find_sent_message, find_visible_message
from inbox.services.compose_message import ComposedMessage, compose
from inbox.services.deliver_message import deliver
from inbox.services.resolve_recipients import refuse_foreign_agent, reply_addresses, resolve_recipients
from inbox.services.resolve_stone import resolve_stone
from stones.exceptions import LevelNotFound
from stones.format import MAX_LEVELS
from stones.services.pasted_stone import is_one_stone, refuse_changed

MAX_SUBJECT = 200
AS_STONE = "The text is a stone, and was sent as one, with the levels that it has."
TTL_SECONDS = range(60, 30 * 86_400 + 1)
_TYPE = re.compile(r"[a-z0-9_.-]{1,30}")
_NOT_ONE_LINE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


@dataclass(frozen=True)
class Outgoing:
    """Recipients and options. Recipients are `koda` or, of another account, `koda@ann`; none: who wrote `in_reply_to`.

    `for_agent` is the agent of the account for which a person writes, and which is answered; the sender is the person.
    `in_reply_to` is a message of the sender's inbox ("#12") or any it may see by tracking_id. Unread after
    `ttl_seconds`, the message is dead.
    """

    recipients: Sequence[str] = ()
    subject: str = ""
    message_type: str = ""
    priority: str = Priority.NORMAL
    needs_answer: bool = False
    in_reply_to: str | None = None
    reply_to_all: bool = False
    for_agent: str = ""
    ttl_seconds: int | None = None


@dataclass(frozen=True)
class SendResult:
    """A message that was sent, with one delivery for each recipient, in the order they were named."""

    message: Message
    deliveries: list[Delivery]
    # What its sender must know of a stone that went out otherwise than it was given (`resolve_stone`).
    note: str = ""
    # What is to be said of a stone's shorter levels that are as they came.
    warnings: tuple[str, ...] = ()
    # What the sender's own words do not say of the text.
    left_out: tuple[str, ...] = ()
    # Why those words are not used.
    unused: str = ""


def send_message(
    *,
    sender: Agent,
    payload: object,
    outgoing: Outgoing,
    summary: str = "",
    detail: str = "",
    scopes: Collection[str] | None = None,
    inbox: Agent | None = None,
) -> SendResult:
    """Send a text or a JSON value. When this returns inside no other transaction, it is in every inbox.

    `summary` and `detail` are the sender's own LOD-0 and LOD-1 of it, checked against it. A text that is a stone is
    sent as that stone, all of it, where the token's `scopes` (None: all) let it be stored. `inbox` is whose inbox
    `in_reply_to` is looked up in: the sender's, unless given. Raises NotAStone (`refuse_changed`), InvalidMessage,
    MessageTooLarge, TokenInContent, SummaryRefused, MessageNotFound (in_reply_to), TooManyHops, and RecipientNotFound
    when nobody is reached; of several recipients those who are not have a dead delivery.
    """
    if is_sent_as_stone(payload, scopes):
        top = MAX_LEVELS - 1
        sent = send_stone(
            sender=sender, stone=str(payload), outgoing=outgoing, max_lod=top, scopes=scopes, inbox=inbox
        )
        return replace(sent, unused=AS_STONE)
    composed = compose(payload, summary=summary, detail=detail)
    sent = _deliver_composed(sender, composed, _clean_outgoing(outgoing, message_type="message"), inbox)
    return replace(sent, left_out=composed.left_out, unused=composed.unused)


def is_sent_as_stone(payload: object, scopes: Collection[str] | None) -> bool:
    """Whether a payload is a stone and nothing else, which this token may store. Raises as `refuse_changed`."""
    if not isinstance(payload, str):
        return False
    refuse_changed(payload)
    return (scopes is None or "stones:write" in scopes) and is_one_stone(payload)


def send_stone(
    *,
    sender: Agent,
    stone: str,
    outgoing: Outgoing,
    max_lod: int = 1,
    scopes: Collection[str] | None = None,
    inbox: Agent | None = None,
) -> SendResult:
    """Send a stone up to `max_lod`, or to its top: given as its text, or by hash or id where the sender may read it.

    A complete text is stored in the sender's account, also another writer's. A truncated one is resolved to the stone
    that it was cut from, where that is stored and has the same levels; else the copy itself is sent, and a note says
    so. The rest stays readable to the recipients' accounts. `scopes` are those of the caller's token, None: all;
    without stones:read only what was sent to the agent is sent on, without stones:write no text that would be stored.
    `inbox` as in `send_message`. Raises as `send_message`, NotAStone, LevelNotFound for a negative `max_lod`,
    ExtraScopeRequired, and as `find_stone`.
    """
    cleaned = _clean_outgoing(outgoing, message_type="stone")
    if max_lod < 0:
        raise LevelNotFound(f"max_lod must be 0 or more, not {max_lod}.")
    resolved = resolve_stone(sender, stone, max_lod, scopes)
    sent = _deliver_composed(sender, resolved.composed, cleaned, inbox)
    return replace(sent, note=resolved.note, warnings=resolved.warnings)


@transaction.atomic
def resend(*, sender: Agent, tracking_id: str) -> SendResult:
    """Send a message once more, as a new one, to the recipients whose delivery is dead; each dead one only once.

    Raises MessageNotFound, NothingToResend, and RecipientNotFound when still nobody is reached.
    """
    original = find_sent_message(sender, tracking_id)
    # Of two at once the second waits here, and finds them sent.
    unsent = Delivery.objects.filter(message=original, state=DeliveryState.DEAD, resent_as=None)
    dead = list(unsent.select_for_update(no_key=True).order_by("pk"))
    if not dead:
        raise NothingToResend(_nothing_to_resend_reason(original))
    recipients = resolve_recipients(sender, [each.recipient for each in dead])
    now = timezone.now()
    copy = Message.objects.get(pk=original.pk)
    copy.pk, copy.sender_name, copy.created = new_id(), sender.name, now
    copy.expires = now + (original.expires - original.created) if original.expires else None
    sent = SendResult(copy, deliver(copy, recipients, sender=sender))
    Delivery.objects.filter(pk__in=[each.pk for each in dead]).update(resent_as=copy)
    return sent


def _nothing_to_resend_reason(original: Message) -> str:
    copy = Delivery.objects.filter(message=original, resent_as__isnull=False).order_by("-resent_as").first()
    if copy is None:
        return (
            f"No delivery of {original.pk} is dead: it is in the inbox of each recipient. To say it anew, send a new "
            "message. Nothing was sent."
        )
    return (
        f"{original.pk} was sent again already, as {copy.resent_as_id}: look there (GET /mcp/inbox/sent), and if that "
        "is dead, resend that one. Nothing was sent."
    )


def _deliver_composed(
    sender: Agent, composed: ComposedMessage, outgoing: Outgoing, inbox: Agent | None = None
) -> SendResult:
    parent = find_visible_message(inbox or sender, outgoing.in_reply_to) if outgoing.in_reply_to else None
    hops = parent.hops + 1 if parent else 0
    if hops > MAX_HOPS:
        raise TooManyHops(
            f"The thread has {MAX_HOPS} replies to replies, and takes no more. If there is more to say, start a new "
            "thread: send without in_reply_to. Nothing was sent."
        )
    addresses = list(outgoing.recipients)
    if parent and (not addresses or outgoing.reply_to_all):
        addresses += reply_addresses(sender, parent, reply_to_all=outgoing.reply_to_all)
    recipients = resolve_recipients(sender, addresses)
    if outgoing.for_agent:
        refuse_foreign_agent(sender, outgoing.for_agent)
    message = _build_message(sender, composed, outgoing, parent, hops)
    return SendResult(message, deliver(message, recipients, sender=sender))


def _build_message(
    sender: Agent, composed: ComposedMessage, outgoing: Outgoing, parent: Message | None, hops: int
) -> Message:
    now, message_id = timezone.now(), new_id()
    ttl = outgoing.ttl_seconds
    return Message(
        id=message_id,
        account=sender.account,
        sender=sender,
        sender_name=sender.name,
        for_agent=outgoing.for_agent,
        thread=parent.thread if parent else message_id,
        in_reply_to=parent,
        hops=hops,
        message_type=outgoing.message_type,
        priority=outgoing.priority,
        needs_answer=outgoing.needs_answer,
        subject=outgoing.subject,
        body=composed.body,
        is_json=composed.is_json,
        scan=composed.scan,
        scan_origin=composed.scan_origin,
        detail=composed.detail,
        lod_tokens=list(composed.lod_tokens),
        stone_id=composed.stone_id,
        border_hash=composed.border_hash,
        stone_ulid=composed.stone_id or "",
        stone_sha256=composed.sha256,
        stone_claimed_hash=composed.claimed_hash,
        verdict=composed.verdict,
        delivered_lod=composed.delivered_lod,
        omissions=composed.omissions,
        created=now,
        expires=None if ttl is None else now + timedelta(seconds=ttl),
    )


def _clean_outgoing(outgoing: Outgoing, *, message_type: str) -> Outgoing:
    """Validated, with the subject stripped and the type filled in. Raises InvalidMessage or TokenInContent."""
    subject = outgoing.subject.strip()
    if len(subject) > MAX_SUBJECT or _NOT_ONE_LINE.search(subject):
        raise InvalidMessage(
            f"The subject must be one line of at most {MAX_SUBJECT} characters. Nothing was sent."
        )
    refuse_tokens(subject, where="subject")
    kind = outgoing.message_type or message_type
    if not _TYPE.fullmatch(kind):
        raise InvalidMessage(
            f"message_type {kind[:40]!r} must be 1 to 30 of a–z, 0–9, '_', '.' and '-'. Nothing was sent."
        )
    if outgoing.priority not in Priority.values:
        raise InvalidMessage(
            f"Unknown priority {outgoing.priority[:40]!r}: one of {', '.join(Priority.values)}. Nothing was sent."
        )
    if outgoing.ttl_seconds is not None and outgoing.ttl_seconds not in TTL_SECONDS:
        raise InvalidMessage(
            f"ttl_seconds must be from {TTL_SECONDS[0]} to {TTL_SECONDS[-1]:,}, not {outgoing.ttl_seconds}. "
            "Nothing was sent."
        )
    return replace(outgoing, subject=subject, message_type=kind)
