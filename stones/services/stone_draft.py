"""What comes in to be stored, checked whole before anything is written."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.conf import settings

from core.llm import count_tokens
from core.rest.agent_tokens import refuse_tokens
from core.text.is_blank import is_blank
from stones.exceptions import ContentNotText, ContentTooLarge, InvalidHeader, InvalidLevels
from stones.format import (
    CHANNELS,
    MAX_LEVELS,
    STONE_TYPES,
    FormatError,
    Header,
    canonical,
    detect_channel,
    dump_header,
    read_claims,
)
from stones.levels import WrittenLevels, level_count
from stones.models import BY_PERSON
from stones.services.sender_words import NAMES, TakenWords, read_words, take_words

_NOT_TEXT = re.compile("[\x00\ud800-\udfff]")
SOURCE_LENGTH = 100
TTL_DAYS = range(1, 3651)
WRITTEN_LEVELS = (0, 1, 2)


@dataclass(frozen=True)
class StoneDraft:
    """A content and what is known of it. None means: choose for me (channel by content, time to live by settings).

    `source_agent` is who stores it, by its token, or BY_PERSON: never what a caller says. `claimed_source` is whom the
    caller, or a header that came with the content, names as its writer.
    """

    content: str
    glow_channel: str | None = None
    stone_type: str = "handoff"
    source_agent: str = BY_PERSON
    claimed_source: str | None = None
    generate_lods: bool = True
    # The sender's own words, checked against the text. `levels` are taken as they are: from whoever vouches for them.
    summary: str = ""
    detail: str = ""
    levels: Mapping[int, str] = field(default_factory=dict)
    # Those that the site wrote together with the content.
    written: WrittenLevels | None = None
    history: str | None = None
    ttl_days: int | None = None
    # Of an export: when it was made, and until when it is kept, in place of `ttl_days`. None: now, and as those say.
    created: datetime | None = None
    expires: datetime | None = None
    # Which model writes its levels; empty: the site's. Where the same text's are not written yet, the latest that is
    # named holds; levels that are written stay as they are.
    lod_model: str = ""
    # Of a stone that came as a text: the header lines that it brought (`format.dump_claims`).
    claims: str = ""


@dataclass(frozen=True)
class CheckedDraft:
    """A draft that can be stored as it is: canonical text, all choices made."""

    text: str
    tokens: int
    glow_channel: str
    stone_type: str
    source_agent: str
    claimed_source: str
    generate_lods: bool
    levels: dict[int, str]
    written: WrittenLevels | None
    level_count: int
    ttl_days: int
    lod_model: str
    claims: str
    created: datetime | None = None
    expires: datetime | None = None
    words: TakenWords = field(default_factory=TakenWords)


def check_draft(draft: StoneDraft) -> CheckedDraft:
    """Check everything.

    Raises ContentTooLarge, ContentNotText, TokenInContent, InvalidHeader, InvalidLevels or SummaryRefused.
    """
    levels = _levels(draft)
    text = check_text("content", draft.content)
    if draft.history:
        # The source is what was said and then what led to it; the handoff itself is its deepest summary.
        levels.setdefault(2, text)
        text = check_text("content with its history", f"{text}\n\n{check_text('history', draft.history)}")
    _check_header(draft)
    given = read_words(summary=draft.summary, detail=draft.detail)
    words = take_words(given, text, outcome="stored")
    if twice := sorted(levels.keys() & words.levels.keys()):
        raise InvalidLevels(f"LOD-{twice[0]} is given twice: as {NAMES[twice[0]]}, and among the levels.")
    tokens = count_tokens(text)
    count = max(
        level_count(tokens) if draft.generate_lods else min(level_count(tokens), 2),
        max(levels.keys() | words.levels.keys(), default=-1) + 2,
        len(draft.written.texts) + 1 if draft.written else 0,
    )
    return CheckedDraft(
        text=text,
        tokens=tokens,
        glow_channel=draft.glow_channel or detect_channel(text),
        stone_type=draft.stone_type,
        source_agent=draft.source_agent.strip(),
        claimed_source=(draft.claimed_source or "").strip(),
        generate_lods=draft.generate_lods,
        levels=levels,
        written=draft.written,
        level_count=count,
        ttl_days=settings.STONE_TTL_DAYS if draft.ttl_days is None else draft.ttl_days,
        lod_model=draft.lod_model.strip(),
        claims=draft.claims,
        created=draft.created,
        expires=draft.expires,
        words=words,
    )


def check_text(name: str, value: str) -> str:
    """The canonical form of a text that can be stored. Raises ContentTooLarge, ContentNotText or TokenInContent."""
    # Before anything is copied: a character is one byte at least.
    if (
        len(value) > settings.STONE_MAX_BYTES
        or len(value.encode(errors="replace")) > settings.STONE_MAX_BYTES
    ):
        size = len(value.encode(errors="replace"))
        raise ContentTooLarge(
            f"The {name} has {size:,} bytes; at most {settings.STONE_MAX_BYTES:,} are stored. Nothing was "
            "stored: cut it at its headings, and make a stone of each part.",
            limit=settings.STONE_MAX_BYTES,
        )
    text = canonical(value)
    if wrong := _NOT_TEXT.search(text):
        line = text.count("\n", 0, wrong.start()) + 1
        raise ContentNotText(
            f"The {name} is not plain text: line {line} has the character U+{ord(wrong[0]):04X}. Nothing was stored: "
            "take it out, or encode what is no text, as Base64."
        )
    if is_blank(text):
        raise ContentNotText(f"The {name} is empty. Nothing was stored.")
    refuse_tokens(text, where=name)
    return text


def _levels(draft: StoneDraft) -> dict[int, str]:
    levels: dict[int, str] = {}
    for number, value in draft.levels.items():
        if number not in (WRITTEN_LEVELS if not draft.claims else range(MAX_LEVELS - 1)):
            raise InvalidLevels(
                f"LOD-{number} cannot be given: levels 0, 1 and 2 can, the source is the content."
            )
        # One that another writer left empty is its author's affair.
        is_left_empty = draft.claims != "" and "esc" not in read_claims(draft.claims) and not value.strip()
        levels[number] = canonical(value) if is_left_empty else check_text(f"LOD-{number}", value)
    return levels


def _check_header(draft: StoneDraft) -> None:
    if draft.glow_channel is not None and draft.glow_channel not in CHANNELS:
        raise InvalidHeader(
            f"Unknown glow_channel {draft.glow_channel[:40]!r}: one of {', '.join(CHANNELS)}."
        )
    if draft.stone_type not in STONE_TYPES:
        raise InvalidHeader(f"Unknown stone_type {draft.stone_type[:40]!r}: one of {', '.join(STONE_TYPES)}.")
    _check_source(draft.source_agent.strip())
    if draft.claimed_source is not None:
        _check_source(draft.claimed_source.strip())
    refuse_tokens(draft.claims, where="header")
    if draft.ttl_days is not None and draft.ttl_days not in TTL_DAYS:
        raise InvalidHeader(f"ttl_days must be from {TTL_DAYS[0]} to {TTL_DAYS[-1]}, not {draft.ttl_days}.")


def _check_source(name: str) -> None:
    """The format's own rule, so that what is stored can be written again."""
    refuse_tokens(name, where="source_agent")
    sample = Header(
        "0" * 8, CHANNELS[0], STONE_TYPES[0], "2026-01-30T12:00:00Z", name, 1, "task:general:simple"
    )
    try:
        dump_header(sample)
    except FormatError as error:
        raise InvalidHeader(f"The header cannot carry this source_agent: {error.reason}.") from error
    if len(name) > SOURCE_LENGTH:
        raise InvalidHeader(f"source_agent is longer than {SOURCE_LENGTH} characters.")
