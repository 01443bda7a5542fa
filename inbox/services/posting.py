"""A person sends from a page, where a button may be pressed twice; and sees before what will be delivered."""

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from inbox.models import Agent
from inbox.rows import omissions_text
from inbox.services.composing import compose, compose_stone
from inbox.services.sending import OPENING, Outgoing, Sent, send_message, send_stone
from llm import count_tokens
from rest.keeping import begin, keep, kept_answer
from stones.exceptions import InvalidHash, NotAStone, StoneNotFound
from stones.format import LEVEL_NAMES, FormatError, Stone, dump, parse, truncate
from stones.queries import assemble, find_stone

CALLER = "page"


@dataclass(frozen=True)
class Draft:
    """What was typed: a text, or (is_stone) a stone by its hash or its text, up to a level."""

    content: str
    outgoing: Outgoing
    is_stone: bool = False
    max_lod: int = 1


@dataclass(frozen=True)
class Posted:
    """The message under which it went out. `undelivered`: those of its recipients who were not reached."""

    tracking_id: str
    recipients: list[str]
    undelivered: list[str]
    is_first: bool


@dataclass(frozen=True)
class Preview:
    """What will be delivered, to the byte, and what it costs to read. `whole` is what all of it would cost."""

    text: str
    tokens: int
    scan: str
    whole: int
    delivered_lod: int | None = None
    omissions: str = ""


def post(*, sender: Agent, draft: Draft, token: str) -> Posted:
    """Send a draft once: the same draft under the same token of a form was sent already, and is not sent again.

    Raises as `send_message` and `send_stone`.
    """
    key = _key(draft, token)
    with transaction.atomic():
        caller = f"{CALLER} {sender.pk}"
        kept_id = begin(account_id=sender.account_id, caller=caller, key=key, fingerprint=key)
        if kept_id is not None:
            told = _told(_send(sender, draft))
            keep(kept_id, status=201, body=json.dumps(told))
            return Posted(**told, is_first=True)
        kept = kept_answer(account_id=sender.account_id, caller=caller, key=key)
    return Posted(**json.loads(kept.body), is_first=False)


def _key(draft: Draft, token: str) -> str:
    asked = json.dumps([token, asdict(draft)], sort_keys=True)
    return hashlib.sha256(asked.encode(errors="surrogatepass")).hexdigest()


def _send(sender: Agent, draft: Draft) -> Sent:
    if draft.is_stone:
        return send_stone(sender=sender, stone=draft.content, outgoing=draft.outgoing, max_lod=draft.max_lod)
    return send_message(sender=sender, payload=draft.content, outgoing=draft.outgoing)


def _told(sent: Sent) -> dict[str, Any]:
    return {
        "tracking_id": sent.message.pk,
        "recipients": [each.recipient for each in sent.deliveries if each.sequence],
        "undelivered": [each.recipient for each in sent.deliveries if not each.sequence],
    }


def preview(*, account: User, draft: Draft) -> Preview:
    """Look at a draft: nothing is written. Raises as `send_message` and `send_stone` for a content of no use."""
    if not draft.is_stone:
        plain = compose(draft.content)
        return Preview(plain.body, plain.lod_tokens[-1], plain.scan, plain.lod_tokens[-1])
    if OPENING in draft.content:
        return _preview_pasted(account, draft)
    return _preview_stored(account, draft.content.strip(), draft.max_lod)


def _preview_stored(account: User, border_hash: str, max_lod: int) -> Preview:
    assembled = assemble(find_stone(account, border_hash))
    composed = compose_stone(assembled, max_lod)
    return Preview(
        composed.body,
        count_tokens(composed.body),
        composed.scan,
        assembled.stone.content.tokens,
        composed.delivered_lod,
        omissions_text(composed.omissions),
    )


def _preview_pasted(account: User, draft: Draft) -> Preview:
    """A stone that is not stored yet, as it was pasted; where it is stored, what is there counts."""
    try:
        parsed = parse(draft.content)
    except FormatError as error:
        raise NotAStone(str(error), line=error.line, reason=error.reason) from error
    try:
        return _preview_stored(account, parsed.header.border_hash, draft.max_lod)
    except (StoneNotFound, InvalidHash):
        copy = truncate(parsed, min(draft.max_lod, len(parsed.levels) - 1))
    text, delivered = dump(copy), len(copy.levels) - 1
    return Preview(
        text,
        count_tokens(text),
        copy.levels[0],
        count_tokens(parsed.levels[-1]),
        delivered,
        omissions_text(_missing(parsed, delivered)),
    )


def _missing(parsed: Stone, delivered: int) -> dict[str, object]:
    left = range(delivered + 1, len(parsed.levels))
    top = parsed.header.lod_count - 1
    levels = [
        {
            "level": number,
            "name": LEVEL_NAMES[-1] if number == top else LEVEL_NAMES[number],
            "tokens": count_tokens(parsed.levels[number]),
        }
        for number in left
    ]
    return {"levels": levels}
