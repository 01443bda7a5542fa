"""What a reader must know of shorter levels that came with a stone: its hash proves its content alone."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from django.contrib.auth.models import User

from stones.assembled_stone import AssembledStone
from stones.format import HashVerdict, ParsedStone, verify
from stones.levels.summary import SummarySource, check_words, find_omissions
from stones.levels.summary.analyzed_text import AnalyzedText
from stones.models import LevelOrigin
from stones.queries import StoneRecipient
from stones.services.changed_copy import explain_mismatch
from stones.services.pasted_stone import StoredCopy, find_stored
from stones.services.read_levels import LevelRead
from stones.stored_header import text_of

# The check takes two milliseconds for 1,000 characters.
MAX_CHECKED_CHARACTERS = 100_000
CHECKED_LEVELS = 2
MAX_FAULTS = 5
# Of a paste; of those behind them it is only said that their levels are unchecked.
MAX_STONES = 10
# The check speaks to who wrote the words; who reads them can change nothing.
_ADVICE = re.compile(
    r"(?:\. Copy (?:it|the \w+) (?:as it|that) stands there(?:, or leave it out)?\.|; say so or leave it out\."
    r"|\. Say what the text is; quote such words\.)\Z"
)


@dataclass(frozen=True)
class LevelWarning:
    """What is to be said of a level; of LOD-0 first that all of them are as they came."""

    level: int
    text: str


def paste_level_warnings(
    account: User, stones: Sequence[ParsedStone], *, recipient: StoneRecipient | None = None
) -> list[tuple[LevelWarning, ...]]:
    """Of each stone of a paste, which the account may have stored."""
    copies = [find_stored(account, each, recipient=recipient) for each in stones[:MAX_STONES]]
    checked = [
        _mismatch_warnings(account, parsed, recipient) or pasted_level_warnings(parsed, copy)
        for parsed, copy in zip(stones, copies, strict=False)
    ]
    others = [pasted_level_warnings(each, StoredCopy(), is_checked=False) for each in stones[MAX_STONES:]]
    return checked + others


def _mismatch_warnings(
    account: User, parsed: ParsedStone, recipient: StoneRecipient | None
) -> tuple[LevelWarning, ...]:
    if verify(parsed) is not HashVerdict.MISMATCH:
        return ()
    reason = explain_mismatch(account, parsed, recipient=recipient).reason
    # Of the source, which is the last of its levels.
    return (LevelWarning(len(parsed.levels) - 1, reason),) if reason else ()


def pasted_level_warnings(
    parsed: ParsedStone, copy: StoredCopy, *, is_checked: bool = True
) -> tuple[LevelWarning, ...]:
    """Of a stone that came as a text. () for one that was made here, or without its content or with another one."""
    is_made_here = copy.stone is not None and not copy.stone.claimed_header
    if is_made_here or not parsed.is_complete or verify(parsed) is HashVerdict.MISMATCH:
        return ()
    return _check_given_levels(parsed.levels[:-1], parsed.levels[-1] if is_checked else "")


def stored_level_warnings(assembled: AssembledStone) -> tuple[LevelWarning, ...]:
    """Of a stored stone; () where it was made here."""
    given = [level for level in assembled.levels if level.origin == LevelOrigin.AUTHOR]
    if not assembled.stone.claimed_header or not given:
        return ()
    texts = [text_of(assembled, level.number) for level in given]
    return _check_given_levels(texts, text_of(assembled, assembled.stone.top_level))


def read_level_warnings(read: LevelRead) -> tuple[str, ...]:
    """What of a level that came as it is, LOD-0 or LOD-1, its source does not say or says otherwise."""
    if read.level.origin != LevelOrigin.AUTHOR or read.level.number >= CHECKED_LEVELS:
        return ()
    content = text_of(read.assembled, read.assembled.stone.top_level)
    if not 0 < len(content) <= MAX_CHECKED_CHARACTERS:
        return ()
    reading = AnalyzedText.of(content)
    found = check_words(read.content, SummarySource(content, reading.visible), reading)
    return tuple(
        f"LOD-{read.level.number}: {_without_advice(message)}" for _, message, _ in islice(found, MAX_FAULTS)
    )


def _check_given_levels(levels: Sequence[str], content: str) -> tuple[LevelWarning, ...]:
    """That these levels, LOD-0 first, are unchecked, what of LOD-0 and LOD-1 the content does not say, and what
    they leave out of its prohibitions, warnings and asks.
    """
    if not levels:
        return ()
    if len(levels) == 1:
        stand = "LOD-0 is as it came"
    else:
        stand = f"LOD-0 {'and' if len(levels) == 2 else 'to'} LOD-{len(levels) - 1} are as they came"
    unchecked = LevelWarning(0, f"{stand}, unchecked: a hash proves the source alone")
    return (unchecked, *list(_find_faults(levels[:CHECKED_LEVELS], content))[:MAX_FAULTS])


def _find_faults(levels: Sequence[str], content: str) -> Iterator[LevelWarning]:
    if not 0 < len(content) <= MAX_CHECKED_CHARACTERS:
        return
    reading = AnalyzedText.of(content)
    source = SummarySource(content, reading.visible)
    for number, text in enumerate(levels):
        for _code, message, _line in check_words(text, source, reading):
            yield LevelWarning(number, f"LOD-{number}: {_without_advice(message)}")
    names = " and ".join(f"LOD-{number}" for number in range(len(levels)))
    for omission in find_omissions(levels, reading, has_detail=len(levels) > 1):
        yield LevelWarning(0, f"{names}: {omission.message}")


def _without_advice(message: str) -> str:
    return _ADVICE.sub(".", message)
