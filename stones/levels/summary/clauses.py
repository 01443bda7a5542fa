"""Clauses of a sentence with what each denies: "do not merge in stage 1" denies `merge`, `stage` and `1`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stones.levels.summary.words import (
    EAST_ASIAN_DENIAL,
    FUNCTION_WORDS,
    LIMITING,
    LISTING,
    TURNING,
    content_stems,
    is_denial,
    is_modal,
)

REACH = 7
"""Words behind a denial that it may reach."""
LONGEST = 600
"""Characters of a sentence that are read."""
_PIECE = re.compile(
    r"(?<![\w-])-[A-Za-z](?![\w'])|[^\W_]+(?:[-'’_][^\W_]+)*|"
    r"[.;:!?…()\[\]|\n。；：！？→⇒]|[,、，]|(?<=\s)[–—-]{1,2}(?=\s)|—"
)
_STOP = re.compile(r"[;:!?…()\[\]|\n。；：！？→⇒–—-]+")
_ENDS_LIST = frozenset((".", ";", "!", "?", "|", "。", "；", "！", "？", "but"))
_VERB_LAST_WORDS = "nicht kein keine keinen keinem keiner keines nie niemals niet geen nooit"
_VERB_LAST = frozenset(_VERB_LAST_WORDS.split())
_UNDONE = re.compile(r"non-.*|un[a-z]+ed|unseen|unset")
_PURPOSE_WORDS = "to um para pour per whether if ob si"
_PURPOSE = frozenset(_PURPOSE_WORDS.split())
_VERBAL_WORDS = "never nie niemals nicht nunca jamás jamais mai ne não nooit niet cannot"
_VERBAL = frozenset(_VERBAL_WORDS.split())
_BEFORE_VERB_WORDS = (
    "be been being to yet ever have has recommend recommended allow allowed users you we need want meant "
    "intended try attempt use first also"
)
_BEFORE_VERB = frozenset(_BEFORE_VERB_WORDS.split())
_AUXILIARY_WORDS = (
    "do does did must should may can could shall will would is are was were be been has have had"
)
_AUXILIARY = frozenset(_AUXILIARY_WORDS.split())
_DENIAL = re.compile(
    r"(?<!\w)(?:n[o'’]t|never|no|nobody|none|nothing|neither|nor|cannot|\w{2,6}n['’]t|without|avoid|"
    r"forbid\w*|prohibited|banned|disallowed|nicht|nie|niemals|niemand|kein\w*|verboten|untersagt|"
    r"vermeiden|nunca|jamás|tampoco|prohibido|ningun\w*|ningún|evitar|ne|n['’]\w{1,20}|pas|jamais|"
    r"aucune?|interdit|non|mai|não|proibido|nenhuma?|niet|geen|nooit)(?!\w)|"
    r"[不未没勿禁]|ない|ません|なし|不可",
    re.I,
)


def may_deny(text: str) -> bool:
    return _DENIAL.search(text) is not None


@dataclass(frozen=True, slots=True)
class Clause:
    text: str
    line: int
    stems: frozenset[str]
    denials: tuple[tuple[str, ...], ...]
    """The stems in reach of each denial, nearest first."""
    forbids: tuple[bool, ...]
    """Of each denial whether it denies a verb: `do not`, `never`, `is not`, but not `no` or `a, not b`."""
    limits: frozenset[str]
    """Words like `until` and `only`: what is said may be denied in another way."""
    is_listed: bool = False
    """It goes on a list that a denial opens: `open: a, b`, `no a, b or c`."""
    is_wish: bool = False
    """`should`, `would`, a question: not what is."""
    sentence: frozenset[str] = frozenset()
    """The stems of all of its sentence."""

    @property
    def denied(self) -> frozenset[str]:
        return frozenset(stem for denial in self.denials for stem in denial)

    @property
    def is_limited(self) -> bool:
        return self.is_listed or bool(self.limits)


def read_clauses(sentence: str, line: int = 0) -> list[Clause]:
    """Of one sentence, parted at stops, at `but`, and at a comma where a longer part follows."""
    said = sentence[:LONGEST].replace("’", "'")
    clauses: list[Clause] = []
    sentence_stems = frozenset(content_stems(said))
    carries = False
    for opening, pieces in _parts(said):
        words = [piece[0].lower() for piece in pieces if piece[0][0].isalnum()]
        if not words:
            continue
        if opening in _ENDS_LIST:
            carries = False
        text = said[pieces[0].start() : pieces[-1].end()]
        found = list(_denials(text, pieces))
        limits = frozenset(word for word in words if word in LIMITING or _UNDONE.fullmatch(word))
        if stems := frozenset(content_stems(text)):
            wish = words[0] in _PURPOSE or said.rstrip().endswith(("?", "？")) or any(map(is_modal, words))
            denials = tuple(stems for stems, _ in found)
            forbids = tuple(is_verb for _, is_verb in found)
            clauses.append(Clause(text, line, stems, denials, forbids, limits, carries, wish, sentence_stems))
        carries = carries or bool(found) or not LISTING.isdisjoint(words)
    return clauses


def _parts(said: str) -> Iterator[tuple[str, list[re.Match[str]]]]:
    """(the mark or word that opens it, its words)."""
    opening = ""
    part: list[re.Match[str]] = []
    pieces = list(_PIECE.finditer(said))
    for at, piece in enumerate(pieces):
        mark = piece[0]
        stops = (bool(_STOP.fullmatch(mark)) and not _opens_denied_list(mark, part)) or (
            mark == "." and said[piece.end() : piece.end() + 1] in ("", " ")
        )
        if stops or (mark in ",，、" and _opens_longer(pieces, at)):
            yield opening, part
            opening, part = mark, []
        elif mark.lower() in TURNING and part:
            yield opening, part
            opening, part = "but", []
        else:
            part.append(piece)
    yield opening, part


def _opens_denied_list(mark: str, part: Sequence[re.Match[str]]) -> bool:
    """`NEVER run: a, b` denies a and b."""
    return mark == ":" and len(part) <= 3 and any(is_denial(piece[0].lower()) for piece in part)


def _opens_longer(pieces: Sequence[re.Match[str]], at: int) -> bool:
    """Whether more than three words follow up to the next mark: `push, tag or release` is one list."""
    following = [piece[0] for piece in pieces[at + 1 : at + 5]]
    return len(following) == 4 and all(word[0].isalnum() for word in following)


def _denials(text: str, pieces: Sequence[re.Match[str]]) -> Iterator[tuple[tuple[str, ...], bool]]:
    """(stems in its reach, whether it denies a verb)."""
    if EAST_ASIAN_DENIAL.search(text):
        yield tuple(content_stems(text)), False
        return
    words = [piece[0].lower() for piece in pieces]
    for at, word in enumerate(words):
        if not is_denial(word):
            continue
        reach = words[at + 1 : at + 1 + REACH]
        if reach and not reach[0][0].isalnum():
            reach = []
        if word in _VERB_LAST:
            # `Das Schema nicht ändern`, `wird nicht gemergt`: the verb may stand on either side.
            reach = [*reach, *words[max(0, at - 4) : at]]
        while reach and reach[0] in _BEFORE_VERB:
            reach = reach[1:]
        stems = tuple(content_stems(" ".join(reach)))
        if at and words[at - 1] in ("why", "or", "may") and word == "not":
            continue
        if stems and (len(stems) > 1 or (reach[0] not in FUNCTION_WORDS)):
            yield stems, _is_verbal(words, at)


def _is_verbal(words: Sequence[str], at: int) -> bool:
    word = words[at]
    return (
        word in _VERBAL or word.endswith("n't") or (word == "not" and at > 0 and words[at - 1] in _AUXILIARY)
    )
