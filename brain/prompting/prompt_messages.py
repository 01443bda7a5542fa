"""The messages of one question: every source between marks that its text cannot hold, the question behind them."""

from collections.abc import Mapping, Sequence

from brain.answer_sources import AnswerSource, SourceType
from brain.checking.guarded_sources import WITHHELD, guard_sources
from brain.prompting.system_prompts import STANDARD_SYSTEM
from core.text.fences import PROMPT_MARKS, fence, remove_nonce
from core.text.passages import CountTokens

Message = Mapping[str, str]

MIN_NONCE_CHARACTERS = 8
_LABEL_CHARACTERS = 2_000
"""Of an id, a title, a URL: more is no label. A URL must be copied whole to hold."""
_MAX_REASONS = 20
_REASON_CHARACTERS = 500
_KINDS = {SourceType.NOTES: "NOTE", SourceType.PROFILE: "PROFILE", SourceType.EXTERNAL: "PAGE"}
_NO_SOURCES = "There are no sources for this question."


def build_messages(
    query: str,
    *,
    sources: Sequence[AnswerSource],
    history: str,
    nonce: str,
    system: str = STANDARD_SYSTEM,
    count_tokens: CountTokens,
) -> list[Message]:
    """System and user message. Sources are guarded first (`checking.guard_sources`), which changes none that was.

    `nonce`: at least 8 characters that nobody can foresee, another for each prompt. `history` may be empty.
    `system` from `system_for`.
    """
    if len(nonce) < MIN_NONCE_CHARACTERS:
        raise ValueError("the marks of a prompt need a nonce of at least 8 characters")
    blocks = [_block(source, nonce) for source in guard_sources(sources).sources if source.passages]
    parts = [f"The code of the marks below is {nonce}.", *(blocks or [_NO_SOURCES])]
    if history.strip():
        parts.append(fence(history.strip(), label="CONVERSATION", nonce=nonce, marks=PROMPT_MARKS))
    parts.append(f"The question:\n{remove_nonce(query.strip(), nonce)}")
    return [_message("system", system), _message("user", "\n\n".join(parts))]


def build_retry_messages(messages: Sequence[Message], answer: str, reasons: Sequence[str]) -> list[Message]:
    """The same once more, with the answer (its JSON) and why it cannot be used as it is."""
    reason_lines = "\n".join(
        f"- {' '.join(reason[:_REASON_CHARACTERS].split())}" for reason in reasons[:_MAX_REASONS]
    )
    request = (
        "Parts of this answer do not hold:\n"
        f"{reason_lines}\n"
        "Write all fields anew. Cite only what stands in the sources above, word for word under the right id, and "
        "leave out what you cannot cite. When the sources do not hold the answer, say so."
    )
    return [*messages, _message("assistant", answer), _message("user", request)]


def fit_sources(
    sources: Sequence[AnswerSource], *, max_tokens: int, count_tokens: CountTokens
) -> tuple[AnswerSource, ...]:
    """The first of them that together, labels counted, are no more than that."""
    remaining = max_tokens
    for number, source in enumerate(sources):
        remaining -= source_tokens(source, count_tokens=count_tokens)
        if remaining < 0:
            return tuple(sources[:number])
    return tuple(sources)


def context_tokens(sources: Sequence[AnswerSource], *, count_tokens: CountTokens) -> int:
    """What the sources take of a prompt, labels and marks counted."""
    return sum(source_tokens(source, count_tokens=count_tokens) for source in guard_sources(sources).sources)


def source_tokens(source: AnswerSource, *, count_tokens: CountTokens) -> int:
    return count_tokens(_block(source, "0" * MIN_NONCE_CHARACTERS * 2))


def _block(source: AnswerSource, nonce: str) -> str:
    label = {
        "id": source.id,
        "title": source.title,
        "url": source.url or source.id if source.type is SourceType.EXTERNAL else "",
        "source": source.origin,
    }
    lines = [f"{name}: {_one_line(value)}" for name, value in label.items() if value.strip()]
    text = "\n".join([*lines, "", _text(source)])
    return fence(text, label=_KINDS[source.type], nonce=nonce, marks=PROMPT_MARKS)


def _text(source: AnswerSource) -> str:
    """The passages in their order, with the headings above them where these change, a sign between where text lies."""
    parts: list[str] = []
    end, trail = 0, ""
    for passage in source.passages:
        if passage.start > end + 2:
            parts.append(WITHHELD)
        if passage.trail and passage.trail != trail:
            parts.append(f"({_one_line(passage.trail)})")
        trail = passage.trail
        parts.append(passage.text)
        end = passage.end
    return "\n".join(parts)


def _one_line(text: str) -> str:
    return " ".join(text[:_LABEL_CHARACTERS].split())


def _message(role: str, content: str) -> Message:
    return {"role": role, "content": content}
