"""Who says what: chat transcripts, minutes, mail threads and exported issue threads."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from stones.levels.blocks import lines_of


@dataclass(frozen=True)
class Turn:
    speaker: str
    text: str
    line: int


_STAMP = r"(?:[\[(]?\d{1,4}[-:./\d T]{2,20}(?:\s?[AaPp][Mm])?Z?[\])]?\s*[-–—]?\s*)?"
_TURN = re.compile(
    rf"^\s{{0,3}}{_STAMP}(?:\*\*|__)?@?((?:[^\W\d_]|<)[^:*<>|#`{{}}]{{0,58}}?>?)(?:\*\*|__)?"
    rf"(?:\s*[\[(][^\])]{{1,40}}[\])])?\s?(?:\*\*)?:(?:\*\*)?(?:\s+(\S.*)|\s*)$"
)
_ROLES = frozenset(
    {"human", "user", "assistant", "system", "ai", "agent", "claude", "gpt", "chatgpt", "me", "you", "bot"}
)
_MESSAGE_HEADING = re.compile(
    r"^([^\W\d_].{0,60}?)\s+(?:opened|commented|replied|wrote|said|closed|merged|reviewed|posted|approved)\b"
    r"(?:.{0,60}\b(?:at|on)\s+\S{0,12}\s?\d.{0,60}|.{0,20}:)$",
    re.I,
)
_NOT_A_NAME = re.compile(
    r"^(?:https?|note|warning|todo|tip|example|e\.g|i\.e|re|fwd?|subject|date|from|to|cc)$", re.I
)


def read_turns(content: str) -> list[Turn]:
    """The turns of a transcript, empty when the content is none.

    A transcript is known by its lines: most of them open with a name and a colon, and either names come back or
    what follows them is long. A list of `Key: value` has neither.
    """
    lines = lines_of(content)
    found = [(at, _TURN.match(line[:400]), line) for at, line in enumerate(lines) if line.strip()]
    opening = [(at, match, line) for at, match, line in found if match and _is_name(match[1])]
    names = Counter(_key(match[1]) for _, match, _ in opening if match)
    if len(opening) < 2 or not _is_talk(len(opening), len(found), names, opening):
        return []
    known = {
        name
        for name, times in names.items()
        if times > 1 or name in _ROLES or len(opening) >= 0.6 * len(found)
    }
    return _gather(lines, known)


def _is_talk(
    turns: int, lines: int, names: Counter[str], opening: Sequence[tuple[int, re.Match[str] | None, str]]
) -> bool:
    if sum(times for name, times in names.items() if name in _ROLES) >= 2:
        return True
    words = sorted(len(line.split()) for _, _, line in opening)
    returning = sum(times for times in names.values() if times > 1)
    talkative = words[len(words) // 2] >= 14
    return turns >= 0.6 * lines and (talkative or returning >= max(3, 0.5 * turns))


def _gather(lines: list[str], known: set[str]) -> list[Turn]:
    turns: list[Turn] = []
    speaker, first, parts = "", 0, list[str]()
    for number, line in enumerate(lines, start=1):
        match = _TURN.match(line[:400])
        if match and _is_name(match[1]) and _key(match[1]) in known:
            if speaker and any(parts):
                turns.append(Turn(speaker, "\n".join(parts), first))
            rest = line[match.start(2) :].strip() if match[2] else ""
            speaker, first, parts = display_name(match[1]), number, [rest]
        else:
            parts.append(line)
    if speaker and any(parts):
        turns.append(Turn(speaker, "\n".join(parts), first))
    return turns


def _is_name(text: str) -> bool:
    words = text.split()
    return 0 < len(words) <= 6 and not _NOT_A_NAME.match(text) and not text.endswith((".", "?", "!"))


def _key(name: str) -> str:
    return name.strip(" <>*_@").casefold()


def display_name(name: str) -> str:
    """`Dournaee, Blake` and `VAMBENEPE,WILLIAM (HP)` as a person says them; addresses as `<email>` are nobody."""
    name = re.sub(r"\([^()]*\)?", "", name).strip(" *_@\"'")
    if name.startswith("<") or "@" in name:
        return "Another participant" if name.startswith("<") else name
    family, comma, given = name.partition(",")
    if comma and given.strip() and len(family.split()) <= 2:
        name = f"{given.strip()} {family.strip()}"
    if name.isupper() and len(name) > 4:
        name = name.title()
    return " ".join(name.split())


def heading_speaker(heading: str) -> str:
    """Who wrote the message that this heading opens (`Matt Duck commented at …`), else an empty string."""
    match = _MESSAGE_HEADING.match(heading)
    return display_name(match[1]) if match and len(match[1].split()) <= 5 else ""
