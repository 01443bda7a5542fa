"""A message in one line of a list: who, about what, its LOD-0, and the price of more. Values in, values out.

`#12 koda !urgent? "Release": Ship 1.4 today. (sender +95/480)` is at most 60 tokens, whatever the message holds: an
agent that lists its inbox pays so much a row and no more.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.llm import count_tokens
from core.text.cut_to_tokens import ELLIPSIS, TOKEN_CHARACTERS, cut_to_fit
from core.text.one_line import one_line
from stones.format import LEVEL_NAMES, level_title
from stones.models import origin_word

if TYPE_CHECKING:
    from inbox.models import Delivery, Message

_END_OF_A_ROW = re.compile(r"\(((?:\w+\s+){0,2}\+\s*\d[\d/ ]*)\)(?=\W*$)")

ROW_TOKENS = 60
SCAN_TOKENS = 40

# In place of the levels that were not delivered, by `Message.gone`.
GONE_TEXTS = {
    "deleted": "The rest of the stone was deleted.",
    "expired": "The stone has expired: its time to live ran out.",
}


@dataclass(frozen=True)
class InboxLine:
    """The values of a line. `lod_tokens` is what each level costs, LOD-0 first; `origin`: whose words `scan` is."""

    sequence: int | None
    sender: str
    scan: str
    lod_tokens: Sequence[int]
    subject: str = ""
    priority: str = "normal"
    needs_answer: bool = False
    origin: str = ""
    # Whether the only level has more than `scan` shows.
    is_part: bool = False
    # Whether the sender has changed `scan` since.
    is_changed: bool = False


def delivery_line(delivery: "Delivery") -> str:
    """A delivery as one line of its inbox, at most ROW_TOKENS. Its message and the sender's account are loaded."""
    message = delivery.message
    return render_line(
        InboxLine(
            sequence=delivery.sequence,
            sender=sender_text(message, delivery.account_id),
            scan=message.scan,
            lod_tokens=message.prices,
            subject=message.subject,
            priority=message.priority,
            needs_answer=delivery.wants_answer,
            origin=message.scan_origin,
            is_part=shows_one_field(message),
            is_changed=message.reworded is not None,
        )
    )


def shows_one_field(message: "Message") -> bool:
    """Whether its row has one field of a short JSON value, whose only level is all of it: an older message.

    Its body is not needed.
    """
    return (
        message.is_json
        and len(message.lod_tokens) == 1
        and count_tokens(message.scan) < message.lod_tokens[0]
    )


def sender_address(message: "Message", account_id: int) -> str:
    """The sender's address for this account: `koda`, of another account `koda@ann`, also when that is gone."""
    if message.account_id == account_id or "@" in message.sender_name:
        return message.sender_name
    return f"{message.sender_name}@{message.account.username}"


def sender_text(message: "Message", account_id: int) -> str:
    """Who wrote it, and for whom: `ann for koda`, of another account `ann@ann for koda`."""
    return written_for(sender_address(message, account_id), message.for_agent)


def written_for(writer: str, for_agent: str) -> str:
    return f"{writer} for {for_agent}" if for_agent else writer


def render_line(row: InboxLine) -> str:
    """At most ROW_TOKENS: the scan is cut first, then the subject, then the sender's name."""
    sender, subject = one_line(row.sender), one_line(row.subject)
    # What a sender wrote must not look like whose words it is, and what more costs: only the site says that.
    scan = _END_OF_A_ROW.sub(r"[\1]", one_line(row.scan))
    line = _join_parts(row, sender, subject, scan, _prices(row))
    if count_tokens(line) <= ROW_TOKENS:
        return line
    # What is cut here is no longer all of LOD-0: it has its price too.
    prices = _prices(row, from_scan=True)
    longest = ROW_TOKENS * TOKEN_CHARACTERS

    def fits(sender: str, subject: str, scan: str) -> bool:
        return count_tokens(_join_parts(row, sender, subject, scan, prices)) <= ROW_TOKENS

    if scan := cut_to_fit(scan[:longest], lambda cut: fits(sender, subject, cut)):
        return _join_parts(row, sender, subject, scan, prices)
    if subject := cut_to_fit(subject[:longest], lambda cut: fits(sender, cut, "")):
        return _join_parts(row, sender, subject, "", prices)
    return _join_parts(row, cut_to_fit(sender[:longest], lambda cut: fits(cut, "", "")), "", "", prices)


def _join_parts(row: InboxLine, sender: str, subject: str, scan: str, prices: str) -> str:
    marks = f"!{row.priority}" if row.priority != "normal" else ""
    marks += "?" if row.needs_answer else ""
    number = "#-" if row.sequence is None else f"#{row.sequence}"
    head = " ".join(part for part in (number, sender, marks, f'"{subject}"' if subject else "") if part)
    return " ".join(part for part in (f"{head}:", scan, prices) if part)


def _prices(row: InboxLine, *, from_scan: bool = False) -> str:
    """`(changed sender +95/480)`: whose words the line has, whether they were changed, and what each level beyond it
    costs; where it does not hold all of LOD-0, that too.
    """
    is_whole = row.lod_tokens[0] <= SCAN_TOKENS and not row.scan.endswith(ELLIPSIS) and not row.is_part
    priced = row.lod_tokens[1:] if is_whole and not from_scan else row.lod_tokens
    origin = "".join(
        f"{word} " for word in ("changed" if row.is_changed else "", origin_word(row.origin)) if word
    )
    return f"({origin}+{'/'.join(map(str, priced))})" if priced else ""


def omissions_text(omissions: Mapping[str, Any], top_level: int) -> str:
    """What a truncated delivery lacks, in one sentence; empty where it lacks nothing. `top_level` is the source."""
    if gone := omissions.get("gone"):
        return GONE_TEXTS[gone]
    if not omissions.get("levels"):
        return ""
    levels = ", ".join(
        f"{level_title(level['level'])} ({'the source, ' * _is_source(level, top_level)}{level['tokens']:,} tokens)"
        for level in omissions["levels"]
    )
    headings = "; ".join(one_line(heading) for heading in omissions.get("headings", ()))
    return (
        f"Left out: {levels}." if not headings else f"Left out: {levels}; sections of the source: {headings}."
    )


def _is_source(level: Mapping[str, Any], top_level: int) -> bool:
    """Whether it is all of the text, which its name does not say."""
    return bool(level["level"] == top_level and level["name"] != LEVEL_NAMES[-1])
