"""Levels written by a model: one call, a check, one retry with what is wrong or missing, else the extract."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from pydantic import BaseModel

from core.text.cut_to_tokens import cut_to_tokens
from core.text.passages import CountTokens
from stones.levels.check_levels import check_levels, levels_left_out
from stones.levels.extract import write_extract
from stones.levels.level_limits import LIMITS, LevelFault, Writer, WrittenLevels, level_count
from stones.levels.level_prompts import (
    NOTE_TOKENS,
    PROMPT_VERSION,
    Message,
    merge_messages,
    note_messages,
    retry_messages,
    write_messages,
)
from stones.levels.summary import Omission

RESERVED_TOKENS = 2_500
"""Of the window, for the instructions and the answer."""
MAX_ROUNDS = 6
"""Rounds of notes on notes; a window of 3,500 tokens takes a megabyte in three."""
MAX_NOTES_SHARE = 0.75
"""Notes with more than this share of their source will not fit the window soon enough."""


class Scan(BaseModel):
    scan: str


class ScanAndDetail(Scan):
    detail: str


class AllLevels(ScanAndDetail):
    deep: str


class Notes(BaseModel):
    notes: str


_SCHEMAS: dict[int, type[Scan]] = {2: Scan, 3: ScanAndDetail, 4: AllLevels}
Value = TypeVar("Value", bound=BaseModel)
Value_co = TypeVar("Value_co", bound=BaseModel, covariant=True)


class ModelReply(Protocol[Value_co]):
    @property
    def value(self) -> Value_co: ...
    @property
    def model(self) -> str: ...


class ParsingChat(Protocol):
    """The part of `core.llm.ChatModel` that is needed."""

    def parse(
        self, messages: Sequence[Mapping[str, str]], schema: type[Value], *, purpose: str
    ) -> ModelReply[Value]: ...


def write_with_model(
    content: str,
    *,
    chat: ParsingChat,
    count_tokens: CountTokens,
    context_tokens: int,
    count: int | None = None,
) -> WrittenLevels:
    """Levels of `content` by a model whose window has `context_tokens`; `count` levels, the content itself included.

    Never a level that `check_levels` refuses: after two refused answers it is the extract, with the faults of the
    second. A mere omission is asked for once and refuses nothing. Also the extract, with a fault that says so, for a
    window too small for this content. Exceptions of the model's client pass through.
    """
    tokens = count_tokens(content)
    count = level_count(tokens) if count is None else count
    if count <= 1:
        return WrittenLevels(())
    deep = max(LIMITS.deep(tokens), 1)
    window = max(context_tokens - RESERVED_TOKENS, 500)
    if (notes := _take_notes(content, chat, count_tokens, window)) is None:
        faults = [
            LevelFault(0, "window", f"Notes of the content do not fit the model's window of {window} tokens.")
        ]
    else:
        question = (
            merge_messages(notes, count=count, deep_tokens=deep)
            if notes
            else write_messages(content, count=count, deep_tokens=deep)
        )
        written, faults = _ask_twice(question, content, chat, count_tokens, count)
        if not faults:
            return written
    extract = write_extract(content, count_tokens=count_tokens, count=count)
    return WrittenLevels(extract.texts, faults=tuple(faults))


def _ask_twice(
    question: list[Message], content: str, chat: ParsingChat, count_tokens: CountTokens, count: int
) -> tuple[WrittenLevels, list[LevelFault]]:
    """The model's levels and their faults, after a retry if the first answer was not good."""
    first = _ask_and_check(question, "levels", content, chat, count_tokens, count)
    if not first.faults and not first.left_out:
        return first.levels, []
    messages = retry_messages(question, first.json, first.faults, [each.message for each in first.left_out])
    second = _ask_and_check(messages, "levels-retry", content, chat, count_tokens, count)
    # Levels that only omit something are acceptable; those that claim too much are not.
    best = first if second.faults and not first.faults else second
    return best.levels, list(best.faults)


@dataclass(frozen=True)
class _CheckedReply:
    levels: WrittenLevels
    json: str
    faults: Sequence[LevelFault]
    left_out: Sequence[Omission]


def _ask_and_check(
    messages: list[Message],
    purpose: str,
    content: str,
    chat: ParsingChat,
    count_tokens: CountTokens,
    count: int,
) -> _CheckedReply:
    answer = chat.parse(messages, _SCHEMAS[count], purpose=purpose)
    texts = _texts(answer.value)
    levels = WrittenLevels(texts, Writer.MODEL, answer.model, PROMPT_VERSION)
    faults = check_levels(texts, content, count_tokens=count_tokens)
    return _CheckedReply(levels, answer.value.model_dump_json(), faults, levels_left_out(texts, content))


def _texts(value: Scan) -> tuple[str, ...]:
    return tuple(str(text).strip() for text in value.model_dump().values())


def _take_notes(content: str, chat: ParsingChat, count_tokens: CountTokens, window: int) -> list[str] | None:
    """Notes that together fit the window; empty for a content that fits itself, None if they cannot be made to fit."""
    notes, size = [content], count_tokens(content)
    if size <= window:
        return []
    for _ in range(MAX_ROUNDS):
        parts = split_parts("\n\n".join(notes), most_tokens=window, count_tokens=count_tokens)
        notes = [
            _write_note(chat, part, at, len(parts), count_tokens) for at, part in enumerate(parts, start=1)
        ]
        before, size = size, sum(map(count_tokens, notes))
        if size <= window:
            return notes
        if size > before * MAX_NOTES_SHARE:
            break
    return None


def _write_note(chat: ParsingChat, part: str, number: int, parts: int, count_tokens: CountTokens) -> str:
    answer = chat.parse(note_messages(part, number=number, parts=parts), Notes, purpose="levels-notes")
    # A model that will not be brief would keep the notes from ever fitting the window.
    return cut_to_tokens(str(answer.value.notes).strip(), NOTE_TOKENS, count_tokens, ellipsis="")


def split_parts(text: str, *, most_tokens: int, count_tokens: CountTokens) -> list[str]:
    """Parts of whole lines, each of at most `most_tokens`; a longer line is cut."""
    parts: list[str] = []
    lines: list[str] = []
    size = 0
    for line in _cut_lines(text, most_tokens * 2):
        cost = count_tokens(line) + 1
        if lines and size + cost > most_tokens:
            parts.append("\n".join(lines))
            lines, size = [], 0
        lines.append(line)
        size += cost
    return [*parts, "\n".join(lines)]


def _cut_lines(text: str, most_characters: int) -> list[str]:
    return [
        line[at : at + most_characters]
        for line in text.split("\n")
        for at in range(0, max(len(line), 1), most_characters)
    ]
