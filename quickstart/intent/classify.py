"""A query's intent by its grammar: the first clause decides, unless it only prepares the question behind it."""

import re
from collections.abc import Iterable, Sequence

from quickstart.intent import sentence
from quickstart.intent.model import Classified
from quickstart.intent.patterns import NOUN_IN_STATEMENT, REQUESTS, SMALL_TALK, SUBORDINATE, WISHES
from quickstart.intent.rules import CHOICE_OF_VERBS, IMPERATIVES, QUESTIONS, STATEMENTS, TOPICS, Rule
from quickstart.intent.vocabulary import VERBS
from quickstart.kinds import Intent

QUOTED_CHARACTERS = 40
"""Of the matching words, in a reason."""
NOTHING_SAID = Classified(Intent.HYBRID, "says nothing that could be asked for", 0.2)
SMALL_TALKED = Classified(Intent.HYBRID, "small talk: neither a question nor a task", 0.3)


def classify(query: str) -> Classified:
    """Never fails, whatever was typed; well under a millisecond."""
    read = sentence.read(query)
    if not read.clauses:
        return NOTHING_SAID
    clauses = [clause for clause in read.clauses if not SMALL_TALK.fullmatch(clause)]
    if not clauses:
        return SMALL_TALKED
    return (
        _by_choice(clauses, asked=read.asked)
        or _by_beginning(clauses)
        or _by_topic(clauses)
        or _by_later_question(clauses)
        or _first_anywhere(STATEMENTS, clauses)
        or _by_later_imperative(clauses)
        or _by_default(clauses, asked=read.asked)
    )


def classify_intent(query: str) -> Intent:
    """The intent alone, under the specification's name."""
    return classify(query).intent


def is_small_talk(classified: Classified) -> bool:
    """Whether nothing was asked: a greeting, thanks, or no words at all."""
    return classified in (SMALL_TALKED, NOTHING_SAID)


def _by_choice(clauses: Sequence[str], *, asked: bool) -> Classified | None:
    """Names in a row and "or": "wav, flac or aiff". Imperatives in a row ask for work, unless they are asked about."""
    last = clauses[-1].split(" ")
    if "or" not in last[1:4] or (len(clauses) < 2 and not asked):
        return None
    if any(len(clause.split(" ")) > 2 for clause in clauses[:-1]) or _first_at_start(QUESTIONS, clauses[0]):
        return None
    if not asked and clauses[0].partition(" ")[0] in VERBS:
        return None
    return Classified(
        Intent.UNDERSTANDING, f"weighs one against the other: {_quoted(', '.join(clauses))}", 0.7
    )


def _by_beginning(clauses: Sequence[str]) -> Classified | None:
    """What the first clause begins with, or where it only prepares the next ("if …,"), that one."""
    first = clauses[0]
    if found := _first_at_start(QUESTIONS, first) if not REQUESTS.match(first) else None:
        return found
    if SUBORDINATE.match(first):
        return _by_beginning(clauses[1:]) if len(clauses) > 1 else None
    if request := REQUESTS.match(first):
        asked = _imperative(first[request.end() + 1 :])
        return asked or Classified(Intent.ACTION, f"asks for it to be done: {_quoted(request[0])}", 0.7)
    return _imperative(first) or _wish(clauses)


def _imperative(clause: str) -> Classified | None:
    if found := _first_at_start((*IMPERATIVES, CHOICE_OF_VERBS), clause):
        return found
    verb = clause.partition(" ")[0]
    if verb not in VERBS or NOUN_IN_STATEMENT.match(clause):
        return None
    return Classified(Intent.ACTION, f"begins with an imperative verb: {_quoted(verb)}", 0.85)


def _wish(clauses: Sequence[str]) -> Classified | None:
    wish = WISHES.match(clauses[0])
    if wish is None:
        return None
    wanted = clauses[0][wish.end() :].strip()
    found = _first_at_start((*QUESTIONS, *IMPERATIVES), wanted)
    return found or Classified(Intent.ACTION, f"wishes for something: {_quoted(wish[0])}", 0.7)


def _by_topic(clauses: Sequence[str]) -> Classified | None:
    """A topic to explain or a choice to weigh, where no imperative asks for work on it."""
    return _first_anywhere(TOPICS, clauses)


def _by_later_question(clauses: Sequence[str]) -> Classified | None:
    """ "x and y, which is faster": the question is the matter. Behind a situation it asks what to do about it."""
    for clause in clauses[1:]:
        found = _first_at_start(QUESTIONS, clause)
        if found is None:
            continue
        situation = _first_anywhere(STATEMENTS, clauses[:1])
        if situation is None or clause.startswith("why"):
            return found
        return Classified(
            Intent.HYBRID, f"{situation.reason}, with a question about it", situation.confidence
        )
    return None


def _by_later_imperative(clauses: Sequence[str]) -> Classified | None:
    return next((found for clause in clauses[1:] if (found := _imperative(clause))), None)


def _by_default(clauses: Sequence[str], *, asked: bool) -> Classified:
    if asked:
        return Classified(Intent.UNDERSTANDING, "ends with a question mark", 0.6)
    return Classified(Intent.ACTION, f"names what is wanted, without a verb: {_quoted(clauses[0])}", 0.6)


def _first_at_start(rules: Iterable[Rule], clause: str) -> Classified | None:
    for rule in rules:
        if match := rule.pattern.match(clause):
            return _told(rule, match)
    return None


def _first_anywhere(rules: Iterable[Rule], clauses: Sequence[str]) -> Classified | None:
    for rule in rules:
        for clause in clauses:
            if match := rule.pattern.search(clause):
                return _told(rule, match)
    return None


def _told(rule: Rule, match: re.Match[str]) -> Classified:
    words = match.groupdict().get("told") or match[0]
    return Classified(rule.intent, f"{rule.reason}: {_quoted(words)}", rule.confidence)


def _quoted(words: str) -> str:
    words = words.strip()
    return f"'{words if len(words) <= QUOTED_CHARACTERS else words[: QUOTED_CHARACTERS - 1] + '…'}'"
