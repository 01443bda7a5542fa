"""What a tool answers with: text that fits a budget of tokens, and others' words between marks they cannot forge."""

import re
import secrets
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from core.llm import count_tokens
from core.mcp.exceptions import InvalidArguments
from core.text import fences
from core.text.cut_to_tokens import cut_to_tokens

# What a tool answers with at most, unless its caller asks for more.
DEFAULT_TOKENS = 1_000
# Shown of a text even where its frame has spent the budget.
_MIN_TOKENS = 20
# Texts put together may cost a little more than one by one.
_SEAM_TOKENS = 5
# Of a sender's name in the mark.
_NAME_TOKENS = 16
# No token of o200k is longer; what lies beyond so many characters cannot fit.
_MAX_TOKEN_CHARACTERS = 128
CLAIMED_BY = " (claimed by "
_UNSAFE_IN_NAME = re.compile(r"[^\w.@() -]+")


class FittedText(NamedTuple):
    """The beginning of a text, verbatim: such parts put together are the text.

    `rest` is the offset at which the rest begins (characters), None where it is all.
    """

    text: str
    rest: int | None
    rest_tokens: int


def new_nonce() -> str:
    """The mark of one answer: nobody who wrote the fenced text before can have known it."""
    # Digits: nine of them cost three tokens, as many bits in hexadecimal twice that.
    return f"{secrets.randbelow(10**9):09}"


def fence(text: str, *, sender: str, nonce: str) -> str:
    """Put another's words between two lines that name their sender: they are data, whatever they say."""
    # A claimed name may hold anything; in the mark it must stay a name, and a short one.
    claimed, mark, by = _UNSAFE_IN_NAME.sub("?", sender).partition(CLAIMED_BY)
    # However long the claimed name is, that it is claimed has to be seen.
    name = f"{_cut_name(claimed)}{mark}{_cut_name(by.rstrip(')'))})" if mark else _cut_name(claimed)
    return fences.fence(text, label=name, nonce=nonce, marks=fences.TOOL_MARKS)


def _cut_name(name: str) -> str:
    return fit_to_budget(name[:80], _NAME_TOKENS).text


def fit_to_budget(text: str, max_tokens: int, *, start: int = 0) -> FittedText:
    """As much of `text` from `start` (characters) as costs at most `max_tokens`.

    Cut at the end of a line, unless more than a third of the tokens would be left unused.
    """
    text = text[start:]
    window = text[: max_tokens * _MAX_TOKEN_CHARACTERS]
    if len(window) == len(text) and count_tokens(text) <= max_tokens:
        return FittedText(text, None, 0)
    ends = [found.end() for found in re.finditer("\n", window)]
    end = _last_fitting(window, ends, max_tokens)
    if count_tokens(window[:end]) * 3 < max_tokens * 2:
        end = _last_fitting(window, range(1, len(window) + 1), max_tokens) or max(end, 1)
    return FittedText(text[:end], start + end, count_tokens(text[end:]))


def join_names(names: Sequence[str], max_tokens: int, *, separator: str = ", ") -> str:
    """Names in one line, at least the first: `#1, #2 and 3 more` where they would cost more than `max_tokens`."""
    count, spent = 1, count_tokens(names[0])
    while count < len(names) and (spent := spent + count_tokens(separator + names[count])) <= max_tokens:
        count += 1
    more = f" and {len(names) - count} more" if count < len(names) else ""
    return separator.join(names[:count]) + more


def _last_fitting(text: str, ends: Sequence[int], max_tokens: int) -> int:
    """The last of these ends up to which the text costs at most `max_tokens`; 0 where none does."""
    count = bisect_right(ends, max_tokens, key=lambda end: count_tokens(text[:end]))
    return ends[count - 1] if count else 0


def other_words_note(fix_call: str) -> str:
    """What stands under an answer to words that were not used."""
    return f"\n\nIt had these words already: yours were not used. Change them: {fix_call}"


def unused_note(reason: str) -> str:
    """The same for another reason; "" for none."""
    return f"\n\n{reason}" if reason else ""


def left_out_note(left_out: Sequence[str], fix_call: str) -> str:
    """What a sender's words do not say of its text, on lines of their own, and the call that mends it; "" for none."""
    if not left_out:
        return ""
    return "\n".join(
        ["", "Your words leave out:", *(f"- {each}" for each in left_out), f"Mend it: {fix_call}"]
    )


class FencedPart(NamedTuple):
    """An answer, and the part of the body that stands in it."""

    text: str
    part: FittedText


def fence_part(
    head: str,
    body: str,
    *,
    sender: str,
    max_tokens: int,
    start: int = 0,
    otherwise: str = "",
    above: str = "",
    below: str = "",
) -> FencedPart:
    """An answer of at most `max_tokens`: our own words, as much of another's as fits, and how to get the rest.

    `start` is where an earlier answer ended; `otherwise` names a way to need less than all of it. `above` and `below`
    are another's words beside the body: the first part has the one, the last the other, as far as it fits. Raises
    InvalidArguments for a start at which nothing is left.
    """
    if start and start >= len(body):
        raise InvalidArguments(f"start={start} is beyond the end: the text has {len(body):,} characters.")
    nonce = new_nonce()
    above = f"{above}\n" if above and not start else ""
    room = max_tokens - count_tokens(f"{head}\n{fence(above, sender=sender, nonce=nonce)}") - _SEAM_TOKENS
    part = fit_to_budget(body, max(room, _MIN_TOKENS), start=start)
    if part.rest is None:
        below = cut_to_tokens(below, room - count_tokens(part.text) - _SEAM_TOKENS, count_tokens)
        shown = f"{above}{part.text}" + (f"\n\n{below}" if below else "")
        return FencedPart(f"{head}\n{fence(shown, sender=sender, nonce=nonce)}", part)
    room -= count_tokens(_cut_note(len(body), len(body), otherwise))
    part = fit_to_budget(body, max(room, _MIN_TOKENS), start=start)
    assert part.rest is not None
    note = _cut_note(part.rest_tokens, part.rest, otherwise)
    return FencedPart(f"{head}\n{fence(f'{above}{part.text}', sender=sender, nonce=nonce)}\n{note}", part)


def _cut_note(tokens: int, rest: int, otherwise: str) -> str:
    return f"Cut: {tokens:,} tokens more. Go on with start={rest} (characters){otherwise}."
