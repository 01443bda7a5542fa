"""What a sentence says that it changes or takes back: "moved from 3 May to 10 May", "180 bowls instead of 240".

By its words, without reading it. A change that does not say that it is one stays unknown.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from core.text import change_words as words
from core.text import correction_words
from core.text.bm25_words import split_words
from core.text.filler_words import ASKING, GERMAN_ASKING, LIGHT
from core.text.stated_values import contradict, values_of
from core.text.written_dates import days_of

MAX_CHARACTERS = 400
"""Of a sentence, read."""
MAX_SUBJECT_WORDS = 4
MAX_BEFORE_VALUE = 40
"""Characters behind "is now" in which the value ends."""
DAY_WORDS = 8
"""Of a statement that names a day and hardly what it is the day of: "We keep to 1 June."."""
SHARED_WORDS = 2
SHARE_OF_SUBJECT = 0.5
"""Of the words beside what is replaced, those that both texts hold: of the fewer."""
SHARE_OF_WITHDRAWN = 0.6
"""Of three words or more of what is withdrawn, those that a statement of it holds."""
MAX_UPDATE_CHARACTERS = 160
MIN_STEM = 3
_NO_MATTER = (
    words.FILLER
    | ASKING
    | LIGHT
    | GERMAN_ASKING
    | frozenset(
        split_words("por para con que los las del una como pero les des pour avec dans est este esta sur")
    )
)
_FIGURE = re.compile(r"\d+(?:[.,:]\d+)*")
_UNITS = {"h": "hours", "hr": "hours", "hrs": "hours", "min": "minutes", "mins": "minutes", "sec": "seconds"}
_SHORT_UNIT = re.compile(rf"(?<=\d) ?({'|'.join(_UNITS)})\b", re.I)
_WORD = re.compile(r"\b[^\W\d_]{4,}\b")
_COMMON_WORD = re.compile(r"\b[^\W\d_A-Z]{5,}\b")


class ChangeKind(Enum):
    REPLACED = "another value in place of a named one"
    MISQUOTED = "a value that its author takes back"
    SET = "another value of what is named first"
    NAMED = "a new date, a new price"
    MARKED = "called a change"
    WITHDRAWN = "what is named no longer holds"
    LOOSE = "perhaps a change: too little to tell what it replaces"


class Change(NamedTuple):
    kind: ChangeKind
    subject: str = ""
    """Of what is withdrawn its name; else the words beside those of `old` and `new`."""
    old: str = ""
    """What no longer holds, as it is written: "Sat" is a day. Empty where it is not named."""
    new: str = ""


def read_changes(text: str) -> list[Change]:
    """What a sentence says of changes; empty: of none. A condition is at most a loose one."""
    text = text[:MAX_CHARACTERS].replace("İ", "I")
    lower = text.lower()
    if not words.SIGN.search(lower):
        return []
    insteads = [*words.INSTEAD.finditer(lower)] if words.INSTEAD_STEMS.search(lower) else []
    found = [*_loose_changes(text, lower, insteads)]
    if not words.CONDITION.match(lower):
        found += (*_replacements(text, lower, insteads), *_new_values(text, lower), *_withdrawals(lower))
    return found


@lru_cache(maxsize=2_000)
def takes_back(text: str) -> bool:
    """Whether it withdraws what was said right before it: "I take that back."."""
    return correction_words.TAKES_BACK.search(text.lower()) is not None


@lru_cache(maxsize=2_000)
def corrects(text: str) -> bool:
    """Whether it corrects something before it, most often without naming it: "Correction: …", "Wait, don't."."""
    lower = text[:MAX_CHARACTERS].lower()
    return correction_words.CORRECTS.match(lower) is not None or takes_back(lower)


def updates(text: str) -> bool:
    """Whether it calls itself an update, which may correct something before it; one that is long adds to it."""
    return len(text) <= MAX_UPDATE_CHARACTERS and correction_words.UPDATES.match(text.lower()) is not None


def opposed_words(correction: str, text: str) -> set[str]:
    """Stems of the matter of a statement of which a sentence of a correction denies it, or gives another value."""
    found = denied_words(correction, text)
    if contradict(values_of(correction), values_of(text), any_unit=True):
        found |= matter_of(text) & matter_of(correction)
    return found


def denied_words(correction: str, text: str) -> set[str]:
    """The same of what it denies, clause by clause."""
    if words.DENIAL.search(words.CLAUSE_BORDER.split(text.lower(), maxsplit=1)[0]):
        return set()
    stems = matter_of(text)
    denied = (each for each in words.CLAUSE_BORDER.split(correction) if words.DENIAL.search(each.lower()))
    return {stem for each in denied for stem in stems & matter_of(each)}


def forbidden_action(text: str) -> str:
    """Stem of what it says that nobody shall do: "delet" of "Don't delete v1."; empty: it forbids nothing."""
    match = correction_words.FORBIDS.search(text[:MAX_CHARACTERS].lower())
    return "".join(_stems(match["verb"])[:1]) if match else ""


def matter_of(text: str) -> frozenset[str]:
    """Stems of its words that say what it is about, and of its names."""
    return frozenset(
        stem
        for stem in _stems(text)
        if len(stem) >= MIN_STEM and stem not in _NO_MATTER and not stem.isdigit()
    )


def supersedes(change: Change, text: str) -> bool:
    """Whether a sentence before it is one that it changes; of a loose change never."""
    match change.kind:
        case ChangeKind.REPLACED:
            return _states_old(change, text)
        case ChangeKind.MISQUOTED:
            return _has_run(_stems(text), _stems(change.old))
        case ChangeKind.WITHDRAWN:
            return _is_about(change.subject, text) and words.DENIAL.search(text.lower()) is None
        case ChangeKind.LOOSE:
            return False
    return _gives_other_value(change, text)


def replaces_another(changes: Sequence[Change], text: str) -> bool:
    """Whether they name what they replace by its figures, and the text has none of those: "£950, not £900"."""
    named = set[str]().union(*(_FIGURE.findall(each.old) for each in changes))
    return bool(named) and named.isdisjoint(_FIGURE.findall(text))


def may_supersede(change: Change, text: str) -> bool:
    """Whether it gives another value than one that does not name its subject: "Make that 14."

    Of several such sentences none may be meant.
    """
    if change.kind is not ChangeKind.MARKED:
        return False
    old = values_of(" ".join(words.DENIED_CLAUSE.findall(change.new)))
    is_open = words.PRONOUN.match(change.subject) is not None
    new = values_of(words.DENIED_CLAUSE.sub(" ", change.new)) if old or is_open else {}
    given = values_of(text) if new else {}
    is_old = any(kind in given and not given[kind].isdisjoint(each) for kind, each in old.items())
    return (is_old or is_open) and contradict(new, given)


def _replacements(text: str, lower: str, insteads: Sequence[re.Match[str]]) -> Iterator[Change]:
    for pattern in words.REPLACED if words.REPLACED_STEMS.search(lower) else ():
        for match in pattern.finditer(lower):
            new = text[slice(*match.span("new"))] if "new" in match.groupdict() else ""
            yield Change(ChangeKind.REPLACED, _around(match), text[slice(*match.span("old"))], new)
    for match in words.MISQUOTED.finditer(lower):
        yield Change(ChangeKind.MISQUOTED, old=match["old"])
    for match in insteads:
        before = words.BEFORE_INSTEAD.search(text[: match.start()])
        new, old = before[0] if before else "", text[slice(*match.span("old"))]
        if (values_of(new) and values_of(old)) or words.CHANGE_WORD.search(lower):
            yield Change(ChangeKind.REPLACED, _around(match), old, new)


def _around(match: re.Match[str]) -> str:
    return f"{match.string[: match.start('old')]} {match.string[match.end('old') :]}"


def _new_values(text: str, lower: str) -> Iterator[Change]:
    if match := words.SET.match(lower) or words.SET_BY_SOMEBODY.search(lower):
        new = text[slice(*match.span("new"))]
        if values_of(new[:MAX_BEFORE_VALUE]):
            yield Change(ChangeKind.SET, match["subject"], new=new)
    if match := words.NEW_NAMED.search(lower):
        # As it is written: names are not what it is about.
        yield Change(ChangeKind.NAMED, text[: match.start()], new=text[match.end() :])
    if match := words.MARKED.search(lower):
        rest = f"{text[: match.start()]} {text[match.end() :]}"
        yield Change(ChangeKind.MARKED, rest.lower(), new=rest)


def _withdrawals(text: str) -> Iterator[Change]:
    if not words.WITHDRAWN_STEMS.search(text):
        return
    matches = (pattern.match(text) for pattern in words.WITHDRAWN)
    yield from (Change(ChangeKind.WITHDRAWN, match["subject"]) for match in matches if match)


def _loose_changes(text: str, lower: str, insteads: Iterable[re.Match[str]]) -> Iterator[Change]:
    for pattern in words.LOOSELY_REPLACED:
        olds = (text[slice(*match.span("old"))] for match in pattern.finditer(lower))
        # Else it may be a way: "changed trains from Bern to Thun".
        yield from (Change(ChangeKind.LOOSE, old=old) for old in olds if values_of(old))
    for match in insteads:
        if not match["not"]:
            yield Change(ChangeKind.LOOSE, old=match["old"])
    if words.LOOSELY_SET.search(lower):
        yield Change(ChangeKind.LOOSE)


def _states_old(change: Change, text: str) -> bool:
    """Whether it says what was so, of the same subject, and not what is so."""
    stems, old, new = _stems(text), _stems(change.old), _stems(change.new)
    if not _has_run(stems, old) or _has_run(stems, new[: len(old)]):
        return False
    subject, rest = ({*each} - {*old, *new, *words.FILLER} for each in (_stems(change.subject), stems))
    subject = {stem for stem in subject if stem.isalpha()}
    if not subject or not rest:
        return len(old) > 1
    is_same = len(subject & rest) >= SHARE_OF_SUBJECT * min(len(subject), len(rest))
    return is_same or (next(days_of(change.old), None) is not None and len(text.split()) <= DAY_WORDS)


def _gives_other_value(change: Change, text: str) -> bool:
    stems = _stems(text)
    if change.kind is ChangeKind.SET:
        subject = {*_stems(change.subject)} - words.FILLER
        is_same = 0 < len(subject) <= MAX_SUBJECT_WORDS and subject.issubset(stems) and stems[0] in subject
        return is_same and contradict(values_of(change.new), values_of(text), any_unit=True)
    pattern, least = (_COMMON_WORD, SHARED_WORDS) if change.kind is ChangeKind.NAMED else (_WORD, 1)
    shared = len({*_stems(" ".join(pattern.findall(change.subject)))}.intersection(stems) - words.FILLER)
    any_unit = shared >= SHARED_WORDS and (
        change.kind is ChangeKind.NAMED or shared >= SHARE_OF_SUBJECT * len({*stems})
    )
    return shared >= least and contradict(values_of(change.new), values_of(text), any_unit=any_unit)


def _is_about(subject: str, text: str) -> bool:
    if (day := next(days_of(subject), None)) is not None:
        return any(day[0] == other for other, _, _ in days_of(text))
    stems = {*_stems(subject)} - (words.FILLER - words.WEEKDAYS)
    shared = len(stems.intersection(_stems(text)))
    is_most = len(stems) > SHARED_WORDS and shared >= SHARE_OF_WITHDRAWN * len(stems)
    return 0 < len(stems) <= MAX_SUBJECT_WORDS and (shared == len(stems) or is_most)


@lru_cache(maxsize=2_000)
def _stems(text: str) -> tuple[str, ...]:
    """A time has its unit in full: what was "72 h" may be replaced as "72 hours"."""
    return tuple(split_words(_SHORT_UNIT.sub(lambda found: f" {_UNITS[found[1].lower()]}", text)))


def _has_run(stems: Sequence[str], run: Sequence[str]) -> bool:
    """Whether they stand there one behind the other."""
    size = len(run)
    return size > 0 and any(stems[at : at + size] == run for at in range(len(stems) - size + 1))
