"""The spans of a document that a level may consist of, each with its worth and what its author marks it as.

The weights were set by hand after a ridge regression on the facts of 68 documents (ADR 6): similar ones do as well.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise

from core.text.changes import corrects
from core.text.passages import CountTokens
from core.text.plain_inline import plain
from stones.levels.author_rules import MAX_CHARACTERS, AuthorRule, RuleKind, label_kind, rules_of
from stones.levels.document_parts import (
    NEAR_TOP,
    DocumentPart,
    ParsedDocument,
    PartKind,
    PartSentence,
    Standing,
)
from stones.levels.entry_boards import Board, find_board
from stones.levels.extract import sentence_context as context
from stones.levels.extract import unit_traits as traits
from stones.levels.extract.compared_words import compared_words, is_on_subject, names_in
from stones.levels.extract.conclusions import without_connective
from stones.levels.extract.demand_units import is_demand
from stones.levels.extract.first_steps import prefer_first_steps
from stones.levels.extract.governing_lines import record_fields, record_name, turning_name
from stones.levels.extract.linked_units import link_turns
from stones.levels.extract.meta_lines import is_convention, is_empty
from stones.levels.extract.overrides import without_overrides
from stones.levels.extract.progress_units import read_progress
from stones.levels.extract.remarks import with_remarks
from stones.levels.extract.render_rows import row_worth, with_rendered_row
from stones.levels.extract.revised_units import without_revised
from stones.levels.extract.shell_commands import commands_of
from stones.levels.extract.unit import Unit
from stones.levels.extract.verdicts import with_verdict_named
from stones.levels.markers import markers
from stones.levels.split_sentences import split_sentences

MAX_UNITS = 5_000
MIN_TURNS = 3
"""Of a speaker, in a talk."""
MIN_SPOKEN_WORDS = 10
"""Of a span of a talk: shorter ones are "I don't know"."""
MAX_CHAIN = 5
"""Sentences that lean on one another, each on the one before it; more say nothing without a paragraph of them."""
CONCLUSION = 0.4
"""Added value of what follows from the rest."""
PROGRESS = 0.4
"""Worth of what says how all pieces of a work stand."""
MIN_NEWS_WORDS = 3
MAX_RECURRENCE = 2.0
"""Of a word (log of the spans that have it): what a text names all the time says no more about it."""
_BEGS_NOT = re.compile(
    r"\b(?:please|pls|plz) (?:do not|don['’]?t|never)\b|\bbitte (?:\w+ ){0,3}nicht\b", re.I
)
"""A prohibition, also where it answers somebody."""
_RESERVED = markers("statuses", "reserved")


def read_units(document: ParsedDocument, count_tokens: CountTokens) -> list[Unit]:
    """In the order of the text, then how its pieces stand; only parts that are what the document says."""
    found = [*_front_matter_units(document, count_tokens)]
    is_talk, board = _is_talk(document), find_board(document.parts)
    for part, place in _places(document, board, is_talk=is_talk):
        found += _units(part, place, count_tokens)
        if len(found) >= MAX_UNITS:
            break
    found = _without_interjections(found) if found and is_talk else found
    found = without_revised(found, document, is_talk=is_talk)
    found += _progress_units(document, count_tokens)
    link_turns(found, is_talk=is_talk)
    _keep_current(found, document)
    if board:
        _without_short_fields(found, document)
    _weigh_recurrence(found, compared_words(document.title))
    prefer_first_steps(found, document.parts)
    return found


def _places(
    document: ParsedDocument, board: Board | None, *, is_talk: bool
) -> Iterator[tuple[DocumentPart, traits.UnitPlace]]:
    """Each part, with what stands beside it and it does not say without."""
    heading, leads, fields = -1, 0, record_fields(document.parts)
    newest = board.newest if board else range(0)
    fields |= board.fields if board else frozenset()
    for at, part in enumerate(without_overrides(document.parts)):
        heading = at if part.kind is PartKind.HEADING else heading
        is_lead = (
            part.kind is PartKind.TEXT
            and leads < 2
            and part.line <= 2 * NEAR_TOP
            and not document.last_post
            and not part.label
            and part.is_current
        )
        leads += is_lead
        is_last_post = 0 < document.last_post <= part.line
        is_answer = at > 0 and not is_last_post and _answers(part, document.parts[at - 1], is_talk=is_talk)
        is_news = at in newest or is_last_post
        following = document.parts[at + 1] if at + 1 < len(document.parts) else part
        completed = with_verdict_named(with_rendered_row(context.with_command(part, following)))
        yield completed, traits.UnitPlace(at, at == heading + 1, is_lead, fields, is_answer, is_news)


def _answers(part: DocumentPart, previous: DocumentPart, *, is_talk: bool) -> bool:
    """Whether another speaker says it to what was asked, or said, before."""
    is_other = bool(previous.label) and part.label not in ("", previous.label)
    if not is_other or traits.is_outcome(part.label):
        return False
    return previous.plain[-1:] in "?？" or (is_talk and context.replies(part.plain, part.label))


def _front_matter_units(document: ParsedDocument, count_tokens: CountTokens) -> Iterator[Unit]:
    for at, sentence in enumerate(split_sentences(document.description)):
        yield Unit(sentence, 0.6, count_tokens(sentence), at=at, headline=0.3 * (at == 0), is_prose=True)
    if document.status:
        status = f"Status: {document.status}"
        is_reserved = _RESERVED.search(document.status) is not None
        rule = RuleKind.WARNING if is_reserved else None
        yield Unit(status, 0.4, count_tokens(status), rule=rule, is_turning=is_reserved, is_prose=True)


def _progress_units(document: ParsedDocument, count_tokens: CountTokens) -> Iterator[Unit]:
    for text, line, part, is_whole in read_progress(document.parts):
        yield Unit(
            text,
            PROGRESS,
            count_tokens(text),
            line,
            part,
            trail=document.parts[part].trail[: -1 if document.parts[part].kind is PartKind.HEADING else None],
            headline=0.2 * is_whole,
            is_headline=is_whole,
            is_prose=True,
        )


def _is_talk(document: ParsedDocument) -> bool:
    """Whether most of it is what several people say, each after a name: minutes word for word, a chat."""
    labels = Counter(part.label for part in document.parts if part.kind is PartKind.TEXT and part.label)
    turns = [count for count in labels.values() if count >= MIN_TURNS]
    return len(turns) > 1 and sum(turns) > len(document.parts) / 2


def _without_interjections(units: list[Unit]) -> list[Unit]:
    """Without the short ones, unless one answers what another asks."""
    return [
        unit
        for before, unit in pairwise([units[0], *units])
        if len(unit.text.split()) >= MIN_SPOKEN_WORDS
        or traits.instructs_reader(unit.text)
        or corrects(unit.text.partition(": ")[2])
        or (before.part < unit.part and before.text.endswith(("?", "？")))
    ] or units


def _keep_current(units: Sequence[Unit], document: ParsedDocument) -> None:
    """No paragraph tells a done point of a list with open ones, nor the title once more."""
    opened = {part.trail for part in document.parts if part.is_done is False}
    for unit in units:
        if unit.is_prose:
            is_current = unit.trail not in opened or document.parts[unit.part].is_done is not True
            unit.is_prose = is_current and not (document.title and plain(unit.text) == document.title)


def _without_short_fields(units: Sequence[Unit], document: ParsedDocument) -> None:
    """`Severity: info` is no news of a board."""
    for unit in units:
        label = document.parts[unit.part].label if unit.part >= 0 else ""
        is_short = label != "" and len(unit.text.partition(": ")[2].split()) < MIN_NEWS_WORDS
        unit.is_prose &= not (is_short and unit.text.startswith(label))


def _weigh_recurrence(units: Sequence[Unit], title: frozenset[str]) -> None:
    """A span whose words other spans have, too, is about the document; one of rare words is a detail."""
    all_words = [compared_words(unit.text) for unit in units]
    counts = Counter(chain.from_iterable(all_words))
    value = {word: min(math.log(count), MAX_RECURRENCE) for word, count in counts.items() if count > 1}
    names = names_in(counts)
    for unit, words in zip(units, all_words, strict=True):
        recurring = value.keys() & words
        # Exact: the words are in no order, and a sum that depends on one would differ from process to process.
        mean = math.fsum(map(value.__getitem__, recurring)) / max(len(words), 1)
        unit.headline += 0.1 * mean
        unit.is_central = is_on_subject(unit.text, words & names, recurring, title)


def _units(part: DocumentPart, place: traits.UnitPlace, count_tokens: CountTokens) -> Iterator[Unit]:
    if part.kind is PartKind.CODE:
        for text, line in commands_of(part):
            yield Unit(text, 0.1, count_tokens(text), line, place.part, part.kind, part.trail)
    elif part.is_current or part.standing is Standing.HYPOTHESIS:
        turned_by = turning_name(part)
        is_next = part.kind is PartKind.TEXT and label_kind(part) is RuleKind.NEXT
        place = traits.UnitPlace(*place[:6], traits.needed_lead(part, turned_by), turned_by, is_next)
        written = list(part.sentences())
        said = list(map(without_connective, written))
        conclusions = {each.text for each, before in zip(said, written, strict=True) if each is not before}
        rules = list(rules_of(part, said))
        sentences = with_remarks(said)
        before, chain = None, 0
        for at, sentence in enumerate(sentences):
            rule = next((rule for rule in rules if rule.text in sentence.text), None)
            # A rejected alternative is reported where it was decided.
            is_excerpt = part.is_current or (rule is not None and rule.kind is RuleKind.DECISION)
            if is_excerpt and not is_empty(part, sentence, rule):
                unit = _unit(part, sentence, rule, at, place, count_tokens(sentence.text_with_code))
                unit.headline += CONCLUSION * (sentence.text in conclusions)
                unit.worth += row_worth(part)
                leans = context.leans(part, sentences, at) and sentence.text not in conclusions
                leans = leans or (at == 0 and place.is_answer and not _BEGS_NOT.search(sentence.text))
                chain = chain + 1 if leans and not (at == 0 and place.is_lead) else 0
                if chain:
                    # What is forbidden may be named before a sentence that says nothing.
                    least = at - 1 - context.forbids_it(sentence.text)
                    is_behind = before is not None and before.at >= least and chain <= MAX_CHAIN
                    unit.before = before if is_behind else None
                    unit.is_prose &= is_behind
                    chain = chain if is_behind else MAX_CHAIN
                before = unit
                unit.is_prose &= not (context.is_taken_back(sentences, at) or is_convention(sentence.text))
                yield unit


def _unit(
    part: DocumentPart,
    sentence: PartSentence,
    rule: AuthorRule | None,
    at: int,
    place: traits.UnitPlace,
    size: int,
) -> Unit:
    excerpt = sentence.text[:MAX_CHARACTERS]
    is_turning = traits.is_turning(part, sentence, rule)
    is_first = place.is_first and at == 0
    name = _turning_name(part, excerpt, rule, place, is_first=is_first)
    owner = part.owner if part.owner not in name else ""
    return Unit(
        text=sentence.text_with_code,
        worth=traits.worth(part, excerpt, rule, is_first=is_first, is_top=sentence.line <= traits.TOP),
        tokens=size,
        line=sentence.line,
        part=place.part,
        kind=part.kind,
        trail=part.trail,
        denied_by=place.denied_by or (part.parent if owner else ""),
        turned_by=f"{name}, {owner}" if name and owner else name or owner,
        at=at,
        headline=traits.headline(part, sentence, at, place) + 0.35 * is_turning,
        rule=rule.kind if rule else None,
        is_marked=rule is not None and rule.is_marked,
        is_listed=rule is not None and rule.is_listed,
        is_request=traits.is_request(part, excerpt, place),
        is_headline=traits.is_headline(part, at, place) or traits.says_outcome(part, excerpt, at, place),
        is_demand=is_demand(part, excerpt, rule),
        is_turning=is_turning,
        is_lead=traits.leads_in(excerpt),
        is_prose=is_turning or traits.is_self_contained(part, excerpt, rule),
    )


def _turning_name(
    part: DocumentPart, excerpt: str, rule: AuthorRule | None, place: traits.UnitPlace, *, is_first: bool
) -> str:
    """What forbids or turns it, or of what record or section it speaks; empty: it says so itself."""
    # Below "Do not" it would seem denied twice.
    is_own = rule is not None and rule.is_listed and traits.forbids(excerpt)
    name = (
        (rule.forbidden_by if rule else "")
        or ("" if is_own else place.turned_by)
        or record_name(part, excerpt, place.fields, is_first=is_first)
    )
    return name or (part.section.rstrip(".:： ") if row_worth(part) > 0 else "")
