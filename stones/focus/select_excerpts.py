"""Selects the best passages that fit a budget, in document order, and reports what was left out."""

from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise

import numpy as np
from numpy.typing import NDArray

from core.text.passages import TRAIL_SEPARATOR, CountTokens, Passage
from core.text.sentence_ends import cuts_by_size
from core.text.text_blocks import BOLD_LINE, HEAD_CHARACTERS, LEAD_LINE, LIST_ITEM

MAX_MISSES = 8
"""So many consecutive passages that do not fit end the search: the budget is used up."""
MAX_HEADINGS = 6
"""Headings named for one gap."""
TITLE_CHARACTERS = 60
MAX_LIST_PASSAGES = 40
"""Before one that begins with an item, searched for the line that leads in to its list."""
STOP_TOKENS = 700
STEP_TOKENS = 300
"""The most without a budget: of a first answer, which mostly stops far below, and of each step after it."""
STOP_MARGIN = 2.75
RERANKED_STOP_MARGIN = 5.0
"""Where nobody names a budget, passages whose score is further below the best one are left for the next step; the
second, of scores that a reranker spread.

They and STOP_TOKENS were chosen by cross-validation over documents: docs/adr/0005-focused-reading.md.
"""
NO_MATCH = "Nothing here matches the question."
NO_WORDS = "No passage has the question's words, and meanings cannot be compared yet: ask again in a moment."
NEAREST_MATCH = "Nothing here clearly matches the question; the nearest:"


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Neighbouring passages as one stretch, content[start:end]; of blank lines between them only the line ends."""

    start_line: int
    end_line: int
    """Inclusive."""
    start: int
    end: int
    trail: str
    text: str

    @property
    def label(self) -> str:
        """Its line numbers, as in `grep -n`, and the innermost headings unless the text begins with one."""
        titles = [] if self.text.lstrip().startswith("#") else self.trail.split(TRAIL_SEPARATOR)
        titles = titles[1:][-2:] or titles  # The outermost is the document's own title.
        trail = TRAIL_SEPARATOR.join(title[:TITLE_CHARACTERS] for title in titles)
        return f"{self.start_line}: {trail}" if trail else f"{self.start_line}:"

    def __str__(self) -> str:
        return f"{self.label}\n{self.text}"


@dataclass(frozen=True, slots=True)
class OmittedLines:
    """Lines between excerpts. A line that is shown in part is in the excerpt and in the gap beside it."""

    start_line: int
    end_line: int
    tokens: int
    headings: tuple[str, ...]
    """Of the sections in it, as many as the budget allowed."""

    def __str__(self) -> str:
        named = f", {'; '.join(self.headings)}" if self.headings else ""
        return f"{self.start_line}-{self.end_line} ({self.tokens}{named})"


@dataclass(frozen=True, slots=True)
class NextStep:
    """How reading goes on: what to skip and the budget to give with the same question, and what that costs."""

    skip: str
    max_tokens: int | None
    tokens: int


@dataclass(frozen=True, slots=True)
class Focus:
    passages: tuple[Excerpt, ...]
    left_out: tuple[OmittedLines, ...]
    tokens: int
    """Of `text`: the excerpts, their labels, and the line about what was left out."""
    text: str
    is_match: bool
    """False: nothing in the document clearly matches the question; these passages are only the nearest."""
    delivered: frozenset[int] = frozenset()
    """Ordinals of all passages that the reader has in full now, those that were skipped included."""
    next: NextStep | None = None
    open_parts: tuple[str, ...] = ()
    """Parts of the question that nothing here answers; `text` says so."""


def select(
    passages: Sequence[Passage],
    scores: NDArray[np.floating],
    *,
    max_tokens: int,
    count_tokens: CountTokens,
    is_match: bool | None = None,
    margin: float | None = None,
    skip: Collection[int] = (),
) -> Focus:
    """The best passages by `scores` (of `rank`), joined where they touch; `tokens` is never above `max_tokens`.

    `margin`: none that scores lower than the best one by more than this. `skip`: ordinals that the reader has
    already. If not even the best passage fits, its beginning is returned. If there is no room for the line about what
    was left out, `text` lacks it; `left_out` is complete in any case. `is_match` False: these are only the nearest
    (None: a match if any score is finite).
    """
    passage_sheet = _PassageSheet(passages, count_tokens)
    best_first = [at for at in _best_first(scores, skip, margin) if passage_sheet.with_body(at)]
    if is_match is None:
        is_match = bool(np.isfinite(scores).any()) or not passages
    chosen = _choose_passages(passage_sheet, best_first, max_tokens, is_match)
    excerpts = passage_sheet.excerpts(chosen)
    if best_first and not chosen:
        excerpts = _beginning(
            passage_sheet, passages[max(passage_sheet.with_body(best_first[0]))], max_tokens
        )
    delivered = chosen.union(skip)
    for headings in (MAX_HEADINGS, 2, 0) if margin is None else (0,):
        left_out = passage_sheet.left_out(delivered, headings)
        text = _render_excerpts(excerpts, left_out, is_match, is_brief=margin is not None)
        if (tokens := count_tokens(text)) <= max_tokens:
            return Focus(tuple(excerpts), left_out, tokens, text, is_match, delivered)
    text = "\n\n".join(map(str, excerpts))
    return Focus(tuple(excerpts), left_out, count_tokens(text), text, is_match, delivered)


def _best_first(scores: NDArray[np.floating], skip: Collection[int], margin: float | None) -> list[int]:
    order = [
        int(at) for at in np.argsort(-scores, kind="stable") if np.isfinite(scores[at]) and at not in skip
    ]
    if margin is None or not order:
        return order
    return [at for at in order if scores[at] >= scores[order[0]] - margin]


def whole_excerpt(passage: Passage) -> Excerpt:
    """A passage as it is shown when nothing touches it."""
    return _cut(passage, len(passage.text))


def _choose_passages(
    passage_sheet: "_PassageSheet", best_first: Sequence[int], max_tokens: int, is_match: bool
) -> frozenset[int]:
    chosen: frozenset[int] = frozenset()
    misses = 0
    for at in best_first:
        tried = chosen | passage_sheet.with_body(at)
        written = _render_excerpts(passage_sheet.excerpts(tried), passage_sheet.left_out(tried, 0), is_match)
        if passage_sheet.count_tokens(written) <= max_tokens:
            chosen, misses = tried, 0
        elif (misses := misses + 1) == MAX_MISSES:
            break
    return chosen


def _beginning(passage_sheet: "_PassageSheet", passage: Passage, max_tokens: int) -> list[Excerpt]:
    """As much of a passage as fits, in one excerpt; empty if not even its label does."""
    sizes = range(1, len(passage.text))
    fitting = bisect_right(
        sizes, max_tokens, key=lambda size: passage_sheet.count_tokens(str(_cut(passage, size)))
    )
    if not fitting:
        return []
    size = next(cuts_by_size(passage.text, 0, len(passage.text), fitting))
    excerpt = _cut(passage, size)
    return [excerpt] if passage_sheet.count_tokens(str(excerpt)) <= max_tokens else []


def _cut(passage: Passage, size: int) -> Excerpt:
    text = passage.text[:size].rstrip()
    end_line = passage.start_line + text.count("\n")
    return Excerpt(
        passage.start_line, end_line, passage.start, passage.start + len(text), passage.trail, text
    )


def _render_excerpts(
    excerpts: Sequence[Excerpt], left_out: Sequence[OmittedLines], is_match: bool, *, is_brief: bool = False
) -> str:
    parts = [str(excerpt) for excerpt in excerpts]
    if not is_match:
        parts.insert(0, NEAREST_MATCH if parts else NO_MATCH)
    if left_out and is_brief:
        parts.append(f"Left out: {sum(gap.tokens for gap in left_out):,} tokens.")
    elif left_out:
        parts.append("Left out: " + ", ".join(map(str, left_out)))
    return "\n\n".join(parts)


class _PassageSheet:
    """The passages of one document, their sizes, and the rendering of a selection."""

    def __init__(self, passages: Sequence[Passage], count_tokens: CountTokens) -> None:
        self.passages = passages
        self.count_tokens = count_tokens
        self.tokens = [count_tokens(passage.text) for passage in passages]

    def with_body(self, at: int) -> frozenset[int]:
        """The passage, and what follows it where it is only a heading, which is no answer, or only the line that leads
        in to a list. Or nothing.
        """
        end = at
        while end + 1 < len(self.passages) and self._leads_on(end):
            end += 1
        return frozenset() if _is_heading(self.passages[end]) else frozenset(range(at, end + 1))

    def _leads_on(self, at: int) -> bool:
        if _is_heading(self.passages[at]):
            return True
        is_before_list = LIST_ITEM.match(self.passages[at + 1].text[:HEAD_CHARACTERS]) is not None
        return is_before_list and "\n" not in self.passages[at].text and _is_lead(self.passages[at].text)

    def _with_lead(self, at: int) -> Excerpt:
        """The passage; where it begins within a list, the line that leads in to that is the last of its trail."""
        passage = self.passages[at]
        excerpt = whole_excerpt(passage)
        if not LIST_ITEM.match(passage.text[:HEAD_CHARACTERS]):
            return excerpt
        above = self.passages[max(0, at - MAX_LIST_PASSAGES) : at]
        lines = (line for each in reversed(above) for line in reversed(each.text.split("\n")))
        head = (line[:HEAD_CHARACTERS] for line in lines if line.strip())
        line = next((each for each in head if not (each[0].isspace() or LIST_ITEM.match(each))), "")
        if not _is_lead(line):
            return excerpt
        titles = filter(None, (passage.trail, line.strip().rstrip(":：").strip("*_")))
        return replace(excerpt, trail=TRAIL_SEPARATOR.join(titles))

    def excerpts(self, chosen: Collection[int]) -> list[Excerpt]:
        found: list[Excerpt] = []
        previous = -2
        for at in sorted(chosen):
            passage = self.passages[at]
            if at == previous + 1:
                found[-1] = _join_excerpts(found[-1], passage)
            else:
                found.append(self._with_lead(at))
            previous = at
        return found

    def left_out(self, chosen: Collection[int], most_headings: int) -> tuple[OmittedLines, ...]:
        borders = [-1, *sorted(chosen), len(self.passages)]
        return tuple(
            self._gap(before + 1, stop, most_headings)
            for before, stop in pairwise(borders)
            if before + 1 < stop
        )

    def _gap(self, first: int, stop: int, most_headings: int) -> OmittedLines:
        trails = dict.fromkeys(
            passage.trail for passage in islice(self.passages, first, stop if most_headings else first)
        )
        titles = (trail.rpartition(TRAIL_SEPARATOR)[2][:TITLE_CHARACTERS] for trail in trails if trail)
        return OmittedLines(
            self.passages[first].start_line,
            self.passages[stop - 1].end_line,
            sum(self.tokens[first:stop]),
            tuple(islice(titles, most_headings)),
        )


def _is_lead(line: str) -> bool:
    return line.rstrip().endswith((":", "：")) or any(each.match(line) for each in (LEAD_LINE, BOLD_LINE))


def _is_heading(passage: Passage) -> bool:
    if BOLD_LINE.match(passage.text):
        return True
    titles = {"", *passage.trail.split(TRAIL_SEPARATOR)}
    return all(line.strip("#*=-_ \t\r") in titles for line in passage.text.split("\n"))


def _join_excerpts(excerpt: Excerpt, passage: Passage) -> Excerpt:
    lines = passage.start_line - excerpt.end_line
    between = "\n" * lines if lines else " " * (passage.start - excerpt.end)
    return replace(
        excerpt, end_line=passage.end_line, end=passage.end, text=excerpt.text + between + passage.text
    )
