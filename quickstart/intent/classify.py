"""A query's intent by its grammar: the first clause decides, unless it only prepares the question behind it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from quickstart.intent import parse_query
from quickstart.intent.intent_rules import (
    CHOICE_OF_VERBS,
    IMPERATIVES,
    QUESTIONS,
    STATEMENTS,
    TOPICS,
    IntentRule,
)
from quickstart.intent.rule_patterns import NOUN_IN_STATEMENT, REQUESTS, SMALL_TALK, SUBORDINATE, WISHES
from quickstart.intent.signal_words import VERBS
from quickstart.kinds import Intent

QUOTED_CHARACTERS = 40
"""Of the matching words, in a reason."""


@dataclass(frozen=True, slots=True)
class IntentClassification:
    """`reason` is half a sentence for people: "begins with the verb 'crop'"; `confidence` is 0 to 1."""

    intent: Intent
    reason: str
    confidence: float


EMPTY_QUERY = IntentClassification(Intent.HYBRID, "says nothing that could be asked for", 0.2)
SMALL_TALK_RESULT = IntentClassification(Intent.HYBRID, "small talk: neither a question nor a task", 0.3)


def classify(query: str) -> IntentClassification:
    """Never fails, whatever was typed; well under a millisecond."""
    parsed = parse_query.parse_query(query)
    if not parsed.clauses:
        return EMPTY_QUERY
    clauses = [clause for clause in parsed.clauses if not SMALL_TALK.fullmatch(clause)]
    if not clauses:
        return SMALL_TALK_RESULT
    return (
        _by_choice(clauses, is_question=parsed.is_question)
        or _by_beginning(clauses)
        or _by_topic(clauses)
        or _by_later_question(clauses)
        or _first_anywhere(STATEMENTS, clauses)
        or _by_later_imperative(clauses)
        or _by_default(clauses, is_question=parsed.is_question)
    )


def classify_intent(query: str) -> Intent:
    """The intent alone, under the specification's name."""
    return classify(query).intent


def is_small_talk(classified: IntentClassification) -> bool:
    """Whether it asks nothing: a greeting, thanks, or no words at all."""
    return classified in (SMALL_TALK_RESULT, EMPTY_QUERY)


def _by_choice(clauses: Sequence[str], *, is_question: bool) -> IntentClassification | None:
    """Alternatives with "or": "wav, flac or aiff". Imperatives in a row ask for work, unless they are part of a
    question.
    """
    last = clauses[-1].split(" ")
    if "or" not in last[1:4] or (len(clauses) < 2 and not is_question):
        return None
    if any(len(clause.split(" ")) > 2 for clause in clauses[:-1]) or _first_at_start(QUESTIONS, clauses[0]):
        return None
    if not is_question and clauses[0].partition(" ")[0] in VERBS:
        return None
    return IntentClassification(
        Intent.UNDERSTANDING, f"weighs one against the other: {_quoted(', '.join(clauses))}", 0.7
    )


def _by_beginning(clauses: Sequence[str]) -> IntentClassification | None:
    """By the beginning of the first clause, or if that only prepares the next ("if …,"), of the next."""
    first = clauses[0]
    if found := _first_at_start(QUESTIONS, first) if not REQUESTS.match(first) else None:
        return found
    if SUBORDINATE.match(first):
        return _by_beginning(clauses[1:]) if len(clauses) > 1 else None
    if request := REQUESTS.match(first):
        imperative = _imperative(first[request.end() + 1 :])
        return imperative or IntentClassification(
            Intent.ACTION, f"asks for it to be done: {_quoted(request[0])}", 0.7
        )
    return _imperative(first) or _wish(clauses)


def _imperative(clause: str) -> IntentClassification | None:
    if found := _first_at_start((*IMPERATIVES, CHOICE_OF_VERBS), clause):
        return found
    verb = clause.partition(" ")[0]
    if verb not in VERBS or NOUN_IN_STATEMENT.match(clause):
        return None
    return IntentClassification(Intent.ACTION, f"begins with an imperative verb: {_quoted(verb)}", 0.85)


def _wish(clauses: Sequence[str]) -> IntentClassification | None:
    wish = WISHES.match(clauses[0])
    if wish is None:
        return None
    wished = clauses[0][wish.end() :].strip()
    found = _first_at_start((*QUESTIONS, *IMPERATIVES), wished)
    return found or IntentClassification(Intent.ACTION, f"wishes for something: {_quoted(wish[0])}", 0.7)


def _by_topic(clauses: Sequence[str]) -> IntentClassification | None:
    """A topic to explain or a choice to weigh, if no imperative asks for work on it."""
    return _first_anywhere(TOPICS, clauses)


def _by_later_question(clauses: Sequence[str]) -> IntentClassification | None:
    """ "x and y, which is faster": the question decides. After a situation it asks what to do about it."""
    for clause in clauses[1:]:
        found = _first_at_start(QUESTIONS, clause)
        if found is None:
            continue
        situation = _first_anywhere(STATEMENTS, clauses[:1])
        if situation is None or clause.startswith("why"):
            return found
        return IntentClassification(
            Intent.HYBRID, f"{situation.reason}, with a question about it", situation.confidence
        )
    return None


def _by_later_imperative(clauses: Sequence[str]) -> IntentClassification | None:
    return next((found for clause in clauses[1:] if (found := _imperative(clause))), None)


def _by_default(clauses: Sequence[str], *, is_question: bool) -> IntentClassification:
    if is_question:
        return IntentClassification(Intent.UNDERSTANDING, "ends with a question mark", 0.6)
    return IntentClassification(
        Intent.ACTION, f"names what is wanted, without a verb: {_quoted(clauses[0])}", 0.6
    )


def _first_at_start(rules: Iterable[IntentRule], clause: str) -> IntentClassification | None:
    for rule in rules:
        if match := rule.pattern.match(clause):
            return _classification(rule, match)
    return None


def _first_anywhere(rules: Iterable[IntentRule], clauses: Sequence[str]) -> IntentClassification | None:
    for rule in rules:
        for clause in clauses:
            if match := rule.pattern.search(clause):
                return _classification(rule, match)
    return None


def _classification(rule: IntentRule, match: re.Match[str]) -> IntentClassification:
    words = match.groupdict().get("quoted") or match[0]
    return IntentClassification(rule.intent, f"{rule.reason}: {_quoted(words)}", rule.confidence)


def _quoted(words: str) -> str:
    words = words.strip()
    return f"'{words if len(words) <= QUOTED_CHARACTERS else words[: QUOTED_CHARACTERS - 1] + '…'}'"
