"""Statements that a later one of the same text says it changes, moves, replaces or withdraws: no level tells them.

By its words, without reading it: what is replaced must stand there again, with the subject where it is not said from
what to what. A change that does not say that it is one stays unknown.
"""

import re
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from core.text.bm25_words import split_words
from core.text.written_dates import days_of
from stones.levels.markers import markers

MAX_EARLIER = 400
"""Sentences before a change that are looked at."""
MAX_SUBJECT_WORDS = 4
DAY_WORDS = 8
"""Of a statement that names a day and hardly what it is the day of: "We keep to 1 June."."""
SHARED_WORDS = 2
_CHANGED = (
    r"(?:moved|changed|postponed|shifted|rescheduled|raised|lowered|increased|reduced|decreased|extended|corrected|"
    r"revised|updated|switched|cut|brought forward|verschoben|verlegt|geändert|erhöht|gesenkt|korrigiert)"
)
_IS = r"(?:is|are|was|were|has been|have been|will be|ist|sind|wird|wurden?)"
_VALUE = r"[^.;:!?—–]{1,50}?"
_FROM_TO = re.compile(
    rf"\b{_CHANGED}\b.{{0,40}}?\b(?:from|von|vom) (?P<old>{_VALUE}) (?:to|auf(?: den)?) (?P<new>\S.*)", re.I
)
_FROM_TO_GERMAN = re.compile(
    r"\bvo[mn] (?P<old>[^,;:!?—–]{1,40}?) auf (?:den |die |das )?(?P<new>[^,;:!?—–]{1,40}?) "
    r"(?:verschoben|verlegt|geändert|erhöht|gesenkt|korrigiert)\b",
    re.I,
)
_INSTEAD = re.compile(
    r",? (?:instead of|rather than|in place of|statt|anstatt|anstelle von|(?<=, )(?:and )?(?:not|nicht)(?: mehr)?) "
    rf"(?:the |an? |d(?:er|ie|as|es) )?(?P<old>{_VALUE})"
    r"(?:[,.;:!?)—–]|$| (?:as|because|since|in|for|wie|weil)\b)",
    re.I,
)
_BEFORE_INSTEAD = re.compile(r"[^.;:!?—–]{1,80}$")
_CHANGE_WORD = re.compile(
    rf"\b(?:{_CHANGED}|changes?|change of plan|correction|update|änderung|korrektur)\b", re.I
)
"""What makes of "A, not B" without figures a change: it may be any contrast."""
_PRONOUN = re.compile(
    r"\W*(?:it|this|that|they|these|those|he|she|we|i|you|there|es|das|dies|sie|er|wir|ich)\b", re.I
)
_NEW_VALUE = re.compile(
    rf"\W*(?P<subject>(?:\S+ ){{1,6}}?)(?:{_IS} )?(?:now )?"
    rf"(?:{_CHANGED} (?:(?:again|by [^,.;]{{1,30}}?) )?(?:to|until|auf)|goes (?:up |down )?to|(?:is )?now|jetzt)"
    r" (?=.{0,30}\d)",
    re.I,
)
_NEW_NAMED = re.compile(
    r"\b(?:new|neue[rs]?) (?:date|day|deadline|time|price|limit|budget|target|termin|frist|preis|datum)\b",
    re.I,
)
_DROPPED = re.compile(
    rf"(?:[\w ]{{1,20}}: )?(?P<subject>(?:\S+ ){{1,6}}?)(?:{_IS} (?:now |therefore |jetzt )?"
    r"(?:dropped|cancell?ed|withdrawn|off the table|called off|given up|abandoned|superseded|revoked|retracted|void|"
    r"obsolete|in after all|back in|out after all|no longer (?:planned|needed|wanted|valid|offered|applies)|"
    r"hinfällig|gestrichen|abgesagt|zurückgezogen|verworfen)|no longer applies|gilt nicht mehr)(?=\W|$)",
    re.I,
)
_DENIED = re.compile(
    r"\W*(?P<subject>[^.:;!?]{3,40}): (?:please |bitte )?(?:do not|don['’]t|nicht|keine?n?) (?P<verb>\w+)",
    re.I,
)
_WITHDRAWS = markers("revisions", "withdrawal")
_MAY_REVISE = markers("revisions", "sign")
"""One search tells that most sentences do not."""
_NEGATION = re.compile(r"\b(?:not|never|no|cannot|nicht|kein\w*)\b|n['’]t\b", re.I)
_WORD = re.compile(r"\w+(?:[-.,:]\w+)*")
_COMMON_WORD = re.compile(r"\b[^\W\d_A-Z]{5,}\b")
_FIGURE = re.compile(r"\d+(?:[.,:]\d+)*")


class Statement(NamedTuple):
    text: str
    part: int
    speaker: str
    section: str


def find_revisions(statements: Sequence[Statement]) -> dict[int, list[int]]:
    """The indexes of statements that change earlier ones, each with the indexes of those; in the text's order."""
    found: dict[int, list[int]] = {}
    for at, statement in enumerate(statements):
        if not _MAY_REVISE.search(statement.text):
            continue
        near = range(max(0, at - MAX_EARLIER), at)
        if _WITHDRAWS.search(statement.text):
            revised = _last_turn(statements, at)
        elif (is_earlier := _match_earlier(statement.text)) is not None:
            revised = [
                other
                for other in near
                if is_earlier(statements[other].text)
                and not _is_newer(statements[other].section, statement.section)
            ]
        else:
            continue
        if revised:
            found[at] = revised
    return found


def withdraws(text: str) -> bool:
    """Whether it takes back what was said before it: "I take that back."."""
    return _WITHDRAWS.search(text) is not None


def _match_earlier(text: str) -> Callable[[str], bool] | None:
    """Whether a text is one that this sentence changes; None: it does not say that it changes any."""
    if match := _FROM_TO.search(text) or _FROM_TO_GERMAN.search(text):
        return _states(match["old"], match["new"], text[: match.start()])
    if match := _INSTEAD.search(text):
        before = _BEFORE_INSTEAD.search(text[: match.start()])
        new, old = before[0] if before else "", match["old"]
        has_figures = _FIGURE.search(new) and _FIGURE.search(old)
        if has_figures or _CHANGE_WORD.search(text):
            return _states(old, new, f"{text[: match.start('old')]} {text[match.end('old') :]}")
    if match := _NEW_VALUE.match(text):
        return _gives_value(match["subject"], text[match.end("subject") :])
    if match := _NEW_NAMED.search(text):
        return _names_date(text[: match.start()], text[match.end() :])
    if match := _DENIED.match(text):
        return _is_about(f"{match['subject']} {match['verb']}")
    if match := _DROPPED.match(text):
        return _is_about(match["subject"])
    return None


def _states(old: str, new: str, subject: str) -> Callable[[str], bool]:
    """Whether it says what was so, of the same subject, and not what is so."""
    new_words = _WORD.findall(new.lower())
    old_words = _WORD.findall(old.lower())
    subject_stems = {stem for stem in split_words(subject) if stem.isalpha()}.difference(split_words(old))
    has_day = next(days_of(old), None) is not None

    def is_stated(text: str) -> bool:
        words = _WORD.findall(text.lower())
        if not _has_run(words, old_words) or _has_run(words, new_words[: len(old_words)]):
            return False
        return (has_day and len(words) <= DAY_WORDS) or not subject_stems.isdisjoint(split_words(text))

    return is_stated


def _gives_value(subject: str, value: str) -> Callable[[str], bool] | None:
    """Whether it opens with the subject and gives another figure."""
    stems, figure = set(split_words(subject)), _FIGURE.search(value)
    if figure is None or not _is_subject(subject, stems):
        return None

    def gives_value(text: str) -> bool:
        found = split_words(text)
        figures = _FIGURE.findall(text)
        return stems.issubset(found) and found[0] in stems and bool(figures) and figure[0] not in figures

    return gives_value


def _names_date(subject: str, value: str) -> Callable[[str], bool]:
    """Whether it names another day or figure of what shares two words with the subject."""
    stems, new = set(split_words(" ".join(_COMMON_WORD.findall(subject)))), _FIGURE.search(value)

    def names_date(text: str) -> bool:
        figures = _FIGURE.findall(text)
        is_other = new is not None and bool(figures) and new[0] not in figures
        return is_other and len(stems.intersection(split_words(text))) >= SHARED_WORDS

    return names_date


def _is_about(subject: str) -> Callable[[str], bool] | None:
    """Whether it says something of the subject, and forbids nothing."""
    stems = set(split_words(subject))
    if not _is_subject(subject, stems):
        return None
    return lambda text: stems.issubset(split_words(text)) and _NEGATION.search(text) is None


def _is_subject(subject: str, stems: Collection[str]) -> bool:
    return 0 < len(stems) <= MAX_SUBJECT_WORDS and _PRONOUN.match(subject) is None


def _has_run(words: Sequence[str], run: Sequence[str]) -> bool:
    """Whether they stand there one behind the other."""
    size = len(run)
    return size > 0 and any(words[at : at + size] == run for at in range(len(words) - size + 1))


def _last_turn(statements: Sequence[Statement], at: int) -> list[int]:
    """What the same speaker said last before this turn; empty where nobody is named."""
    speaker, part = statements[at].speaker, statements[at].part
    earlier = [i for i in range(max(0, at - MAX_EARLIER), at) if statements[i].part < part]
    own = [i for i in earlier if statements[i].speaker == speaker] if speaker else []
    return [i for i in own if statements[i].part == statements[own[-1]].part]


def _is_newer(section: str, other: str) -> bool:
    """By the days that two headings name: notes may have the latest first."""
    (day, *_), (other_day, *_) = (next(days_of(name), (None,)) for name in (section, other))
    return day is not None and other_day is not None and day > other_day
