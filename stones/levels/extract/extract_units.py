"""The spans that a level may consist of, each with its worth and what its author marks it as.

The weights were set by hand after a ridge regression on the facts of 68 documents (ADR 6): similar ones do as well.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from core.text.bm25_words import is_east_asian
from core.text.passages import CountTokens
from stones.levels.author_rules import MAX_CHARACTERS, AuthorRule, RuleKind, is_step, label_kind, rules_of
from stones.levels.document_parts import DocumentPart, ParsedDocument, PartKind, PartSentence, Standing
from stones.levels.extract import sentence_context as context
from stones.levels.markers import group_markers, markers
from stones.levels.part_standing import NEAR_TOP, WARNS
from stones.levels.split_sentences import split_sentences

MAX_UNITS = 5_000
TOP = 10
"""In these first lines most texts say what they are."""
MIN_WORDS = 4
"""Of a span that can stand in a paragraph."""
MIN_TURNS = 3
"""Of a speaker, in a talk."""
MIN_SPOKEN_WORDS = 10
"""Of a span of a talk: shorter ones are "I don't know"."""
MAX_CHAIN = 5
"""Sentences that lean on one another, each on the one before it; more say nothing without a paragraph of them."""
MAX_COMMAND_CHARACTERS = 120
MAX_RECURRENCE = 2.0
"""Of a word (log of the spans that have it): what a text names all the time says no more about it."""
_MARKER_PATTERNS = group_markers("units")
_PROHIBITION = markers("rules", "prohibition")
_EMPTY = markers("units", "empty", opening=True)
_LEANING = markers("units", "leaning", opening=True)
_IMPERATIVE = markers("units", "imperative", opening=True)
_FORBIDDING = markers("units", "forbidding", opening=True)
_HEADLINE = markers("units", "headline", whole=True)
_METADATA = markers("units", "metadata", whole=True)
_LEADS_IN = re.compile(r"(?:[:：]|\b(?:and|or|und|oder|AND|OR))$")
_FIGURE = re.compile(r"\d")
_CAPITALS = re.compile(r"\b[A-Z]{3,}\b")
_BYLINE = re.compile(r"[—–]\s*(?:[^\W\d_][\w.'’-]*,?\s?){1,5}")
"""Whose words the quotation above is: `— Walter Benjamin`."""
_ADDRESS = re.compile(r"https?://|www\.")
_WORD = re.compile(r"[^\W_]{3,}")


class UnitPlace(NamedTuple):
    part: int
    """Index of the document's part."""
    is_first: bool
    """Of its section."""
    is_lead: bool
    """One of the first paragraphs, which say what the document is."""
    fields: frozenset[str] = frozenset()
    """Labels that are fields of records."""
    is_answer: bool = False
    """To the question of another speaker."""


@dataclass(frozen=True, slots=True)
class Unit:
    text: str
    """Verbatim but for Markdown syntax (the backticks around code stay), on one line."""
    worth: float
    tokens: int
    line: int = 1
    part: int = -1
    kind: PartKind = PartKind.TEXT
    trail: tuple[str, ...] = ()
    denied_by: str = ""
    """The line that leads in to its list and denies it: `Do not:`. Without it the unit would say the contrary."""
    turned_by: str = ""
    """The heading or line that forbids or turns it, which a paragraph has to name."""
    at: int = 0
    """Index of its sentence in its part."""
    before: "Unit | None" = None
    """The one that it leans on: it stands right behind that one, or nowhere."""
    headline: float = 0.0
    """Added value in a paragraph: it says what the document is, its status or what it asks."""
    rule: RuleKind | None = None
    is_marked: bool = False
    """For a rule: its author set it apart."""
    is_request: bool = False
    """An item, or a sentence under "Next steps", that tells the reader to do something."""
    is_turning: bool = False
    """Near the top, set apart, and a warning: without it the rest may be misunderstood."""
    is_lead: bool = False
    """It only leads in to what follows."""
    is_prose: bool = False
    """It can be part of a paragraph, away from its heading."""


def read_units(document: ParsedDocument, count_tokens: CountTokens) -> list[Unit]:
    """In the order of the text; only parts that are what the document says."""
    found = [*_front_matter_units(document, count_tokens)]
    heading, leads, fields = -1, 0, context.record_fields(document.parts)
    for at, part in enumerate(document.parts):
        heading = at if part.kind is PartKind.HEADING else heading
        is_lead = (
            part.kind is PartKind.TEXT
            and leads < 2
            and part.line <= 2 * NEAR_TOP
            and not part.label
            and part.is_current
        )
        leads += is_lead
        asked = document.parts[at - 1] if at else part
        is_answer = bool(asked.label) and part.label not in ("", asked.label) and asked.plain[-1:] in "?？"
        found += _units(part, UnitPlace(at, at == heading + 1, is_lead, fields, is_answer), count_tokens)
        if len(found) >= MAX_UNITS:
            break
    return list(_with_recurrence(_without_interjections(found) if _is_talk(document) else found))


def _front_matter_units(document: ParsedDocument, count_tokens: CountTokens) -> Iterator[Unit]:
    for at, sentence in enumerate(split_sentences(document.description)):
        yield Unit(sentence, 0.6, count_tokens(sentence), headline=0.3 * (at == 0), is_prose=True)
    if document.status:
        status = f"Status: {document.status}"
        yield Unit(status, 0.4, count_tokens(status), is_prose=True)


def compared_words(text: str) -> frozenset[str]:
    """The words by which two texts are compared; East Asian text by pairs of characters."""
    return frozenset(piece for word in _WORD.findall(text.lower()) for piece in _pieces(word))


def _pieces(word: str) -> Iterator[str]:
    if is_east_asian(word):
        yield from (word[at : at + 2] for at in range(len(word) - 1))
    else:
        yield word


def _is_talk(document: ParsedDocument) -> bool:
    """Whether most of it is what several people say, each after a name: minutes word for word, a chat."""
    labels = Counter(part.label for part in document.parts if part.kind is PartKind.TEXT and part.label)
    turns = [count for count in labels.values() if count >= MIN_TURNS]
    return len(turns) > 1 and sum(turns) > len(document.parts) / 2


def _without_interjections(units: Sequence[Unit]) -> Sequence[Unit]:
    return [unit for unit in units if len(unit.text.split()) >= MIN_SPOKEN_WORDS] or units


def _with_recurrence(units: Sequence[Unit]) -> Iterator[Unit]:
    """A span whose words other spans have, too, is about the document; one of rare words is a detail."""
    all_words = [compared_words(unit.text) for unit in units]
    counts = Counter(word for words in all_words for word in words)
    value = {word: min(math.log(count), MAX_RECURRENCE) for word, count in counts.items()}
    for unit, words in zip(units, all_words, strict=True):
        mean = sum(value[word] for word in words) / max(len(words), 1)
        yield replace(unit, headline=unit.headline + 0.1 * mean)


def _units(part: DocumentPart, place: UnitPlace, count_tokens: CountTokens) -> Iterator[Unit]:
    if part.kind is PartKind.CODE:
        for text, line in _commands(part):
            yield Unit(text, 0.1, count_tokens(text), line, place.part, part.kind, part.trail)
    elif part.is_current or part.standing is Standing.HYPOTHESIS:
        rules = list(rules_of(part))
        sentences = context.with_remarks(part.sentences())
        before, chain = None, 0
        for at, sentence in enumerate(sentences):
            rule = next((rule for rule in rules if rule.text in sentence.text), None)
            # A rejected alternative is reported where it was decided.
            is_excerpt = part.is_current or (rule is not None and rule.kind is RuleKind.DECISION)
            if is_excerpt and not _is_empty(part, sentence):
                unit = _unit(part, sentence, rule, at, place, count_tokens(sentence.text_with_code))
                leans = context.leans(part, sentences, at) or (at == 0 and place.is_answer)
                chain = chain + 1 if leans and not (at == 0 and place.is_lead) else 0
                if chain:
                    is_behind = before is not None and before.at == at - 1 and chain <= MAX_CHAIN
                    unit = replace(
                        unit, before=before if is_behind else None, is_prose=unit.is_prose and is_behind
                    )
                    chain = chain if is_behind else MAX_CHAIN
                before = unit
                yield replace(unit, is_prose=False) if context.is_taken_back(sentences, at) else unit


def _unit(
    part: DocumentPart, sentence: PartSentence, rule: AuthorRule | None, at: int, place: UnitPlace, size: int
) -> Unit:
    excerpt = sentence.text[:MAX_CHARACTERS]
    is_turning = _is_turning(part, sentence, rule)
    is_first = place.is_first and at == 0
    forbidden_by, turned_by = rule.forbidden_by if rule else "", context.turning_name(part)
    return Unit(
        text=sentence.text_with_code,
        worth=_worth(part, excerpt, rule, is_first=is_first, is_top=sentence.line <= TOP),
        tokens=size,
        line=sentence.line,
        part=place.part,
        kind=part.kind,
        trail=part.trail,
        denied_by=_denying_lead(part),
        turned_by=forbidden_by
        or turned_by
        or context.record_name(part, excerpt, place.fields, is_first=is_first),
        at=at,
        headline=_headline(part, excerpt, at, place) + 0.35 * is_turning - 0.1 * bool(turned_by),
        rule=rule.kind if rule else None,
        is_marked=rule is not None and rule.is_marked,
        is_request=_is_request(part, excerpt),
        is_turning=is_turning,
        is_lead=_LEADS_IN.search(excerpt) is not None,
        is_prose=is_turning or _is_self_contained(part, excerpt, rule),
    )


def _is_request(part: DocumentPart, excerpt: str) -> bool:
    if part.kind is PartKind.ITEM:
        return not part.is_done and _IMPERATIVE.match(excerpt) is not None
    return part.kind is PartKind.TEXT and label_kind(part) is RuleKind.NEXT and is_step(excerpt)


def _is_told_to_reader(part: DocumentPart, excerpt: str) -> bool:
    return not part.is_done and (_IMPERATIVE.match(excerpt) is not None or _is_forbidding(part, excerpt))


def _is_warning(part: DocumentPart, excerpt: str, rule: AuthorRule | None) -> bool:
    if rule is None:
        return False
    return rule.kind is RuleKind.WARNING or (rule.is_marked and _is_forbidding(part, excerpt))


def _is_forbidding(part: DocumentPart, excerpt: str) -> bool:
    """Whether it tells the reader what not to do; under "Remaining" such a line is the name of a thing."""
    return _FORBIDDING.match(excerpt) is not None and not context.turning_name(part)


def _is_empty(part: DocumentPart, sentence: PartSentence) -> bool:
    is_metadata = sentence.line == part.line and _METADATA.match(part.label) is not None
    is_byline = _BYLINE.fullmatch(sentence.text) is not None
    is_aside = sentence.text.startswith(("(", "$ "))
    return is_metadata or is_byline or is_aside or _EMPTY.match(sentence.text) is not None


def _is_turning(part: DocumentPart, sentence: PartSentence, rule: AuthorRule | None) -> bool:
    is_title = part.kind is PartKind.HEADING and part.line <= TOP
    is_apart = part.kind in (PartKind.QUOTE, PartKind.ADMONITION) or len(part.trail) < 2 or is_title
    is_marked = rule is not None and rule.is_marked and rule.is_near_top
    return is_apart and is_marked and WARNS.search(sentence.text_with_code[:MAX_CHARACTERS]) is not None


def _is_self_contained(part: DocumentPart, excerpt: str, rule: AuthorRule | None) -> bool:
    is_long = (
        len(excerpt.split()) >= MIN_WORDS - (rule is not None)
        or (len(excerpt) >= 8 and not excerpt.isascii())
        or bool(part.label)
    )
    # An item under "Non-goals" would say the contrary without its heading.
    is_prohibition = rule is not None and rule.kind is RuleKind.PROHIBITION
    is_named = rule is not None and bool(rule.forbidden_by)
    is_bare = not is_named and (
        bool(_denying_lead(part)) or (is_prohibition and not _MARKER_PATTERNS["negation"].search(excerpt))
    )
    is_whole = part.kind is not PartKind.HEADING and not _LEADS_IN.search(excerpt)
    return part.is_current and is_long and is_whole and not is_bare and not context.is_residue(part, excerpt)


def _denying_lead(part: DocumentPart) -> str:
    leads_in = part.kind is PartKind.ITEM and part.parent.endswith((":", "："))
    return part.parent if leads_in and _PROHIBITION.search(part.parent) else ""


def _worth(
    part: DocumentPart, excerpt: str, rule: AuthorRule | None, *, is_first: bool, is_top: bool
) -> float:
    return (
        0.10
        + 0.10 * bool(_FIGURE.search(excerpt))
        + 0.10 * bool(_CAPITALS.search(excerpt))
        + 0.12 * bool(_MARKER_PATTERNS["negation"].search(excerpt))
        + 0.20 * _is_told_to_reader(part, excerpt)
        + 0.12 * is_first
        + 0.12 * is_top
        + 0.08 * bool(_MARKER_PATTERNS["summary"].search(part.section))
        + (0.05 - 0.08 * (part.depth > 0)) * (part.kind is PartKind.ITEM)
        + 0.12 * _is_warning(part, excerpt, rule)
        + 0.24 * (rule is not None and rule.kind is RuleKind.DEADLINE)
        + (0.15 + 0.10 * rule.is_near_top if rule and rule.is_marked else 0)
        - 0.30 * bool(_ADDRESS.search(excerpt))
        - 0.15 * excerpt.endswith(("?", "？"))
    )


def _headline(part: DocumentPart, excerpt: str, at: int, place: UnitPlace) -> float:
    is_labelled = at == 0 and _HEADLINE.match(part.label) is not None
    is_summary = place.is_first and at == 0 and _MARKER_PATTERNS["summary"].search(part.section) is not None
    return (
        (0.30 if part.line <= NEAR_TOP and len(part.trail) <= 2 else 0.05) * is_labelled
        + (0.30, 0.15, 0)[min(at, 2)] * place.is_lead
        + 0.20 * is_summary
        + 0.20 * bool(_MARKER_PATTERNS["asks"].search(excerpt))
        - 0.20 * bool(_LEANING.match(excerpt))
        - 0.20 * ((part.kind is PartKind.ITEM and not is_labelled) or part.kind is PartKind.ROW)
    )


def _commands(part: DocumentPart) -> Iterator[tuple[str, int]]:
    """The lines of shell code that run something, without prompts and comments."""
    if part.is_current and part.label != "indented":
        for at, line in enumerate(part.text.split("\n")):
            command = line.strip().removeprefix("$ ").partition(" #")[0].rstrip(" \\")
            is_one = 3 <= len(command) <= MAX_COMMAND_CHARACTERS and " " in command and command[0].islower()
            if is_one and "`" not in command:
                yield f"`{command}`", part.line + at
