"""Whether a number, a date or an amount of a sentence occurs in a text, in whatever spelling."""

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import islice

from stones.levels.summary.word_stems import content_stems

NUMERAL = re.compile(r"(?<![0-9A-Za-z_.])(?<![A-Za-z]-)[#$€£~]?v?\d[0-9A-Za-z.,:/%-]*")
"""A number with everything attached to it: `1,204`, `v0.3.1`, `2026-01-30`, `12ms`, `5/10`."""
NEAR = 45
WIDE = 80
"""Characters on either side of a number, in the sentence and in the text, that must share a word."""
REACH = 60
"""Characters after a number in the text that must contain what it counts, if the text counts it at all."""
TOGETHER = 40
"""Maximum characters between the two ends of a range."""
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
_HALF_OF_DAY = re.compile(r" ?([ap])\.?m\b")
_VERSION = re.compile(r"v\d[\w.]*|\d+(?:\.\d+){2,}\w*")
_SHORT_UNIT = re.compile(r"[$€£~]?[\d.,]*\d[ -]?([a-z]{1,5})(?![a-z])")
_LARGE = re.compile(r" ?(million|mio|m|billion|mrd|bn|thousand|tsd|k)\b\.?")
_ZEROS = {"t": 3, "k": 3, "m": 6, "b": 9}
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,]\d{3})+")
_ISO = re.compile(r"(?<!\d)(\d{4})[-/.](\d\d?)[-/.](\d\d?)(?!\d)")
_DAY_FIRST = re.compile(r"(?<![\d.])(\d\d?)[./-](\d\d?)[./-](\d{4})(?!\d)")
_MONTHS = (
    "january januar enero janvier gennaio januari|"
    "february februar febrero février febbraio|"
    "march märz marzo mars|"
    "april abril avril aprile|"
    "may mai mayo maggio maio mei|"
    "june juni junio juin giugno|"
    "july juli julio juillet luglio|"
    "august agosto août|"
    "september septiembre septembre settembre setembro|"
    "october oktober octubre octobre ottobre outubro|"
    "november noviembre novembre|"
    "december dezember diciembre décembre dicembre dezembro"
)
_MONTH = {
    name[:length]: number
    for number, names in enumerate(_MONTHS.split("|"), start=1)
    for name in names.split()
    for length in (3, 4, len(name))
    if length <= len(name)
}
_NAMED_DATE = re.compile(
    r"(?<!\w)(?:(\d\d?)(?:st|nd|rd|th|\.|º)? (?:de |of )?([^\W\d_]{3,10})\.?,? (?:de )?(\d{4})|"
    r"([^\W\d_]{3,10})\.? (\d\d?)(?:st|nd|rd|th)?,? (\d{4}))(?!\w)"
)
_DAY_AND_MONTH = re.compile(
    r"(?<![\w.])(\d\d?)(?:st|nd|rd|th|\.|º)? ?(?:de |of )?([^\W\d_]{3,10})(?![^\W\d_])|"
    r"(?<!\w)([^\W\d_]{3,10})\.? (\d\d?)(?:st|nd|rd|th)?(?![\w.:])|"
    r"(?<![\w.])(\d\d?)\.(\d\d?)\.(?!\d)"
)
_EAST_ASIAN_DATE = re.compile(r"(\d{4}) ?年 ?(\d\d?) ?月 ?(\d\d?) ?日")
_NUMBER_WORDS = (
    "one un uno una une ein eine einen|"
    "two zwei dos deux due|"
    "three drei tres trois tre|"
    "four vier cuatro quatre quattro|"
    "five fünf cinco cinq cinque|"
    "six sechs seis sei|"
    "seven sieben siete sept sette|"
    "eight acht ocho huit otto|"
    "nine neun nueve neuf nove|"
    "ten zehn diez dix dieci|"
    "eleven elf once onze|"
    "twelve zwölf doce douze"
)
_NAMES_OF = {str(value): names.split() for value, names in enumerate(_NUMBER_WORDS.split("|"), start=1)}
_ITEM_NAMES = "step item poin ques task phas sect part opti rule case scen find schr punk paso etap"
_ITEM_WORDS = frozenset(_ITEM_NAMES.split())
_LEFT_WORD = re.compile(r"([^\W\d_]{3,})[^\w.;!?\n]{0,2}$")


class Numbers:
    """The numbers of a text with their places."""

    def __init__(self, text: str) -> None:
        self._text = text.lower()
        self._places: dict[str, list[tuple[int, int]]] = {}
        marks = {match.end() for match in _LIST_MARK.finditer(self._text)}
        for match in NUMERAL.finditer(self._text):
            if match.start() not in marks:
                self._add(_forms(trim_number(match[0])), match.start(), match.end())
        self._has_references = any(form.startswith("#") for form in self._places)
        for match in _OF.finditer(self._text):
            self._add([f"{match[1]}/{match[2]}"], match.start(), match.end())
        self._wholes = {form.partition("/")[2] for form in self._places if "/" in form}
        self._marks = {self._text[mark : mark + 3].rstrip(".) \t\n") for mark in marks}

    @cached_property
    def _dates(self) -> frozenset[tuple[int, int, int]]:
        return frozenset(_dates(self._text))

    @cached_property
    def _days(self) -> dict[tuple[int, int], list[tuple[int, int]]]:
        """The places of each (month, day)."""
        found: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for day, start, end in _days(self._text):
            found.setdefault(day, []).append((start, end))
        return found

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
        sentence = sentence.lower()
        number = sentence[start:end]
        if dates := set(_dates(number)):
            return not dates.isdisjoint(self._dates)
        if self._is_other_year(sentence, start):
            return False
        if (parts := _RANGE.fullmatch(number)) and number not in self._places:
            return self._is_range(sentence, start, parts[1], parts[2])
        places = (
            self._find_day(sentence, start)
            or self._find(number)
            or self._find_hour(_on_24_hours(sentence, start, end))
        )
        if places is None:
            return (
                self._is_rounded(sentence, start, end)
                or self._is_label(sentence, start, number)
                or self._is_abbreviated(number)
            )
        return self._is_share(sentence, start, end) and self._is_in_place(sentence, start, end, places)

    def _find_day(self, sentence: str, at: int) -> list[tuple[int, int]] | None:
        """`18 April` as the text writes it, `18.4.`."""
        day = next((day for day, start, end in _days(sentence) if start <= at < end), None)
        return self._days.get(day) if day else None

    def _find_hour(self, clock: str) -> list[tuple[int, int]] | None:
        """`16:00` as it stands, or as `16 h`."""
        spellings = (clock, clock.lstrip("0"), clock.removesuffix(":00").lstrip("0")) if clock else ()
        return next((places for spelling in spellings if (places := self._find(spelling))), None)

    def _is_rounded(self, sentence: str, start: int, end: int) -> bool:
        """`2.4 million` where the text has 2,417,008."""
        bare = sentence[start:end].lstrip("~$€£").removesuffix("k").removesuffix("m").replace(",", ".")
        large = _LARGE.match(sentence, start + len(sentence[start:end].rstrip("km")))
        if large is None or not re.fullmatch(r"\d{1,3}(?:\.\d{1,3})?", bare):
            return False
        zeros = 9 if large[1] == "mrd" else _ZEROS[large[1][0]]
        whole, _, decimals = bare.partition(".")
        unit = 10 ** (zeros - len(decimals))
        value = int(whole + decimals) * unit
        return any(
            form.isdigit() and len(form) <= 15 and 2 * abs(int(form) - value) <= unit for form in self._places
        )

    def _is_other_year(self, sentence: str, at: int) -> bool:
        """Whether this is part of a written date whose day the text has, but always in other years."""
        around = (match for match in _NAMED_DATE.finditer(sentence) if match.start() <= at < match.end())
        for date in (date for match in around for date in _dates(match[0])):
            years = {year for year, *day in self._dates if day == [*date[1:]]}
            return bool(years) and date[0] not in years
        return False

    def _find(self, number: str) -> list[tuple[int, int]] | None:
        if number.startswith("#") and self._has_references:
            return self._places.get(number)
        forms = _forms(number)
        for form in forms[:1] if "/" in number else forms:
            if places := self._places.get(form):
                return places
        names = _NAMES_OF.get(number, ())
        found = re.finditer(rf"(?<!\w)(?:{'|'.join(names)})(?!\w)", self._text) if names else iter(())
        return [match.span() for match in islice(found, MAX_PLACES)] or None

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

    def _is_in_place(self, sentence: str, start: int, end: int, places: list[tuple[int, int]]) -> bool:
        text = self._text
        if (
            len(places) > MAX_PLACES
            or sentence[start] == "#"
            or _VERSION.fullmatch(sentence, start, end)
            or any(_is_in_title(text, at) for at, _ in places)
        ):
            return True
        around = self._stems & set(
            content_stems(f"{sentence[max(0, start - NEAR) : start]} {sentence[end : end + NEAR]}")
        )
        # Words that the text has nowhere (synonyms, another language) show nothing.
        if around and not any(
            around & set(content_stems(f"{text[max(0, left - WIDE) : left]} {text[right : right + WIDE]}"))
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


def _on_24_hours(sentence: str, start: int, end: int) -> str:
    """`16:30` for `4:30 pm`; empty where neither am nor pm follows."""
    hour, _, minutes = sentence[start:end].partition(":")
    half = _HALF_OF_DAY.match(sentence, end)
    if half is None or not hour.isdigit() or int(hour) > 12:
        return ""
    return f"{int(hour) % 12 + 12 * (half[1] == 'p'):02}:{minutes or '00'}"


def trim_number(number: str) -> str:
    return number.rstrip(".,:/-")


def _is_in_title(text: str, at: int) -> bool:
    """Whether it stands in the first line: then it is about all that follows."""
    return not text[: text.rfind("\n", 0, at) + 1].strip()


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
    if _ISO.fullmatch(bare):
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


def _days(text: str) -> Iterator[tuple[tuple[int, int], int, int]]:
    """((month, day), start, end) of each day without regard to its year."""
    for match in _DAY_AND_MONTH.finditer(text):
        day, name = (match[1], match[2]) if match[1] else (match[4], match[3])
        month = int(match[6]) if match[6] else _MONTH.get(name, 0)
        if month:
            yield (month, int(match[5] or day)), match.start(), match.end()


def _dates(text: str) -> Iterator[tuple[int, int, int]]:
    for match in _ISO.finditer(text):
        yield int(match[1]), int(match[2]), int(match[3])
    for match in _DAY_FIRST.finditer(text):
        # 03/04/2026 is one day to Americans and another to everybody else.
        yield int(match[3]), int(match[2]), int(match[1])
        yield int(match[3]), int(match[1]), int(match[2])
    for match in _EAST_ASIAN_DATE.finditer(text):
        yield int(match[1]), int(match[2]), int(match[3])
    for match in _NAMED_DATE.finditer(text):
        day, month, year = (match[1], match[2], match[3]) if match[1] else (match[5], match[4], match[6])
        if number := _MONTH.get(month):
            yield int(year), number, int(day)
