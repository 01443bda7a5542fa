"""The spans that a level may be made of, each with its worth and what its author marks it as."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from stones.levels.limits import CountTokens
from stones.levels.parts import Document, Kind, Part, Sentence, Standing
from stones.levels.rules import RuleKind, rules_of
from stones.levels.standing import NEAR_TOP, WARNS

MOST_UNITS = 10_000
TOP = 10
"""Lines in which most texts say what they are."""
LEAST_WORDS = 4
"""Of a span that stands in a paragraph."""
LONGEST_COMMAND = 120
_DECIDED = RuleKind.DECISION
_SUMMARY = re.compile(
    r"summary|overview|tl;?dr|abstract|purpose|\bgoals?\b|objective|introduction|conclusion|what (?:is|this)|root cause|"
    r"zusammenfassung|überblick|resumen|resumo|résumé|概要|结论|目标|目的|結論|まとめ",
    re.I,
)
_METADATA = re.compile(
    r"(?:date|author|from|to|created|updated|last \w+|version|owner|cc|id|files?|repo(?:sitory)?|location|spec|plan|contact|"
    r"links?|reviewer|recording|generated|timestamp|duration|session (?:id|type|date)|model|agent|source|parent|url|started|"
    r"methodology|related|feature(?: branch)?|minutes.*|protocol version|project calendar|datum|autor|fecha|data|更新\w*|"
    r"日期|作者|日付)$",
    re.I,
)
_SAYS_NOTHING = re.compile(
    r"\W*\(|\W*(?:see|refer to|check|click|watch|visit|consult|follow|join|thanks?|thank you|hi|hello|hey|dear|cheers|regards|best|"
    r"happy|welcome|great|ready to|this (?:file|document|page|guide|readme|section|report|summary|handoff) (?:was|has|is the|"
    r"is meant|lists?)|it (?:covers|contains|describes)|if you only|for (?:more|further|details|full|complete)|more (?:info|"
    r"details)|the following|below (?:is|are)|paste|extracted from|generated|export of|licensed|released under|copyright|"
    r"feel free|hope|danke|viele grüße|gracias|obrigad[oa]|merci|saludos)\b|here(?:'s| is| are)\b",
    re.I,
)
_WORTHS = tuple(
    (worth, re.compile(pattern, flags))
    for worth, pattern, flags in (
        (0.10, r"\d", 0),
        (0.10, r"\b[A-Z]{3,}\b", 0),
        (0.12, r"\b(?:no|not|never|without|unless|cannot|only|nicht|kein\w*|nie|nur|ne|pas|jamais|sans|sin|nunca|não|nem|sem)\b|"
               r"n['’]t\b|不|未|没|無|ない|ません", re.I),
        (-0.30, r"https?://|www\.", 0),
        (-0.15, r"[?？]$", 0),
    )
)  # fmt: skip
_HEADLINE = re.compile(
    r"(?:overall |current |final )?(?:status|state|progress|result|outcome|conclusion|verdict|recommend\w*(?: action)?|decision|summary|tl;?dr|"
    r"goal|objective|rejected|accepted|approved|superseded(?: by)?|purpose|problem|issue|symptom|root cause|impact|ask|task|next(?: steps?| action)?|subject|phase|"
    r"entscheidung|ziel|stand|estado|statut|objetivo|objectif|状态|结论|当前结论|目标|状況)$",
    re.I,
)
_ASKS = re.compile(
    r"\b(?:your (?:task|job|responsibility)|please|we decided|i(?:'d| would) like|asking (?:me|you)|recommended action|must be|"
    r"bitte|por favor|veuillez|wir haben (?:entschieden|beschlossen))\b|请|お願い",
    re.I,
)
_LEADS_IN = re.compile(r"(?:[:：]|\b(?:and|or|und|oder|AND|OR))$")
_LEANS = re.compile(
    r"(?:this|that|these|those|it|they|he|she|however|but|also|then|so|and|in addition|additionally|furthermore|therefore|thus|"
    r"instead|otherwise|both|such|there|here|same|diese[rs]?|dies|das|es|sie|esto?|esta|ce(?:la|ci|tte)?|il|elle|isso|これ|それ|この|那|这)\b",
    re.I,
)
_IMPERATIVE = re.compile(
    r"[\d. ]{0,8}(?:add|always|allow|apply|ask|avoid|build|call|change|check|choose|commit|configure|confirm|convert|copy|create|decide|"
    r"define|delete|deploy|disable|document|drop|edit|enable|ensure|exclude|expose|extend|extract|finish|fix|generate|get|"
    r"handle|implement|improve|include|install|integrate|investigate|keep|leave|let|limit|load|make|maintain|merge|migrate|"
    r"move|open|pass|pick|prefer|preserve|prevent|provide|pull|push|put|read|record|refactor|release|remove|rename|replace|"
    r"report|require|rerun|reset|restart|restore|resume|return|review|revert|run|send|set|ship|show|skip|split|start|stop|"
    r"store|submit|support|switch|test|treat|try|update|upgrade|use|validate|verify|wait|warn|write)\b(?! (?:is|was|are|of)\b)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Unit:
    text: str
    """Verbatim but for Markdown's marks (the backticks around code are kept), on one line."""
    worth: float
    tokens: int
    line: int
    part: int
    """Which of the document's parts it is from."""
    kind: Kind
    trail: tuple[str, ...]
    headline: float = 0.0
    """What it gains as part of LOD-0: it says what the document is, how it stands or what it asks."""
    rule: RuleKind | None = None
    is_marked: bool = False
    """Of a rule: its author set it apart."""
    is_request: bool = False
    """An item that tells the reader to do something."""
    is_turning: bool = False
    """It stands near the top, set apart, and warns: without it the rest may be taken wrong."""
    is_lead: bool = False
    """It only leads in to what follows."""
    is_prose: bool = True
    """It can stand in a paragraph, away from its heading."""


def read_units(document: Document, count_tokens: CountTokens) -> list[Unit]:
    """In the order of the text; nothing of a part that is not what the document says."""
    found: list[Unit] = []
    if said := document.description:
        found.append(Unit(said, 0.6, count_tokens(said), 1, -1, Kind.TEXT, ()))
    heading = -1
    leads = 0
    for at, part in enumerate(document.parts):
        heading = at if part.kind is Kind.HEADING else heading
        is_lead = part.kind is Kind.TEXT and leads < 2 and part.line <= 2 * NEAR_TOP and part.is_current and not part.label
        leads += is_lead
        for unit in _units(part, at, is_first=at == heading + 1, is_lead=is_lead, count_tokens=count_tokens):
            found.append(unit)
            if len(found) == MOST_UNITS:
                return found
    return found


def _units(part: Part, at: int, *, is_first: bool, is_lead: bool, count_tokens: CountTokens) -> Iterator[Unit]:
    if part.kind is Kind.CODE:
        for command, line in _commands(part):
            yield Unit(f"`{command}`", 0.1, count_tokens(command), line, at, part.kind, part.trail, is_prose=False)
        return
    if not part.is_current and part.standing is not Standing.HYPOTHESIS:
        return
    rules = {rule.text: rule for rule in rules_of(part)}
    for place, sentence in enumerate(part.sentences()):
        rule = rules.get(sentence.text)
        if _tells_nothing(part, sentence) or (not part.is_current and not (rule and rule.kind is _DECIDED)):
            continue
        is_bare = rule is not None and rule.kind is RuleKind.PROHIBITION and not _WORTHS[2][1].search(sentence.text)
        is_turning = (
            rule is not None
            and rule.is_marked
            and rule.line <= NEAR_TOP
            and (
                part.kind in (Kind.QUOTE, Kind.ADMONITION)
                or len(part.trail) < 2
                or (part.kind is Kind.HEADING and part.line <= TOP)
            )
            and WARNS.search(sentence.marked) is not None
        )
        worth = _worth(part, sentence, is_first=is_first and place == 0)
        if rule and rule.is_marked:
            worth += 0.15 + 0.1 * rule.is_near_top
        yield Unit(
            sentence.marked,
            worth + 0.12 * (rule is not None and rule.kind is RuleKind.WARNING),
            count_tokens(sentence.marked),
            sentence.line,
            at,
            part.kind,
            part.trail,
            _headline(part, sentence, place, is_first=is_first, is_lead=is_lead) + 0.35 * is_turning,
            rule.kind if rule else None,
            rule is not None and rule.is_marked,
            part.kind is Kind.ITEM and _IMPERATIVE.match(sentence.text) is not None,
            is_turning,
            _LEADS_IN.search(sentence.text) is not None,
            part.is_current and not is_bare and _stands_alone(part, sentence.text, is_turning=is_turning),
        )


def _stands_alone(part: Part, said: str, *, is_turning: bool) -> bool:
    is_long = len(said.split()) >= LEAST_WORDS or (len(said) >= 8 and not said.isascii()) or bool(part.label)
    return (is_long and part.kind is not Kind.HEADING and not _LEADS_IN.search(said)) or is_turning


def _tells_nothing(part: Part, sentence: Sentence) -> bool:
    return bool(_SAYS_NOTHING.match(sentence.text)) or (
        sentence.line == part.line and _METADATA.match(part.label) is not None
    )


def _worth(part: Part, sentence: Sentence, *, is_first: bool) -> float:
    """Weights by hand, after a ridge regression on the facts of 68 documents (ADR 6)."""
    said = sentence.text[:600]
    return (
        0.1
        + sum(worth for worth, pattern in _WORTHS if pattern.search(said))
        + 0.20 * (_IMPERATIVE.match(said) is not None)
        + 0.12 * is_first
        + 0.12 * (sentence.line <= TOP)
        + 0.08 * (_SUMMARY.search(part.section) is not None)
        + 0.05 * (part.kind is Kind.ITEM)
        - 0.08 * (part.kind is Kind.ITEM and part.depth > 0)
    )


def _headline(part: Part, sentence: Sentence, place: int, *, is_first: bool, is_lead: bool) -> float:
    said = sentence.text[:600]
    is_label = place == 0 and _HEADLINE.match(part.label) is not None
    return (
        (0.30 if part.line <= NEAR_TOP else 0.10) * is_label
        + (0.30 if place == 0 else 0.15 if place == 1 else 0) * is_lead
        + 0.20 * (is_first and place == 0 and _SUMMARY.search(part.section) is not None)
        + 0.20 * (_ASKS.search(said) is not None)
        - 0.20 * (_LEANS.match(said) is not None)
        - 0.20 * (part.kind is Kind.ITEM and not is_label)
        - 0.20 * (part.kind is Kind.ROW)
    )


def _commands(part: Part) -> Iterator[tuple[str, int]]:
    """The lines of a shell's code that run something, without prompts and comments."""
    if not part.is_current or part.label == "indented":
        return
    for at, line in enumerate(part.text.split("\n")):
        command = line.strip().removeprefix("$ ").partition(" #")[0].rstrip(" \\")
        if 3 <= len(command) <= LONGEST_COMMAND and " " in command and command[0].islower() and "`" not in command:
            yield command, part.line + at
