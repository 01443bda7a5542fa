"""The messages of one question: every source between marks that its text cannot hold, the question behind them."""

import re
from collections.abc import Callable, Mapping, Sequence

from brain.checking import WITHHELD, guard
from brain.prompting.systems import CLOSING, OPENING, STANDARD_SYSTEM
from brain.sources import Source, SourceType

Message = Mapping[str, str]
CountTokens = Callable[[str], int]

LEAST_NONCE = 8
_LABEL_CHARACTERS = 2_000
"""Of an id, a title, a URL: more is no label. A URL must be copied whole to hold."""
_MOST_REASONS = 20
_REASON_CHARACTERS = 500
_KINDS = {SourceType.NOTES: "NOTE", SourceType.PROFILE: "PROFILE", SourceType.EXTERNAL: "PAGE"}
_NO_SOURCES = "There are no sources for this question."


def build(
    query: str,
    *,
    sources: Sequence[Source],
    history: str,
    nonce: str,
    system: str = STANDARD_SYSTEM,
    count_tokens: CountTokens,
) -> list[Message]:
    """System and user message. Sources are guarded first (`checking.guard`), which changes none that was.

    `nonce`: at least 8 characters that nobody can foresee, another for each prompt. `history` may be empty.
    `system` from `system_for`.
    """
    if len(nonce) < LEAST_NONCE:
        raise ValueError("the marks of a prompt need a nonce of at least 8 characters")
    blocks = [_block(source, nonce) for source in guard(sources).sources if source.stretches]
    parts = [f"The code of the marks below is {nonce}.", *(blocks or [_NO_SOURCES])]
    if history.strip():
        parts.append(_fenced("CONVERSATION", _clear(history.strip(), nonce), nonce))
    parts.append(f"The question:\n{_clear(query.strip(), nonce)}")
    return [_says("system", system), _says("user", "\n\n".join(parts))]


def retry(messages: Sequence[Message], answer: str, reasons: Sequence[str]) -> list[Message]:
    """The same once more, with the answer (its JSON) and why it cannot be used as it is."""
    told = "\n".join(
        f"- {' '.join(reason[:_REASON_CHARACTERS].split())}" for reason in reasons[:_MOST_REASONS]
    )
    asked = (
        "Parts of this answer do not hold:\n"
        f"{told}\n"
        "Write all fields anew. Cite only what stands in the sources above, word for word under the right id, and "
        "leave out what you cannot cite. When the sources do not hold the answer, say so."
    )
    return [*messages, _says("assistant", answer), _says("user", asked)]


def within(sources: Sequence[Source], *, most_tokens: int, count_tokens: CountTokens) -> tuple[Source, ...]:
    """The first of them that together, labels counted, are no more than that."""
    room = most_tokens
    for number, source in enumerate(sources):
        room -= source_tokens(source, count_tokens=count_tokens)
        if room < 0:
            return tuple(sources[:number])
    return tuple(sources)


def context_tokens(sources: Sequence[Source], *, count_tokens: CountTokens) -> int:
    """What the sources take of a prompt, labels and marks counted."""
    return sum(source_tokens(source, count_tokens=count_tokens) for source in guard(sources).sources)


def source_tokens(source: Source, *, count_tokens: CountTokens) -> int:
    return count_tokens(_block(source, "0" * LEAST_NONCE * 2))


def _block(source: Source, nonce: str) -> str:
    label = {
        "id": source.id,
        "title": source.title,
        "url": source.url or source.id if source.type is SourceType.EXTERNAL else "",
        "source": source.origin,
    }
    lines = [f"{name}: {_one_line(value, nonce)}" for name, value in label.items() if value.strip()]
    return _fenced(_KINDS[source.type], "\n".join([*lines, "", _text(source, nonce)]), nonce)


def _text(source: Source, nonce: str) -> str:
    """The stretches in their order, with the headings above them where these change, a sign between where text lies."""
    parts: list[str] = []
    end, trail = 0, ""
    for stretch in source.stretches:
        if stretch.start > end + 2:
            parts.append(WITHHELD)
        if stretch.trail and stretch.trail != trail:
            parts.append(f"({_one_line(stretch.trail, nonce)})")
        trail = stretch.trail
        parts.append(_clear(stretch.text, nonce))
        end = stretch.end
    return "\n".join(parts)


def _fenced(kind: str, text: str, nonce: str) -> str:
    return f"{OPENING} {kind} {nonce}\n{text}\n{CLOSING} {kind} {nonce}"


def _one_line(text: str, nonce: str) -> str:
    return _clear(" ".join(text[:_LABEL_CHARACTERS].split()), nonce)


def _clear(text: str, nonce: str) -> str:
    """Without the code of the marks, in whatever case: so no text can hold a mark."""
    return re.sub(re.escape(nonce), "…", text, flags=re.IGNORECASE)


def _says(role: str, content: str) -> Message:
    return {"role": role, "content": content}
