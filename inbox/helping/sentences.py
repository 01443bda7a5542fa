"""The sentences among some excerpts that say most about a task: what a report's LOD-0 and LOD-1 are made of."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest

import numpy as np

from inbox.helping.report import shortened
from stones.focus import Excerpt, rank
from texts import CountTokens, Embed, Passage, split_passages
from texts.inline import plain
from texts.words import is_east_asian, related, words

MOST_WEIGHED = 60
MOST_CUT = 4_000
"""Characters of a sentence that are looked through."""
LEAST_WORDS = 4
SAME = 0.6
"""Sentences that share more than this of their words say much the same."""
_NO_PROSE = re.compile(r"\s*(?:#|\||```|~~~|[-=*_]{3,}\s*$)")
_MARKER = re.compile(r"\s*(?:>\s*)?(?:(?:[-*+•]|\d{1,3}[.)])\s+)?(?:\[[ xX]\]\s+)?")


@dataclass(frozen=True, slots=True)
class Sentence:
    line: int
    text: str


def best_sentences(
    task: str, excerpts: Iterable[Excerpt], *, embed: Embed | None, count_tokens: CountTokens
) -> list[Sentence]:
    """Best first, those that say much the same as a better one last. `embed` None: weighed by their words alone."""
    sentences, units = _sentences(excerpts, count_tokens)
    if not sentences:
        return []
    similarities = None
    if embed is not None:
        vectors = embed([task, *(unit.text for unit in units)])
        similarities = vectors[1:] @ vectors[0]
    scores = rank(task, units, similarities, nearest=True, by_cost=False)
    return _varied([sentences[at] for at in np.argsort(-scores, kind="stable")])


def best_of_parts(
    parts: Sequence[str], excerpts: Sequence[Excerpt], *, embed: Embed | None, count_tokens: CountTokens
) -> list[list[Sentence]]:
    """The same for each question of a task."""
    return [best_sentences(part, excerpts, embed=embed, count_tokens=count_tokens) for part in parts]


def in_turns(best: Sequence[Sequence[Sentence]]) -> list[Sentence]:
    """The best of each question, then the second best of each, and so on; none twice."""
    return list(dict.fromkeys(each for turn in zip_longest(*best) for each in turn if each is not None))


def answers(
    parts: Sequence[str],
    best: Sequence[Sequence[Sentence]],
    *,
    most_tokens: int,
    count_tokens: CountTokens,
    most: int,
) -> str:
    """The best sentence for each question, in the text's order; then others while they fit, up to `most`.

    One that is too long is cut around the words of its question. In its place a shorter one that stands beside it
    would be taken for the answer: of 170 questions asked of real documents 40 had theirs in LOD-0 then, 58 so (of the
    half that was held out 24 and 30).
    """
    first = {sentences[0]: part for part, sentences in zip(parts, best, strict=True) if sentences}
    chosen: dict[Sentence, str] = {}
    left = most_tokens
    # The shortest first: what it does not need is the others'.
    for at, sentence in enumerate(sorted(first, key=lambda each: len(each.text))):
        room = left // (len(first) - at)
        chosen[sentence] = cut_around(sentence.text, first[sentence], room, count_tokens)
        left -= count_tokens(chosen[sentence]) + 1
    for sentence in in_turns(best):
        if len(chosen) < most and sentence not in chosen and count_tokens(sentence.text) < left:
            chosen[sentence] = sentence.text
            left -= count_tokens(sentence.text) + 1
    return " ".join(chosen[each] for each in sorted(chosen, key=lambda each: each.line))


def cut_around(text: str, question: str, most_tokens: int, count_tokens: CountTokens) -> str:
    """The text, or the stretch of it that has most of the question's words: what they ask for stands beside them."""
    if count_tokens(text) <= most_tokens:
        return text
    pieces = text[:MOST_CUT].split()
    asked = {*words(question)}
    asked |= {*related(list(asked))}
    found = [frozenset(asked.intersection(words(piece))) for piece in pieces]
    costs = [count_tokens(f" {piece}") for piece in pieces]
    start, end = _best_stretch(found, costs, most_tokens - 2)
    cut = " ".join(pieces[start:end])
    shown = f"{'…' if start else ''}{cut}{'…' if end < len(pieces) else ''}"
    return shortened(shown, most_tokens, count_tokens)


def _best_stretch(found: Sequence[frozenset[str]], costs: Sequence[int], most: int) -> tuple[int, int]:
    """Where the neighbours with most of the words begin and end, that cost no more than `most` together.

    `found`: of the question's words those in each piece. Of several stretches as good the one in the middle: what is
    asked for may stand on either side of the words that ask.
    """
    best: list[tuple[int, int]] = []
    highest = -1
    held: Counter[str] = Counter()
    end = cost = 0
    for start in range(len(found)):
        while end < len(found) and cost + costs[end] <= most:
            cost, end = cost + costs[end], end + 1
            held.update(found[end - 1])
        many = sum(count > 0 for count in held.values())
        if many > highest:
            best, highest = [], many
        if many == highest:
            best.append((start, max(end, start + 1)))
        if end == len(found):
            break
        if end > start:
            cost -= costs[start]
            held.subtract(found[start])
        else:
            end = start + 1
    return best[len(best) // 2]


def told(sentences: Sequence[Sentence], *, most_tokens: int, count_tokens: CountTokens, most: int = 5) -> str:
    """The best of them that fit together, in the text's order and with their lines; else how the best one begins."""
    chosen: list[Sentence] = []
    for sentence in sentences:
        tried = sorted([*chosen, sentence], key=lambda each: each.line)
        if count_tokens(_joined(tried)) <= most_tokens:
            chosen = tried
        if len(chosen) == most:
            break
    if chosen or not sentences:
        return _joined(chosen)
    place = f" (line {sentences[0].line})"
    return shortened(sentences[0].text, most_tokens - count_tokens(place) - 1, count_tokens) + place


def _varied(best_first: Sequence[Sentence]) -> list[Sentence]:
    told: list[frozenset[str]] = []
    new: list[Sentence] = []
    again: list[Sentence] = []
    for sentence in best_first:
        said = frozenset(words(sentence.text))
        repeats = any(len(said & other) > SAME * len(said | other) for other in told)
        (again if repeats else new).append(sentence)
        told.append(said)
    return new + again


def _joined(sentences: Iterable[Sentence]) -> str:
    """Those of one line share its number."""
    lines = groupby(sentences, key=lambda sentence: sentence.line)
    return " ".join(f"{' '.join(each.text for each in together)} (line {line})" for line, together in lines)


def _sentences(
    excerpts: Iterable[Excerpt], count_tokens: CountTokens
) -> tuple[list[Sentence], list[Passage]]:
    sentences: list[Sentence] = []
    units: list[Passage] = []
    for excerpt in excerpts:
        # Cut as finely as passages can be: at sentences, items and lines.
        for piece in split_passages(excerpt.text, count_tokens=count_tokens, target=1, whole=1):
            if _NO_PROSE.match(piece.text):
                continue
            text = plain(_MARKER.sub("", piece.text, count=1))
            # A lead-in says nothing without what it introduces.
            if text.endswith(":") or (len(text.split()) < LEAST_WORDS and not is_east_asian(text)):
                continue
            sentences.append(Sentence(excerpt.start_line + piece.start_line - 1, text))
            units.append(replace(piece, text=text, trail=""))
            if len(units) == MOST_WEIGHED:
                return sentences, units
    return sentences, units
