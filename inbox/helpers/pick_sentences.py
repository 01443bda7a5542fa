"""The sentences among some excerpts that say most about a task: what a report's LOD-0 and LOD-1 are made of."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby, zip_longest

import numpy as np

from core.text.bm25_words import expand_related, split_words
from core.text.cut_to_tokens import cut_to_tokens
from core.text.passages import CountTokens
from core.text.stretch_vectors import Embed
from inbox.helpers.excerpt_sentences import ExcerptSentence, split_sentences
from inbox.helpers.requested_kinds import DATES, days_in, requested_first, requested_kind
from stones.focus import Excerpt, rank

MAX_CUT_CHARACTERS = 4_000
"""Characters of a sentence that are searched."""
SAME_SHARE = 0.6
"""Sentences that share more than this of their words say much the same."""


def rank_sentences(
    task: str, excerpts: Iterable[Excerpt], *, embed: Embed | None, count_tokens: CountTokens
) -> list[ExcerptSentence]:
    """Best first, those that say much the same as a better one last. `embed` None: weighed by their words alone."""
    sentences = split_sentences(excerpts, count_tokens)
    if not sentences:
        return []
    similarities = None
    if embed is not None:
        vectors = embed([task, *(each.text for each in sentences)])
        similarities = vectors[1:] @ vectors[0]
    units = [each.as_passage(at) for at, each in enumerate(sentences)]
    scores = rank(task, units, similarities, nearest=True, by_cost=False)
    order = np.argsort(-scores, kind="stable").tolist()
    order = requested_first(task, [each.text for each in sentences], order)
    return _repeats_last([sentences[at] for at in order])


def rank_sentences_by_question(
    parts: Sequence[str], excerpts: Sequence[Excerpt], *, embed: Embed | None, count_tokens: CountTokens
) -> list[list[ExcerptSentence]]:
    """The same for each question of a task."""
    return [rank_sentences(part, excerpts, embed=embed, count_tokens=count_tokens) for part in parts]


def interleave(best: Sequence[Sequence[ExcerptSentence]]) -> list[ExcerptSentence]:
    """The best of each question, then the second best of each, and so on; none twice."""
    return list(dict.fromkeys(each for turn in zip_longest(*best) for each in turn if each is not None))


def answer_scan(
    parts: Sequence[str],
    best: Sequence[Sequence[ExcerptSentence]],
    *,
    max_tokens: int,
    count_tokens: CountTokens,
    limit: int,
) -> str:
    """The best sentence for each question, in the text's order; then others while they fit, up to `limit`.

    One that is too long is cut around the words of its question. In its place a shorter one beside it
    would be taken for the answer: of 170 questions asked of real documents 40 had theirs in LOD-0 then, 58 so (of the
    half that was held out 24 and 30).
    """
    first = {sentences[0]: part for part, sentences in zip(parts, best, strict=True) if sentences}
    chosen: dict[ExcerptSentence, str] = {}
    left = max_tokens
    # The shortest first: the others get what it does not need.
    for at, sentence in enumerate(sorted(first, key=lambda each: len(each.text))):
        room = left // (len(first) - at)
        chosen[sentence] = _fit_sentence(sentence, first[sentence], room, count_tokens)
        left -= count_tokens(chosen[sentence]) + 1
    for sentence in interleave(best):
        tokens = count_tokens(sentence.with_qualifiers)
        is_new = not any(sentence.text in text for text in chosen.values())
        if len(chosen) < limit and is_new and tokens < left:
            chosen[sentence] = sentence.with_qualifiers
            left -= tokens + 1
    return " ".join(chosen[each] for each in sorted(chosen))


def _fit_sentence(sentence: ExcerptSentence, part: str, room: int, count_tokens: CountTokens) -> str:
    """The sentence with what qualifies it, or it and as much of the last such one as fits; else cut."""
    whole = sentence.with_qualifiers
    if count_tokens(whole) > room and sentence.qualifiers and count_tokens(sentence.text) + 4 <= room:
        between = " … " if len(sentence.qualifiers) > 1 else " "
        short = f"{sentence.text}{between}{sentence.qualifiers[-1].text}"
        return cut_to_tokens(short, room, count_tokens, at_words=True)
    words = " ".join(days_in(sentence.text)) if requested_kind(part) is DATES else ""
    return cut_around(whole, words or part, room, count_tokens)


def cut_around(text: str, question: str, max_tokens: int, count_tokens: CountTokens) -> str:
    """The text, or the stretch of it that has most of the question's words: the answer is near them."""
    if count_tokens(text) <= max_tokens:
        return text
    pieces = text[:MAX_CUT_CHARACTERS].split()
    question_words = {*split_words(question)}
    question_words |= {*expand_related(list(question_words))}
    found = [frozenset(question_words.intersection(split_words(piece))) for piece in pieces]
    costs = [count_tokens(f" {piece}") for piece in pieces]
    start, end = _best_stretch(found, costs, max_tokens - 2)
    cut = " ".join(pieces[start:end])
    shortened = f"{'…' if start else ''}{cut}{'…' if end < len(pieces) else ''}"
    return cut_to_tokens(shortened, max_tokens, count_tokens, at_words=True)


def _best_stretch(found: Sequence[frozenset[str]], costs: Sequence[int], limit: int) -> tuple[int, int]:
    """Start and end of the neighbours with most of the words that cost no more than `limit` together.

    `found`: of the question's words those in each piece. Of several stretches as good the one in the middle: what is
    asked for may stand on either side of the words that ask.
    """
    best: list[tuple[int, int]] = []
    highest = -1
    word_counts: Counter[str] = Counter()
    end = cost = 0
    for start in range(len(found)):
        while end < len(found) and cost + costs[end] <= limit:
            cost, end = cost + costs[end], end + 1
            word_counts.update(found[end - 1])
        many = sum(count > 0 for count in word_counts.values())
        if many > highest:
            best, highest = [], many
        if many == highest:
            best.append((start, max(end, start + 1)))
        if end == len(found):
            break
        if end > start:
            cost -= costs[start]
            word_counts.subtract(found[start])
        else:
            end = start + 1
    return best[len(best) // 2]


def join_sentences(
    sentences: Sequence[ExcerptSentence], *, max_tokens: int, count_tokens: CountTokens, limit: int = 5
) -> str:
    """The best of them that fit together with what qualifies them, in the text's order and with their lines; else how
    the best one begins.
    """
    chosen: set[ExcerptSentence] = set()
    picked = 0
    for sentence in sentences:
        # What it leans on comes along where there is room; what turns it round, always.
        for group in (sentence.with_neighbours, (sentence, *sentence.qualifiers)):
            tried = chosen.union(group)
            if tried > chosen and count_tokens(_join_with_lines(sorted(tried))) <= max_tokens:
                chosen, picked = tried, picked + 1
                break
        if picked == limit:
            break
    if chosen or not sentences:
        return _join_with_lines(sorted(chosen))
    place = f" (line {sentences[0].line})"
    return (
        cut_to_tokens(
            sentences[0].with_qualifiers, max_tokens - count_tokens(place) - 1, count_tokens, at_words=True
        )
        + place
    )


def _repeats_last(best_first: Sequence[ExcerptSentence]) -> list[ExcerptSentence]:
    earlier_words: list[frozenset[str]] = []
    new: list[ExcerptSentence] = []
    repeated: list[ExcerptSentence] = []
    for sentence in best_first:
        sentence_words = frozenset(split_words(sentence.text))
        repeats = any(
            len(sentence_words & other) > SAME_SHARE * len(sentence_words | other) for other in earlier_words
        )
        (repeated if repeats else new).append(sentence)
        earlier_words.append(sentence_words)
    return new + repeated


def _join_with_lines(sentences: Iterable[ExcerptSentence]) -> str:
    """Those of one line share its number."""
    lines = groupby(sentences, key=lambda sentence: sentence.line)
    return " ".join(f"{' '.join(each.text for each in together)} (line {line})" for line, together in lines)
