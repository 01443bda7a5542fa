"""Which spans stand with the one behind them or nowhere: what that one turns, rejects, forbids or answers."""

import re
from collections.abc import Sequence
from itertools import pairwise

from stones.levels.document_parts import PartKind
from stones.levels.extract import sentence_context as context
from stones.levels.extract.opening_words import opens_as_former
from stones.levels.extract.unit import Unit
from stones.levels.extract.verdicts import (
    considers,
    is_misconception,
    is_of_others,
    is_quotation,
    turns_round,
    wishes,
)

MAX_TO_VERDICT = 3
"""Sentences from what somebody proposes to what became of it."""
MAX_ANSWER_WORDS = 12
MAX_LABEL_CHARACTERS = 30
MAX_NAME_CHARACTERS = 60
QUESTION = ("?", "？")
_ASKS_READER = re.compile(
    r"\b(?:please|(?:can|could|will) (?:you|someone|somebody|anyone)|let me know|any (?:thoughts|objections)|"
    r"do you (?:think|agree)|bitte|"
    r"(?:kannst|könntest) du|(?:können|könnten|könnt|könntet) (?:sie|ihr)|p(?:ou|eu)(?:rri)?[vx](?:ez|"
    r"t)?[- ](?:vous|tu)|"
    r"puedes?|pod(?:éis|rías?))\b",
    re.I,
)
"""What somebody is to do has no answer in the text."""
_QUESTIONS = re.compile(r"\b(?:questions?|faqs?|q ?& ?a|fragen|preguntas|domande|perguntas)\b", re.I)
_ANNOUNCED = re.compile(r"\b(?:questions?|fragen?|preguntas?)\b[^?？:]*:", re.I)
"""`Two questions before I start: …`"""
_SPEAKS_TO_READER = re.compile(
    rf"{_ASKS_READER.pattern}|\b(?:your?|ihr|du|dir|euch|vous|tu|usted(?:es)?)\b", re.I
)


def link_turns(units: Sequence[Unit], *, is_talk: bool) -> None:
    for unit, following in pairwise(units):
        is_same = (unit.part, unit.at + 1) == (following.part, following.at)
        is_next = (unit.part + 1, 0) == (following.part, following.at) and unit.trail == following.trail
        is_running = is_next and unit.kind is following.kind is PartKind.TEXT
        is_turned = (is_same or is_running) and context.turns_previous(following.text, is_same_part=is_same)
        if following.before is unit and context.forbids_it(following.text):
            _link_chain(following)
        elif is_turned or (is_same and opens_as_former(unit.text)):
            _link(unit, following)
        elif is_same or is_running:
            is_opening = (unit.part, unit.at) == (0, 0) and not (is_same or is_talk)
            if not is_opening:
                _link_said(unit, following, is_same=is_same)
    for at, unit in enumerate(units):
        if unit.at > 1 and turns_round(unit.text):
            _link_verdict(units[max(0, at - MAX_TO_VERDICT) : at + 1])


def _link(unit: Unit, following: Unit) -> None:
    unit.turn, unit.is_prose = following, False
    following.before = following.before or unit
    following.worth = max(following.worth, unit.worth)
    following.headline = max(following.headline, unit.headline)


def _link_said(unit: Unit, following: Unit, *, is_same: bool) -> None:
    """What is only quoted, or thought by many, stands with what the text says of it, and a question with its answer."""
    if unit.text.endswith(QUESTION) and _is_answer(unit, following, is_same=is_same):
        _link(unit, following)
        following.is_prose |= len(following.text.split()) <= MAX_ANSWER_WORDS
        return
    is_first = unit.at == 0 and unit.before is None
    is_asked = is_first and is_same and following.text.endswith(QUESTION) and _is_about_questions(unit)
    is_quoted = is_same and is_quotation(unit.text)
    if is_asked or is_quoted or (is_first and _is_misconception(unit)):
        _link(unit, following)


def _is_answer(unit: Unit, following: Unit, *, is_same: bool) -> bool:
    """In one paragraph nothing answers a question to the reader; in two it may be an interview. What calls itself a
    question is one to the reader.
    """
    is_said = not (following.text.endswith(QUESTION) or following.is_lead or following.text[:1].islower())
    is_asked = (_SPEAKS_TO_READER if is_same else _ASKS_READER).search(unit.text) is not None
    is_asked |= _ANNOUNCED.search(unit.text) is not None
    is_alone = unit.at == 0 or (unit.at == 1 and _is_about_questions(unit))
    return is_said and not is_asked and (is_same or is_alone)


def _is_about_questions(unit: Unit) -> bool:
    """Whether it stands below `FAQ`: its part is what somebody asks."""
    return len(unit.trail) > 1 and _QUESTIONS.search(unit.trail[-1][:MAX_NAME_CHARACTERS]) is not None


def _is_misconception(unit: Unit) -> bool:
    """Whether its heading or its label says that it is none of the text's own statements."""
    label = unit.text[:MAX_LABEL_CHARACTERS].partition(":")
    return is_misconception(unit.trail[-1] if len(unit.trail) > 1 else "") or (
        label[1] != "" and is_misconception(label[0])
    )


def _link_chain(last: Unit) -> None:
    """All that it leans on stands with it."""
    while (before := last.before) is not None:
        before.turn, before.is_prose = last, False
        last.worth, last.headline = max(last.worth, before.worth), max(last.headline, before.headline)
        last = before


def _link_verdict(units: Sequence[Unit]) -> None:
    """What somebody proposes or wants stands with all up to the last one, the verdict on it."""
    own = [unit for unit in units if unit.part == units[-1].part]
    first = next(
        (
            at
            for at, unit in enumerate(own[:-2])
            if is_of_others(unit.text) or wishes(unit.text) or considers(unit.text)
        ),
        None,
    )
    if first is None or own[first].turn:
        return
    for unit, following in pairwise(own[first:]):
        unit.turn, unit.is_prose, following.before = following, False, unit
