"""Choose the sentences to quote: the best ones with what qualifies them, neighbours together, within a token budget."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from brain.extracting.bare_labels import without_bare_labels
from brain.extracting.source_quote import SourceQuote, line_of
from brain.extracting.source_sentences import SourceSentence, are_neighbours
from core.text.code_blocks import before_code
from core.text.hidden_spans import without_blanks
from core.text.labels import announced_end
from core.text.line_breaks import is_break_meant
from core.text.passages import CountTokens
from core.text.qualifying_sentences import leans, line_end, qualified_end, qualified_span, sentence_after

Completes = Callable[[str, str], bool]
"""Whether a sentence, the second, goes with what stands before it."""
HoldsAll = Callable[[SourceQuote], bool]
"""Whether a quotation has every word that is asked."""
MAX_SENTENCES = 5
MIN_SHARE = 0.65
"""Of the best sentence's score: one below it does not answer (ADR 12)."""
MIN_SHARE_ELSEWHERE = 0.75
"""The same for a sentence of another source than the best one's."""
MAX_ITEM = 200
"""Characters of an item, or of a message of a chat, that is quoted whole."""
_BULLET = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s+")
ITEM = re.compile(rf"{_BULLET.pattern}(?:\[[ xX]\]\s+)?")
_BEGINS_ANEW = re.compile(r"\*\*|__|[^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*){0,3} ?:\s|\d")
"""How an entry or a labelled paragraph begins."""
_MARK_TOKENS = 6
"""For a number after a quotation, and for the blank line."""


def choose_quotes(
    sentences: Sequence[SourceSentence],
    scores: NDArray[np.float64],
    *,
    max_tokens: int,
    count_tokens: CountTokens,
    as_summary: bool = False,
    following: int = 0,
    completes: Completes | None = None,
    holds_all: HoldsAll | None = None,
) -> list[SourceQuote]:
    """The best that fit, best first (`as_summary`: in the order of their texts); neighbouring sentences become one
    quotation.

    Only those that come near the best (`as_summary`: however near), and the one that goes on with the best, or as many
    behind it as `following` says; each with the sentences that it leans on or that qualify it, and the next one if
    that `completes` it. A bare label needs to hold all that is asked. What does not fit is skipped for the next best;
    empty when nothing fits.
    """

    def cost_of(sentence: SourceSentence) -> int:
        return count_tokens(without_blanks(sentence.text)) + _MARK_TOKENS

    widened = [_with_qualifiers(each, completes) for each in sentences]
    widened = [each if cost_of(each) <= max_tokens else _without_code(each) for each in widened]
    costs = [cost_of(each) for each in widened]
    chosen: list[int] = []
    remaining = max_tokens
    ranked = [at for at in np.argsort(-scores, kind="stable").tolist() if costs[at] <= max_tokens]
    ranked = without_bare_labels(
        ranked, widened, lambda at: holds_all is not None and holds_all(_quote([widened[at]]))
    )
    for at in ranked if as_summary else _worth_quoting(sentences, scores, ranked, following):
        if costs[at] <= remaining:
            chosen.append(at)
            remaining -= costs[at]
        if len(chosen) == MAX_SENTENCES:
            break
    groups = _neighbours(widened, sorted(chosen))
    if not as_summary:
        groups.sort(key=lambda group: -max(scores[at] for at in group))
    return [_quote([widened[at] for at in group]) for group in groups]


def quote_sentence(sentence: SourceSentence, completes: Completes | None = None) -> SourceQuote:
    """With the sentences that it leans on or that qualify it, and the next one if that `completes` it."""
    return _quote([_with_qualifiers(sentence, completes)])


def _with_qualifiers(sentence: SourceSentence, completes: Completes | None = None) -> SourceSentence:
    if sentence.row:
        return sentence
    text = sentence.passage.text
    start, end = (
        _short_message(sentence)
        or _short_item(text, sentence)
        or _dated_line(text, sentence)
        or qualified_span(text, sentence.start, sentence.end)
    )
    if (announced := announced_end(text, start, end)) > end:
        end = qualified_end(text, announced)
    if completes and (after := sentence_after(text, end)) and not is_broken(text, end, after[0]):
        end = qualified_end(text, after[1]) if completes(text[start:end], text[slice(*after)]) else end
    start, end = between_heads(sentence, start, end)
    return replace(sentence, start=start, end=end, text=text[start:end], lead=_lead_before(sentence, start))


def _without_code(sentence: SourceSentence) -> SourceSentence:
    """Without the block of code that it leads to."""
    text = before_code(sentence.text)
    return replace(sentence, text=text, end=sentence.start + len(text))


def between_heads(sentence: SourceSentence, start: int, end: int) -> tuple[int, int]:
    """As far as no header, address or salutation stands between; neither is quoted."""
    text = sentence.passage.text
    for first, last in sentence.heads.spans if sentence.heads else ():
        if start < last <= sentence.start:
            start = last + len(text[last:]) - len(text[last:].lstrip())
        elif sentence.end <= first < end:
            end = len(text[:first].rstrip())
    return start, end


def _short_message(sentence: SourceSentence) -> tuple[int, int] | None:
    """Where the message of a chat stands that the sentence is a part of: a short one is told whole, as it is written
    in fragments, and one that asks with the next one, which most often answers.
    """
    if sentence.heads is None or not sentence.heads.messages:
        return None
    text, heads = sentence.passage.text, sentence.heads
    end = line_end(text, sentence.end)
    start = next((each.end for each in reversed(heads.messages) if each.end <= sentence.start), end)
    start = sentence.start if sentence.start in heads.openings.values() else start
    if start > sentence.start or end - start > MAX_ITEM or "\n" in text[start:end]:
        return None
    is_answered = text[:end].rstrip().endswith("?") and any(each.start == end + 1 for each in heads.messages)
    after = line_end(text, end + 1) if is_answered else end
    return start, after if after - end <= MAX_ITEM else end


def _short_item(text: str, sentence: SourceSentence) -> tuple[int, int] | None:
    """Where the item stands that the sentence is a part of: a short one is told whole, with its box and how it ends."""
    first = text.rfind("\n", 0, sentence.start) + 1
    end = line_end(text, sentence.end)
    marker = _BULLET.match(text[first:end])
    is_short = end - first <= MAX_ITEM and "\n" not in text[sentence.start : sentence.end]
    goes_on = text[end : end + 80].lstrip("\n")[:1].isspace()
    return (first + marker.end(), end) if marker and is_short and not goes_on else None


def _dated_line(text: str, sentence: SourceSentence) -> tuple[int, int] | None:
    """Where a line of a log stands behind its date: a short one is quoted whole, as it is about one event."""
    heads, end = sentence.heads, line_end(text, sentence.end)
    first = heads.behind_date(sentence.start) if heads else None
    is_short = first is not None and end - first <= MAX_ITEM and "\n" not in text[first:end]
    return (first, end) if first is not None and is_short else None


def marker_before(text: str, start: int) -> str:
    """The mark of the item that text[start:] begins; empty where it begins none."""
    before = text[text.rfind("\n", 0, start) + 1 : start]
    return before if ITEM.fullmatch(before) else ""


def _lead_before(sentence: SourceSentence, start: int) -> str:
    """The lead, unless what begins at `start` holds it."""
    widened_by = sentence.passage.text[start : sentence.start]
    return "" if sentence.lead in widened_by else sentence.lead


def _worth_quoting(
    sentences: Sequence[SourceSentence], scores: NDArray[np.float64], ranked: Sequence[int], following: int
) -> Iterator[int]:
    """The best, those that go on with it, then the others that come near it, best first."""
    if not ranked:
        return
    best, *others = ranked
    yield best
    least, least_elsewhere = (
        scores[best] - (1 - share) * abs(scores[best]) for share in (MIN_SHARE, MIN_SHARE_ELSEWHERE)
    )
    behind = [*_behind(sentences, best, following)]
    yield from behind
    for at in others:
        is_here = sentences[at].source == sentences[best].source
        if scores[at] >= (least if is_here else least_elsewhere) and at not in behind:
            yield at


def _behind(sentences: Sequence[SourceSentence], best: int, following: int) -> Iterator[int]:
    """The next one, if it leans on the best; the next `following` in any case."""
    for at in range(best + 1, min(best + 1 + max(following, 1), len(sentences))):
        if not _follows(sentences[at - 1], sentences[at]) or not (following or leans(sentences[at].text)):
            return
        yield at


def _neighbours(sentences: Sequence[SourceSentence], chosen: Sequence[int]) -> list[list[int]]:
    groups: list[list[int]] = []
    for at in chosen:
        if groups and _follows(sentences[groups[-1][-1]], sentences[at]):
            groups[-1].append(at)
        else:
            groups.append([at])
    return groups


def _follows(first: SourceSentence, second: SourceSentence) -> bool:
    """Whether only white space separates them, if anything, and no line break that is meant; a block of code ends a
    quotation.
    """
    text = first.passage.text
    if first.row or second.row or text.endswith(("```", "~~~"), first.start, first.end):
        return False
    if not are_neighbours(first, second) or text[first.end : second.start].strip():
        return False
    return not is_broken(text, first.end, second.start)


def is_broken(text: str, start: int, end: int) -> bool:
    """Whether a line break that is meant stands there, or the blank line before a label."""
    at = text.find("\n", start, end)
    is_apart = text.count("\n", start, end) > 1 and _BEGINS_ANEW.match(text, end) is not None
    return is_apart or (at >= 0 and is_break_meant(text, at))


def _quote(sentences: Sequence[SourceSentence]) -> SourceQuote:
    first = sentences[0]
    text = first.passage.text[first.start : max(each.end for each in sentences)]
    quote = SourceQuote(
        *(first.source, text, first.row, first.trail, first.lead, first.head, first.by, first.entry),
        day=first.day,
        written=first.written,
        is_below_entry=first.is_below_entry,
        marker=marker_before(first.passage.text, first.start),
    )
    return replace(quote, line=first.row or line_of(quote))
