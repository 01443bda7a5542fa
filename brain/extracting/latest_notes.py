"""What later notes say of the subject of a quotation, where the question asks how it is now, how it came out, or what
was decided. They are quoted first, the newest in front: whether they answer, nobody can be sure.
"""

import re
from collections import Counter
from collections.abc import Sequence
from datetime import date

from brain.extracting.choose_quotes import quote_sentence
from brain.extracting.given_values import given_values, matter_words
from brain.extracting.later_notes import is_later
from brain.extracting.source_quote import SourceQuote
from brain.extracting.source_sentences import SourceSentence
from brain.extracting.widen_quotes import in_paragraph
from core.text.calendar_words import MONTH_OR_SHORT
from core.text.changes import read_changes
from core.text.question_frames import summed_up
from core.text.stated_reasons import asks_reason

_SIGN = re.compile(
    rf"\b(?:now|from (?:now on|{MONTH_OR_SHORT})|any ?more|no longer|instead|again|since then|takes? over|took over|"
    r"steps? down|(?:makes?|made) it(?= [\d£$€])|(?:goes|went|gone|is|are) (?:back )?(?:up|down)|mov(?:es?|ed|ing)|"
    r"slips?|slipped|swap(?:s|ped)?|switch(?:es|ed)|not needed|stopped|in the end)\b|\bnew:|->|\((?:was|were)\b",
    re.IGNORECASE,
)
"""Of a change, which may be of another matter."""
MAX_RARE = 2
MIN_SHARED = 2
"""Words of the matter."""
RARE_SHARE = 0.05
"""Of the sentences, those that have a rare word."""
MAX_LATER = 2
MANY_SHARED = 3
"""Words of the matter."""
_OUTCOME = r"finally|eventually|ultimately|at last|in the end|end(?:ed|s)? up"
_ASKS_OUTCOME = re.compile(rf"\b(?:{_OUTCOME})\b", re.IGNORECASE)
_ASKS_LATEST = re.compile(
    rf"\b(?:{_OUTCOME}|now|nowadays|currently|these days|at present|at the moment|any ?more|latest|still|decided?"
    r"|decisions?|agreed)\b",
    re.IGNORECASE,
)


def later_on_subject(
    query: str,
    quotes: Sequence[SourceQuote],
    sentences: Sequence[SourceSentence],
    *,
    answers: bool = False,
) -> list[SourceQuote]:
    """Of each note later than the first quotation the sentence that has most to do with it, two notes at most, newest
    first; none where the question does not ask for the latest. A note without a day must say a change.

    `answers`: the first quotation does; where the question does not ask how it came out, a later one must hold whatever
    that has of the question, or share MANY_SHARED words with it.
    """
    if not quotes or asks_reason(query) or not (_ASKS_LATEST.search(query) or summed_up(query)):
        return []
    first, answers = quotes[0], answers and not _ASKS_OUTCOME.search(query)
    words = matter_words(f"{first.rendered}\n{first.trail}")
    held = [words & matter_words(f"{each.rendered}\n{each.trail}") for each in sentences]
    counts = Counter(word for each in held for word in each)
    rare = {word for word in words if counts[word] <= max(MAX_RARE, RARE_SHARE * len(sentences)) + 1}
    found: dict[int, tuple[tuple[date, bool, int], SourceQuote]] = {}
    for sentence in sentences:
        if sentence.source == first.source:
            continue
        candidate = quote_sentence(sentence)
        if not (sentence.written and first.written):
            candidate = in_paragraph(candidate, sentences)
        shared = words & matter_words(f"{candidate.rendered}\n{candidate.trail}")
        if not _is_of_subject(query, first, sentence, candidate, shared, rare, answers=answers):
            continue
        rank = (sentence.written or date.max, _gives_kind_of(first, candidate), len(shared))
        if sentence.source not in found or rank > found[sentence.source][0]:
            found[sentence.source] = rank, candidate
    latest = sorted(found.values(), key=lambda each: each[0], reverse=True)
    return [candidate for _, candidate in latest[:MAX_LATER]]


def _is_of_subject(
    query: str,
    quote: SourceQuote,
    sentence: SourceSentence,
    candidate: SourceQuote,
    shared: frozenset[str],
    rare: set[str],
    *,
    answers: bool,
) -> bool:
    """Whether it shares a rare word that the question has, too, or two, of which one is rare or which are all that the
    quotation has of the question. `answers`: as above.
    """
    own = shared & matter_words(query)
    is_rare = not shared.isdisjoint(rare)
    is_whole = bool(own) and own == matter_words(f"{quote.rendered}\n{quote.trail}") & matter_words(query)
    if answers and not is_whole and len(shared) < MANY_SHARED:
        return False
    is_shared = len(shared) >= MIN_SHARED and (is_rare or is_whole)
    if is_later(sentence, quote):
        return is_shared or not own.isdisjoint(rare)
    is_dated = sentence.written is not None and quote.written is not None
    return not is_dated and is_shared and _tells_change(candidate)


def _tells_change(quote: SourceQuote) -> bool:
    text = " ".join(quote.undated.split())
    return _SIGN.search(text) is not None or bool(read_changes(text))


def _gives_kind_of(quote: SourceQuote, other: SourceQuote) -> bool:
    """Whether it gives a value of a kind that the quotation gives."""
    return not given_values(quote.undated).keys().isdisjoint(given_values(other.undated))
