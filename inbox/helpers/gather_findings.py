"""A helper with a model reads the parts of a source, within a budget: the map of map–reduce.

What the model says it found counts only with a quote that is in the part, to the letter but for white space;
the lines of the quote are found here, not taken from the model.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from core.text.one_line import collapse_spaces
from core.text.passages import CountTokens, Passage
from inbox.helpers.helper_prompts import MAX_FINDINGS, map_messages
from inbox.helpers.helper_report import QuotedLines
from inbox.helpers.source_chunks import QuoteFinder, SourceChunk, split_chunks
from inbox.helpers.token_meter import Meter
from stones.levels.check_levels import SummarySource

RESERVED_TOKENS = 2_000
"""Of the window, for the instructions and the answer; the task comes on top."""
MAP_COMPLETION = 1_200
REDUCE_TOKENS = 6_000
"""Reserved of the budget for merging the findings, a second try included."""
STATEMENT_CHARACTERS = 400


class FoundItem(BaseModel):
    statement: str
    quote: str


class FoundInPart(BaseModel):
    relevant: bool
    findings: list[FoundItem]


@dataclass(frozen=True, slots=True)
class SourceFinding:
    """What a model found. `statement` is empty where it claimed what its part of the text does not hold."""

    statement: str
    quote: QuotedLines


@dataclass(frozen=True, slots=True)
class GatheredFindings:
    """All that was found, in the order of the source, and which parts were not read, as the budget was used up."""

    findings: tuple[SourceFinding, ...]
    unread: tuple[SourceChunk, ...]
    parts: int
    dropped: int
    """Findings whose quote is not in the source."""
    model: str

    @property
    def unread_tokens(self) -> int:
        return sum(chunk.tokens for chunk in self.unread)


def gather_findings(
    content: str,
    *,
    task: str,
    passages: Sequence[Passage],
    scores: NDArray[np.floating],
    meter: Meter,
    count_tokens: CountTokens,
    context_tokens: int,
) -> GatheredFindings:
    """Read every part that the budget allows, the likeliest by `scores` first. Raises what the model raises."""
    window = max(context_tokens - RESERVED_TOKENS - count_tokens(task), 500)
    chunks = split_chunks(content, passages, max_tokens=window, count_tokens=count_tokens)
    best_first = sorted(
        range(len(chunks)), key=lambda at: -max(float(scores[each.ordinal]) for each in chunks[at].passages)
    )
    found: dict[int, list[SourceFinding]] = {}
    dropped, model = 0, ""
    for at in best_first:
        messages = map_messages(task, chunks[at], number=at + 1, parts=len(chunks))
        if not meter.affords(messages, completion=MAP_COMPLETION, reserve=REDUCE_TOKENS):
            continue  # a smaller part may fit
        answer = meter.parse(messages, FoundInPart, purpose="helper-map", completion=MAP_COMPLETION)
        model = answer.model
        items = answer.value.findings[:MAX_FINDINGS] if answer.value.relevant else []
        found[at] = keep_supported(items, chunks[at])
        dropped += len(items) - len(found[at])
    return GatheredFindings(
        findings=tuple(finding for at in sorted(found) for finding in found[at]),
        unread=tuple(chunk for at, chunk in enumerate(chunks) if at not in found),
        parts=len(chunks),
        dropped=dropped,
        model=model,
    )


def keep_supported(items: Sequence[FoundItem], chunk: SourceChunk) -> list[SourceFinding]:
    """The findings whose quote is in the chunk. A statement with a number or name that is not there becomes ""."""
    quotable, source = QuoteFinder(chunk), SummarySource(chunk.text)
    findings: list[SourceFinding] = []
    for item in items:
        quote = quotable.find(item.quote)
        if quote is None:
            continue
        statement = collapse_spaces(item.statement)[:STATEMENT_CHARACTERS]
        findings.append(SourceFinding("" if source.missing(statement) else statement, quote))
    return findings
