"""What a note of a later day says of the matter that a quotation is about: another value, or how it came out.

Only notes that give their day are compared, and only where the later one holds every word of the question that the
quotation holds: of two matters with similar words neither supersedes the other (ADR 12).
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from brain.answer_sources import AnswerSource
from brain.extracting.choose_quotes import SourceQuote, quote_sentence
from brain.extracting.source_sentences import SourceSentence
from core.text.changes import matter_of, read_changes
from core.text.stated_form import asks_form, unstated_form
from core.text.stated_values import Values, contradict, values_of

MIN_WORDS = 2
"""Of the question, in both, where one says what was planned and the other what came of it."""
MIN_SHARED = 3
"""Words of both altogether that make up for a question of one word."""
_SUM = re.compile(
    r"[£$€]\s?(\d[\d,]*(?:\.\d+)?)|(?<![\w.])(\d[\d,]*(?:\.\d+)?) ?(?:p|pence|euros?|€|pounds?|dollars?|cents?)(?!\w)"
)
_CLOCK = re.compile(r"(?<![\w.])\d{1,2}[:.]\d\d(?![\w.])|(?<![\w.])\d{1,2} ?(?:am|pm|uhr)\b", re.IGNORECASE)
_NAME = re.compile(r"(?<=[\w,;:(] )[A-Z][\w’'-]+")
"""A capital within a sentence."""
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
    r"arrived|delivered|handed over|launched|bought|sold|passed|failed|cancell?ed|count|results?|in the end|at last|finally|"
    r"got|stays?|now|done|beschluss|entschieden|bezahlt|gekommen|abgesagt|jetzt)\b",
    re.IGNORECASE,
)


def later_saying(
    query: str, quote: SourceQuote, sentences: Sequence[SourceSentence], sources: Sequence[AnswerSource]
) -> SourceSentence | None:
    """Of `sentences` the one of a later day that gives another value of what the query asks for than `quote`, else the
    one that says how it came out; the latest of several. None: there is none, or the quote's day is not known.
    """
    found: dict[SourceSentence, tuple[bool, int, int]] = {}
    for each in sentences if quote.day else ():
        if each.day is None or quote.day is None or each.day <= quote.day or each.text in quote.text:
            continue
        pair = _Pair(query, quote, each, sources)
        if pair.gives_other_value or pair.tells_outcome:
            found[each] = (pair.gives_other_value, each.day.toordinal(), len(pair.common))
    return max(found, key=lambda each: found[each], default=None)


class _Pair:
    """An earlier quotation and a later sentence, with the words of the question that each holds."""

    def __init__(
        self, query: str, quote: SourceQuote, later: SourceSentence, sources: Sequence[AnswerSource]
    ) -> None:
        widened = quote_sentence(later)
        self.query, self.old, self.new = query, quote.told, widened.told
        self.value_text = later.told
        asked = _matter(query)
        old_words = _matter(f"{self.old}\n{quote.trail}\n{sources[quote.source].title}")
        new_words = _matter(f"{self.new}\n{later.trail}\n{sources[later.source].title}")
        self.common = old_words & new_words
        self.held, self.missing = asked & self.common, (asked & old_words) - new_words
        self.own = _matter(self.old) - asked, _matter(self.new) - asked
        self.names = {each for each in _stems_of_names(query) if each in self.held}

    @property
    def gives_other_value(self) -> bool:
        is_asked = asks_form(self.query)
        if is_asked and unstated_form(self.query, self.new, context=self.query) and not self._counts:
            return False
        old, new = _values(self.old), _values(self.value_text)
        if not is_asked:
            # Hardly two notes name the same days.
            old.pop("day", None)
        if not contradict(old, new, any_unit=self._counts):
            return False
        if not self.held or self.missing:
            return (
                bool(self.names or self._shared_names) and _CHANGED_MIND.search(self.new.lower()) is not None
            )
        own_old, own_new = self.own
        is_one_matter = not (own_old and own_new) or not own_old.isdisjoint(own_new)
        return bool(self.names) or is_one_matter or bool(read_changes(self.value_text))

    @property
    def tells_outcome(self) -> bool:
        if not self.held or self.missing or not (_PLAN.search(self.old) and _OUTCOME.search(self.new)):
            return False
        return len(self.held) >= MIN_WORDS or len(self.common) >= MIN_SHARED

    @property
    def _counts(self) -> bool:
        return re.match(r"\W*how many\b", self.query.lower()) is not None

    @property
    def _shared_names(self) -> frozenset[str]:
        """Of both texts, and of the question."""
        return _stems_of_names(self.old) & _stems_of_names(self.new) & _matter(self.query)


def _values(text: str) -> Values:
    """As `values_of`, with sums of money and times of day as kinds of their own."""
    sums = {(match[1] or match[2]).replace(",", "") for match in _SUM.finditer(text)}
    rest = _SUM.sub(" ", text)
    clocks = set(_CLOCK.findall(rest))
    found = values_of(_CLOCK.sub(" ", rest))
    return {**found, **({"sum": sums} if sums else {}), **({"clock": clocks} if clocks else {})}


@lru_cache(maxsize=2_000)
def _matter(text: str) -> frozenset[str]:
    return matter_of(text)


def _stems_of_names(text: str) -> frozenset[str]:
    return _matter(" ".join(_NAME.findall(text)))
