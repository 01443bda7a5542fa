"""Clauses of a sentence with what each denies: "do not merge in stage 1" denies `merge`, `stage` and `1`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.text.sentence_ends import is_before_figure, is_within_date
from stones.levels.summary.denials import Denial, find_denials
from stones.levels.summary.word_stems import LIMITING, LISTING, TURNING, content_stems, is_denial, is_modal

MAX_SENTENCE_CHARACTERS = 600
"""Of a sentence, read."""
_PIECE = re.compile(
    r"(?<![\w-])-[A-Za-z](?!'?\w)|\d+(?:[.,:]\d+)+(?!\w)|[^\W_]+(?:[-'’_][^\W_]+)*|"
    r"[.;:!?…()\[\]|\n。；：！？→⇒]|[,、，]|(?<=\s)[–—-]{1,2}(?=\s)|—"
)
_STOP = re.compile(r"[;:!?…()\[\]|\n。；：！？→⇒–—-]+")
_ENDS_LIST = frozenset((".", ";", "!", "?", "|", "。", "；", "！", "？", "but"))
_UNDONE = re.compile(r"non-.*|un-.*|un[a-z]+ed|unseen|unset")
_REQUEST = re.compile(
    r"\b(?:(?:is|are|was|were) asked (?:to|for)|(?:asks|asked|wants|wanted|requested) (?:\w+ ){0,3}(?:to|for))\b",
    re.I,
)
_TITLE = re.compile(r"(?<!\w)(?:dr|mr|mrs|ms|prof|st)$", re.I)
_PURPOSE_WORDS = "to um para pour per whether if ob si"
_PURPOSE = frozenset(_PURPOSE_WORDS.split())


@dataclass(frozen=True, slots=True)
class Clause:
    text: str
    line: int
    stems: frozenset[str]
    order: tuple[str, ...]
    """The same in their order."""
    denials: tuple[Denial, ...]
    limits: frozenset[str]
    """Words like `until` and `only`: the statement may be denied in another way."""
    is_listed: bool = False
    """It continues a list that a denial opens: `open: a, b`, `no a, b or c`."""
    is_wish: bool = False
    """`should`, `would`, a question: not a fact."""
    sentence: frozenset[str] = frozenset()
    """The stems of all of its sentence."""

    @property
    def denied(self) -> frozenset[str]:
        return frozenset(stem for denial in self.denials for stem in denial.stems)

    @property
    def is_limited(self) -> bool:
        return self.is_listed or bool(self.limits)


def read_clauses(sentence: str, line: int = 0) -> list[Clause]:
    """Of one sentence, split at stops, at `but`, and at a comma before a longer part."""
    excerpt = sentence[:MAX_SENTENCE_CHARACTERS].replace("’", "'")
    clauses: list[Clause] = []
    sentence_stems = frozenset(content_stems(excerpt))
    is_question = excerpt.rstrip().endswith(("?", "？"))
    carries = False
    for opening, pieces in _parts(excerpt):
        words = [piece[0].lower() for piece in pieces if piece[0][0].isalnum()]
        if not words:
            continue
        if opening in _ENDS_LIST:
            carries = False
        # With the hyphens of an option.
        start = len(excerpt[: pieces[0].start()].rstrip("-"))
        text = excerpt[start : pieces[-1].end()]
        found = tuple(find_denials(text, [piece[0].lower() for piece in pieces]))
        if order := tuple(content_stems(text)):
            limits = frozenset(word for word in words if word in LIMITING or _UNDONE.fullmatch(word))
            wish = (
                is_question
                or words[0] in _PURPOSE
                or any(map(is_modal, words))
                or _REQUEST.search(text) is not None
            )
            # "Why don't we" denies nothing.
            denials = () if is_question else found
            clauses.append(
                Clause(text, line, frozenset(order), order, denials, limits, carries, wish, sentence_stems)
            )
        carries = carries or bool(found) or not LISTING.isdisjoint(words)
    return clauses


def _parts(excerpt: str) -> Iterator[tuple[str, list[re.Match[str]]]]:
    """(the mark or word that opens it, its words)."""
    opening = ""
    part: list[re.Match[str]] = []
    pieces = list(_PIECE.finditer(excerpt))
    for at, piece in enumerate(pieces):
        mark = piece[0]
        stops = (bool(_STOP.fullmatch(mark)) and not _opens_denied_list(mark, part)) or (
            mark == "."
            and excerpt[piece.end() : piece.end() + 1] in ("", " ")
            and not _TITLE.search(excerpt, 0, piece.start())
            and not is_within_date(excerpt, 0, piece.start())
            and not is_before_figure(excerpt, 0, piece.start())
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
