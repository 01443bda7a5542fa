"""How much an agent loads until it has the answer to its question, as a share of a full paste.

It reads the header and LOD-0, then one passage after the other in rank order, each with its line label; when they run
out, it pastes the whole document. That last paste is expensive (all is paid twice), but giving up earlier is more
expensive: what is left costs less than the whole at every point. Where nothing clearly matches it goes on with the
nearest, which it is given.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rank_bm25 import BM25Okapi

from core.text.passages import CountTokens, Passage, split_passages
from core.text.stretch_vectors import passage_vectors
from search.relevance import relevance_to
from stones.focus import Focus, rank_parts, whole_excerpt
from stones.format import Header, border_hash, detect_channel, dump_header, fortune
from stones.levels import Embed, write_extract
from stones.models import BY_PERSON
from stones.services.read_passages import select_passages
from tools.benchmarks.focus_questions import FocusQuestion, normalised

BUDGETS = (256, 512, 1024)
WORD = re.compile(r"\w+")


class LoadStep(NamedTuple):
    text: str
    """As `normalised`."""
    tokens: int


@dataclass(frozen=True)
class FocusDocument:
    passages: Sequence[Passage]
    loads: Sequence[LoadStep]
    """Of each passage."""
    opening: LoadStep
    """Header and LOD-0."""
    paste: int
    """Tokens of the whole."""
    vectors: NDArray[np.float32]
    """Of the passages, as the product stores them."""
    plain: NDArray[np.float32]
    """Vectors of the passages alone."""


class FocusResult(NamedTuple):
    tokens: int
    paste: int
    pasted: bool


class StoppedAnswer(NamedTuple):
    """What the product answers where nobody names a budget."""

    doc: str
    tokens: int
    is_found: bool
    is_match: bool
    """Whether it is called a match."""
    is_match_elsewhere: bool | None
    """Whether the document before it, to which the question was not asked, is called one, too; None of the first."""


Order = Callable[[FocusDocument, str, NDArray[np.float32]], Iterable[int]]


def measure(
    texts: dict[str, str], questions: Sequence[FocusQuestion], *, embed: Embed, count_tokens: CountTokens
) -> Iterator[tuple[StoppedAnswer, dict[str, FocusResult]]]:
    """(default answer, result by method) of each question, document by document.

    Every method loads the same passages.
    """
    questions_of = defaultdict(list)
    for question in questions:
        questions_of[question.doc].append(question)
    before: FocusDocument | None = None
    for name, about in questions_of.items():
        document = prepare_document(texts[name], cached_embed(embed), count_tokens)
        for question, vector in zip(about, embed([each.question for each in about]), strict=True):
            yield (
                _stopped_answer(document, before, question, vector),
                {
                    method: _until_answered(document, order(document, question.question, vector), question)
                    for method, order in METHODS.items()
                },
            )
        before = document


def report_answers(answers: Sequence[StoppedAnswer]) -> dict[str, float | None]:
    """Share found and mean tokens, each with its standard error where questions about one document go together; shares
    that are called matches, in their own document and in another.
    """
    found = [float(answer.is_found) for answer in answers]
    tokens = [float(answer.tokens) for answer in answers]
    docs = [answer.doc for answer in answers]
    elsewhere = [each.is_match_elsewhere for each in answers if each.is_match_elsewhere is not None]
    return {
        "found": round(fmean(found), 4),
        "found_error": round(_clustered_error(found, docs), 4),
        "tokens": round(fmean(tokens), 1),
        "tokens_error": round(_clustered_error(tokens, docs), 1),
        "matches": round(fmean(answer.is_match for answer in answers), 4),
        "matches_elsewhere": round(fmean(elsewhere), 4) if elsewhere else None,
    }


def _clustered_error(values: Sequence[float], docs: Sequence[str]) -> float:
    mean = fmean(values)
    sums: dict[str, float] = defaultdict(float)
    for value, doc in zip(values, docs, strict=True):
        sums[doc] += value - mean
    return float(np.sqrt(sum(each**2 for each in sums.values()))) / len(values)


def report(results: Sequence[dict[str, FocusResult]]) -> dict[str, dict[str, float]]:
    """By method: `share` of a full paste, mean tokens, shares found within each budget, share that had to paste."""
    return {
        method: {
            "share": round(
                sum(each[method].tokens for each in results) / sum(e[method].paste for e in results), 4
            ),
            "mean_tokens": round(fmean(each[method].tokens for each in results), 1),
            "paste_tokens": round(fmean(each[method].paste for each in results), 1),
            **{
                f"found_{budget}": round(fmean(each[method].tokens <= budget for each in results), 4)
                for budget in BUDGETS
            },
            "pasted": round(fmean(each[method].pasted for each in results), 4),
        }
        for method in METHODS
    }


def prepare_document(text: str, embed: Embed, count_tokens: CountTokens) -> FocusDocument:
    passages = split_passages(text, count_tokens=count_tokens)
    excerpts = [str(whole_excerpt(passage)) for passage in passages]
    whole = count_tokens(text)
    levels = write_extract(text, count_tokens=count_tokens).texts
    channel = detect_channel(text)
    header = Header(
        border_hash=border_hash(text),
        glow_channel=channel,
        stone_type="handoff",
        created="2026-01-30T12:00:00Z",
        source_agent=BY_PERSON,
        lod_count=len(levels) + 1,
        fortune=fortune(text, channel),
        lod_tokens=(*map(count_tokens, levels), whole),
    )
    lod0 = levels[0] if levels else ""
    opening = f"{dump_header(header)}LOD-0: {lod0}"
    return FocusDocument(
        passages=passages,
        loads=[LoadStep(normalised(text), count_tokens(text)) for text in excerpts],
        opening=LoadStep(normalised(lod0), count_tokens(opening)),
        paste=whole,
        vectors=passage_vectors(passages, embed=embed),
        plain=embed([passage.text for passage in passages]),
    )


def cached_embed(embed: Embed) -> Embed:
    """`embed` with a cache: without headings the plain passages are those of the product."""
    cache: dict[str, NDArray[np.float32]] = {}

    def remembered(questions_of: Sequence[str]) -> NDArray[np.float32]:
        new = [text for text in dict.fromkeys(questions_of) if text not in cache]
        cache.update(zip(new, embed(new), strict=True))
        return np.array([cache[text] for text in questions_of], dtype=np.float32)

    return remembered


def _until_answered(document: FocusDocument, order: Iterable[int], question: FocusQuestion) -> FocusResult:
    """An answer counts when the loaded text contains it, in the order of loading or of the document."""

    def answers(text: str) -> bool:
        return any(answer in text for answer in question.answers)

    tokens, history, loaded = document.opening.tokens, document.opening.text, []
    if answers(history):
        return FocusResult(tokens, document.paste, False)
    in_one = any(answers(load.text) for load in document.loads)
    for at in order:
        load = document.loads[at]
        tokens += load.tokens
        if answers(load.text):
            return FocusResult(tokens, document.paste, False)
        if not in_one:  # It runs over the end of a passage.
            loaded.append(at)
            history += f" {load.text}"
            if answers(history) or answers(_in_document_order(document, loaded)):
                return FocusResult(tokens, document.paste, False)
    return FocusResult(tokens + document.paste, document.paste, True)


def _stopped_answer(
    document: FocusDocument,
    other: FocusDocument | None,
    question: FocusQuestion,
    vector: NDArray[np.float32],
) -> StoppedAnswer:
    found = _select(document, question, vector)
    text = normalised(" ".join(excerpt.text for excerpt in found.passages))
    is_found = any(answer in text for answer in question.answers)
    elsewhere = None if other is None else _select(other, question, vector).is_match
    return StoppedAnswer(question.doc, found.tokens, is_found, found.is_match, elsewhere)


def _select(document: FocusDocument, question: FocusQuestion, vector: NDArray[np.float32]) -> Focus:
    return select_passages(question.question, list(document.passages), document.vectors @ vector)


def _in_document_order(document: FocusDocument, loaded: Sequence[int]) -> str:
    return " ".join(normalised(document.passages[at].text) for at in sorted(loaded))


def _by_us(document: FocusDocument, question: str, vector: NDArray[np.float32]) -> Iterable[int]:
    relevance = relevance_to(question, document.opening.text)
    scores = rank_parts(
        [question],
        document.passages,
        document.vectors @ vector,
        nearest=True,
        relevances=[relevance] if relevance else [],
    )
    return _best_first(scores)


def _by_words(document: FocusDocument, question: str, _: NDArray[np.float32]) -> Iterable[int]:
    index = BM25Okapi([WORD.findall(passage.text.lower()) for passage in document.passages])
    return _best_first(np.asarray(index.get_scores(WORD.findall(question.lower()))))


def _by_vectors(document: FocusDocument, _: str, vector: NDArray[np.float32]) -> Iterable[int]:
    return _best_first(document.plain @ vector)


def _best_first(scores: NDArray[np.floating]) -> list[int]:
    return [int(at) for at in np.argsort(-scores, kind="stable") if np.isfinite(scores[at])]


METHODS: dict[str, Order] = {"qastone": _by_us, "bm25": _by_words, "vectors": _by_vectors}
