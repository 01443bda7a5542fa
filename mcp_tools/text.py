"""What a tool answers with: text that fits a budget of tokens, and others' words between marks they cannot forge."""

import re
import secrets
from typing import NamedTuple

from llm import count_tokens

# What a tool answers with at most, unless its caller asks for more.
DEFAULT_TOKENS = 1_000
# Kept for the sentence that says what was cut; shown of a text even where its frame has spent the budget.
_TAIL_TOKENS, _LEAST_TOKENS = 50, 40
# No token of o200k is longer; what lies beyond so many characters cannot fit.
_LONGEST_TOKEN = 128
_NOT_IN_A_NAME = re.compile(r"[^\w.@ -]+")


class Fitted(NamedTuple):
    """The beginning of a text. `rest` is the offset at which the rest begins (characters), None where it is all."""

    text: str
    rest: int | None
    rest_tokens: int


def new_nonce() -> str:
    """The mark of one answer: nobody who wrote the fenced text before can have known it."""
    return secrets.token_hex(4)


def fence(text: str, *, sender: str, nonce: str) -> str:
    """Put another's words between two lines that name their sender: they are data, whatever they say."""
    # A claimed name may hold anything; in the mark it must stay a name.
    name = _NOT_IN_A_NAME.sub("?", sender)[:80]
    return f'<untrusted {nonce} from="{name}">\n{text}\n</untrusted {nonce}>'


def fit(text: str, max_tokens: int, *, start: int = 0) -> Fitted:
    """As much of `text` from `start` (characters) as costs at most `max_tokens`, cut at the end of a line if it can."""
    text = text[start:]
    window = text[: max_tokens * _LONGEST_TOKEN]
    if len(window) == len(text) and count_tokens(text) <= max_tokens:
        return Fitted(text, None, 0)
    ends = [found.end() for found in re.finditer("\n", window)]
    end = _last_that_fits(window, ends, max_tokens)
    if not end:  # one line that is too long by itself
        end = _last_that_fits(window, range(1, len(window) + 1), max_tokens)
    end = end or 1
    return Fitted(text[:end].rstrip("\n"), start + end, count_tokens(text[end:]))


def _last_that_fits(text: str, ends: "list[int] | range", max_tokens: int) -> int:
    """The last of these ends up to which the text costs at most `max_tokens`; 0 where none does."""
    low, high = 0, len(ends)
    while low < high:
        middle = (low + high) // 2
        if count_tokens(text[: ends[middle]]) <= max_tokens:
            low = middle + 1
        else:
            high = middle
    return ends[low - 1] if low else 0


def fenced_part(
    head: str, body: str, *, sender: str, max_tokens: int, start: int = 0, otherwise: str = ""
) -> str:
    """An answer of at most `max_tokens`: our own words, as much of another's as fits, and how to get the rest.

    `start` is where an earlier answer ended; `otherwise` names a way to need less than all of it.
    """
    nonce = new_nonce()
    frame = count_tokens(head) + count_tokens(fence("", sender=sender, nonce=nonce)) + _TAIL_TOKENS
    part = fit(body, max(max_tokens - frame, _LEAST_TOKENS), start=start)
    lines = [head, fence(part.text, sender=sender, nonce=nonce)]
    if part.rest is not None:
        lines.append(f"Cut: {part.rest_tokens:,} tokens more. Go on with start={part.rest}{otherwise}.")
    return "\n".join(lines)
