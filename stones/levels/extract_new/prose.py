"""LOD-0 and LOD-1: the title, then the spans that say most, on one line."""

import re
from collections.abc import Sequence

from stones.levels.extract_new.choosing import Room, by_value, words_of
from stones.levels.extract_new.cutting import cut_words, shorten_title
from stones.levels.extract_new.units import Unit
from stones.levels.limits import CountTokens
from stones.levels.sentences import SENTENCE_BREAK, sentence_count
from texts.inline import plain

TITLE_TOKENS = 22
_STOPPED = re.compile(r"[.!?…。！？:：;][\"'”’)\]]*$")
_STRUCTURE = re.compile(r"^(?:\s*(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s|\||`{3,}|~{3,}|>))+\s*")


def write_prose(
    title: str,
    units: Sequence[Unit],
    *,
    most_tokens: int,
    most_units: int,
    exponent: float,
    headline: float,
    least: float,
    count_tokens: CountTokens,
    most_sentences: int = 0,
) -> str:
    """One line of at most `most_tokens` and `most_sentences` (0: any number); empty where there are no words."""
    title = shorten_title(title, min(TITLE_TOKENS, most_tokens - 2), count_tokens) if title else ""
    room = Room(most_tokens - count_tokens(title) - 2, count_tokens, [words_of(title)] if title else [])
    ranked = by_value((unit for unit in units if unit.is_prose), exponent, headline)
    chosen: list[Unit] = []
    for unit in ranked:
        if chosen and unit.worth + headline * unit.headline < least:
            break
        if len(chosen) < most_units and (told := room.take(unit)):
            chosen.append(told)
    while chosen and not _fits(_joined(title, chosen), most_tokens, most_sentences, count_tokens):
        chosen.pop()
    text = _joined(title, chosen)
    if not text and units:
        text = plain((ranked or list(units))[0].text)
    return fit_line(text, most_tokens, most_sentences, count_tokens)


def fit_line(text: str, most_tokens: int, most_sentences: int, count_tokens: CountTokens) -> str:
    """The text on one line without structure at its start, cut at a word where it is too long."""
    text = _STRUCTURE.sub("", " ".join(text.split()))
    if most_sentences:
        ends = [match.end() for match in SENTENCE_BREAK.finditer(text)]
        text = text[: ends[most_sentences - 1]] if len(ends) >= most_sentences else text
    return cut_words(text, most_tokens, count_tokens)


def _fits(text: str, most_tokens: int, most_sentences: int, count_tokens: CountTokens) -> bool:
    is_short = not most_sentences or sentence_count(text) <= most_sentences
    return is_short and count_tokens(text) <= most_tokens


def _joined(title: str, chosen: Sequence[Unit]) -> str:
    """What turns the meaning stands first, all else in the text's order."""
    ordered = sorted(chosen, key=lambda unit: (not unit.is_turning, unit.line, unit.part))
    told = " ".join(_stopped(plain(unit.text)) for unit in ordered)
    if not title or not told:
        return title or told
    return f"{title}{' — ' if ':' in title else ': '}{told}"


def _stopped(text: str) -> str:
    if _STOPPED.search(text):
        return text
    return text + ("。" if text and not text[-1].isascii() and text[-1].isalnum() else ".")
