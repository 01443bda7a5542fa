"""Where a line of prose may be cut: after sentences, or by size when it has none."""

import re
import unicodedata
from collections.abc import Iterator

SENTENCE_END = re.compile(
    r"""[.!?…。！？．｡](?:"""  # `re` jumps from mark to mark
    r"""(?<=[.!?…])["'”’)\]*_]*(?=\s)"""  # Western ones need a space behind them
    r"""|(?<=[。！？．｡])["'”’」』）)\]]*)"""  # East Asian ones do not
)
ABBREVIATION = re.compile(
    r"(?:\b(?:(?<!['’])[A-Za-z]|al|approx|cf|dr|etc|eq|eqs|et|ex|ext|fig|figs|inc|incl|jr|ltd|mr|mrs|ms|no|nos|p|pp|prof"
    r"|ref|refs|resp|sec|sect|sra?|srta|st|suppl|tab|tel|u\.s|v|vol|vs|e\.g|i\.e|a\.k\.a|ph\.d)|\b[A-Z]\.(?:[A-Z]\.)*[A-Z])$",
    re.IGNORECASE,
)
_DAY = re.compile(
    r"(?<!\d)\d{1,2}\.\s?(?:jan(?:uar|uary)?|feb(?:ruar|ruary)?|märz|mar(?:ch)?|apr(?:il)?|mai|may|jun[ie]?|jul[iy]?|"
    r"aug(?:ust)?|sep(?:t|tember)?|o[kc]t(?:ober)?|nov(?:ember)?|de[zc](?:ember)?)\b",
    re.I,
)
_DAY_OF_LINE = re.compile(r"(?:^|\n)[ \t]*(?:[-*+•>][ \t]+)?\d{1,2}\.\d{1,2}$")
"""Before the second full stop of `25.4.` at the beginning of a line."""
_MONTH = re.compile(r"\b(?:jan|feb|mar|apr|jun|jul|aug|sept?|o[ck]t|nov|de[cz])\.\s\d", re.I)
_WEEKDAY = re.compile(
    r"\b(?:Mon|Tues?|Weds?|Thu(?:rs?)?|Fri|Sat|Sun|Mo|Di|Mi|Do|Fr|Sa|So)\.\s\d{1,2}"
    r"(?:[:./]\d|st\b|nd\b|rd\b|th\b|\s?(?:[-–]\s?\d{1,2}\s?)?(?:[ap]\.?m\b|Uhr\b|h\b|o['’]clock\b)"
    r"|\.?\s(?:of\s)?(?:Jan|Feb|Mar|Mär|Apr|Mai|May|Jun|Jul|Aug|Sep|O[ck]t|Nov|De[cz])[a-zä]{0,6}\b)"
)
"""With a day or an hour behind it: any other number may begin a sentence."""
_BEFORE_FIGURE = re.compile(
    r"(?:nr|nrn|(?<!\w)(?:abb|abs|abschn|anl|art|arts|bd|ca|ch|chap|circa|eqs?|figs?|kap|nos|núms?|págs?|pos|rn|sec|"
    r"sect|taf|tel|vols?|zi|ziff))$",
    re.I,
)
"""Before a full stop: "Nr. 2", "Rechnungsnr. 7", "art. 5"; at the end of a sentence they have no figure behind them."""
_NUMERAL = re.compile(r"\d\s?(?:tsd|mill?|mio|mia|mrd|md)$", re.I)
_COUNTED = re.compile(
    r"\s{0,2}(?!(?:der|die|das|dies\w*|es|sie|er|wir|ihr|ich|ein\w*|und|aber|oder|in|im|an|am|auf|bei|mit|für|von|vom|"
    r"zu|zum|nach|seit|da\w*|nicht|kein\w*|so|wenn|weil|als|auch|the|it|this|that|we|they|nobody|le|la|les|el|los|il)"
    r"(?!\w))[\w€$£¥%]",
    re.I,
)
"""Behind "3 Mio.": no word that begins a sentence."""
_IN_BRACKET = re.compile(r"[(\[][a-z]{1,6}$")
"""Before a full stop and a figure: "(est. 1931)"."""
LOOK_BACK = 8
"""Characters before a full stop in which an abbreviation is looked for."""
LOOK_BEHIND = 12
"""The same behind it, in which a figure or a word is."""
MAX_BRACKET = 200
"""Characters of a bracket that may interrupt a sentence."""
LAST_QUARTER = 0.25
SOFT_BORDERS = ("\n", ";", ", ", "，", "、", " ", "\t")
"""Tried in this order when a stretch without sentences must be cut."""


def sentence_ends(text: str, start: int, end: int) -> Iterator[int]:
    """Offsets just behind the sentences of text[start:end], the last one (= end) included."""
    for mark in SENTENCE_END.finditer(text, start, end):
        if mark[0][0] == "." and _is_inside_sentence(text, start, mark.start(), mark.end(), end):
            continue
        if _goes_on(text, start, mark.start(), mark.end(), end):
            continue
        if mark.end() < end:
            yield mark.end()
    yield end


def cuts_by_size(text: str, start: int, end: int, size: int) -> Iterator[int]:
    """Offsets that cut text[start:end] into parts of at most `size` characters, the last one (= end) included.

    At white space in the last quarter of a part when there is any, never before a combining mark
    (but one cut in `size` characters is made in any case).
    """
    while end - start > size:
        limit = start + size
        least = limit - int(size * LAST_QUARTER)
        found = (text.rfind(border, least, limit) for border in SOFT_BORDERS)
        at = next((at for at in found if at >= 0), None)
        start = _before_cluster(text, least, limit) if at is None else at + 1
        yield start
    yield end


def is_within_date(text: str, start: int, stop: int) -> bool:
    """Whether the full stop at `stop` is that of `10. April`, `Aug. 1911` or `Thurs. 9 May`."""
    if text[stop - 1 : stop].isdigit():
        if _DAY_OF_LINE.search(text[max(stop - LOOK_BEHIND, 0) : stop]):
            return True
        return _DAY.search(text, max(start, stop - 2), stop + 12) is not None
    first = max(start, stop - 5)
    weekday = _WEEKDAY.search(text, first, stop + 2 * LOOK_BEHIND)
    return _MONTH.search(text, first, stop + 3) is not None or (
        weekday is not None and weekday.start() < stop
    )


def is_before_figure(text: str, start: int, stop: int) -> bool:
    """Whether the full stop at `stop` is that of an abbreviation with its number, "Nr. 2", or with what it counts."""
    if not text[stop - 1 : stop].isalpha():
        return False
    behind = text[stop + 1 : stop + 1 + LOOK_BEHIND]
    before = text[max(start, stop - LOOK_BACK) : stop]
    if behind.lstrip()[:1].isdigit():
        return _BEFORE_FIGURE.search(before) is not None
    return _NUMERAL.search(before) is not None and _COUNTED.match(behind) is not None


def _is_inside_sentence(text: str, start: int, stop: int, behind: int, end: int) -> bool:
    """Whether the full stop at `stop` ends an abbreviation, or a lower-case word follows it."""
    if ABBREVIATION.search(text[max(start, stop - LOOK_BACK) : stop]):
        return True
    if is_within_date(text, start, stop) or is_before_figure(text, start, stop):
        return True
    following = text[behind : min(end, behind + LOOK_BACK)].lstrip()
    is_short = _IN_BRACKET.search(text[max(start, stop - LOOK_BACK) : stop]) is not None
    return following[:1].islower() or (is_short and following[:1].isdigit())


def _goes_on(text: str, start: int, stop: int, behind: int, end: int) -> bool:
    """Whether the sentence goes on behind brackets or quotes in which the mark at `stop` stands: "(not yet!) which",
    "on 28 June (Sunday!) 17h".
    """
    if behind == stop + 1:
        return False
    following = text[behind : min(end, behind + LOOK_BACK)]
    if following.lstrip()[:1].islower():
        return True
    if text[behind - 1] not in ")]" or not following.lstrip(" ")[:1].isdigit():
        return False
    first = max(start, stop - MAX_BRACKET)
    opened = text.rfind("(" if text[behind - 1] == ")" else "[", first, stop)
    return opened >= 0 and text[first:opened].strip() != ""


def _before_cluster(text: str, least: int, limit: int) -> int:
    cut = limit
    while cut > max(least, 1) and (unicodedata.combining(text[cut]) or text[cut - 1] == "\u200d"):
        cut -= 1
    return cut
