"""Sending from the compose page, once however often the button is pressed, and the preview of what is delivered."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction

from core.llm import count_tokens
from core.rest.idempotency_records import begin_record, get_record, store_answer
from inbox.models import Agent
from inbox.rendering.inbox_lines import omissions_text
from inbox.services.compose_message import ComposedMessage, compose, compose_stone
from inbox.services.resolve_stone import parse_stone, resolve_truncated
from inbox.services.send_messages import Outgoing, SendResult, send_message, send_stone
from stones.exceptions import NotAStone
from stones.format import (
    FormatError,
    HashVerdict,
    ParsedStone,
    begins_as_stone,
    dump,
    level_name,
    truncate,
    verify,
)
from stones.models import Stone as StoredStone
from stones.queries import assemble, find_stone
from stones.services.pasted_stone import find_stored

CALLER = "page"


@dataclass(frozen=True)
class MessageDraft:
    """The form's values: a text, or (is_stone) a stone by its hash or its text, up to a level."""

    content: str
    outgoing: Outgoing
    is_stone: bool = False
    max_lod: int = 1
    summary: str = ""
    detail: str = ""


@dataclass(frozen=True)
class PostResult:
    """The message that was sent. `undelivered`: recipients not reached; `is_first` False: it had been sent before."""

    tracking_id: str
    recipients: list[str]
    undelivered: list[str]
    is_first: bool
    # What the sender's words do not say of the text.
    left_out: Sequence[str] = ()


@dataclass(frozen=True)
class MessagePreview:
    """What will be delivered, to the byte, and its tokens. `whole`: tokens of the complete source."""

    text: str
    tokens: int
    scan: str
    whole: int
    delivered_lod: int | None = None
    omissions: str = ""
    is_unverified: bool = False
    # What the sender must know of a copy without its source.
    note: str = ""
    left_out: tuple[str, ...] = ()


def post(*, sender: Agent, draft: MessageDraft, token: str) -> PostResult:
    """Send a draft once: the same draft under the same token of a form was sent already, and is not sent again.

    Raises as `send_message` and `send_stone`.
    """
    key = _key(draft, token)
    with transaction.atomic():
        caller = f"{CALLER} {sender.pk}"
        record_id = begin_record(account_id=sender.account_id, caller=caller, key=key, fingerprint=key)
        if record_id is not None:
            fields = _result_fields(_send(sender, draft))
            store_answer(record_id, status=201, body=json.dumps(fields))
            return PostResult(**fields, is_first=True)
        record = get_record(account_id=sender.account_id, caller=caller, key=key)
    return PostResult(**json.loads(record.body), is_first=False)


def _key(draft: MessageDraft, token: str) -> str:
    content = json.dumps([token, asdict(draft)], sort_keys=True)
    return hashlib.sha256(content.encode(errors="surrogatepass")).hexdigest()


def _send(sender: Agent, draft: MessageDraft) -> SendResult:
    if draft.is_stone:
        return send_stone(sender=sender, stone=draft.content, outgoing=draft.outgoing, max_lod=draft.max_lod)
    return send_message(
        sender=sender,
        payload=draft.content,
        outgoing=draft.outgoing,
        summary=draft.summary,
        detail=draft.detail,
    )


def _result_fields(sent: SendResult) -> dict[str, Any]:
    return {
        "tracking_id": sent.message.pk,
        "recipients": [each.recipient for each in sent.deliveries if each.sequence],
        "undelivered": [each.recipient for each in sent.deliveries if not each.sequence],
        "left_out": list(sent.left_out),
    }


def preview(*, sender: Agent, draft: MessageDraft) -> MessagePreview:
    """What a draft would deliver; nothing is written. Raises as `send_message` and `send_stone` for invalid content."""
    if not draft.is_stone:
        plain = compose(draft.content, summary=draft.summary, detail=draft.detail)
        return MessagePreview(
            plain.body, plain.lod_tokens[-1], plain.scan, plain.lod_tokens[-1], left_out=plain.left_out
        )
    if begins_as_stone(draft.content):
        return _preview_pasted(sender, draft)
    stone = find_stone(sender.account, draft.content.strip(), recipient=sender)
    return _preview_stored(stone, draft.max_lod)


def _preview_stored(stone: StoredStone, max_lod: int) -> MessagePreview:
    return _preview_composed(compose_stone(assemble(stone), max_lod), whole=stone.content.tokens)


def _preview_composed(composed: ComposedMessage, *, whole: int, note: str = "") -> MessagePreview:
    return MessagePreview(
        composed.body,
        count_tokens(composed.body),
        composed.scan,
        whole,
        composed.delivered_lod,
        omissions_text(composed.omissions),
        is_unverified=composed.verdict == HashVerdict.NOT_VERIFIABLE,
        note=note,
    )


def _preview_pasted(sender: Agent, draft: MessageDraft) -> MessagePreview:
    """The stored stone where the pasted one is stored, else the pasted one as it is."""
    parsed = parse_stone(draft.content)
    if not parsed.is_complete:
        return _preview_truncated(sender, parsed, draft.max_lod)
    if (stored := find_stored(sender.account, parsed, recipient=sender).stone) is not None:
        return _preview_stored(stored, draft.max_lod)
    copy = truncate(parsed, min(draft.max_lod, len(parsed.levels) - 1))
    try:
        text = dump(copy)
    except FormatError as error:
        raise NotAStone(str(error), line=error.line, reason=error.reason) from error
    delivered = len(copy.levels) - 1
    return MessagePreview(
        text,
        count_tokens(text),
        copy.levels[0],
        count_tokens(parsed.levels[-1]),
        delivered,
        omissions_text(_missing(parsed, delivered)),
        is_unverified=verify(parsed) is not HashVerdict.VERIFIED,
    )


def _preview_truncated(sender: Agent, parsed: ParsedStone, max_lod: int) -> MessagePreview:
    copy = find_stored(sender.account, parsed, recipient=sender)
    resolved = resolve_truncated(parsed, copy, max_lod)
    whole = copy.stone.content.tokens if copy.stone else resolved.composed.lod_tokens[-1]
    return _preview_composed(resolved.composed, whole=whole, note=resolved.note)


def _missing(parsed: ParsedStone, delivered: int) -> dict[str, object]:
    left = range(delivered + 1, len(parsed.levels))
    levels = [
        {
            "level": number,
            "name": level_name(number),
            "tokens": count_tokens(parsed.levels[number]),
        }
        for number in left
    ]
    return {"levels": levels}
