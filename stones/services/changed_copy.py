"""Why a stone that came as a text does not hold the content that its hash names, as far as that can be told."""

from dataclasses import dataclass
from itertools import zip_longest

from django.contrib.auth.models import User

from stones.exceptions import StoneError
from stones.format import ParsedStone
from stones.format.stone_parser import UNCLOSED
from stones.models import ListedStone
from stones.queries import StoneRecipient, find_stone

# Of a changed line: before where it differs, and in all.
BEFORE_CHANGE, CHANGE_CHARACTERS = 60, 240

CLAIMED_RULE = (
    "its text is the one that is stored here under this name, which another writer gave it. With `esc: 1` the header "
    "claims that the name is its hash"
)


@dataclass(frozen=True)
class ChangedLine:
    """The first line of a source that differs, by its number from 1: as it was copied, and as it is stored."""

    number: int
    copied: str
    stored: str


@dataclass(frozen=True)
class ChangedCopy:
    """`reason` is "" where nothing can be told. `original`: what the account can read under the hash that it claims.

    `line` is where the words of both differ. `remedy`: what to do, where asking for it anew changes nothing.
    """

    reason: str = ""
    original: ListedStone | None = None
    line: ChangedLine | None = None
    remedy: str = ""


def explain_mismatch(
    account: User, parsed: ParsedStone, *, recipient: StoneRecipient | None = None
) -> ChangedCopy:
    try:
        original = find_stone(account, parsed.header.border_hash, recipient=recipient)
    except StoneError:
        original = None
    if cut := explain_cut(parsed):
        return ChangedCopy(cut, original)
    if original is None:
        return ChangedCopy()
    copied, stored = parsed.levels[-1], original.content.text
    if copied == stored:
        # Found by another writer's name: our rule would give the text the same hash.
        return ChangedCopy(CLAIMED_RULE, original, remedy="Leave out the line `esc: 1`.")
    if stored.split() != copied.split():
        return ChangedCopy("", original, first_change(copied, stored))
    return ChangedCopy(f"its words are the same, but {_explain_blanks(copied, stored)}", original)


def _explain_blanks(copied: str, stored: str) -> str:
    """How two texts of the same words differ."""
    one, other = (text.strip().split("\n") for text in (copied, stored))
    if [line.rstrip() for line in one] == [line.rstrip() for line in other]:
        return "blanks or line ends at an end of the text, or of a line, are not: they were cut or added on the way"
    if [line.split() for line in one] == [line.split() for line in other]:
        return "blanks within its lines are not: they were changed on the way"
    return "lines are broken otherwise: it was wrapped on the way"


def explain_cut(parsed: ParsedStone) -> str:
    """What is to be done with a copy that lacks its end; "" for any other."""
    is_cut = any(notice.reason == UNCLOSED for notice in parsed.warnings)
    return "the end mark is missing: copy the whole stone again" if is_cut else ""


def first_change(copied: str, stored: str) -> ChangedLine | None:
    """The first line whose words differ, each side cut to what is around the first difference; None where none does."""
    lines = zip_longest(copied.split("\n"), stored.split("\n"), fillvalue="")
    for number, sides in enumerate(lines, 1):
        here, there = (" ".join(side.split()) for side in sides)
        if here != there:
            pairs = enumerate(zip(here, there, strict=False))
            changed = next((at for at, (one, other) in pairs if one != other), min(len(here), len(there)))
            start = max(changed - BEFORE_CHANGE, 0)
            return ChangedLine(number, _cut(here, start), _cut(there, start))
    return None


def _cut(line: str, start: int) -> str:
    end = start + CHANGE_CHARACTERS
    return f"{'…' * (start > 0)}{line[start:end]}{'…' * (end < len(line))}"
