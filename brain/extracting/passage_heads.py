"""What stands above or before the sentences of a passage and is none of them: the headers of mails, addresses and
salutations, who says what follows in a chat, the date that opens a line of a log or an entry of a diary, comments, and
lines of images.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date

from brain.answer_sources import DatedSpan, SourcePassage
from brain.parsing.day_heads import lead_day, lead_end
from brain.parsing.written_day import written_day
from core.text.chat_lines import MESSAGE_END, MessageHead, is_chat, message_heads
from core.text.hidden_spans import hidden_spans
from core.text.letter_heads import head_spans, mail_headers, sender_of

_LINE_DATE = re.compile(
    r"^[ \t>*_•+-]{0,12}(?:(?P<iso>\d{4}-\d\d-\d\d)[*_]*[ \t]*(?:[:–—-][*_]*)?[ \t]+"
    r"|(?P<date>[^\W_](?:[^\W_]|[./ -]|,(?= )){5,28}?)[*_]*[ \t]*"
    r"(?::(?!(?<=\d:)\d\d(?!\d))|[–—]|[ \t]-[ \t])[*_]*[ \t]*)(?=\S)",
    re.MULTILINE,
)
"""`2026-03-02: `, `- 2 March 2026 - `, `2026-03-02 `. The colon of a time and a comma between values end no date."""
_EMPHASIS = re.compile(r"[*_`]+")


@dataclass(frozen=True, slots=True)
class PassageHeads:
    """`spans`: (start, end) of all of them, in order, without overlap."""

    text: str
    spans: Sequence[tuple[int, int]]
    mails: Sequence[tuple[int, int]]
    messages: Sequence[MessageHead]
    dates: Mapping[int, str]
    """Those that open a line, by where the line begins."""
    openings: Mapping[int, int]
    """Where what stands before a message or in front of a dated line begins, by where it ends."""

    def mail_above(self, start: int) -> str:
        """The header of the mail that text[start:] stands in, on one line; empty without one."""
        above = [span for span in self.mails if span[1] <= start]
        return " ".join(_EMPHASIS.sub("", self.text[slice(*above[-1])]).split()) if above else ""

    def sender_above(self, start: int) -> str:
        """Who sent the mail that text[start:] stands in; empty where nothing says so, and for what it quotes."""
        above = [span for span in self.mails if span[1] <= start]
        is_quoted = self.text.startswith(">", self._line_start(start))
        return sender_of(self.text[slice(*above[-1])]) if above and not is_quoted else ""

    def message_before(self, start: int) -> tuple[str, str]:
        """Who says text[start:] in a chat, with the time as it is written, and the name, which a notice has not; empty
        without one.
        """
        at = self._message_at(start)
        if at is None:
            return "", ""
        head = self.messages[at]
        if head.start == start:
            # The text tells it itself.
            return "", ""
        return self.text[head.start : head.end].strip(" :–-\n"), head.name

    def line_date(self, start: int) -> str:
        """The date that opens the line in which text[start:] is, as in a log: "2026-03-02"; empty without one."""
        return self.dates.get(self._line_start(start), "")

    def behind_date(self, start: int) -> int | None:
        """Where what follows the date begins in the line of text[start:]; None without one."""
        line = self._line_start(start)
        if line not in self.dates:
            return None
        return next((end for end, opening in self.openings.items() if opening == line), None)

    def _line_start(self, start: int) -> int:
        return self.text.rfind("\n", 0, start) + 1

    def _message_at(self, start: int) -> int | None:
        at = next(
            (
                at
                for at, each in reversed([*enumerate(self.messages)])
                if each.end <= start or each.start == start
            ),
            None,
        )
        is_apart = at is not None and MESSAGE_END.search(self.text, min(self.messages[at].end, start), start)
        return None if is_apart else at


def read_heads(
    passages: Sequence[SourcePassage], *, latest: date, dated: Sequence[DatedSpan] = ()
) -> list[PassageHeads]:
    """Of each passage of one source. `latest`: as of `figure_dates`; `dated`: its parts with a day of their own."""
    messages = [message_heads(each.text) for each in passages]
    texts = [
        passage.text[each.start : each.end]
        for passage, found in zip(passages, messages, strict=True)
        for each in found
    ]
    if not is_chat(texts, [each.name for found in messages for each in found]):
        messages = [[] for _ in passages]
    starts = {each.start for each in dated if each.day}
    return [
        _read_heads(passage, found, latest, starts) for passage, found in zip(passages, messages, strict=True)
    ]


def _read_heads(
    passage: SourcePassage, messages: Sequence[MessageHead], latest: date, starts: Set[int]
) -> PassageHeads:
    text = passage.text
    dated = [] if messages else [*_lead_days(passage, starts), *_dated_lines(text, latest)]
    lines = [(each.start, each.end) for each in messages] + [span for span, _ in dated]
    return PassageHeads(
        text,
        _merge([*head_spans(text, is_beginning=passage.start == 0), *lines, *hidden_spans(text)]),
        list(mail_headers(text)),
        messages,
        {text.rfind("\n", 0, end) + 1: opening for (_, end), opening in dated},
        {end: start for start, end in lines},
    )


def _dated_lines(text: str, latest: date) -> Iterator[tuple[tuple[int, int], str]]:
    """Of each line that a date opens, where that stands with what follows it, and the date."""
    for found in _LINE_DATE.finditer(text):
        opening = found["date"] or found["iso"]
        if written_day(opening, date.max) or written_day(opening, latest):
            yield found.span(), opening


def _lead_days(passage: SourcePassage, starts: Set[int]) -> Iterator[tuple[tuple[int, int], str]]:
    """The same of a day without more before it, in bold or with its weekday, where an entry begins."""
    at = 0
    for line in passage.text.split("\n"):
        end = lead_end(line) if passage.start + at in starts else 0
        if end:
            # Alone in its line it is that of the next one.
            end = end if line[end:].strip() else min(len(line) + 1, len(passage.text) - at)
            yield (at, at + end), lead_day(line)
        at += len(line) + 1


def _merge(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], end)
        else:
            merged.append((start, end))
    return merged
