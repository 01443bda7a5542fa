"""Answers of a provider over HTTP are checked before they are used."""

import json

import pytest
from django.contrib.auth.models import User

from brain.answer_sources import SourceType
from brain.checking.answer_check import NOT_SUPPORTED
from brain.models import Mode, Turn
from brain.protocol import process_query
from brain.tests.answering.garden_notes import model_answer, note_id
from brain.tests.external.fake_sources import OTTER, WIKIPEDIA, FakeSources, wikipedia_page, wikipedia_pages
from brain.tests.factories import make_note, new_account
from brain.tests.wire.fake_provider import Provider
from core.llm.models import TokenUse

QUESTION = "When was the last frost?"
CITED = "came on the fifteenth of May"
URL = "https://en.wikipedia.org/wiki/Sea_otter_1"


def external(url: str, excerpt: str) -> dict[str, str]:
    return {"title": "A page", "source": "Somebody", "url": url, "excerpt": excerpt}


def test_a_structured_answer_is_checked_and_stored(garden: User, provider: Provider) -> None:
    frost = note_id(garden, "Frost")
    provider.says(
        model_answer(
            "On 15 May [1].",
            (frost, "“came  on the\nfifteenth of May”"),
            sourceTypes=["external"],
            usedProfile=True,
        )
    )

    answer = process_query(QUESTION, account=garden, asked_by="ann")

    (citation,) = answer.metadata.citations
    assert (citation.note_id, citation.note_title, citation.excerpt) == (frost, "Frost", CITED)
    assert answer.metadata.has_sources
    assert answer.metadata.source_types == [SourceType.NOTES]
    assert not answer.metadata.used_profile
    turn = Turn.objects.get()
    assert (turn.answer, turn.mode, turn.model) == ("On 15 May [1].", Mode.MODEL, "small-model-2026")
    assert (turn.tokens, turn.asked_by, len(provider.requests_to)) == (84, "ann", 1)
    assert TokenUse.objects.get().purpose == "brain answer"


INVENTED = {
    "an unknown id": ("01J00000000000000000000000", CITED),
    "an excerpt that is not there": ("Frost", "the last frost came on the first of June"),
    "an excerpt of another note": ("Frost", "Slugs come after rain."),
    "another account's note": ("theirs", "The last frost came in March."),
}


@pytest.mark.parametrize("kind", INVENTED)
def test_invented_citations_are_retried_once_and_then_dropped(
    garden: User, provider: Provider, kind: str
) -> None:
    theirs = make_note(new_account(), title="Frost", body="The last frost came in March.")
    name, excerpt = INVENTED[kind]
    bad = ({"Frost": note_id(garden, "Frost"), "theirs": theirs.pk}.get(name, name), excerpt)
    kept = (note_id(garden, "Frost"), CITED)
    provider.says(model_answer("First.", bad), model_answer("On 15 May [1][2].", bad, kept))

    answer = process_query(QUESTION, account=garden)

    first, second = (body["messages"] for body in provider.requests_to)
    assert second[:2] == first
    reply, retry = second[2:]
    assert (reply["role"], retry["role"]) == ("assistant", "user")
    assert excerpt in reply["content"]
    assert bad[0] in retry["content"] or excerpt in retry["content"]
    assert [(each.note_id, each.excerpt) for each in answer.metadata.citations] == [kept]
    trace = Turn.objects.get().trace
    assert trace["attempts"] == 2
    assert len(trace["dropped"]) == 1
    assert (trace["prompt_tokens"], trace["completion_tokens"]) == (2 * 61, 2 * 23)


def test_nothing_that_holds_says_so(garden: User, provider: Provider) -> None:
    bad = ("01J00000000000000000000000", "It came in June.")
    provider.says(model_answer("In June.", bad), model_answer("Still in June.", bad))

    answer = process_query(QUESTION, account=garden)

    assert answer.answer == f"{NOT_SUPPORTED}\n\nStill in June."
    assert not answer.metadata.has_sources
    assert (answer.metadata.citations, answer.metadata.source_types) == ([], [])


def test_an_unknown_url_is_dropped_and_a_supplied_one_kept(
    provider: Provider, outdoors: FakeSources, db: None
) -> None:
    outdoors.answer(WIKIPEDIA, wikipedia_pages(wikipedia_page()))
    excerpt = OTTER.split(". ")[1]
    foreign = external("https://evil.example/otter", excerpt)
    both = model_answer("In the Pacific [1].", externalSources=[foreign, external(URL, excerpt)])
    provider.says(both, both)

    answer = process_query("Where do sea otters live?", account=new_account(), use_external=True)

    (kept,) = answer.metadata.external_sources
    assert (kept.url, kept.source, kept.title) == (URL, "Wikipedia", "Sea otter 1")
    assert answer.metadata.source_types == [SourceType.EXTERNAL]
    assert "evil.example" not in answer.model_dump_json()
    assert "evil.example" in str(Turn.objects.get().trace["dropped"])


def test_a_failing_second_answer_leaves_the_first(garden: User, provider: Provider) -> None:
    bad = ("01J00000000000000000000000", "It came in June.")
    provider.says(model_answer("On 15 May [1][2].", (note_id(garden, "Frost"), CITED), bad))
    provider.answers({"error": {"message": "no"}}, 401)

    answer = process_query(QUESTION, account=garden)

    assert [each.excerpt for each in answer.metadata.citations] == [CITED]
    assert Turn.objects.get().trace["attempts"] == 2


def test_json_in_a_fence_from_a_server_that_knows_no_schemas(garden: User, provider: Provider) -> None:
    provider.answers({"error": {"message": "unknown field response_format.json_schema"}}, 400)
    good = model_answer("On 15 May [1].", (note_id(garden, "Frost"), CITED))
    provider.says(f"<think>Hm, {{}}.</think>\n```json\n{json.dumps(good)}\n```")

    answer = process_query(QUESTION, account=garden)

    assert answer.metadata.citations[0].excerpt == CITED
    assert "JSON Schema" in provider.prompt()[0]
