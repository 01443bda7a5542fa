"""What stands above or before the sentences of a passage and is none of them: the headers of mails, addresses and
salutations, who says what follows in a chat, and the date that opens a line of a log.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from brain.answer_sources import SourcePassage
from brain.parsing.written_day import mail_day, written_day
from core.text.chat_lines import MIN_MESSAGES, MessageHead, message_days, message_heads
from core.text.letter_heads import head_spans, mail_headers

_LINE_DATE = re.compile(
    r"^[ \t>*_•+-]*(?:(?P<iso>\d{4}-\d\d-\d\d)[*_]*[ \t]*(?:[:–—-][*_]*)?[ \t]+"
    r"|(?P<date>\w[\w.,/ -]{5,28}?)[*_]*[ \t]*(?:[:–—]|[ \t]-[ \t])[*_]*[ \t]*)(?=\S)",
    re.MULTILINE,
)
"""`2026-03-02: `, `- 2 March 2026 - `, `2026-03-02 `."""
_ROW_DATE = re.compile(r"[ \t]*\|[ \t]*(?P<date>\w[\w.,/ -]{5,28}?)[ \t]*\|")
_EMPHASIS = re.compile(r"[*_`]+")


@dataclass(frozen=True, slots=True)
class PassageHeads:
    """`spans`: (start, end) of all of them, in order, without overlap."""

    text: str
    spans: Sequence[tuple[int, int]]
    mails: Sequence[tuple[int, int]]
    messages: Sequence[MessageHead]
    days: Sequence[date | None]
    """Of the messages."""
    dates: Mapping[int, str]
    """Those that open a line, by where the line begins."""

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
        """Of the message, the dated line or the mail that text[start:] stands in."""
        at = self._message_at(start)
        if at is not None and (day := self.days[at]):
            return day
        head = self.mail_above(start)
        row = _ROW_DATE.match(self.text, self._line_start(start))
        # A day that is to come is a plan.
        day = written_day(row["date"] if row else self.line_date(start), date.today())
        return day or (mail_day(head, date.max) if head else None)

    def line_date(self, start: int) -> str:
        """The date that opens the line in which text[start:] is, as in a log: "2026-03-02"; empty without one."""
        return self.dates.get(self._line_start(start), "")

    def _line_start(self, start: int) -> int:
        return self.text.rfind("\n", 0, start) + 1

    def _message_at(self, start: int) -> int | None:
        return next((at for at, each in reversed([*enumerate(self.messages)]) if each.end <= start), None)


def is_chat(passages: Sequence[SourcePassage]) -> bool:
    """Whether several lines of a source's passages together open as messages do."""
    return sum(len(message_heads(each.text, least=1)) for each in passages) >= MIN_MESSAGES


def read_heads(passage: SourcePassage, *, is_chat: bool) -> PassageHeads:
    text = passage.text
    messages = message_heads(text, least=1) if is_chat else []
    dated = [] if is_chat else [*_dated_lines(text)]
    letter = head_spans(text, is_beginning=passage.start == 0)
    lines = [(each.start, each.end) for each in messages] + [span for span, _ in dated]
    return PassageHeads(
        text,
        _merge([*letter, *lines]),
        list(mail_headers(text)),
        messages,
        message_days([text[each.start : each.end] for each in messages]),
        {text.rfind("\n", 0, end) + 1: opening for (_, end), opening in dated},
    )


def _dated_lines(text: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Of each line that a date opens, where that stands with what follows it, and the date."""
    for found in _LINE_DATE.finditer(text):
        opening = found["date"] or found["iso"]
        if written_day(opening, date.max):
            yield found.span(), opening


def _merge(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], end)
        else:
            merged.append((start, end))
    return merged
