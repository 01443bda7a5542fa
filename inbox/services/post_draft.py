"""Sending from the compose page, once however often the button is pressed."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from core.rest.idempotency_records import GONE, begin_record
from core.rest.models import IdempotencyRecord
from inbox.models import Agent
from inbox.services.box_content import BoxContent
from inbox.services.send_messages import Outgoing, SendResult, send_message, send_stone

CALLER = "page"
# So long an equal message of another form is taken for a repetition.
SENT_RECENTLY = timedelta(minutes=10)


@dataclass(frozen=True)
class MessageDraft:
    """The form's values: a text, or stones up to a level, each a message of its own, as is the `note` beside them."""

    content: BoxContent
    outgoing: Outgoing
    max_lod: int = 1
    summary: str = ""
    detail: str = ""
    note: str = ""

    @property
    def note_outgoing(self) -> Outgoing:
        """The note's options: it is the stone that needs an answer."""
        return replace(self.outgoing, needs_answer=False)


@dataclass(frozen=True)
class PostResult:
    """What was sent, one message or more. `undelivered`: not reached; `is_first` False: it was sent before."""

    tracking_ids: list[str]
    recipients: list[str]
    undelivered: list[str]
    is_first: bool
    # What the sender's words do not say of the text.
    left_out: Sequence[str] = ()


class SentBefore(Exception):
    """An equal draft of another form was sent a short time ago, as where a page that was gone back to is sent."""

    def __init__(self, result: PostResult, sent: datetime) -> None:
        super().__init__("This very message was sent before. It was not sent again.")
        self.result = result
        self.sent = sent


def post(*, sender: Agent, draft: MessageDraft, token: str, again: bool = False) -> PostResult:
    """Send a draft once: the same draft under the same token of a form was sent already, and is not sent again.

    Of several stones all are sent or none. `again`: also where another form sent the same. What was deleted since is
    sent anew. Raises SentBefore, and as `send_message` and `send_stone`.
    """
    with transaction.atomic():
        form = _lock_record(sender, _key(draft, token))
        if _is_sent(form):
            return _result_before(form)
        any_form = _lock_record(sender, _key(draft, ""))
        if _is_sent(any_form) and not again and any_form.created > timezone.now() - SENT_RECENTLY:
            raise SentBefore(_result_before(any_form), any_form.created)
        fields = _result_fields(_send(sender, draft))
        # Of a record that is older, too: what was sent last is what the next form is told of.
        IdempotencyRecord.objects.filter(pk__in=[form.pk, any_form.pk]).update(
            status=201, body=json.dumps(fields), created=timezone.now()
        )
        return PostResult(**fields, is_first=True)


def _lock_record(sender: Agent, key: str) -> IdempotencyRecord:
    """The record of a key, a new one if there is none. Of two calls at once the second waits here for the first."""
    caller = f"{CALLER} {sender.pk}"
    begin_record(account_id=sender.account_id, caller=caller, key=key, fingerprint=key)
    records = IdempotencyRecord.objects.select_for_update()
    return records.get(account_id=sender.account_id, caller=caller, key=key)


def _is_sent(record: IdempotencyRecord) -> bool:
    """Whether its message was sent, and is there still."""
    return record.status not in (0, GONE)


def _result_before(record: IdempotencyRecord) -> PostResult:
    return PostResult(**json.loads(record.body), is_first=False)


def _key(draft: MessageDraft, token: str) -> str:
    content = json.dumps([token, asdict(draft)], sort_keys=True)
    return hashlib.sha256(content.encode(errors="surrogatepass")).hexdigest()


def _send(sender: Agent, draft: MessageDraft) -> list[SendResult]:
    if draft.content.is_stone:
        stones = [
            send_stone(sender=sender, stone=stone, outgoing=draft.outgoing, max_lod=draft.max_lod)
            for stone in draft.content.stones
        ]
        return [*stones, _send_note(sender, draft, beside=stones[0])] if draft.note else stones
    sent = send_message(
        sender=sender,
        payload=draft.content.text,
        outgoing=draft.outgoing,
        summary=draft.summary,
        detail=draft.detail,
    )
    return [sent]


def _send_note(sender: Agent, draft: MessageDraft, *, beside: SendResult) -> SendResult:
    """To those who got the stone, in its thread."""
    recipients = [each.recipient for each in beside.deliveries]
    outgoing = replace(draft.note_outgoing, recipients=recipients, in_reply_to=beside.message.pk)
    return send_message(sender=sender, payload=draft.note, outgoing=outgoing)


def _result_fields(sent: Sequence[SendResult]) -> dict[str, Any]:
    # Each went to the same recipients.
    deliveries = sent[0].deliveries
    return {
        "tracking_ids": [each.message.pk for each in sent],
        "recipients": [each.recipient for each in deliveries if each.sequence],
        "undelivered": [each.recipient for each in deliveries if not each.sequence],
        "left_out": [words for each in sent for words in each.left_out],
    }
