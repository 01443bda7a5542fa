"""What of a quotation is said of somebody else than the one who is asked for.

A clause, list item or parenthesis is about the names that stand in it, else about the nearest name before it. Names are
told by their capitals: English alone.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from core.text.bm25_words import STOP_WORDS
from core.text.expected_form import DATE_OR_TIME
from core.text.filler_words import ASKING

_WORD = r"[^\W\d_][\w-]*(?:[’'](?!s\b)[\w-]+)*"
_CAPITAL = r"(?=[A-ZÀ-ÖØ-Þ])"
_SHORT = r"(?:(?<=\b\w)|(?<=\b[DFMS][rst])|(?<=\bLt)|(?<=\b(?:Mrs|Rev|Sgt|Col|Maj|Gen))|(?<=\b(?:Prof|Capt|Revd)))\."
"""Behind an initial or a title; another full stop ends a sentence."""
_NAME = re.compile(
    rf"{_CAPITAL}{_WORD}"
    rf"(?:(?:[’']s)? (?:& )?{_CAPITAL}{_WORD}|{_SHORT} {_CAPITAL}{_WORD}(?<=\w\w))*(?:[’']s\b)?"
)
_TOKEN = re.compile(rf"{_CAPITAL}{_WORD}")
_BREAK = re.compile(
    r"(?P<item>\n\s*(?:\n|[-*+•]\s|\d{1,3}[.)]\s))|(?P<sentence>[.!?]+[\"'”’)]*\s+)|[,;:](?=\s)|[()\n–—]|\s-\s"
)
_AND_NAME = re.compile(rf" (?:and|but|while|whereas)(?= {_CAPITAL}\w)")
_SAYS = re.compile(r"\b[a-z]|\d")
_ITEM_MARK = re.compile(r"(?:^|\n)\s*(?:[-+•]|\d{1,3}[.)])$")
_PLACED = re.compile(
    r"\b(?:in|at|near|on|(?<!letter )(?<!mail )(?<!reply )(?<!answer )(?<!message )(?<!call )from) (?:the )?$",
    re.I,
)
"""Before a name: mostly where something is, which is not whom a clause is about."""
_READ_BEFORE = 40
"""Characters before a name."""
_PRONOUN = re.compile(r"\W*(?:he|she|it|they|his|her|its|their)\b", re.I)
_LABEL_END = re.compile(r"(?: [a-z]+){0,3}:")
_WHO = re.compile(r"\W*(?:and |or )?who", re.I)
_BEHIND = re.compile(r" ([a-z][\w-]*)")
_FIGURE = re.compile(r"\W*\d")
_OTHER_WORD = re.compile(r"(?!and\b)\b\w", re.I)
_LETTERS = re.compile(r"[^\W\d_]+")
_DIGIT = re.compile(r"\d")
_TITLES = frozenset(
    ("mr", "mrs", "ms", "miss", "dr", "prof", "sir", "dame", "st", "fr", "sr", "jr", "rev", "revd")
) | {"capt", "sgt", "lt", "col", "maj", "gen"}


class _Clause(NamedTuple):
    start: int
    end: int
    begins: str
    """ "sentence" or "item" where it begins one; else empty."""


class _Named(NamedTuple):
    tokens: frozenset[str]
    """Its words, in lower case."""
    start: int
    end: int
    is_place: bool


def without_others(query: str, quoted: str, *, known: frozenset[str] = frozenset()) -> str:
    """`quoted` with blanks for what is said of another than those whom the question names; unchanged where it names
    nobody, or none of them stands there. `known`: words of names, in lower case, that stand around it.
    """
    known |= known_names(quoted)
    names = _names(query, 0, len(query), topic_names(query))
    asked = [each.tokens for each in names if not each.is_place]
    if query.islower():
        asked = [frozenset([word]) for word in _LETTERS.findall(query) if word in known]
    known = known.union(*asked)
    clauses = [*_clauses(quoted)]
    named = [[*_names(quoted, each.start, each.end, known)] for each in clauses]
    if not any(_is_asked(each, asked) for names in named for each in names):
        return quoted
    kept = list(quoted)
    for clause, is_others in zip(clauses, _are_of_others(quoted, clauses, named, asked), strict=True):
        if is_others:
            kept[clause.start : clause.end] = " " * (clause.end - clause.start)
    return "".join(kept)


@lru_cache(maxsize=200)
def known_names(text: str) -> frozenset[str]:
    """The words of the names in it, in lower case, without those that may have their capital for where they stand."""
    return frozenset().union(*(each.tokens for each in _names(text, 0, len(text), frozenset())))


def names_in(query: str) -> list[str]:
    """Of a question, as they are written there, in order, without what they own."""
    return [
        " ".join(word for word in _TOKEN.findall(found[0]) if _may_be_name(word))
        for found in _NAME.finditer(query)
        if len(_tokens(found[0])) > 1
        or (_tokens(found[0]) and (_tokens(found[0]) <= topic_names(query) or not _may_begin(query, found)))
    ]


def word_behind_name(query: str) -> str:
    """What a question's first name does or has: "What does Raúl want?", "When does Ann's train go?"; or empty. One that
    asks for a person is answered by another name: empty.
    """
    found = next((each for each in _NAME.finditer(query) if _tokens(each[0])), None)
    word = _BEHIND.match(query, found.end()) if found and not _WHO.match(query) else None
    return word[1] if word else ""


def topic_names(query: str) -> frozenset[str]:
    """The names of a question that stand before it: "Orca: what is it made of?" (`follow_up.with_topic`)."""
    head, colon, rest = query.partition(": ")
    return frozenset().union(*map(_tokens, _NAME.findall(head))) if colon and rest else frozenset()


def _are_of_others(
    text: str, clauses: Sequence[_Clause], named: Sequence[Sequence[_Named]], asked: Sequence[frozenset[str]]
) -> Iterator[bool]:
    """For each clause, whether it is about another."""
    before: Sequence[_Named] = ()
    """Whom a clause without a name is about."""
    sentence: list[_Named] = []
    """All names of the sentence so far: a pronoun at the beginning of the next may be any of them."""
    apposed: Sequence[_Named] = ()
    """The name at whose end the last clause ends: "Leonard Pargeter, 81"."""
    listed: list[_Named] = []
    """Names of the clauses before that are nothing but names: "Tom, Ann and Bo play"."""
    for clause, names in zip(clauses, named, strict=True):
        if clause.begins == "item":
            before, sentence, apposed, listed = (), [], (), []
        elif clause.begins == "sentence":
            before = sentence if sentence and _PRONOUN.match(text, clause.start) else before
            sentence, listed = [], []
        carried = apposed if apposed and _FIGURE.match(text, clause.start) else before
        subjects = [*names, *(carried if _may_be_carried(text, clause, names) else ())]
        yield bool(subjects) and not any(_is_asked(each, asked) for each in (*subjects, *listed))
        is_list = bool(names) and not _OTHER_WORD.search(_NAME.sub("", text[clause.start : clause.end]))
        listed = [*listed, *names] if is_list else []
        sentence += names
        before = [each for each in names if not each.is_place][-1:] or before
        apposed = [each for each in names if not text[each.end : clause.end].strip()]


def _may_be_carried(text: str, clause: _Clause, names: Sequence[_Named]) -> bool:
    """Whether a clause may be about a name before it: it has none but places, or a pronoun or a figure before its
    own ("they ask 31p against Kestrel's 28p").
    """
    said_before = text[clause.start : names[0].start] if names else ""
    is_later = _PRONOUN.match(said_before) or _DIGIT.search(said_before)
    return bool(is_later) or all(each.is_place for each in names)


def _is_asked(name: _Named, asked: Sequence[frozenset[str]]) -> bool:
    return any(name.tokens <= each or each <= name.tokens for each in asked)


def _clauses(text: str) -> Iterator[_Clause]:
    start, begins = 0, "sentence"
    for found in [*_BREAK.finditer(text), None]:
        end = found.start() if found else len(text)
        for at in _before_names(text, start, end):
            yield _Clause(start, at, begins)
            start, begins = at, ""
        yield _Clause(start, end, begins)
        if found:
            start, begins = found.end(), found.lastgroup or ""


def _before_names(text: str, start: int, end: int) -> Iterator[int]:
    """Where "and" and a name begin a clause: something is said of the name before it."""
    for found in _AND_NAME.finditer(text, start, end):
        names = [*_NAME.finditer(text, start, found.start())]
        if names and _SAYS.search(text, names[-1].end(), found.start()):
            yield found.start()
            start = found.start()


def _names(text: str, start: int, end: int, known: frozenset[str]) -> Iterator[_Named]:
    """Of text[start:end]. A single word with which a sentence begins, or a label, is one only if it is `known`."""
    for found in _NAME.finditer(text, start, end):
        tokens = _tokens(found[0])
        if tokens and (len(tokens) > 1 or tokens <= known or not _may_begin(text, found)):
            yield _Named(
                tokens,
                found.start(),
                found.end(),
                _PLACED.search(text, max(start, found.start() - _READ_BEFORE), found.start()) is not None,
            )


def _tokens(name: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in _TOKEN.findall(name) if _may_be_name(word)) - _TITLES


def _may_begin(text: str, found: re.Match[str]) -> bool:
    """Whether the first word has its capital for where it stands: in a sentence, in an item, in a label."""
    if not _may_be_name(_TOKEN.findall(found[0])[0]):
        return False
    before = text[: found.start()].rstrip(" *_\"'“‘(")
    is_first = not before or before[-1] in ".!?:\n" or _ITEM_MARK.search(before) is not None
    return is_first or _LABEL_END.match(text, found.end()) is not None


def _may_be_name(word: str) -> bool:
    folded = word.casefold()
    is_acronym = len(word) > 1 and word.isupper() and word.isalpha()
    is_common = folded in STOP_WORDS or folded in ASKING or DATE_OR_TIME.holds.fullmatch(folded) is not None
    return not (is_acronym or is_common)
