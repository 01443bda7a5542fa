"""An answer in a terminal follows the specification's CLI; for a model it is short."""

from brain.answer_rendering import render_for_model, render_for_terminal, sources_used
from brain.answer_sources import SourceType
from brain.answer_trace import Trace
from brain.standard_response import Citation, ExternalSource, Metadata, StandardResponse

ALL = StandardResponse(
    answer="Turn it every two weeks [1].",
    metadata=Metadata(
        has_sources=True,
        source_types=[SourceType.NOTES, SourceType.EXTERNAL, SourceType.PROFILE],
        citations=[
            Citation(note_id="01A", note_title="Compost", excerpt="Turn the heap\nevery two weeks"),
            Citation(note_id="01A", note_title="Compost", excerpt="Compost needs air."),
            Citation(note_id="profile", note_title="Ann Baker", excerpt="I bake bread"),
        ],
        external_sources=[
            ExternalSource(
                title="Compost", source="Wikipedia", url="https://example.org/c", excerpt="Air is needed."
            )
        ],
        used_profile=True,
        source_explanation="The note says how often.",
    ),
)
NOTHING = StandardResponse(answer="Not in your notes.", metadata=Metadata(has_sources=False))


def test_a_terminal_shows_every_part() -> None:
    assert render_for_terminal(ALL, notices=["Sent to Wikipedia."]) == (
        "Answer\n======\nTurn it every two weeks [1].\n\nNote: Sent to Wikipedia.\n\n"
        "Sources used: 1 note, 1 external source, profile information\nThe note says how often.\n\n"
        'Citations\n---------\n1. Compost (01A)\n   "Turn the heap every two weeks"\n\n'
        '2. Compost (01A)\n   "Compost needs air."\n\n'
        '3. Ann Baker (profile)\n   "I bake bread"\n\n'
        "External sources\n----------------\n4. Compost (Wikipedia)\n   URL: https://example.org/c\n"
        '   "Air is needed."'
    )


def test_a_terminal_shows_no_empty_part() -> None:
    assert render_for_terminal(NOTHING) == "Answer\n======\nNot in your notes."
    assert sources_used(NOTHING.metadata) == ""


def test_a_model_reads_one_line_a_source() -> None:
    assert render_for_model(ALL) == (
        'Turn it every two weeks [1].\n[1] Compost (01A): "Turn the heap every two weeks"\n'
        '[2] Compost (01A): "Compost needs air."\n'
        '[3] Ann Baker (profile): "I bake bread"\n'
        '[4] Compost (Wikipedia) https://example.org/c: "Air is needed."'
    )


def test_a_profile_that_no_citation_names_is_listed_once() -> None:
    used = Metadata(has_sources=True, source_types=[SourceType.PROFILE], used_profile=True)
    assert (
        render_for_model(StandardResponse(answer="A baker.", metadata=used))
        == "A baker.\nFrom the profile, too."
    )


def test_external_notices_are_rendered() -> None:
    asked = Trace(sent_to=("Wikipedia", "NewsAPI.org"), notices=("NewsAPI.org did not answer in time.",))
    assert asked.external_notices() == (
        "The words of the question were sent to Wikipedia and NewsAPI.org.",
        "NewsAPI.org did not answer in time.",
    )
    assert Trace().external_notices() == ()
