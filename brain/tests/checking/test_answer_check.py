"""Which parts of a model's answer survive the check."""

from collections.abc import Sequence
from typing import Any

import pytest

from brain.answer_sources import PROFILE_ID, AnswerSource, SourcePassage, SourceType
from brain.checking.answer_check import MAX_ANSWER_CHARACTERS, NOT_SUPPORTED, check_answer
from brain.checking.checked_answer import CheckedAnswer
from brain.checking.unsupported_sentences import mark_unsupported
from brain.standard_response import Citation, ExternalSource, Metadata, StandardResponse

ROSES = "Old roses flower in June. They want little water. Slugs leave them alone."
COMPOST = "Compost needs air and a year of patience. Never add citrus peel."
PROFILE = "Ada teaches botany in Delft. She won the Linnaeus Prize in 2011."
PAGE = "A rose is a woody perennial plant of the genus Rosa. It has thorns."
URL = "https://en.wikipedia.org/wiki/Rose"


def source(type: SourceType, id: str, title: str, text: str, at: int = 0, **more: Any) -> AnswerSource:
    return AnswerSource(type, id, title, (SourcePassage(at, at + len(text), text),), **more)


SOURCES = (
    source(SourceType.NOTES, "A", "Roses", ROSES, at=100),
    source(SourceType.NOTES, "B", "Compost", COMPOST),
    source(SourceType.PROFILE, PROFILE_ID, "Ada", PROFILE),
    source(SourceType.EXTERNAL, URL, "Rose", PAGE, url=URL, origin="Wikipedia"),
)


def cited(note_id: str, excerpt: str | None, title: str = "Invented title") -> Citation:
    return Citation(note_id=note_id, note_title=title, excerpt=excerpt)


def page(url: str, excerpt: str | None = None) -> ExternalSource:
    return ExternalSource(title="Invented", source="The Times", url=url, excerpt=excerpt)


def checked(
    answer: str = "Old roses flower in June.",
    citations: Sequence[Citation] = (),
    external: Sequence[ExternalSource] = (),
    sources: Sequence[AnswerSource] = SOURCES,
    query: str = "",
    **more: Any,
) -> CheckedAnswer:
    metadata = Metadata(has_sources=True, citations=list(citations), external_sources=list(external), **more)
    return check_answer(StandardResponse(answer=answer, metadata=metadata), sources, query=query)


def excerpts(result: CheckedAnswer) -> list[tuple[str, str | None]]:
    return [(each.note_id, each.excerpt) for each in result.response.metadata.citations]


def test_a_verbatim_citation_survives_under_the_sources_own_title() -> None:
    result = checked(
        "They flower in June [1].", [cited("A", "old roses".title().replace("R", "r") + " flower in June")]
    )

    assert result.response.metadata == Metadata(
        has_sources=True,
        source_types=[SourceType.NOTES],
        citations=[Citation(note_id="A", note_title="Roses", excerpt="Old roses flower in June")],
    )
    assert result.response.answer == "They flower in June [1]."
    assert (result.dropped, result.reasons, result.unsupported) == ((), (), ())


def test_a_place_says_where_in_the_source() -> None:
    (place,) = checked(citations=[cited("A", "They want  little\nwater.")]).spans

    assert (place.type, place.id) == (SourceType.NOTES, "A")
    assert ROSES[place.start - 100 : place.end - 100] == "They want little water."


@pytest.mark.parametrize(
    ("citation", "reason"),
    [
        (
            cited("Z", "Old roses flower in June"),
            "its id is none of those that were given (these words stand in 'A')",
        ),
        (cited("Roses", "Nothing that stands anywhere"), "its id is none of those that were given"),
        (cited(URL, "A rose is a woody perennial"), "it is an outside source: it belongs among those"),
        (cited("A", None), "it has no excerpt that shows what it rests on"),
        (cited("A", "  "), "it has no excerpt that shows what it rests on"),
        (
            cited("A", "Roses want much water."),
            "its excerpt does not stand there word for word, or is too short",
        ),
        (cited("A", "roses"), "its excerpt does not stand there word for word, or is too short"),
        (
            cited("A", "needs air and a year"),
            "does not stand there word for word, or is too short (these words stand in 'B')",
        ),
        (cited("A", "x" * 4_001), "its excerpt is longer than 4,000 characters"),
    ],
)
def test_what_does_not_hold_is_dropped_with_the_reason(citation: Citation, reason: str) -> None:
    result = checked(citations=[citation])

    assert result.response.metadata.citations == []
    assert result.response.metadata.has_sources is False
    assert result.dropped[0].reason.endswith(reason)
    assert result.reasons[0].endswith(reason)


def test_an_excerpt_over_a_gap_is_not_verbatim() -> None:
    text = "Old roses flower in June. They want little water."
    gapped = AnswerSource(
        SourceType.NOTES, "A", "Roses", (SourcePassage(0, 25, text[:25]), SourcePassage(300, 323, text[26:]))
    )
    whole = AnswerSource(
        SourceType.NOTES, "A", "Roses", (SourcePassage(0, 26, text[:26]), SourcePassage(26, 49, text[26:]))
    )
    claimed = [cited("A", "flower in June. They want little")]

    assert checked(citations=claimed, sources=[gapped]).response.metadata.citations == []
    assert checked(citations=claimed, sources=[whole]).spans[0].end == 42


def test_numbers_in_the_answer_follow_what_is_left() -> None:
    result = checked(
        "June [1], never [2], dry [3], dry again [4][3], a plant [5]. `list[2]` stays, [9] does not.",
        [
            cited("A", "Old roses flower in June."),
            cited("A", "Roses never flower at all."),
            cited("A", "They want little water."),
            cited("A", "want little water"),
        ],
        [page(URL, "a woody perennial plant")],
    )

    assert result.response.answer == (
        "June [1], never, dry [2], dry again [2][2], a plant [3]. `list[2]` stays, does not."
    )
    assert excerpts(result) == [("A", "Old roses flower in June."), ("A", "They want little water.")]


@pytest.mark.parametrize(
    "url", [URL, f" {URL}/ ", "https://EN.wikipedia.org/wiki/Rose", "https://en.wikipedia.org/wiki/R%6Fse"]
)
def test_a_page_holds_when_its_url_was_supplied(url: str) -> None:
    result = checked("It has thorns [1].", external=[page(url, "It has thorns.")])

    assert result.response.metadata.external_sources == [
        ExternalSource(title="Rose", source="Wikipedia", url=URL, excerpt="It has thorns.")
    ]
    assert result.response.metadata.source_types == [SourceType.EXTERNAL]


@pytest.mark.parametrize(
    "url",
    [
        "https://evil.example/wiki/Rose",
        "http://en.wikipedia.org/wiki/Rose",
        f"{URL}?x=1",
        "A",
        "http://[",
        "",
    ],
)
def test_an_invented_page_is_dropped(url: str) -> None:
    result = checked(external=[page(url, "It has thorns.")])

    assert result.response.metadata.external_sources == []
    assert result.dropped[0].reason == "its URL is none of those that were given"


def test_a_page_without_its_excerpt_stays_only_where_the_answer_draws_on_it() -> None:
    claimed = [page(URL, "It grows on the moon.")]
    drawn = checked("The rose is a woody perennial plant.", external=claimed)
    other = checked("Compost needs patience.", external=claimed)

    assert drawn.response.metadata.external_sources[0].excerpt is None
    assert "does not stand there" in drawn.dropped[0].reason
    assert other.response.metadata.external_sources == []


def test_the_profile_may_be_cited() -> None:
    result = checked("Delft [1].", [cited(PROFILE_ID, "Ada teaches botany in Delft.")])

    assert result.response.metadata.used_profile is True
    assert result.response.metadata.source_types == [SourceType.PROFILE]
    assert len(result.spans) == 1


@pytest.mark.parametrize(
    ("answer", "sources", "used"),
    [
        ("She won the Linnaeus Prize in 2011.", SOURCES, True),
        ("Old roses flower in June.", SOURCES, False),
        ("She won the Linnaeus Prize in 2011.", SOURCES[:2], False),
        # The question's own words show nothing.
        ("The prize that Ada won is unknown.", SOURCES, False),
    ],
)
def test_the_profile_was_used_when_the_answer_uses_its_words(
    answer: str, sources: Sequence[AnswerSource], used: bool
) -> None:
    result = checked(answer, sources=sources, query="Which prize did Ada win?", used_profile=True)

    assert result.response.metadata.used_profile is used
    assert (PROFILE_ID in [place.id for place in result.spans]) is used
    assert bool(result.dropped) is not used


def test_an_answer_without_a_source_says_so() -> None:
    result = checked("Tulips flower in winter.")

    assert result.response.answer == f"{NOT_SUPPORTED}\n\nTulips flower in winter."
    assert result.response.metadata == Metadata(has_sources=False, source_explanation="It cites no source.")
    assert result.reasons


@pytest.mark.parametrize(
    "answer",
    [
        "Not in your notes.",
        "Nothing in your notes clearly answers this.",
        "Your notes do not say anything about tulips.",
        "The sources don't mention when tulips flower.",
        "I could not find anything about tulips in your notes.",
        "There is no information on that in the provided material.",
        "Dazu steht nichts in deinen Notizen.",
        "你的笔记没有提到郁金香。",
        "Your notes say nothing about tulips.",
        "There isn't anything on tulips in your notes.",
        "I do not know. The notes don't say it.",
        "Vos notes n'en parlent pas.",
    ],
)
def test_an_answer_that_says_so_itself_is_left(answer: str) -> None:
    result = checked(answer, source_explanation="Nothing on tulips.")

    assert result.response.answer == answer
    assert result.response.metadata.has_sources is False
    assert result.reasons == ()


@pytest.mark.parametrize(
    "answer",
    [
        "Les tulipes ne fleurissent pas avant mai.",
        "In winter; nothing in your notes contradicts this.",
        "In winter. No one in the text doubted it.",
        "In winter, not in May as an older text of the documents says.",
        "Im Winter, nicht im Mai, wie die Notizen sagen.",
        "In winter. The notes do not say it was cold.",
    ],
)
def test_a_claim_with_a_no_in_it_is_no_refusal(answer: str) -> None:
    result = checked(answer)

    assert result.response.answer == f"{NOT_SUPPORTED}\n\n{answer}"
    assert result.reasons


@pytest.mark.parametrize("answer", ["", " \n", "[1]", "…"])
def test_an_empty_answer_rests_on_nothing(answer: str) -> None:
    result = checked(answer, citations=[cited("A", "Old roses flower in June.")])

    assert result.response.answer.startswith(NOT_SUPPORTED)
    assert result.response.metadata.citations == []
    assert result.reasons == ("The answer is empty.",)


def test_the_explanation_is_the_models_while_all_holds() -> None:
    good, bad = cited("A", "Old roses flower in June."), cited("B", "Roses want shade.")

    intact = checked(citations=[good], source_explanation="From the note\non   roses." + " x" * 300)
    mended = checked(citations=[good, bad], source_explanation="From two notes.")

    assert intact.response.metadata.source_explanation.startswith("From the note on roses. x")
    assert len(intact.response.metadata.source_explanation) == 300
    assert mended.response.metadata.source_explanation == (
        "Cites 1 note; what could not be verified was removed."
    )


@pytest.mark.parametrize(
    ("answer", "unsupported"),
    [
        ("Old roses bloom in June and need little water.", ()),
        (
            "Old roses flower in June. They were bred by Napoleon Bonaparte.",
            ("They were bred by Napoleon Bonaparte.",),
        ),
        ("Old roses flower in June of 1830.", ("Old roses flower in June of 1830.",)),
        (
            "Volcanoes erupt when the magma below them is hot.",
            ("Volcanoes erupt when the magma below them is hot.",),
        ),
        ("The notes do not say who bred them. ", ()),
        ("- **June**, with little water [1]", ()),
        ("Alte Rosen blühen im Sommer und brauchen wenig Wasser.", ()),
    ],
)
def test_sentences_without_support_are_listed(answer: str, unsupported: tuple[str, ...]) -> None:
    assert checked(answer, [cited("A", "Old roses flower in June.")]).unsupported == unsupported


def test_takes_any_answer_in_bounded_time() -> None:
    result = checked(
        "word [1] " * 120_000,
        [cited("A", "y" * 100_000), *(cited("A", f"invented words number {at}") for at in range(10_000))],
        [page(f"https://x.example/{at}") for at in range(10_000)],
        source_explanation="\ud800" * 100_000,
    )

    assert result.response.metadata.has_sources is False
    assert len(result.response.answer) <= MAX_ANSWER_CHARACTERS + len(NOT_SUPPORTED) + 2
    assert len(result.dropped) == 2 * 100 + 2


JUNE = "Old roses flower in June."


@pytest.mark.parametrize(
    ("answer", "unsupported"),
    [
        ("Old roses flower in June [1]. They want little water [2].", ("They want little water.",)),
        ("Old roses flower in June. [1] They want little water. [2]", ("They want little water.",)),
        ("- Old roses flower in June [1]\n- They want **little** water [2]", ("They want little water",)),
        ("Old roses flower in June [1].\n[2] They want little water.", ("They want little water.",)),
        ("Old roses flower in June [1].\n\n  [2] They want little water.", ("They want little water.",)),
        ("Old roses flower in June [1].\n\nThey want little water.\n[2]", ("They want little water.",)),
        ("They want little water.\n- [2]\n\nOld roses flower in June [1].", ("They want little water.",)),
        ("[2]\nThey want little water. Old roses flower in June [1].", ("They want little water.",)),
        ("[1] Old roses flower in June.\n[2]", ()),
        ("They want little water [1, 2].", ()),
        ("The notes do not say who bred them [2]. Old roses flower in June [1].", ()),
    ],
)
def test_a_sentence_whose_citations_were_all_dropped_is_unsupported(
    answer: str, unsupported: tuple[str, ...]
) -> None:
    """Also one that other sources would support: its own citation did not hold."""
    result = checked(answer, [cited("A", JUNE), cited("A", "They want no water.")])

    assert result.unsupported == unsupported
    assert result.response.metadata.has_sources


def test_an_answer_that_lost_every_citation_has_no_sources_beside_one_that_nothing_refers_to() -> None:
    result = checked("Roses were bred in Rome [1].", [cited("A", "bred in Rome"), cited("A", JUNE)])

    assert not result.response.metadata.has_sources
    assert result.response.answer.startswith(NOT_SUPPORTED)
    assert result.unsupported == ("Roses were bred in Rome.",)


def test_a_long_sentence_is_listed_whole_and_marked_after_its_end() -> None:
    long = f"They were bred in Rome {'and in many other towns ' * 20}by **Napoleon** Bonaparte."
    result = checked(f"Old roses flower in June [1]. {long}", [cited("A", JUNE)])

    assert result.unsupported == (" ".join(long.replace("*", " ").split()),)
    assert mark_unsupported(result.response.answer, result.unsupported).endswith("Bonaparte. (not supported)")


def test_without_any_source_every_claim_is_unsupported() -> None:
    result = checked("The notes do not say it. Tulips flower in winter.")

    assert result.unsupported == ("Tulips flower in winter.",)
    assert not result.response.metadata.has_sources
