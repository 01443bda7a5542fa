"""What stands above or before the sentences of a passage and is none of them: the headers of mails, addresses and
salutations, and who says what follows in a chat.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from brain.answer_sources import SourcePassage
from brain.parsing.written_day import mail_day
from core.text.chat_lines import MessageHead, message_days, message_heads
from core.text.letter_heads import head_spans, mail_headers

_EMPHASIS = re.compile(r"[*_`]+")


@dataclass(frozen=True, slots=True)
class PassageHeads:
    """`spans`: (start, end) of all of them, in order."""

    text: str
    spans: Sequence[tuple[int, int]]
    mails: Sequence[tuple[int, int]]
    messages: Sequence[MessageHead]
    days: Sequence[date | None]
    """Of the messages."""

    def mail_above(self, start: int) -> str:
        """The header of the mail that text[start:] stands in, on one line; empty without one."""
        above = [span for span in self.mails if span[1] <= start]
        return " ".join(_EMPHASIS.sub("", self.text[slice(*above[-1])]).split()) if above else ""

    def message_before(self, start: int) -> tuple[str, str]:
        """Who says text[start:] in a chat, with the time as it is written, and the name; empty without one."""
        at = self._message_at(start)
        if at is None:
            return "", ""
        head = self.messages[at]
        return self.text[head.start : head.end].strip(" :\n"), head.name

    def day_at(self, start: int) -> date | None:
        """Of the message or the mail that text[start:] stands in."""
        at = self._message_at(start)
        if at is not None and (day := self.days[at]):
            return day
        head = self.mail_above(start)
        return mail_day(head, date.max) if head else None

    def _message_at(self, start: int) -> int | None:
        return next((at for at, each in reversed([*enumerate(self.messages)]) if each.end <= start), None)


def read_heads(passage: SourcePassage) -> PassageHeads:
    return _read_heads(passage.text, passage.start == 0)


@lru_cache(maxsize=200)
def _read_heads(text: str, is_beginning: bool) -> PassageHeads:
    messages = message_heads(text)
    return PassageHeads(
        text,
        sorted(
            [*head_spans(text, is_beginning=is_beginning), *((each.start, each.end) for each in messages)]
        ),
        list(mail_headers(text)),
        messages,
        message_days([text[each.start : each.end] for each in messages]),
    )
