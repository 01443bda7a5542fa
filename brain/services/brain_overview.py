"""An overview of the brain: the answer to a blank question, counted from its rows without a model."""

from django.contrib.auth.models import User

from brain.answer_sources import AnswerSource, SourceType
from brain.extracting import split_source_sentences
from brain.queries.note_queries import count_notes, profile_of, tags_of
from brain.standard_response import Citation, Metadata, StandardResponse, cite
from core.llm import count_tokens

MAX_LATEST = 5
MAX_TAGS = 8
OVERVIEW = "Counted from the notes and the profile; the latest notes are quoted by their first sentences."
EMPTY = "There is nothing in this brain yet. Write a note on the page Notes, or: python manage.py import_notes DIR"


def build_overview(*, account: User, sources: tuple[AnswerSource, ...]) -> StandardResponse:
    """The number of notes, the tags used most, the profile's name, and the latest notes, cited. `sources` holds the
    latest.
    """
    counts, profile = count_notes(account), profile_of(account)
    own = counts["own"]
    if not counts["all"] and profile is None:
        return StandardResponse(answer=EMPTY, metadata=Metadata(has_sources=False))
    facts = [f"{own:,} note{'' if own == 1 else 's'}"]
    if counts["all"] > own:
        facts.append("the demonstration")
    if profile is not None:
        facts.append(f"the profile of {profile.name}" if profile.name else "a profile")
    lines = [f"This brain holds {' and '.join(facts)}."]
    if tags := [(tag, count) for tag, count in tags_of(account)[:MAX_TAGS] if count]:
        lines.append(f"Tags used most: {', '.join(f'{tag} ({count})' for tag, count in tags)}.")
    latest = [source for source in sources if source.type is SourceType.NOTES and source.passages][
        :MAX_LATEST
    ]
    citations = [citation for source in latest for citation in _first_sentence(source)]
    if citations:
        titles = "; ".join(f"{each.label} [{number}]" for number, each in enumerate(citations, start=1))
        lines.append(f"The latest: {titles}.")
    return StandardResponse(
        answer="\n\n".join(lines),
        metadata=Metadata(has_sources=bool(citations), citations=citations, source_explanation=OVERVIEW),
    )


def _first_sentence(source: AnswerSource) -> list[Citation]:
    """None for a note without a sentence, such as a list of links."""
    first = split_source_sentences([source], count_tokens=count_tokens)[:1]
    return [cite(source, each.text) for each in first]
