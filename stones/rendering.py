"""Stones as plain values for JSON, each with the price of what it does not hold: what REST and the commands answer."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from core.llm import count_tokens, tokens_are_exact
from core.rest.trust import UNTRUSTED
from stones import services
from stones.assembled_stone import AssembledStone
from stones.format import dump_header, level_name, read_fortune
from stones.models import LevelOrigin
from stones.stored_header import header_of, text_of
from stones.summary_fields import extract_hint

if TYPE_CHECKING:
    # Whoever has one of these has loaded its service.
    from stones.focus import Excerpt, Focus, NextStep
    from stones.services import LevelRead, PastedStone, ReadPaste, StoneFocusResult, StoneRead
    from stones.services.given_levels import LevelWarning

EXACT, ESTIMATE = "exact", "estimate"


def token_counting(assembled: AssembledStone | None = None) -> str:
    """Whether token counts are exact: ours now, and those stored with the stone."""
    stored = assembled is None or assembled.stone.content.tokens_exact
    return EXACT if stored and tokens_are_exact() else ESTIMATE


def serialize_tokens(assembled: AssembledStone, max_lod: int | None = None) -> dict[str, Any]:
    """What a stone costs; the header is that of the copy up to `max_lod` (None: of the whole stone)."""
    return {
        "header": count_tokens(dump_header(header_of(assembled, max_lod))),
        "levels": list(assembled.lod_tokens),
        "whole": assembled.stone.content.tokens,
        "counting": token_counting(assembled),
    }


def _stone_fields(assembled: AssembledStone) -> dict[str, Any]:
    stone = assembled.stone
    return {
        "id": stone.pk,
        "border_hash": stone.content.border_hash,
        "glow_channel": stone.glow_channel,
        "stone_type": stone.stone_type,
        "source_agent": stone.source_agent,
        "claimed_source": stone.claimed_source or None,
        "source_claimed": stone.source_claimed,
        "fortune": stone.fortune,
        "verdict": stone.verdict.value,
        "claimed_hash": stone.claimed_hash or None,
        "claimed": stone.claims or None,
        "lod_count": stone.level_count,
        "status": assembled.status.value,
        "trust": UNTRUSTED,
        "created": _time(stone.created),
        "expires": _time(stone.expires) if stone.expires else None,
    }


def _time(when: datetime) -> str:
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def other_words_hint(call: str) -> str:
    """What a sender reads whose words were not used; `call` uses them."""
    return f"The stone had other words already: yours were not used. Change them: {call}"


def serialize_formatted_stone(
    assembled: AssembledStone,
    text: str,
    *,
    left_out: Sequence[str] = (),
    reword: str = "",
    has_other_words: bool = False,
    unused: str = "",
) -> dict[str, Any]:
    """`reword`: the call that gives it a sentence, named where none came with it or it was not used. `unused`: why
    the words that came are not used.
    """
    tokens = serialize_tokens(assembled) | {"delivered": count_tokens(text)}
    hint = unused or None
    if has_other_words:
        hint = other_words_hint(reword)
    elif reword and assembled.lod_0_origin == LevelOrigin.EXTRACT:
        hint = extract_hint(reword)
    return {
        "qastone": text,
        **_stone_fields(assembled),
        "tokens": tokens,
        "left_out": list(left_out),
        "hint": hint,
    }


def serialize_stone(read: "StoneRead") -> dict[str, Any]:
    return {
        "qastone": read.qastone,
        **_stone_fields(read.assembled),
        "delivered_lod": read.delivered_lod,
        "access_count": read.access_count,
        "tokens": serialize_tokens(read.assembled, read.delivered_lod) | {"delivered": read.tokens},
    }


def serialize_stone_line(assembled: AssembledStone, access_count: int) -> dict[str, Any]:
    stone = assembled.stone
    is_own = stone.shared_with is None
    return {
        **_stone_fields(assembled),
        "lod_0": text_of(assembled, 0),
        "lod_0_origin": assembled.lod_0_origin or None,
        "access_count": access_count,
        "tags": stone.tags if is_own else [],
        "archived": is_own and stone.archived is not None,
        "demo": stone.is_demo,
        "tokens": serialize_tokens(assembled),
    }


def serialize_level_state(read: "LevelRead") -> dict[str, Any]:
    """Everything about a level but its text."""
    content, row = read.assembled.stone.content, read.level.row
    is_replaceable = row is not None and row.stone_id is None and row.model == ""
    return {
        "border_hash": content.border_hash,
        "level": read.level.number,
        "name": read.level.name,
        "tokens": read.level.tokens,
        "next_level": read.next.number if read.next else None,
        "next_tokens": read.next.tokens if read.next else None,
        "counting": token_counting(read.assembled),
        "trust": UNTRUSTED,
        "state": read.level.state.value,
        "origin": read.level.origin,
        "model": (row.model or None) if row else None,
        "prompt_version": (row.prompt_version or None) if row else None,
        "reason": (content.fallback_reason or None) if is_replaceable else None,
    }


def serialize_level(read: "LevelRead") -> dict[str, Any]:
    facts = serialize_level_state(read)
    named = {key: facts[key] for key in ("border_hash", "level", "name")}
    return named | {"content": read.content} | facts


def serialize_focus(focused: "StoneFocusResult", path: str, *, texts: bool = False) -> dict[str, Any]:
    """`path`: the address that was asked; `texts`: each passage has its own, too."""
    return {"border_hash": focused.stone.content.border_hash} | serialize_excerpts(
        focused.focus, focused.question, path, by_vectors=focused.by_vectors, texts=texts
    )


def serialize_excerpts(
    found: "Focus", question: str, path: str, *, by_vectors: bool, texts: bool
) -> dict[str, Any]:
    """The passages nearest to a question; `path`: the address that was asked."""
    return {
        "question": question,
        "is_match": found.is_match,
        "open_parts": found.open_parts,
        "passages": _serialize_passages(found.passages, texts=texts),
        "left_out": [_fields(gap, "start_line", "end_line", "tokens", "headings") for gap in found.left_out],
        "text": found.text,
        "tokens": found.tokens,
        "next": _serialize_next_step(found.next, question, path, texts=texts),
        "counting": token_counting(),
        "by_vectors": by_vectors,
        "trust": UNTRUSTED,
    }


def _serialize_passages(passages: "Sequence[Excerpt]", *, texts: bool) -> list[dict[str, Any]]:
    """Where each stands. All their words are in the answer's `text` already: a reader that takes both pays twice."""
    names = ("start_line", "end_line", "trail", *(["text"] if texts else []))
    return [_fields(passage, *names) for passage in passages]


def _serialize_next_step(
    step: "NextStep | None", question: str, path: str, *, texts: bool = False
) -> dict[str, Any] | None:
    """How focused reading at this address goes on, and its price; None where nothing is left."""
    if step is None:
        return None
    query = {
        "q": question,
        "skip": step.skip,
        "max_tokens": step.max_tokens,
        "texts": "true" if texts else "",
    }
    given = {name: value for name, value in query.items() if value not in (None, "")}
    return _fields(step, "skip", "max_tokens", "tokens") | {"url": f"{path}?{urlencode(given)}"}


def _fields(value: object, *names: str) -> dict[str, Any]:
    return {name: getattr(value, name) for name in names}


def serialize_paste(
    paste: "ReadPaste", level_warnings: Sequence[Sequence["LevelWarning"]] = ()
) -> dict[str, Any]:
    """`level_warnings`: of each stone, what is to be said of its shorter levels."""
    stones = [serialize_pasted_stone(stone) for stone in paste.stones]
    lines = paste.text.split("\n") if any(level_warnings) else []
    for stone, warnings in zip(stones, level_warnings, strict=False):
        stone["warnings"] += [
            {"line": _level_line(lines, stone["start_line"], warning.level), "reason": warning.text}
            for warning in warnings
        ]
    return {
        "stones": stones,
        "around": [{"start": around.start, "text": around.text} for around in paste.around],
        "counting": token_counting(),
        "trust": UNTRUSTED,
    }


def _level_line(lines: Sequence[str], start: int, level: int) -> int:
    """The line of a paste, from 1, on which this level of the stone that starts on line `start` begins."""
    return next(
        number for number, line in enumerate(lines[start - 1 :], start) if line.startswith(f"LOD-{level}:")
    )


def serialize_pasted_stone(pasted: "PastedStone") -> dict[str, Any]:
    found, assessment = pasted.found, pasted.assessment
    return {
        "header": services.header_fields(found.stone.header),
        "levels": [
            {"level": number, "name": level_name(number), "content": text, "tokens": tokens}
            for number, (text, tokens) in enumerate(zip(found.stone.levels, pasted.level_tokens, strict=True))
        ],
        "header_tokens": pasted.header_tokens,
        "verdict": pasted.verdict.value,
        "complexity": read_fortune(found.stone.header.fortune).complexity,
        "assessment": {
            "level": assessment.level,
            "reason": assessment.reason,
            "spawn_helper": assessment.spawn_helper,
        },
        "is_closed": found.is_closed,
        "warnings": [{"line": notice.line, "reason": notice.reason} for notice in found.stone.warnings],
        "start": found.start,
        "end": found.end,
        "start_line": found.start_line,
        "end_line": found.end_line,
    }
