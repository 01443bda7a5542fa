"""An answer with only what holds: its citations, pages and profile, and the metadata that follow from them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from brain.checking.citations import Kept, keep_citations, keep_external
from brain.checking.guarding import guard
from brain.checking.marks import renumber, without_marks
from brain.checking.model import Checked, Dropped, Place
from brain.checking.stretches import Given
from brain.checking.support import Support, declines, draws_on, support_of
from brain.response import Metadata, StandardResponse
from brain.sources import PROFILE_ID, Source, SourceType

NOT_SUPPORTED = "Your notes do not support this: nothing in the answer could be traced to a source."
"""Stands before an answer without a source, in a paragraph of its own."""
MOST_ANSWER_CHARACTERS = 100_000
"""The rest is cut off."""
MOST_EXPLANATION_CHARACTERS = 300
_IS_EMPTY = "The answer is empty."
_ASK_FOR_SOURCES = "The answer rests on no source, and does not say that the sources do not hold it."
_NOTHING = Metadata(has_sources=False)


@dataclass(frozen=True, slots=True)
class _Survived:
    notes: Kept
    pages: Kept
    profile: tuple[Place, ...]
    """Where it was used without a citation of its own."""
    dropped: tuple[Dropped, ...]

    @property
    def places(self) -> tuple[Place, ...]:
        return (*self.notes.places, *self.pages.places, *self.profile)


def check(
    response: StandardResponse, sources: Sequence[Source], *, query: str = "", by_us: bool = False
) -> Checked:
    """`sources` as `build` was given them; what it withheld (`guard`) is no source here either.

    The profile may be cited like a note, under its own id. A bare `used_profile` is believed when the answer is told
    in the profile's words. `query`: its words count as known, and show nothing. `by_us`: its
    sentences are counted from rows; only what it cites is looked at.
    """
    answer = response.answer.strip()[:MOST_ANSWER_CHARACTERS]
    given = {source.id: Given(source) for source in guard(sources).sources}
    is_empty = not any(map(str.isalnum, without_marks(answer)))
    # An empty answer rests on nothing, whatever it cites.
    survived = _survived(_NOTHING if is_empty else response.metadata, given, answer, query)
    places = survived.places
    numbers = _numbers(survived, len(response.metadata.citations))
    text = renumber(answer, numbers)
    admitted = declines(text)
    types = {place.type for place in places}
    cited = "\n".join(given[id].text for id in dict.fromkeys(place.source_id for place in places))
    support = Support() if by_us else support_of(answer, cited, query=query, held=numbers)
    is_supported = bool(places) and support.rests_on_citations
    metadata = Metadata(
        has_sources=is_supported,
        source_types=[type for type in SourceType if type in types],
        citations=survived.notes.citations,
        external_sources=survived.pages.external,
        used_profile=SourceType.PROFILE in types,
        source_explanation=_explanation(response.metadata.source_explanation, survived, admitted),
    )
    if not is_supported and not admitted:
        text = f"{NOT_SUPPORTED}\n\n{text}".rstrip()
    reasons = [f"{each.what}: {each.reason}" for each in (*survived.notes.dropped, *survived.pages.dropped)]
    if not is_supported and not admitted:
        reasons.append(_IS_EMPTY if is_empty else _ASK_FOR_SOURCES)
    return Checked(
        given=response,
        response=StandardResponse(answer=text, metadata=metadata),
        places=places,
        dropped=survived.dropped,
        unsupported=support.unsupported,
        # Without sources there is nothing that a second answer could cite.
        reasons=tuple(reasons) if given else (),
    )


def _survived(named: Metadata, given: Mapping[str, Given], answer: str, query: str) -> _Survived:
    notes = keep_citations(named.citations, given)
    external = [each for each in given.values() if each.source.type is SourceType.EXTERNAL]
    pages = keep_external(named.external_sources, external, answer=answer, query=query)
    dropped = [*notes.dropped, *pages.dropped]
    used: tuple[Place, ...] = ()
    if named.used_profile and all(place.type is not SourceType.PROFILE for place in notes.places):
        profile = given.get(PROFILE_ID)
        if profile is None:
            dropped.append(Dropped("use of the profile", "it was not given for this question"))
        elif not draws_on(answer, profile.text, query=query):
            dropped.append(Dropped("use of the profile", "nothing in the answer rests on it"))
        else:
            used = (Place(SourceType.PROFILE, PROFILE_ID, 0, 0),)
    return _Survived(notes, pages, used, tuple(dropped))


def _numbers(survived: _Survived, named: int) -> Mapping[int, int]:
    """Outside sources are counted on behind the citations, before the check and after it."""
    left = len(survived.notes.citations)
    behind = {named + old: left + new for old, new in survived.pages.numbers.items()}
    return {**survived.notes.numbers, **behind}


def _explanation(said: str, survived: _Survived, admitted: bool) -> str:
    """The model's words in one line while all that it named holds; else what is left, counted.

    Only what the answer cites was removed, never a sentence: those that are without support now are marked.
    """
    rests = bool(survived.places)
    if not survived.dropped and (rests or admitted):
        line = " ".join(said[: 4 * MOST_EXPLANATION_CHARACTERS].split())
        return (
            line
            if len(line) <= MOST_EXPLANATION_CHARACTERS
            else line[: MOST_EXPLANATION_CHARACTERS - 1] + "…"
        )
    if not rests:
        return "Nothing that it cites could be verified." if survived.dropped else "It cites no source."
    places = survived.places
    notes = len({place.source_id for place in places if place.type is SourceType.NOTES})
    pages = len(survived.pages.external)
    parts = [
        f"{notes} note{'' if notes == 1 else 's'}" if notes else "",
        "the profile" if any(place.type is SourceType.PROFILE for place in places) else "",
        f"{pages} outside source{'' if pages == 1 else 's'}" if pages else "",
    ]
    return f"Cites {', '.join(part for part in parts if part)}; citations that could not be verified were removed."
