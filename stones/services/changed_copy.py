"""Why a stone that came as a text does not hold the content that its hash names, as far as that can be told."""

from dataclasses import dataclass

from django.contrib.auth.models import User

from stones.exceptions import StoneError
from stones.format import ParsedStone
from stones.format.stone_parser import UNCLOSED
from stones.models import ListedStone
from stones.queries import StoneRecipient, find_stone


@dataclass(frozen=True)
class ChangedCopy:
    """`reason` is "" where nothing can be told. `original`: what the account can read under the hash that it claims."""

    reason: str = ""
    original: ListedStone | None = None


def explain_mismatch(
    account: User, parsed: ParsedStone, *, recipient: StoneRecipient | None = None
) -> ChangedCopy:
    try:
        original = find_stone(account, parsed.header.border_hash, recipient=recipient)
    except StoneError:
        original = None
    if any(notice.reason == UNCLOSED for notice in parsed.warnings):
        return ChangedCopy("the end mark is missing: copy the whole stone again", original)
    if original is not None and original.content.text.split() == parsed.levels[-1].split():
        reason = "its words are the same, but lines are broken otherwise: it was wrapped on the way"
        return ChangedCopy(reason, original)
    return ChangedCopy("", original)
