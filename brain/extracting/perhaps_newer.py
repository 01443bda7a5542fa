"""What stands further down in a note, or in a later one, and says with a sign of change something of the matter of a
quotation, perhaps in other words: "we make it 12 from May" behind "teapot: 9 each". Nobody can be sure: both are
quoted, reserved.
"""

import re
from collections import Counter
from collections.abc import Sequence

from brain.answer_sources import AnswerSource
from brain.extracting.choose_quotes import quote_sentence
from brain.extracting.given_values import QueryWords, given_values
from brain.extracting.other_identifiers import is_of_other_identifier
from brain.extracting.source_quote import SourceQuote
from brain.extracting.source_sentences import SourceSentence
from core.text.calendar_words import MONTH_OR_SHORT
from core.text.changes import read_changes
from core.text.stated_form import asks_value
from core.text.stated_reasons import asks_reason
from core.text.stated_values import ANY_UNIT

_SIGN = re.compile(
    rf"\b(?:now|from (?:now on|{MONTH_OR_SHORT})|any ?more|no longer|instead|again|since then|takes? over|took over|"
    r"steps? down|(?:makes?|made) it(?= [\d£$€])|(?:goes|went|gone|is|are) (?:back )?(?:up|down)|mov(?:es?|ed|ing)|"
    r"slips?|slipped|not needed|stopped|in the end)\b|\bnew:|->|\((?:was|were)\b",
    re.IGNORECASE,
)

_ENDS = re.compile(r"\b(?:nobody|any ?more|no longer|not needed|stopped|instead)\b|\bnew:", re.IGNORECASE)
"""What was, is no more, whatever value it had."""
_NO_UNITS = frozenset([ANY_UNIT, "sum", "clock", "day", "month", "weekday", "how often"])
"""Kinds of values that most notes give of several matters."""
MAX_RARE = 2
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
        own = rare & words.of(f"{quote.rendered}\n{quote.trail}")
        newer = [
            quote_sentence(each)
            for each in _behind(quote, sentences)
            if not any(each.source == other.source and each.text in other.text for other in quotes)
            and _may_change(
                query, quote, each, not own.isdisjoint(words.of(f"{each.rendered}\n{each.trail}"))
            )
            and not is_of_other_identifier(query, quote, each, sources[each.source].title)
        ]
        if newer:
            found[newer[-1]] = None
    return [*found]


def _behind(quote: SourceQuote, sentences: Sequence[SourceSentence]) -> list[SourceSentence]:
    """Those of a later day, or of none of their own further down in its note."""
    at = max(
        (at for at, each in enumerate(sentences) if each.source == quote.source and each.text in quote.text),
        default=len(sentences),
    )
    return [
        each
        for place, each in enumerate(sentences)
        if (each.source == quote.source and place > at and each.written == quote.written)
        or (quote.written and each.written and each.written > quote.written)
    ]


def _may_change(query: str, quote: SourceQuote, other: SourceSentence, is_of_matter: bool) -> bool:
    """`is_of_matter`: it has a rare word of the question that the quotation has. Without one it is at least in the same
    note, and gives another figure of a unit that the quotation has.
    """
    text = " ".join(quote_sentence(other).undated.split())
    if not (_SIGN.search(text) or read_changes(text)):
        return False
    old, new = given_values(quote.undated), given_values(other.undated)
    if is_of_matter:
        return not asks_value(query) or bool(new) or _ENDS.search(text) is not None
    units = (old.keys() & new.keys()) - _NO_UNITS
    is_other = any(old[unit].isdisjoint(new[unit]) for unit in units)
    return asks_value(query) and other.source == quote.source and is_other
