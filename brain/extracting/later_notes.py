"""What a note of a later day says of the matter that a quotation is about: another value, or how it came out.

Only notes that give their day are compared, and only where the later one holds every word of the question that the
quotation holds: of two matters with similar words neither supersedes the other (ADR 12).
"""

import re
from collections.abc import Sequence
from datetime import date

from brain.answer_sources import AnswerSource
from brain.extracting.given_values import (
    CLAUSE_BORDER,
    QueryWords,
    given_values,
    matter_words,
    of_things,
    with_free,
)
from brain.extracting.other_identifiers import IDENTIFIER, quoted_text
from brain.extracting.source_quote import SourceQuote
from brain.extracting.source_sentences import SourceSentence
from core.text.bm25_words import split_words
from core.text.calendar_words import MONTH_OR_SHORT, WEEKDAY
from core.text.changes import read_changes, replaces_another
from core.text.passages import TRAIL_SEPARATOR
from core.text.stated_form import asks_form, unstated_form
from core.text.stated_measures import PRICE_STEMS, asks_price
from core.text.stated_values import ANY_UNIT, Values, contradict

MIN_WORDS = 2
"""Of the question, in both, where one says what was planned and the other what came of it."""
MIN_SHARED = 3
"""Words of both altogether that make up for a question of one word."""
_NAME = re.compile(r"(?<=[\w,;:(] )[A-Z][\w’'-]+")
"""A capital within a sentence."""
_TIME = re.compile(rf"\b(?:(?:19|20)\d\d|{MONTH_OR_SHORT}|spring|summer|autumn|winter|{WEEKDAY})\b")
_ASKS_DAY = re.compile(r"\b(?:when|wann|deadline|which day|what (?:date|day))\b", re.IGNORECASE)
_ASKS_NO_VALUE = re.compile(r"\W*(?:who|whom|whose|where|why|wer|wem|wen|wo|warum)\b", re.IGNORECASE)
_NOW = re.compile(
    r"\b(?:now|jetzt|new \w+ (?:date|day|time|price|number|address|deadline|is|are))\b", re.IGNORECASE
)
_DAYS = ("day", "month")
_NO_COUNTS = (*_DAYS, "sum", "clock")
_CHANGED_MIND = re.compile(
    r"\b(?:chang\w+ (?:its|his|her|their|our|my|your) minds?|no longer|instead of|after all|not any ?more|nicht mehr)\b"
)
_PLAN = re.compile(
    r"\b(?:decision|decides?|decided|try|tries|trial|plan\w*|propos\w+|wants?|wish\w*|hopes?|should|would|could|may|might|"
    r"until|waits?|not yet|put off|pending|promis\w+|expect\w*|consider\w*|thinks?|offers?|asks? for|aims?|due|soon|"
    r"beschluss|geplant|soll\w*|möchte\w*|vielleicht|noch nicht|bis)\b",
    re.IGNORECASE,
)
_OUTCOME = re.compile(
    r"\b(?:decision|decided|(?:do(?:es)?|did|will) not|won['’]t|agree[sd]?|refused?|chose|chosen|signed|paid|came|"
    r"arrived|delivered|handed over|launched|bought|sold|passed|failed|cancell?ed|count|results?|in the end|at last|"
    r"finally|got|stays?|now|done|beschluss|entschieden|bezahlt|gekommen|abgesagt|jetzt)\b",
    re.IGNORECASE,
)


def later_saying(
    query: str, quote: SourceQuote, sentences: Sequence[SourceSentence], sources: Sequence[AnswerSource]
) -> SourceSentence | None:
    """Of `sentences` the one of a later day that gives another value of what the query asks for than `quote`, else the
    one that says how it came out; the latest of several. None: there is none, or the quote's day is not known.
    """
    found: dict[SourceSentence, tuple[bool, date, int]] = {}
    query_words = QueryWords(query)
    for each in sentences if quote.written else ():
        if not is_later(each, quote) or each.text in quote.text:
            continue
        text = f"{each.rendered}\n{each.trail}\n{sources[each.source].title}"
        if query_words.own.isdisjoint(query_words.of(text)):
            continue
        pair = _Pair(query, quote, each, sources)
        if not pair.is_of_other_time and (pair.gives_other_value or pair.tells_outcome):
            found[each] = (pair.gives_other_value, each.written or date.min, len(pair.common))
    return max(found, key=lambda each: found[each], default=None)


def is_later(sentence: SourceSentence, quote: SourceQuote) -> bool:
    return sentence.written is not None and quote.written is not None and sentence.written > quote.written


class _Pair:
    """An earlier quotation and a later sentence, with the words of the question that each holds."""

    def __init__(
        self, query: str, quote: SourceQuote, later: SourceSentence, sources: Sequence[AnswerSource]
    ) -> None:
        self.query, self.old, self.statement = query, quote.undated, later.undated
        self.new = quoted_text(later)
        self.asks_price = asks_price(query)
        self.asks_value = asks_form(query) or _ASKS_DAY.search(query) is not None
        self.changes = read_changes(self.statement)
        self.is_called_change = bool(self.changes or _NOW.search(self.statement))
        # A sum is a price without such a word.
        words = QueryWords(query)
        self.query_words = words.own - (PRICE_STEMS if self.asks_price else frozenset())
        self.section = quote.trail.split(TRAIL_SEPARATOR)[-1]
        label = "" if later.by else later.lead
        self.heading = words.of(label or later.trail.split(TRAIL_SEPARATOR)[-1])
        old_words = words.of(f"{self.old}\n{quote.trail}\n{sources[quote.source].title}")
        new_words = words.of(f"{self.new}\n{later.trail}\n{sources[later.source].title}")
        self.words_of = words.of
        self.common = old_words & new_words
        self.held, self.missing = self.query_words & self.common, (self.query_words & old_words) - new_words

    @property
    def is_of_other_time(self) -> bool:
        """The question names a time that the later sentence does not."""
        return not {*_TIME.findall(self.query.lower())}.issubset(_TIME.findall(self.new.lower()))

    @property
    def gives_other_value(self) -> bool:
        counts = re.match(r"\W*how many\b", self.query.lower()) is not None
        if _ASKS_NO_VALUE.match(self.query) and not self.is_called_change:
            return False
        if not counts and self._states(self.old) and not self._states(self.new):
            return False
        old = self._values_of(self._about_query(self.old))
        # Hardly two notes name the same days, and a sum is no number of things.
        others = _NO_COUNTS if counts else () if self.asks_value else _DAYS
        old = {kind: each for kind, each in old.items() if kind not in others}
        clauses = [
            each
            for each in CLAUSE_BORDER.split(self.statement)
            if self._differs(old, self._values_of(each), counts)
        ]
        if clauses and _CHANGED_MIND.search(self.new.lower()) and self._shares_name:
            return True
        return self._is_one_matter and any(map(self._is_of_subject, clauses))

    def _values_of(self, text: str) -> Values:
        """ "Free" is a price."""
        return with_free(given_values(text), text) if self.asks_price else given_values(text)

    def _about_query(self, text: str) -> str:
        return of_things(text, self.query_words) if self.asks_price else text

    def _differs(self, old: Values, new: Values, counts: bool) -> bool:
        """A figure alone is of the same thing only where a change is told: "So we now have five."."""
        if contradict(old, new) or _differ_in_weekdays(old, new):
            return True
        if not self.is_called_change or ANY_UNIT not in new:
            return False
        return (
            contradict(old, new, any_unit=True)
            if counts
            else ANY_UNIT in old and old[ANY_UNIT].isdisjoint(new[ANY_UNIT])
        )

    @property
    def tells_outcome(self) -> bool:
        if self.asks_value or not self.held or not (_PLAN.search(self.old) and _OUTCOME.search(self.new)):
            return False
        if self.missing:
            return self._is_below_heading
        is_most = 2 * len(self.held) >= len(self.query_words)
        return len(self.held) >= MIN_WORDS or (is_most and len(self.common) >= MIN_SHARED)

    @property
    def _is_one_matter(self) -> bool:
        """Of their own words, those of a time or a number left out, both share one, or one of the two has none."""
        own_old, own_new = (
            self.words_of(_TIME.sub(" ", each.lower())) - self.query_words
            for each in (f"{self.old}\n{self.section}", self.statement)
        )
        if self.is_called_change:
            if replaces_another(self.changes, self.old) or 3 * len(self.held) < len(self.query_words):
                return False
            return bool(self.held) and (not self.missing or not own_new or self._is_below_heading)
        is_held = self.held and not self.missing and 2 * len(self.held) >= len(self.query_words)
        if not is_held or self.held.isdisjoint(self.words_of(self.new)):
            return False
        is_named = not _stems_of_names(self.query).isdisjoint(self.held)
        shares_own = not (own_old and own_new) or not own_old.isdisjoint(own_new)
        return is_named or shares_own or self._is_below_heading

    @property
    def _is_below_heading(self) -> bool:
        """The later sentence stands below a heading, or behind a label, that is what the question names."""
        return (
            bool(self.heading)
            and self.heading <= self.held
            and 3 * len(self.heading) >= len(self.query_words)
        )

    def _states(self, text: str) -> bool:
        return asks_form(self.query) and not unstated_form(self.query, text, context=self.query)

    def _is_of_subject(self, clause: str) -> bool:
        """Its first word of matter, behind its number and its day, is one of the question or of the quotation:
        "Insurance for the tow costs £45" is not of the tow.
        """
        clause = _TIME.sub(" ", IDENTIFIER.sub(" ", clause).lower())
        words = self.words_of(clause)
        first = next((each for each in split_words(clause) if each in words), None)
        return first is None or first in self.query_words or first in self.words_of(self.old)

    @property
    def _shares_name(self) -> bool:
        return bool(_stems_of_names(self.old) & _stems_of_names(self.new) & self.query_words)


def _differ_in_weekdays(old: Values, new: Values) -> bool:
    """Several days of each: Tuesday and Friday, Tuesday and Saturday."""
    both = [values.get("weekday", frozenset()) for values in (old, new)]
    return both[0] != both[1] and all(len(each) > 1 for each in both)


def _stems_of_names(text: str) -> frozenset[str]:
    return matter_words(" ".join(_NAME.findall(text)))
