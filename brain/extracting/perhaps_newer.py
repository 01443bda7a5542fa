"""What stands further down in a note, or in a later one, and says with a sign of change something of the matter of a
quotation, perhaps in other words: "we make it 12 from May" behind "teapot: 9 each". Nobody can be sure: both are
quoted, reserved.
"""

import re
from collections import Counter
from collections.abc import Sequence

from brain.answer_sources import AnswerSource
from brain.extracting.choose_quotes import quote_sentence
from brain.extracting.given_values import QueryWords, given_values, matter_words
from brain.extracting.later_notes import is_later
from brain.extracting.other_identifiers import is_of_other_identifier
from brain.extracting.source_quote import SourceQuote
from brain.extracting.source_sentences import SourceSentence
from core.text.bm25_words import split_words
from core.text.calendar_words import MONTH_OR_SHORT
from core.text.changes import read_changes
from core.text.stated_form import asks_value
from core.text.stated_reasons import asks_reason
from core.text.stated_values import ANY_UNIT, contradict

_SIGN = re.compile(
    rf"\b(?:now|from (?:now on|{MONTH_OR_SHORT})|any ?more|no longer|instead|again|since then|takes? over|took over|"
    r"steps? down|(?:makes?|made) it(?= [\d£$€])|(?:goes|went|gone|is|are) (?:back )?(?:up|down)|mov(?:es?|ed|ing)|"
    r"slips?|slipped|swap(?:s|ped)?|switch(?:es|ed)|not needed|stopped|in the end)\b|\bnew:|->|\((?:was|were)\b",
    re.IGNORECASE,
)

_ENDS = re.compile(r"\b(?:nobody|any ?more|no longer|not needed|stopped|instead)\b|\bnew:", re.IGNORECASE)
"""What was, is no more, whatever value it had."""
_SUBJECT = re.compile(
    r"\W*(?:(?:as of|from|since) (?:\d+ )?\S+,? )?"
    r"(?:(?:the )?(?:price|cost|fee|charge|rate|rent|date|time) (?:of|for) )?((?:[\w'’-]+ ){0,4}?[\w'’-]+)"
    r"(?:[*_]*:| (?:is|are|was|were|has|have|will|now|costs?|goes?|went|rises?|rose|moves?|of|for|in|on|at|from)\b)",
    re.IGNORECASE,
)
"""Its last word is what it is about: "lamp oil"."""
_NO_UNITS = frozenset([ANY_UNIT, "sum", "clock", "day", "month", "weekday", "how often"])
"""Kinds of values that most notes give of several matters."""
MAX_RARE = 2
MIN_SHARED = 2
"""Words of the question, of which none is rare."""
RARE_SHARE = 0.05
"""Of the sentences, those that have a rare word."""


def perhaps_newer(
    query: str,
    quotes: Sequence[SourceQuote],
    sentences: Sequence[SourceSentence],
    sources: Sequence[AnswerSource],
) -> list[SourceQuote]:
    """For each quotation the last of `sentences`, in their order, that may change it, unless it is quoted."""
    if asks_reason(query):
        return []
    words = QueryWords(query)
    held = [words.own & words.of(f"{each.rendered}\n{each.trail}") for each in sentences]
    counts = Counter(word for each in held for word in each)
    rare = {word for word, count in counts.items() if count <= max(MAX_RARE, RARE_SHARE * len(sentences))}
    found = dict[SourceQuote, None]()
    for quote in quotes:
        own = words.own & words.of(f"{quote.rendered}\n{quote.trail}")
        newer = [
            quote_sentence(each)
            for each in _behind(quote, sentences)
            if not any(each.source == other.source and each.text in other.text for other in quotes)
            and _may_change(query, quote, each, _is_of_matter(quote, each, own, rare, words))
            and not is_of_other_identifier(query, quote, each, sources[each.source].title)
        ]
        if newer:
            found[newer[-1]] = None
    return [*found]


def _is_of_matter(
    quote: SourceQuote, other: SourceSentence, own: frozenset[str], rare: set[str], words: QueryWords
) -> bool:
    """Whether it has a rare word of the question that the quotation has, `own`, or says two of them itself, and gives
    another value of one kind.
    """
    if not (own & rare).isdisjoint(words.of(f"{other.rendered}\n{other.trail}")):
        return True
    return len(own & words.of(other.rendered)) >= MIN_SHARED and _differ(quote, other)


def _differ(quote: SourceQuote, other: SourceSentence) -> bool:
    """In values of one kind, without days: hardly two notes name the same ones."""
    old, new = (
        {kind: values for kind, values in given_values(text).items() if kind not in ("day", "month")}
        for text in (quote.undated, other.undated)
    )
    return contradict(old, new)


def _behind(quote: SourceQuote, sentences: Sequence[SourceSentence]) -> list[SourceSentence]:
    """Those of a later day, or of none of their own further down in its note; for one of no day those of another note
    with a day that say a change to another value.
    """
    at = max(
        (at for at, each in enumerate(sentences) if each.source == quote.source and each.text in quote.text),
        default=len(sentences),
    )
    return [
        each
        for place, each in enumerate(sentences)
        if (each.source == quote.source and place > at and each.written == quote.written)
        or is_later(each, quote)
        or (
            quote.written is None
            and each.written
            and each.source != quote.source
            and _differ(quote, each)
            and _names_its_value(quote, each)
        )
    ]


def _names_its_value(quote: SourceQuote, other: SourceSentence) -> bool:
    """Whether it says a change of a value that the quotation gives, or of what it names in front: not of "lamp oil"
    where that speaks of a lamp.
    """
    changes = read_changes(other.text)
    given = given_values(quote.undated)
    olds = [given_values(each.old) for each in changes if each.old]
    if any(not old[kind].isdisjoint(given[kind]) for old in olds for kind in old.keys() & given.keys()):
        return True
    found = _SUBJECT.match(other.undated)
    named = [word for word in split_words(found[1]) if word in matter_words(found[1])] if found else []
    return bool(changes) and (not named or named[-1] in matter_words(f"{quote.rendered}\n{quote.trail}"))


def _may_change(query: str, quote: SourceQuote, other: SourceSentence, is_of_matter: bool) -> bool:
    """`is_of_matter`: it has a rare word of the question that the quotation has. Without one it is at least in the same
    note, and gives another figure of a unit that the quotation has.
    """
    told = quote_sentence(other)
    if not tells_change(told):
        return False
    text = " ".join(told.undated.split())
    old, new = given_values(quote.undated), given_values(other.undated)
    if is_of_matter:
        return not asks_value(query) or bool(new) or _ENDS.search(text) is not None
    units = (old.keys() & new.keys()) - _NO_UNITS
    is_other = any(old[unit].isdisjoint(new[unit]) for unit in units)
    return asks_value(query) and other.source == quote.source and is_other


def tells_change(quote: SourceQuote) -> bool:
    """By a sign, which may be of another matter."""
    text = " ".join(quote.undated.split())
    return _SIGN.search(text) is not None or bool(read_changes(text))
