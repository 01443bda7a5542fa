"""The denials of a clause: forbidding (`do not merge`), stating (`is not merged`), or lacking (`no new tables`)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from stones.levels.summary.word_stems import EAST_ASIAN_DENIAL, FUNCTION_WORDS, content_stems, is_denial

REACH = 7
"""Words after a denial that it may reach."""
_VERB_LAST_WORDS = "nicht kein keine keinen keinem keiner keines nie niemals niet geen nooit"
_VERB_LAST = frozenset(_VERB_LAST_WORDS.split())
_FORBIDDING_WORDS = (
    "avoid forbid forbids forbidden prohibited never nicht nie niemals nunca jamás jamais ne não nooit niet"
)
_FORBIDDING = frozenset(_FORBIDDING_WORDS.split())
_EXCEPTING = frozenset(("without", "ohne", "sin", "sans", "sem", "senza", "zonder"))
_MODAL_WORDS = "must should shall may"
_MODAL = frozenset(_MODAL_WORDS.split())
_AUXILIARY_WORDS = (
    "do does did can could will would is are was were be been has have had isn't aren't wasn't weren't it's"
)
_AUXILIARY = frozenset(_AUXILIARY_WORDS.split())
_OPENING_WORDS = "please and or then you also always but so - — agents"
_OPENING = frozenset(_OPENING_WORDS.split())
_BEFORE_VERB_WORDS = (
    "be been being to yet ever have has recommend recommended allow allowed users you we need want meant intended try "
    "attempt use first also"
)
_BEFORE_VERB = frozenset(_BEFORE_VERB_WORDS.split())
_POINTS = re.compile(r"(?:^|[^\w' ] ?)not$|(?:it|this|that) (?:isn't|wasn't|is not|was not)$")
_PARTLY_WORDS = (
    "all only every everyone always necessarily too just enough entirely fully merely simply solely nur immer "
    "alle"
)
_PARTLY = frozenset(_PARTLY_WORDS.split())
"""`not only`, `not too many`: what follows is not entirely denied."""
_LIGHT_WORDS = (
    "get got have make made take took see know go do work look want need provid includ like think seem"
)
_LIGHT = frozenset(_LIGHT_WORDS.split())
"""Stems of verbs that say little by themselves."""
_DENIAL = re.compile(
    r"(?<!\w)(?:n[o'’]t|never|no|nobody|none|nothing|neither|nor|cannot|\w{2,6}n['’]t|without|avoid|"
    r"forbid\w*|prohibited|banned|disallowed|nicht|nie|niemals|niemand|kein\w*|verboten|untersagt|"
    r"vermeiden|nunca|jamás|tampoco|prohibido|ningun\w*|ningún|evitar|ne|n['’]\w{1,20}|pas|jamais|"
    r"aucune?|interdit|non|mai|não|proibido|nenhuma?|niet|geen|nooit)(?!\w)|"
    r"[不未没勿禁]|ない|ません|なし|不可",
    re.I,
)


class DenialKind(StrEnum):
    FORBIDS = "forbids"
    STATES = "states"
    LACKS = "lacks"
    PARTLY = "partly"
    """`without`, `not only`, `not always`: it reverses nothing."""


@dataclass(frozen=True, slots=True)
class Denial:
    kind: DenialKind
    stems: tuple[str, ...]
    """In its reach, nearest first; never empty."""


def may_deny(text: str) -> bool:
    return _DENIAL.search(text) is not None


def find_denials(text: str, words: Sequence[str]) -> Iterator[Denial]:
    """`words`: the words of `text` and the marks between them, in lower case."""
    if EAST_ASIAN_DENIAL.search(text):
        yield Denial(DenialKind.LACKS, tuple(content_stems(text)))
        return
    for at, word in enumerate(words):
        if is_denial(word):
            reach = _reach(words, at)
            stems = tuple(content_stems(" ".join(reach)))
            if stems and (len(stems) > 1 or reach[0] not in FUNCTION_WORDS):
                yield Denial(_kind(words, at, stems), stems)


def _reach(words: Sequence[str], at: int) -> list[str]:
    before = words[at - 1] if at else ""
    reach = list(words[at + 1 : at + 1 + REACH])
    if "why" in words[:at] or (words[at] == "not" and before == "or"):
        return []
    if reach and not reach[0][0].isalnum():
        reach = []
    if words[at] in _VERB_LAST:
        # `Das Schema nicht ändern`, `wird nicht gemergt`: the verb may be on either side.
        reach += words[max(0, at - 4) : at]
    while reach and reach[0] in _BEFORE_VERB:
        reach = reach[1:]
    return reach


def _kind(words: Sequence[str], at: int, stems: Sequence[str]) -> DenialKind:
    word, before = words[at], words[at - 1] if at else ""
    if word in _EXCEPTING or not _PARTLY.isdisjoint(words[at + 1 : at + 2]):
        return DenialKind.PARTLY
    if words[at + 1 : at + 2] == ["the"] and _POINTS.search(" ".join(words[max(0, at - 2) : at + 1])):
        # `it isn't the cable`, `not the cable`: something else is.
        return DenialKind.PARTLY
    if word == "avoid" and before and before not in _OPENING:
        return DenialKind.STATES
    if stems[0] in _LIGHT:
        return DenialKind.LACKS
    if word in _FORBIDDING:
        return DenialKind.STATES if before in _AUXILIARY else DenialKind.FORBIDS
    if word == "don't" or (word == "not" and before == "do"):
        subject = words[at - 1 - (word == "not")] if at - (word == "not") > 0 else ""
        is_order = not subject or subject in _OPENING or not subject[0].isalnum()
        return DenialKind.FORBIDS if is_order else DenialKind.STATES
    if word in ("mustn't", "shouldn't") or (word == "not" and before in _MODAL):
        return DenialKind.FORBIDS
    is_participle = word == "not" and at + 1 < len(words) and words[at + 1].endswith(("ed", "en", "yet"))
    if (
        word.endswith("n't")
        or word == "cannot"
        or (word == "not" and before in (*_AUXILIARY, "to"))
        or is_participle
    ):
        return DenialKind.STATES
    return DenialKind.LACKS
