"""What a span of a text is to its reader, by its words and its place, and what that makes it worth."""

import re
from functools import lru_cache
from typing import NamedTuple

from stones.levels import author_rules
from stones.levels.author_rules import MAX_CHARACTERS, AuthorRule, RuleKind, forbidding_name
from stones.levels.document_parts import NEAR_TOP, DocumentPart, PartKind, PartSentence
from stones.levels.extract.governing_lines import turning_name
from stones.levels.extract.opening_words import says_what_it_is
from stones.levels.extract.sentence_context import is_residue
from stones.levels.extract.verdicts import is_named_verdict
from stones.levels.markers import group_markers, markers
from stones.levels.part_standing import WARNS
from stones.levels.steps import is_step

TOP = 10
"""In these first lines most texts say what they are."""
OUTCOME = 0.50
"""Added value in a paragraph of what is called the outcome."""
ITSELF = 0.5
"""The same of what says what the text does: "This release adds …"."""
NEWS = 0.50
"""The same of what the newest entry of a board says."""
MAX_LABEL_CHARACTERS = 40
MAX_OUTCOME_DEPTH = 2
MIN_WORDS = 4
"""Of a span that can stand in a paragraph."""
_MARKER_PATTERNS = group_markers("units")
_PROHIBITION = markers("rules", "prohibition")
_SAYS_FORBIDDEN = markers("reservations", "forbidden")
_LEAVES = re.compile(r"\b(?:leave|let) (?:\S+ ){1,5}?alone\b|\bhands off\b", re.I)
_LEANING = markers("units", "leaning", opening=True)
_IMPERATIVE = markers("units", "imperative", opening=True)
_FORBIDDING = markers("units", "forbidding", opening=True)
_BACKGROUND = markers("units", "background", whole=True)
_HEADLINE = markers("units", "headline", whole=True)
_OUTCOME = markers("units", "outcome", whole=True)
_STATUS = re.compile(r"(?:current |overall |final )?(?:status|state)|stand|estado|statut|état", re.I)
_ENDED = re.compile(
    r"\W*(?:closed|abandoned|cancell?ed|rejected|failed|stopped|wont ?fix|dropped|withdrawn|blocked|on hold|"
    r"geschlossen|abgebrochen|abgelehnt|gescheitert|blockiert|cerrado|cancelado|rechazado|bloqueado|"
    r"fermée?|abandonnée?|rejetée?|bloquée?)(?=\W*$|\W+(?:[(—–,;:]|-\s)|\s[(—–-])",
    re.I,
)
_ADVISES = re.compile(
    r"\b(?:we|i) (?:(?:strongly )?(?:recommend|advise) (?:against )?|(?:do not|don['’]t|cannot|"
    r"can['’]t) (?:recommend|advise|"
    r"approve|support) )(?:(?:the|this|a|to) )?(?:releas|merg|deploy|shipp?|roll|go-?live|sign)|"
    r"\bnot (?:yet )?ready (?:for|to) (?:be )?(?:releas|merg|deploy|shipp?|production|go)|"
    r"\b(?:must|should) not (?:yet )?be (?:released|merged|deployed|shipped|signed)\b",
    re.I,
)
"""Whether something may go out is why such a text is written."""
_INNER = re.compile(
    r"[^.]*(?::|;|,? (?:and|und|y|et)) (?:please|bitte|por favor|merci de) (?:do not|don['’]t|nicht|keine?n?|no|"
    r"ne)\b|"
    r"(?:before|until|till|while|as long as|unless|after|bis|bevor|vor|solange|hasta|antes|mientras|avant|jusqu)\b"
    r"[^:.;]{3,80}: (?:do not|don['’]t|never|nobody|no one|nicht|keine?n?|no|ne)\b",
    re.I,
)
"""An order further on: "Before the call: do not …", "…, and please do not …"."""
_LEADS_IN = re.compile(r"(?:[:：]|\b(?:and|or|und|oder|AND|OR|(?:the|as) follow(?:ing|s)\.?))$")
_LONGEST_LEAD_IN = 15
"""Characters of its longest match and one before."""
_FIGURE = re.compile(r"\d")
_CAPITALS = re.compile(r"\b[A-Z]{3,}\b")
_WITH_COMMAND = re.compile(r": `[^`]+`$")
_OPTIONAL = re.compile(r"\W*(?:optional(?:ly)?|nice to have|opcional(?:mente)?)\b[:,]? ", re.I)
"""A step that need not be."""
_STATING_HEADING = re.compile(
    r"\W*(?-i:UNRESOLVED|BLOCKED|BROKEN|STUCK|FAILING|NOT WORKING|OFFEN|BLOCKIERT|SIN RESOLVER|BLOQUÉ)"
    r"\s?(?::|\s[—–-])\s+(?:\S+\s+){2,}\S|"
    r"\W*(?:do (?:this|these) first|start here|(?:current |overall )?(?:status|state|estado|stand|état)(?=.*(?:"
    r"\b(?:done|fixed|works?|working|broken|blocked|merged|complete\w*|fails?|failing|open|ready|released|stable|offen|fertig|"
    r"erledigt|hecho|listo|roto|fait|cassé)\b|\d)))\s?(?::|\s[—–-])\s+(?:\S+\s+){2,}\S",
    re.I,
)
"""A heading that says itself how it stands: `State: the import works, the export is broken`."""
_NUMBERING = " .:：*_[]0123456789)"
"""Around a name: of a section, or the time of an entry."""
_ADDRESS = re.compile(r"https?://|www\.")


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
    is_news: bool = False
    """Of the newest entry of a board."""
    # Of the part, the same for each of its sentences.
    denied_by: str = ""
    turned_by: str = ""
    is_next: bool = False
    """Its label or heading calls it next steps."""


def worth(
    part: DocumentPart, excerpt: str, rule: AuthorRule | None, *, is_first: bool, is_top: bool
) -> float:
    return (
        0.10
        + 0.10 * bool(_FIGURE.search(excerpt))
        + 0.10 * bool(_CAPITALS.search(excerpt))
        + 0.12 * bool(_MARKER_PATTERNS["negation"].search(excerpt))
        + 0.20 * _addresses_reader(part, excerpt)
        + 0.12 * is_first
        + 0.12 * is_top
        + 0.08 * _is_summary(part.section)
        + (0.05 - 0.08 * (part.depth > 0)) * (part.kind is PartKind.ITEM)
        + 0.12 * _is_warning(part, excerpt, rule)
        + 0.24 * (rule is not None and rule.kind is RuleKind.DEADLINE)
        + (0.15 + 0.10 * rule.is_near_top if rule and rule.is_marked else 0)
        - 0.30 * bool(_ADDRESS.search(excerpt))
        - 0.15 * excerpt.endswith(("?", "？"))
    )


def headline(part: DocumentPart, sentence: PartSentence, at: int, place: UnitPlace) -> float:
    excerpt = sentence.text[:MAX_CHARACTERS]
    is_labelled = _is_labelled(part, at) or (sentence.is_emphasised and _is_of_status(part))
    return (
        (0.30 if part.line <= NEAR_TOP and len(part.trail) <= 2 else 0.05) * is_labelled
        + OUTCOME * (says_outcome(part, excerpt, at, place) or _says_end(part, at))
        + (0.30, 0.15, 0)[min(at, 2)] * place.is_lead
        + NEWS * place.is_news
        + 0.20 * sentence.is_emphasised
        + 0.20 * _opens_summary(part, at, place)
        + OUTCOME * states_itself(part)
        + 0.20 * bool(_MARKER_PATTERNS["asks"].search(excerpt))
        - 0.20 * bool(_LEANING.match(excerpt) and not says_what_it_is(excerpt))
        + ITSELF * (part.kind is PartKind.TEXT and part.line <= NEAR_TOP and says_what_it_is(excerpt))
        - 0.10 * (place.turned_by != "" and not forbidding_name(part))
        - 0.30 * _is_optional(part, excerpt)
        - 0.10 * bool(_WITH_COMMAND.search(sentence.text_with_code))
        - 0.20 * (_is_background(part.section) or _is_background(part.label))
        - 0.20 * ((part.kind is PartKind.ITEM and not is_labelled) or part.kind is PartKind.ROW)
    )


def states_itself(part: DocumentPart) -> bool:
    return part.kind is PartKind.HEADING and _STATING_HEADING.match(part.plain) is not None


def says_outcome(part: DocumentPart, excerpt: str, at: int, place: UnitPlace) -> bool:
    """Whether its own label, or the heading that it stands first below, calls it what came of the matter."""
    if is_named_verdict(part):
        return True
    if part.kind is PartKind.ITEM and part.depth == at == 0 and part.parent.endswith((":", "：")):
        return is_outcome(part.parent) and author_rules.label_kind(part) is RuleKind.DECISION
    # Deeper down, and in items, each of several things has a result of its own.
    is_own = part.kind is PartKind.TEXT or at > 0
    if len(part.trail) > MAX_OUTCOME_DEPTH or not is_own or part.label in place.fields:
        return False
    if is_outcome(part.section) and (
        (place.is_first and at == 0) or author_rules.worded_kind(excerpt) is RuleKind.DECISION
    ):
        return True
    label = excerpt[:MAX_LABEL_CHARACTERS].partition(": ")
    return (label[1] != "" and is_outcome(label[0])) or _ADVISES.search(excerpt) is not None


def _is_optional(part: DocumentPart, excerpt: str) -> bool:
    found = _OPTIONAL.match(excerpt) if part.kind is PartKind.ITEM else None
    return found is not None and _IMPERATIVE.match(excerpt[found.end() :]) is not None


def _says_end(part: DocumentPart, at: int) -> bool:
    """Whether it says near the top that what the text is about has come to its end: `Status: CLOSED — keep the old`."""
    is_status = at == 0 and part.line <= NEAR_TOP and len(part.trail) < 2 and _STATUS.match(part.label)
    return bool(is_status) and _ENDED.match(part.plain[len(part.label) :][:MAX_LABEL_CHARACTERS]) is not None


@lru_cache(maxsize=2_000)
def is_outcome(name: str) -> bool:
    """Whether a label or a heading calls what it names what came of the matter: `Short answer`, `Decision`."""
    return _OUTCOME.match(name.strip(_NUMBERING)) is not None


def is_headline(part: DocumentPart, at: int, place: UnitPlace) -> bool:
    """Whether its label, or its heading, says that it is what the text says: `Status: …`, `Summary`."""
    is_news = place.is_news and at == 0
    return is_news or _is_labelled(part, at) or _opens_summary(part, at, place) or states_itself(part)


def _opens_summary(part: DocumentPart, at: int, place: UnitPlace) -> bool:
    return place.is_first and at == 0 and _is_summary(part.section)


def _is_of_status(part: DocumentPart) -> bool:
    """Whether each bold sentence of the paragraph is how the matter stands."""
    return part.kind is PartKind.TEXT and _STATUS.fullmatch(part.label) is not None


def _is_labelled(part: DocumentPart, at: int) -> bool:
    return at == 0 and part.label != "" and _HEADLINE.match(part.label) is not None


@lru_cache(maxsize=2_000)
def _is_summary(section: str) -> bool:
    """All parts of a section have its name."""
    return _MARKER_PATTERNS["summary"].search(section) is not None


@lru_cache(maxsize=2_000)
def _is_background(section: str) -> bool:
    return _BACKGROUND.match(section.strip(_NUMBERING)) is not None


def leads_in(excerpt: str) -> bool:
    return _LEADS_IN.search(excerpt, len(excerpt) - _LONGEST_LEAD_IN) is not None


def is_request(part: DocumentPart, excerpt: str, place: UnitPlace) -> bool:
    if part.kind is PartKind.ITEM:
        return not (part.is_done or part.completes_lead) and _IMPERATIVE.match(excerpt) is not None
    return place.is_next and is_step(excerpt)


def instructs_reader(text: str) -> bool:
    """Whether it asks the reader for something, or forbids it."""
    return text.startswith("Please ") or _FORBIDDING.match(text) is not None


def forbids(text: str) -> bool:
    """Whether its own words forbid something."""
    return _PROHIBITION.search(text) is not None or author_rules.forbids(text)


def _forbids_reader(text: str) -> bool:
    return _FORBIDDING.match(text) is not None or _INNER.match(text) is not None


def _denies(text: str) -> bool:
    """Whether it needs no heading to say that something is not so, or not to be: "Smoking is forbidden."."""
    denials = (_MARKER_PATTERNS["negation"], _SAYS_FORBIDDEN, _LEAVES)
    return any(denial.search(text) is not None for denial in denials)


def is_turning(part: DocumentPart, sentence: PartSentence, rule: AuthorRule | None) -> bool:
    is_title = part.kind is PartKind.HEADING and part.line <= TOP
    is_apart = part.kind in (PartKind.QUOTE, PartKind.ADMONITION) or len(part.trail) < 2 or is_title
    is_marked = rule is not None and rule.is_marked and rule.is_near_top
    return is_apart and is_marked and WARNS.search(sentence.text_with_code[:MAX_CHARACTERS]) is not None


def is_self_contained(part: DocumentPart, excerpt: str, rule: AuthorRule | None) -> bool:
    is_long = (
        len(excerpt.split()) >= MIN_WORDS - (rule is not None)
        or (len(excerpt) >= 8 and not excerpt.isascii())
        or bool(part.label)
    )
    # An item under "Non-goals" would say the contrary without its heading.
    is_prohibition = rule is not None and rule.kind is RuleKind.PROHIBITION
    is_named = rule is not None and bool(rule.forbidden_by)
    is_bare = not is_named and (bool(denying_lead(part)) or (is_prohibition and not _denies(excerpt)))
    is_whole = (part.kind is not PartKind.HEADING or states_itself(part)) and not leads_in(excerpt)
    return part.is_current and is_long and is_whole and not is_bare and not is_residue(part, excerpt)


def denying_lead(part: DocumentPart) -> str:
    leads_in = part.kind is PartKind.ITEM and part.parent.endswith((":", "："))
    return part.parent if leads_in and _PROHIBITION.search(part.parent) else ""


def needed_lead(part: DocumentPart, turned_by: str) -> str:
    """The line without which an item would say the contrary, or more: `Do not:`, `Optional:`; empty: there is none."""
    is_turned = turned_by != "" and part.parent.rstrip(".:： ").endswith(turned_by)
    if part.completes_lead:
        return part.parent
    return denying_lead(part) or (part.parent if part.kind is PartKind.ITEM and is_turned else "")


def _addresses_reader(part: DocumentPart, excerpt: str) -> bool:
    return not (part.is_done or part.completes_lead) and (
        _IMPERATIVE.match(excerpt) is not None or _is_forbidding(part, excerpt)
    )


def _is_warning(part: DocumentPart, excerpt: str, rule: AuthorRule | None) -> bool:
    if rule is None:
        return False
    return rule.kind is RuleKind.WARNING or (rule.is_marked and _is_forbidding(part, excerpt))


def _is_forbidding(part: DocumentPart, excerpt: str) -> bool:
    """Whether it tells the reader what not to do; what opens an item under "Remaining" is the name of a thing."""
    return _forbids_reader(excerpt) and not (part.plain.startswith(excerpt) and turning_name(part))
