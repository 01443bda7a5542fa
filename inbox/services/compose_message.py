"""The content of a message, checked and priced before anything is written: body, LOD-0, tokens of each level."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.conf import settings

from core.llm import count_tokens
from core.rest.agent_tokens import refuse_tokens
from core.text.cut_to_tokens import cut_to_tokens
from core.text.is_blank import is_blank
from core.text.one_line import one_line
from core.text.text_blocks import BlockKind, read_blocks
from inbox.exceptions import InvalidMessage, MessageTooLarge
from inbox.rendering.inbox_lines import SCAN_TOKENS
from stones.assembled_stone import AssembledStone
from stones.exceptions import NotAStone
from stones.format import FormatError, HashVerdict, ParsedStone, canonical, dump
from stones.levels import PROVISIONAL_CHARACTERS, is_json, is_telling_key, level_count, provisional_sentence
from stones.models import SHA256_HEX, LevelOrigin
from stones.services import stone_text
from stones.services.sender_words import TakenWords, read_words, take_words
from stones.stored_header import text_of

SENDER, AUTHOR, EXTRACT = LevelOrigin.SENDER.value, LevelOrigin.AUTHOR.value, LevelOrigin.EXTRACT.value
# The fields of a JSON value that say what it is about, the most telling first.
TEXT_FIELDS = ("text", "message", "content", "task", "summary", "body")
MAX_HEADINGS = 12
HEADING_CHARACTERS = 60
HEADING_SCAN_CHARACTERS = 100_000
"""Characters of a source that are searched for headings."""
_NOT_TEXT = re.compile("[\x00\ud800-\udfff]")
_ESCAPED_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")


@dataclass(frozen=True)
class ComposedMessage:
    """A message without recipients and options."""

    body: str
    scan: str
    lod_tokens: tuple[int, ...]
    # Whose words the scan is (`AssembledStone.lod_0_origin`); "" where it is the text itself.
    scan_origin: str = ""
    # Of a plain text: LOD-1 in its sender's words; "" where there is none.
    detail: str = ""
    # What the sender's words do not say of the text.
    left_out: tuple[str, ...] = ()
    unused: str = ""
    is_json: bool = False
    stone_id: str | None = None
    border_hash: str = ""
    sha256: str = ""
    claimed_hash: str = ""
    verdict: str = ""
    delivered_lod: int | None = None
    omissions: Mapping[str, Any] = field(default_factory=dict)


def compose(payload: object, *, summary: str = "", detail: str = "") -> ComposedMessage:
    """A text as it is, any other JSON value as JSON with its keys in their order; `summary` and `detail` as its levels.

    Raises InvalidMessage for what is empty or no text, MessageTooLarge, TokenInContent, SummaryRefused.
    """
    is_json = not isinstance(payload, str)
    body = _to_json(payload) if is_json else str(payload)
    _validate_text(body, is_json=is_json)
    if _is_blank_text(payload):
        raise InvalidMessage("The message is empty: there is nothing in it to read. Nothing was sent.")
    refuse_tokens(body, where="message")
    composed = ComposedMessage(body=body, scan="", lod_tokens=(count_tokens(body),), is_json=is_json)
    taken = take_words(read_words(summary=summary, detail=detail), body, outcome="sent")
    if taken.levels:
        return with_words(composed, taken)
    composed = replace(composed, unused=taken.unused)
    text = _main_text(payload, body)
    scan = message_scan(text)
    if level_count(composed.lod_tokens[0]) == 1 and text is body:
        # Short: as much of it as a sentence would cost is there at once.
        return replace(composed, scan=scan)
    prices = (count_tokens(scan), *composed.lod_tokens)
    return replace(composed, scan=scan, lod_tokens=prices, scan_origin=EXTRACT)


def with_words(composed: ComposedMessage, taken: TakenWords) -> ComposedMessage:
    """A plain message with its sender's words as LOD-0, and as LOD-1 where there are any."""
    return replace(
        composed,
        scan=taken.levels[0],
        detail=taken.levels.get(1, ""),
        lod_tokens=(*map(count_tokens, taken.levels.values()), composed.lod_tokens[-1]),
        scan_origin=SENDER,
        left_out=taken.left_out,
    )


def compose_stone(assembled: AssembledStone, max_lod: int) -> ComposedMessage:
    """A stone's copy up to `max_lod`, or to its top, with what it lacks.

    Raises TokenInContent, also for a level above that, as the recipient may read on.
    """
    stone = assembled.stone
    delivered = min(max_lod, stone.top_level)
    whole = stone_text(assembled)
    refuse_tokens(whole, where="stone")
    return ComposedMessage(
        body=whole if delivered == stone.top_level else stone_text(assembled, delivered),
        scan=cut_to_tokens(one_line(text_of(assembled, 0)), SCAN_TOKENS, count_tokens),
        lod_tokens=assembled.lod_tokens,
        scan_origin=assembled.lod_0_origin,
        stone_id=stone.pk,
        border_hash=stone.content.border_hash,
        sha256=stone.content.sha256,
        claimed_hash=stone.claimed_hash,
        verdict=stone.verdict.value,
        delivered_lod=delivered,
        omissions=describe_omissions(assembled, delivered),
    )


def compose_copy(parsed: ParsedStone) -> ComposedMessage:
    """A copy of a stone whose source is not available, with every level that it has: nothing else holds them.

    Its hash is not checked.

    Raises NotAStone for a header that cannot be written again, InvalidMessage, MessageTooLarge, TokenInContent.
    """
    delivered = len(parsed.levels) - 1
    # What is cut says so, also where its own header does not.
    header = replace(parsed.header, delivered_lod=delivered)
    try:
        body = dump(ParsedStone(header, parsed.levels))
    except FormatError as error:
        raise NotAStone(f"{error}. Nothing was sent.", line=error.line, reason=error.reason) from error
    _validate_text(body, is_json=False)
    refuse_tokens(body, where="stone")
    return ComposedMessage(
        body=body,
        scan=cut_to_tokens(one_line(parsed.levels[0]), SCAN_TOKENS, count_tokens),
        lod_tokens=tuple(map(count_tokens, parsed.levels)),
        scan_origin=AUTHOR,
        # Its own name for a source that is not stored here.
        border_hash=header.border_hash[:SHA256_HEX],
        verdict=HashVerdict.NOT_VERIFIABLE.value,
        delivered_lod=delivered,
    )


def describe_omissions(assembled: AssembledStone, delivered: int) -> dict[str, Any]:
    """What a copy up to a level lacks: the levels, their tokens, the headings of the source; {} where nothing."""
    missing = assembled.levels[delivered + 1 :]
    if not missing:
        return {}
    levels = [{"level": each.number, "name": each.name, "tokens": each.tokens} for each in missing]
    headings = first_headings(assembled.stone.content.text)
    return {"levels": levels, "tokens": sum(each.tokens for each in missing), "headings": headings}


def first_headings(text: str) -> list[str]:
    """The first headings of a source, at most MAX_HEADINGS; "…" follows where there are more."""
    found: list[str] = []
    lines = text[:HEADING_SCAN_CHARACTERS].split("\n")
    for block in read_blocks(lines):
        # A heading without words would be named by the one above it.
        if block.kind is not BlockKind.HEADING or not lines[block.first].strip(" \t#") or not block.trail:
            continue
        if len(found) == MAX_HEADINGS:
            return [*found, "…"]
        title = one_line(block.trail[-1])
        found.append(title if len(title) <= HEADING_CHARACTERS else f"{title[: HEADING_CHARACTERS - 1]}…")
    return found


def message_scan(text: str) -> str:
    """LOD-0 of a plain message, in one line: itself where it is short, else the one that a stone of it has."""
    line = one_line(text) if len(text) <= PROVISIONAL_CHARACTERS else ""
    if line and count_tokens(line) <= SCAN_TOKENS:
        return line
    # One character more than is read, so that its last line is known to be cut; of JSON all.
    head = canonical(text if is_json(text) else text[: PROVISIONAL_CHARACTERS + 1])
    return cut_to_tokens(
        one_line(provisional_sentence(head, count_tokens=count_tokens)), SCAN_TOKENS, count_tokens
    )


def _main_text(payload: object, body: str) -> str:
    """The text of a JSON value's first such field; all of it if there is none, or another field says how it stands."""
    if isinstance(payload, Mapping) and not any(map(is_telling_key, payload.keys() - TEXT_FIELDS)):
        for name in TEXT_FIELDS:
            if isinstance(value := payload.get(name), str) and one_line(value):
                return value
    return body


def _to_json(payload: object) -> str:
    if payload is None:
        raise InvalidMessage("The message is empty: a message is a text or a JSON value. Nothing was sent.")
    try:
        return json.dumps(payload, ensure_ascii=False, allow_nan=False)
    except ValueError as error:
        raise InvalidMessage(
            "The message is no JSON value: it refers to itself, or has a number that is too large for a 64-bit double "
            "or none at all. Send such a number as a text. Nothing was sent."
        ) from error
    except (TypeError, RecursionError) as error:
        raise InvalidMessage(f"The message is no JSON value ({error}). Nothing was sent.") from error


def _is_blank_text(value: object) -> bool:
    """Whether it holds nothing but blank texts. An empty list or object is a value."""
    parts, has_text = [value], False
    while parts:
        part = parts.pop()
        if isinstance(part, Mapping):
            parts.extend(part.values())
        elif isinstance(part, list | tuple):
            parts.extend(part)
        elif isinstance(part, str) and is_blank(part):
            has_text = True
        elif part is not None:
            return False
    return has_text


def _validate_text(body: str, *, is_json: bool) -> None:
    limit = settings.STONE_MAX_BYTES
    # Before anything is copied: a character is one byte at least.
    if len(body) > limit or len(body.encode(errors="replace")) > limit:
        raise MessageTooLarge(
            f"The message has more than {limit:,} bytes. Store it as a stone in parts, or send less. Nothing was sent.",
            limit=limit,
        )
    if wrong := _NOT_TEXT.search(body):
        line = body.count("\n", 0, wrong.start()) + 1
        raise InvalidMessage(
            f"The message is not plain text: line {line} has the character U+{ord(wrong[0]):04X}. Take it out, or "
            "encode what is no text, as Base64. Nothing was sent."
        )
    if is_json and _ESCAPED_NUL.search(body):
        raise InvalidMessage(
            "The message has a text with the character U+0000. Take it out, or encode what is no text, as Base64. "
            "Nothing was sent."
        )
