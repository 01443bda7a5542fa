"""Whether a number, a date or an amount of a sentence occurs in a text, in whatever spelling."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from itertools import islice

from core.text.written_dates import ISO_DATE, NAMED_DATE, dates_of, days_of, on_24_hours
from stones.levels.summary.number_names import named_numbers
from stones.levels.summary.text_days import TextDays
from stones.levels.summary.word_stems import content_stems

NUMERAL = re.compile(r"(?<![0-9A-Za-z_.])(?<![A-Za-z]-)[#$€£~]?v?\d[0-9A-Za-z.,:/%-]*")
"""A number with everything attached to it: `1,204`, `v0.3.1`, `2026-01-30`, `12ms`, `5/10`."""
NEAR = 45
WIDE = 80
"""Characters on either side of a number, in the sentence and in the text, that must share a word."""
DAY_MORE = 15
"""More of both for a day, whose month is not compared."""
REACH = 60
"""Characters after a number in the text that must contain what it counts, if the text counts it at all."""
TOGETHER = 40
"""Maximum characters between the two ends of a range."""
MAX_TITLE = 120
"""Characters."""
MAX_PLACES = 60
"""Of one number in the text; a more frequent one is accepted without a check."""
_LIST_MARK = re.compile(r"^[ \t>*+-]*(?=\d{1,3}[.)]\s)", re.M)
_OF = re.compile(r"(?<![\w.])(\d{1,6}) (?:out )?(?:of|von|de|sur|su|van|di) (?:the )?(\d{1,6})(?!\w)")
_NUMBERED = re.compile(r"(?<![A-Za-z])([A-Za-z]{0,8}[-_#]?)(\d{1,5})(?!\w)")
_WITH_UNIT = re.compile(r"(\d[\d.,]*)-?([a-z]+|%)")
_RANGE = re.compile(r"(\d[\d.,]*[a-z%]{0,3})[-–](\d[\d.,]*[a-z%]{0,3})")
_COMPOUND = re.compile(r"\d[\d.,]*-([a-z]{3,})")
_COUNTED = re.compile(
    r"( ?)(%|percent|[kmgt]i?b|ms|s|sec(?:ond)?s?|min(?:ute)?s?|hours?|h|days?|weeks?|months?|years?|tokens?|bytes?|"
    r"px|lines|prozent|stunden?|tagen?|wochen?|minuten|sekunden|días?|horas?|minutos|jours?|heures?)(?![\w-])"
)
_PLURAL = re.compile(r"\d{3,}s")
_VERSION = re.compile(r"v\d[\w.]*|\d+(?:\.\d+){2,}\w*")
_SHORT_UNIT = re.compile(r"[$€£~]?[\d.,]*\d[ -]?([a-z]{1,5})(?![a-z])")
_LARGE = re.compile(
    r"[~$€£]?(\d{1,3})(?:[.,](\d{1,3}))?(?: (millions?|millionen|mio|billions?|milliarden|mrd|thousand|tausend|tsd)|"
    r"(m|k|bn))\b"
)
_ZEROS = ((("milliard", "mrd", "b"), 9), (("m",), 6), (("t", "k"), 3))
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,]\d{3})+")
_ITEM_NAMES = "step item poin ques task phas sect part opti rule case scen find schr punk paso etap"
_ITEM_WORDS = frozenset(_ITEM_NAMES.split())
_LEFT_WORD = re.compile(r"([^\W\d_]{3,})[^\w.;!?\n]{0,2}$")


class Numbers:
    """The numbers of a text with their places."""

    def __init__(self, text: str) -> None:
        self._text = text.lower()
        self._places: dict[str, list[tuple[int, int]]] = {}
        self._clocks: dict[int, str] = {}
        marks = {match.end() for match in _LIST_MARK.finditer(self._text)}
        for match in NUMERAL.finditer(self._text):
            if match.start() not in marks:
                number = trim_number(match[0])
                clock = on_24_hours(self._text, match.start(), match.start() + len(number))
                self._add(list(dict.fromkeys([*_forms(number), *filter(None, [clock])])), *match.span())
                if clock:
                    self._clocks[match.start()] = clock
        self._has_references = any(form.startswith("#") for form in self._places)
        for match in _OF.finditer(self._text):
            self._add([f"{match[1]}/{match[2]}"], match.start(), match.end())
        self._wholes = {form.partition("/")[2] for form in self._places if "/" in form}
        self._marks = {self._text[mark : mark + 3].rstrip(".) \t\n") for mark in marks}

    @cached_property
    def days(self) -> TextDays:
        return TextDays(self._text)

    @cached_property
    def _title_end(self) -> int:
        """Where a short first line ends, which is about all that follows; 0: there is none."""
        first, line_end, _ = self._text.lstrip("\n").partition("\n")
        return (
            len(self._text) - len(self._text.lstrip("\n")) + len(first)
            if line_end and len(first) < MAX_TITLE
            else 0
        )

    @cached_property
    def _values(self) -> list[int]:
        """The whole numbers of the text, sorted."""
        return sorted(int(form) for form in self._places if form.isdigit() and len(form) <= 15)

    @cached_property
    def _named(self) -> dict[str, list[tuple[int, int]]]:
        return named_numbers(self._text)

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(content_stems(self._text))

    @cached_property
    def _counts(self) -> frozenset[str]:
        return frozenset(str(count) for count in _counts(self._text))

    def _add(self, forms: list[str], start: int, end: int) -> None:
        for form in forms:
            places = self._places.setdefault(form, [])
            if len(places) <= MAX_PLACES:
                places.append((start, end))

    def holds(self, sentence: str, start: int, end: int) -> bool:
        """Whether the number at this place of `sentence` occurs in the text, next to a word that it has here too."""
        first, sentence = max(0, start - WIDE), sentence[max(0, start - WIDE) : end + WIDE].lower()
        start, end = start - first, end - first
        number = sentence[start:end]
        if dates := set(dates_of(number)):
            return any(self.days.holds_date(date) for date in dates)
        if self._is_other_year(sentence, start):
            return False
        if (parts := _RANGE.fullmatch(number)) and number not in self._places:
            return self._is_range(sentence, start, parts[1], parts[2])
        for day, begin, stop in days_of(sentence):
            is_part = begin <= start and end <= stop
            if is_part and (places := self.days.places.get(day)):
                return self._is_in_place(sentence, begin, stop, places, more=DAY_MORE)
            if is_part and day in self.days.others:
                return True
        if clock := on_24_hours(sentence, start, end):
            places, more = self._find_time(clock, number), DAY_MORE
        else:
            places, more = self._find(number), 0
        if places is None:
            return (
                self._is_rounded(sentence, start)
                or self._is_label(sentence, start, number)
                or self._is_abbreviated(number)
            )
        return self._is_share(sentence, start, end) and self._is_in_place(
            sentence, start, end, places, more=more
        )

    def _find_time(self, clock: str, number: str) -> list[tuple[int, int]] | None:
        """`16:00` as the text writes it: `16 h`, `4 pm`; else the number of `4 pm`, unless it is another time there."""
        if places := self._places.get(clock):
            return places
        found = self._find(number) or []
        return [place for place in found if self._clocks.get(place[0], clock) == clock] or None

    def _is_rounded(self, sentence: str, start: int) -> bool:
        """`2.4 million` where the text has 2,417,008."""
        match = _LARGE.match(sentence, start)
        if match is None:
            return False
        name = match[3] or match[4]
        zeros = next(zeros for beginnings, zeros in _ZEROS if name.startswith(beginnings))
        decimals = match[2] or ""
        unit = 10 ** (zeros - len(decimals))
        value = int(match[1] + decimals) * unit
        at = bisect_left(self._values, value - unit // 2)
        return at < len(self._values) and self._values[at] <= value + unit // 2

    def _is_other_year(self, sentence: str, at: int) -> bool:
        """Whether this is part of a written date whose day the text has, but always in other years."""
        around = (match for match in NAMED_DATE.finditer(sentence) if match.start() <= at < match.end())
        for date in (date for match in around for date in dates_of(match[0])):
            years = {year for year, *day in self.days.dates if day == [*date[1:]]}
            return bool(years) and date[0] not in years
        return False

    def _find(self, number: str) -> list[tuple[int, int]] | None:
        if number.startswith("#") and self._has_references:
            return self._places.get(number)
        for form in _forms(number)[: 1 if "/" in number else None]:
            if places := self._places.get(form):
                # `502s` are several 502: either may be what is meant.
                return [*places, *self._places.get(form[:-1], ())] if _PLURAL.fullmatch(form) else places
        return self._named.get(number.rstrip("%"), [])[:MAX_PLACES] or None

    def _is_label(self, sentence: str, start: int, number: str) -> bool:
        """`step 4` and `#4` of a list, or the number of items if the last one is called F21."""
        word = _left_word(sentence, start)
        named = number.startswith("#") or (word in _ITEM_WORDS and not self._is_item_word(word))
        return (named and number.lstrip("#") in self._marks) or number in self._counts

    def _is_range(self, sentence: str, start: int, first: str, last: str) -> bool:
        """Both ends occur together, or each after the word that precedes the range: sessions 3-7."""
        ends = [self._find(end) for end in (first, last)]
        if ends[0] is None or ends[1] is None:
            return all(
                places is not None or end in self._marks
                for places, end in zip(ends, (first, last), strict=True)
            )
        if any(abs(one[0] - other[0]) <= TOGETHER for one in ends[0] for other in ends[1]):
            return True
        word = _left_word(sentence, start)
        return bool(word) and all(
            any(_left_word(self._text, place[0]) == word for place in places) for places in ends if places
        )

    def _is_share(self, sentence: str, start: int, end: int) -> bool:
        """Whether `5 of 10` is in the text, if it has any share of 10 at all."""
        match = _OF.match(sentence, start)
        if match is None or match[2] not in self._wholes:
            return True
        return f"{match[1]}/{match[2]}" in self._places

    def _is_item_word(self, word: str) -> bool:
        """Whether the text numbers things with it: `phase 4`."""
        return (
            re.search(rf"(?<!\w){re.escape(word)}\w{{0,20}}[ #-]{{0,2}}\d{{1,3}}(?![\d.,]\d)", self._text)
            is not None
        )

    def _is_abbreviated(self, number: str) -> bool:
        """The first characters of a commit's hash."""
        return len(number) >= 7 and number.isalnum() and not number.isdigit() and number in self._text

    def _is_in_place(
        self, sentence: str, start: int, end: int, places: list[tuple[int, int]], *, more: int = 0
    ) -> bool:
        text, near, wide = self._text, NEAR + more, WIDE + more
        if (
            len(places) > MAX_PLACES
            or sentence[start] == "#"
            or _VERSION.fullmatch(sentence, start, end)
            or places[0][0] < self._title_end
        ):
            return True
        around = self._stems & set(
            content_stems(f"{sentence[max(0, start - near) : start]} {sentence[end : end + near]}")
        )
        # Words that the text has nowhere (synonyms, another language) show nothing.
        if around and not any(
            around & set(content_stems(f"{text[max(0, left - wide) : left]} {text[right : right + wide]}"))
            for left, right in places
        ):
            return False
        if unit := _COMPOUND.fullmatch(sentence[start:end]):
            return any(
                unit[1][:4] in text[left : right + NEAR] or _abbreviates(text, left, unit[1])
                for left, right in places
            )
        counted = _COUNTED.match(sentence, end)
        if counted and self._is_counted(counted[1], counted[2]):
            return any(counted[2][:4] in text[left : right + REACH] for left, right in places)
        word = _left_word(sentence, start)
        return not (word and self._is_item_word(word)) or any(
            word in text[max(0, left - WIDE // 2) : right + WIDE // 2] for left, right in places
        )

    def _is_counted(self, space: str, word: str) -> bool:
        """Whether the text has a number right before this word or sign."""
        return re.search(rf"\d{space}{re.escape(word[:4])}", self._text) is not None


def _counts(text: str) -> Iterator[int]:
    """The highest number of each series of labels: 21 for F1 to F21."""
    highest: dict[str, int] = {}
    for match in _NUMBERED.finditer(text):
        if match[1]:
            highest[match[1]] = max(highest.get(match[1], 0), int(match[2]))
    yield from (count for name, count in highest.items() if count > 4 and not name.isspace())


def trim_number(number: str) -> str:
    return number.rstrip(".,:/-")


def _abbreviates(text: str, at: int, word: str) -> bool:
    """Whether `s` or `dim` stands here for `second` or `dimension`."""
    match = _SHORT_UNIT.match(text, at)
    return match is not None and word.startswith(match[1])


def _left_word(text: str, at: int) -> str:
    """The beginning of the word before a number: `phase` of `Phase 4`."""
    match = _LEFT_WORD.search(text, max(0, at - 25), at)
    return match[1][:4] if match and content_stems(match[1]) else ""


def _forms(number: str) -> list[str]:
    """Its spellings, its own first: without sign, unit and separators, and the parts of `5/10`."""
    bare = number.lstrip("#$€£~")
    forms = [number, bare] if number.startswith("#") else [bare]
    if bare.startswith("v"):
        forms.append(bare[1:])
    if ISO_DATE.fullmatch(bare):
        return [*forms, bare[:4]]
    if bare.count(".") > 1 or bare.count(":") > 0:
        return [*forms, bare.replace(".", "")] if _THOUSANDS.fullmatch(bare) else forms
    parts = re.split(r"[/-]", bare)
    if len(parts) > 1:
        forms += [form for part in islice(parts, 2) if part[:1].isdigit() for form in _forms(part)]
        return forms
    if match := _WITH_UNIT.fullmatch(bare):
        forms += [trim_number(match[1]), *([f"{trim_number(match[1])}000"] if match[2] == "k" else [])]
    for form in tuple(forms):
        if "," in form or "." in form:
            forms.append(re.sub("[.,]", "", form) if _THOUSANDS.fullmatch(form) else form.replace(",", "."))
    return forms
