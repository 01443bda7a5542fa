"""Sources as they are retrieved, and the answer that is quoted from them."""

from datetime import date

from brain.answer_sources import AnswerSource, SourcePassage, SourceType
from brain.extracting import extract_answer
from brain.parsing.entry_days import dated_spans
from brain.parsing.entry_years import years_of
from brain.reservation import is_heading
from brain.standard_response import StandardResponse
from core.llm import count_tokens
from core.llm.model_doubles import FakeEmbedder

URL = "https://en.wikipedia.org/wiki/Rose"


def source(
    text: str,
    type: SourceType = SourceType.NOTES,
    id: str = "A",
    title: str = "Roses",
    at: int = 0,
    day: date | None = None,
) -> AnswerSource:
    is_page = type is SourceType.EXTERNAL
    passages = (SourcePassage(at, at + len(text), text, 1.0),)
    if is_page:
        return AnswerSource(type, id, title, passages, url=URL, origin="Wikipedia", day=day)
    dated = dated_spans(title, " " * at + text, day or date(2026, 11, 29), years_of(title, "", {}))
    return AnswerSource(type, id, title, passages, day=day, dated=dated)


def extracted(
    query: str, *sources: AnswerSource, covers: bool = True, embed: bool = False
) -> StandardResponse:
    return extract_answer(
        [query],
        sources,
        embed=FakeEmbedder().embed if embed else None,
        count_tokens=count_tokens,
        covers=covers,
    )


def quotes_of(answer: str) -> list[str]:
    return [each.rpartition(" [")[0] for each in answer.split("\n\n") if not is_heading(each)]
