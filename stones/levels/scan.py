"""LOD-0: one sentence, at most 40 tokens, that says what is asked or said."""

import re

import numpy as np

from stones.levels.candidates import SCAN_WEIGHTS, TALK_SCAN_WEIGHTS, Candidates
from stones.levels.facts import fact_count
from stones.levels.fallback import composed, short_subject
from stones.levels.limits import CountTokens
from stones.levels.reporting import reported
from stones.levels.request import fits_scan, requested
from stones.levels.salience import PURPOSE, words_of
from stones.levels.talk import LONG_TALK, turn_count, who_and_what
from stones.levels.units import Document, Unit
from stones.levels.wording import (
    clause_cuts,
    dangles,
    denies,
    finished,
    has_verb,
    is_about_itself,
    is_one_sentence,
    label_of,
    loses_a_clause,
    points,
    reads_whole,
    sends_elsewhere,
    shorter_forms,
    without_label,
)

TRIED = 60
_STATE = re.compile(
    r"^(?:overall |current |project |session )?(?:status|state|progress|result|outcome|summary|tl;?dr|headline|"
    r"goal|objective|task|ask|request|problem|mission)$",
    re.I,
)
# `90% - `, before the words of a state.
_SHARE = re.compile(r"^\d{1,3}(?:\.\d+)?\s?%\s+[—–-]\s+")
_ARTICLE = re.compile(r"^an?\s+(?=\w)", re.I)
_TICKET = re.compile(r"^\W*#?\d+\s+(?:issue|pr|pull request|discussion|ticket)?\s*\w*\s*:\s+", re.I)


def write_scan(candidates: Candidates, *, count_tokens: CountTokens, is_task: bool = False) -> str:
    """The best sentence that can stand alone; composed from the title and what is there if there is none.

    Of a task, what it asks for.
    """
    document = candidates.document
    if is_task and (asked := requested(candidates.units, document.title, count_tokens=count_tokens)):
        return asked
    if document.is_talk and turn_count(document.units) > LONG_TALK:
        for people in (5, 3, 2):
            said = who_and_what(document.units, most_people=people)
            if said and fits_scan(said, count_tokens):
                return said
    for said in (_opened(document, count_tokens), _state(document), _definition(document, count_tokens)):
        if said and fits_scan(said, count_tokens):
            return said
    return _best(candidates, count_tokens) or composed(document, count_tokens=count_tokens)


def _best(candidates: Candidates, count_tokens: CountTokens) -> str:
    units = candidates.units
    if not units:
        return ""
    weights = TALK_SCAN_WEIGHTS if candidates.document.is_talk else SCAN_WEIGHTS
    merits = np.array([_merit(unit) for unit in units])
    scores = candidates.scores(weights) + merits
    for at in np.argsort(-scores, kind="stable")[:TRIED]:
        unit = units[int(at)]
        if said := _standing_alone(unit, count_tokens):
            return _with_subject(said, unit, candidates.document, count_tokens)
    return ""


def _merit(unit: Unit) -> float:
    """What the place of a sentence does not tell: whether it is about the matter, and says enough of it."""
    text = unit.text
    faults = 2 * is_about_itself(text) + sends_elsewhere(text) + (text.endswith("?") and not unit.speaker)
    short = max(0, 9 - len(text.split())) / 9
    return (
        0.1 * (fact_count(text) > 0)
        - 0.6 * faults
        - 0.5 * bool(label_of(text))
        - 0.6 * short
        - 0.4 * denies(text)
    )


def _standing_alone(unit: Unit, count_tokens: CountTokens) -> str:
    """The longest form of the sentence that fits and leans on nothing before it; empty when there is none."""
    for form in shorter_forms(unit.text):
        said = reported(form, unit.speaker) if unit.speaker else form
        if loses_a_clause(form, unit.text):
            continue
        if fits_scan(said, count_tokens) and reads_whole(form) and not dangles(form) and not points(form):
            return said
    return ""


def _with_subject(said: str, unit: Unit, document: Document, count_tokens: CountTokens) -> str:
    """`FFT_nano: The live control center …`, where the sentence says nothing of what the title names."""
    subject = short_subject(document.title)
    if subject and not unit.speaker and (label := label_of(said)) and label.isalpha():
        told = f"{subject}: {_lowered(without_label(said))}"
        return told if fits_scan(told, count_tokens) else said
    if not subject or unit.speaker or ":" in said or PURPOSE.search(said):
        return said
    title = {word[:5] for word in words_of(document.title)}
    if not title or title & {word[:5] for word in words_of(said)}:
        return said
    longer = f"{subject}: {said}"
    return longer if fits_scan(longer, count_tokens) else said


def _state(document: Document) -> str:
    """A line near the top such as `Status: core complete, rule translation pending`, told of the title's subject."""
    subject = short_subject(document.title)
    if document.is_talk or not subject:
        return ""
    for unit in document.units[:25]:
        value = _SHARE.sub("", without_label(unit.text).strip())
        if unit.line <= 40 and unit.rank == 0 and _STATE.match(label_of(unit.text)) and _tells_a_state(value):
            return finished(f"{subject}: {_lowered(value)}")
    return ""


def _tells_a_state(value: str) -> bool:
    is_quoted = value.startswith(('"', "“"))
    # `6 BUGS FOUND` is a headline.
    is_shouted = sum(map(str.isupper, value)) > 0.5 * sum(map(str.isalpha, value))
    return (
        4 <= len(value.split()) <= 24
        and not is_quoted
        and not is_shouted
        and is_one_sentence(value)
        and reads_like_prose(value)
    )


def _definition(document: Document, count_tokens: CountTokens) -> str:
    """`LLM is a CLI tool and Python library …`, from a first paragraph without a verb under the title `LLM`."""
    subject = short_subject(document.title)
    first = next((unit for unit in document.units if len(unit.text.split()) >= 4), None)
    if (
        document.is_talk
        or not subject
        or len(subject.split()) > 3
        or first is None
        or first.rank
        or first.line > 60
    ):
        return ""
    head = re.split(r",|\b(?:that|which|for|to|with|of)\b", first.text, maxsplit=1)[0]
    if not _ARTICLE.match(first.text) or has_verb(head) or len(head.split()) > 10:
        return ""
    said = f"{subject} is {first.text[0].lower()}{first.text[1:]}"
    return next((form for form in clause_cuts(finished(said)) if fits_scan(form, count_tokens)), "")


def _opened(document: Document, count_tokens: CountTokens) -> str:
    """`Ann opened "Pin twine to 1.8.1".`, for an exported issue: its title is what its author wanted said."""
    title = _TICKET.sub("", document.title).strip(' "“”.')
    first = document.units[0].speaker if document.units else ""
    if not first or len(title.split()) < 3:
        return ""
    title = title.replace('"', "'")
    said = f'{first} opened "{title}".'
    return said if fits_scan(said, count_tokens) else ""


def reads_like_prose(text: str) -> bool:
    letters = sum(char.isalpha() or char.isspace() for char in text)
    return letters >= 0.75 * len(text) and "|" not in text and "http" not in text


def _lowered(text: str) -> str:
    """With a small first letter, unless its first word is a name of some kind."""
    first = text.split(" ", 1)[0]
    return text[0].lower() + text[1:] if first[1:].islower() and first.isalpha() else text
