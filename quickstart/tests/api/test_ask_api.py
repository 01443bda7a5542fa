"""POST /api/quickstart/ask and /api/quickstart/feedback."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from core.rest.agent_tokens import new_token
from core.rest.tests.access_assertions import Personas, assert_guarded
from quickstart.api import examples
from quickstart.api.ask_views import FeedbackAnswer
from quickstart.api.quickstart_serializers import (
    AnswerBody,
    AnswerEntryBody,
    AnswerSkillBody,
    OptionBody,
    RefBody,
)
from quickstart.models import AskConversation, Collection, Question
from quickstart.rendering import to_json
from quickstart.services.answer_question import ask as ask_it
from quickstart.tests.api.api_calls import (
    API,
    SECRET,
    add_unpublished,
    assert_problem,
    assert_resolves_collection,
    get,
    make_others_collection,
    ok_json,
    post,
    share,
)
from quickstart.tests.factories import make_collection, make_entry
from quickstart.tests.kitchen_collection import ENTRIES

FEEDING = "how do i feed the sourdough starter"
ASK, FEEDBACK = "ask", "feedback"


def ask(personas: Personas, query: str = FEEDING, **more: Any) -> dict[str, Any]:
    body: dict[str, Any] = ok_json(post(personas.owner, ASK, query=query, **more))
    return body


def test_an_answer_is_the_services(personas: Personas, indexed_kitchen: Collection) -> None:
    body = ask(personas)
    again = ask_it(account=personas.account, collection=indexed_kitchen, query=FEEDING, asked_by="x")
    expected = to_json(again) | {name: body[name] for name in ("markdown", "question_id")}
    expected["trust"] = "untrusted"
    assert len(expected["scores"]) > 5
    assert body == expected | {"scores": expected["scores"][:5]}
    assert body["entry"]["answer"] == "Discard half, then add 50 g of flour and 50 g of water."
    assert body["markdown"].startswith("**Read first:**")
    assert "scale --check starter" in body["markdown"]
    assert Question.objects.get(pk=body["question_id"]).asked_by == "agent koda"


def test_the_documented_answer_has_the_fields_of_the_real_one(
    personas: Personas, indexed_kitchen: Collection
) -> None:
    body = ask(personas)
    assert body.keys() == examples.ANSWER.keys() == AnswerBody().fields.keys()
    parts = {"entry": AnswerEntryBody, "skill": AnswerSkillBody}
    for name, documented in parts.items():
        assert body[name].keys() == examples.ANSWER[name].keys() == documented().fields.keys()
    lists = {"unmet_prerequisites": RefBody, "go_deeper": RefBody, "scores": OptionBody}
    for name, described in lists.items():
        assert body[name][0].keys() == examples.ANSWER[name][0].keys() == described().fields.keys()


def test_no_answer_is_invented(personas: Personas, indexed_kitchen: Collection) -> None:
    add_unpublished(indexed_kitchen)
    body = ask(personas, "which train goes to the airport")
    assert (body["outcome"], body["entry"], body["skill"]) == ("no_answer", None, None)
    assert len(body["nearest"]) == 3
    assert SECRET not in str(body)


def test_an_intent_of_ones_own(personas: Personas, indexed_kitchen: Collection) -> None:
    body = ask(personas, intent="action")
    assert (body["intent"], body["intent_chosen"], body["entry"]) == ("action", True, None)
    assert body["skill"]["skill_id"] == "skill_sourdough"


def test_a_session_is_the_agents_own(personas: Personas, indexed_kitchen: Collection) -> None:
    def repeated(client: Any) -> bool:
        for query in (FEEDING, "how long does pizza dough rest"):
            ok_json(post(client, ASK, query=query, session="monday"))
        return bool(ok_json(post(client, ASK, query=FEEDING, session="monday"))["repeated"])

    assert repeated(personas.owner)
    colleague = personas.colleague("mira")
    assert not ok_json(post(colleague, ASK, query=FEEDING, session="monday"))["repeated"]
    assert AskConversation.objects.count() == 2


def test_everybody_may_ask_a_shared_collection(personas: Personas, indexed_kitchen: Collection) -> None:
    assert_problem(
        post(personas.stranger, ASK, query=FEEDING, collection="kitchen"), 404, "collection_not_found"
    )
    share(indexed_kitchen)
    body = ok_json(post(personas.stranger, ASK, query=FEEDING))
    assert body["entry"]["entry_id"] == "sourdough"
    assert Question.objects.get(pk=body["question_id"]).account == personas.other_account
    # Who owns the collection has no say on another's question.
    problem = assert_problem(
        post(personas.owner, FEEDBACK, question_id=body["question_id"], verdict="down"), 404, NONE
    )
    assert problem == assert_problem(
        post(personas.owner, FEEDBACK, question_id=body["question_id"], verdict="up"), 404, NONE
    )


def test_queries_are_few(
    personas: Personas, indexed_kitchen: Collection, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    ask(personas, session="monday")
    # 23 here; up to five more for prerequisites of prerequisites.
    with django_assert_max_num_queries(29):
        ask(personas, session="monday")


NONE = "question_not_found"
TOO_LONG = "x" * 1_001
REFUSED = [
    ({}, "invalid"),
    ({"query": 5}, "invalid"),
    ({"query": None}, "invalid"),
    ({"query": ["a"]}, "invalid"),
    ({"query": ""}, "invalid_question"),
    ({"query": "\x00 \n"}, "invalid_question"),
    ({"query": TOO_LONG}, "invalid_question"),
    ({"query": "a", "collection": 1}, "invalid"),
    ({"query": "a", "session": 1}, "invalid"),
    ({"query": "a", "session": "s" * 61}, "invalid_question"),
    ({"query": "a", "session": "a\x00b"}, "invalid_question"),
    ({"query": "a", "intent": "guess"}, "invalid"),
    ({"query": "a", "phrase": "yes"}, "invalid"),
    ({"query": "a", "phrase": 1}, "invalid"),
    ({"query": "a", "sesion": "monday"}, "invalid"),
]


@pytest.mark.parametrize(("body", "code"), REFUSED, ids=lambda each: str(each)[:40])
def test_wrong_questions(personas: Personas, kitchen: Collection, body: dict[str, Any], code: str) -> None:
    assert_problem(post(personas.owner, ASK, **body), 400, code)
    assert not Question.objects.exists()
    assert not AskConversation.objects.exists()


@pytest.mark.parametrize("body", ["[]", '"feed"', "null", "{", '{"query": "a", "query": "b"}'])
def test_what_is_no_object(personas: Personas, kitchen: Collection, body: str) -> None:
    response = personas.owner.post(f"{API}/ask", body, content_type="application/json")
    assert response.status_code == 400, response.content


def test_half_a_character_breaks_nothing(personas: Personas, kitchen: Collection) -> None:
    half = r'"\ud800 starter"'
    indexed_kitchen = f'{{"query": {half}, "session": {half}}}'
    assert (
        ok_json(personas.owner.post(f"{API}/ask", indexed_kitchen, content_type="application/json"))["query"]
        == "? starter"
    )
    elsewhere = personas.owner.post(
        f"{API}/ask", f'{{"query": "a", "collection": {half}}}', content_type="application/json"
    )
    assert_problem(elsewhere, 404, "collection_not_found")


@pytest.mark.parametrize("field", ["query", "session"])
def test_a_token_is_refused(personas: Personas, kitchen: Collection, field: str) -> None:
    body = {"query": "why?"} | {field: f"why does {new_token()} fail"}
    response = post(personas.owner, ASK, **body)
    assert_problem(response, 422, "token_in_content")
    assert not Question.objects.exists()


def test_query_parameters_are_refused(personas: Personas, kitchen: Collection) -> None:
    assert_problem(post(personas.owner, "ask?collection=kitchen", query="a"), 400, "invalid")
    assert personas.owner.get(f"{API}/ask").status_code == 405
    assert personas.owner.post(f"{API}/ask", "query=a", content_type="text/plain").status_code == 415


def test_its_collection(personas: Personas, kitchen: Collection) -> None:
    assert_resolves_collection(
        personas,
        lambda indexed_kitchen: post(personas.owner, ASK, query="a starter", **indexed_kitchen),
        needs_one=False,
    )


def test_without_a_collection_the_first_that_answers_does(
    personas: Personas, indexed_kitchen: Collection
) -> None:
    """A second collection, even one with answers, takes nothing away from who named none before."""
    garden = make_collection(personas.account, "garden")
    make_entry(garden, question="When are beans sown?", answer="In May.")
    query = "How do I feed a sourdough starter?"
    alone = ok_json(post(personas.owner, ASK, query=query, collection="kitchen"))
    assert alone["outcome"] == "answered"
    answer = ok_json(post(personas.owner, ASK, query=query))
    assert (answer["collection"], answer["outcome"]) == ("kitchen", "answered")
    nothing = ok_json(post(personas.owner, ASK, query="zymurgy of quixotic vats"))
    assert (nothing["collection"], nothing["outcome"]) == ("garden", "no_answer")


def test_nobody_else_asks(personas: Personas, kitchen: Collection) -> None:
    assert_guarded(personas, "POST", f"{API}/ask", scope="kb:read", body={"query": "a"})
    assert_guarded(
        personas, "POST", f"{API}/feedback", scope="kb:read", body={"question_id": 1, "verdict": "up"}
    )
    assert not Question.objects.exists()


def test_feedback_is_the_last_word(personas: Personas, kitchen: Collection) -> None:
    number = ask(personas)["question_id"]
    for verdict in ("up", "down", "down"):
        body = ok_json(
            post(personas.owner, FEEDBACK, question_id=number, verdict=verdict, comment=f"{verdict}!")
        )
        assert body == {"question_id": number, "verdict": verdict}
    assert body.keys() == FeedbackAnswer().fields.keys()
    question = Question.objects.get()
    assert (question.verdict, question.comment) == ("down", "down!")


def test_feedback_says_which_of_several_it_was(personas: Personas, kitchen: Collection) -> None:
    asked = ask(personas, "export my photos to a calendar")
    number, nearest = (
        asked["question_id"],
        [each["id"] for each in asked["nearest"] if each["kind"] == "entry"],
    )
    body = ok_json(post(personas.owner, FEEDBACK, question_id=number, verdict="up", entry_id=nearest[-1]))
    assert body == {"question_id": number, "verdict": "up"}
    question = Question.objects.get()
    assert question.entry is not None
    assert (question.choice, question.entry.entry_id) == ("picked", nearest[-1])
    hidden = next(each["entry_id"] for each in ENTRIES if each["entry_id"] not in nearest)
    for wrong, status in (
        ({"verdict": "down", "entry_id": "sourdough"}, 400),
        ({"verdict": "up", "entry_id": "sourdough", "skill_id": "skill_sourdough"}, 400),
        ({"verdict": "up", "entry_id": "sourdough", "comment": "x"}, 400),
        ({"verdict": "up", "skill_id": "nothing"}, 404),
        ({"verdict": "up", "entry_id": hidden}, 404),
    ):
        assert post(personas.owner, FEEDBACK, question_id=number, **wrong).status_code == status


def test_anothers_question_is_as_if_it_never_was(personas: Personas, kitchen: Collection) -> None:
    share(kitchen)
    number = ask(personas)["question_id"]
    theirs = assert_problem(post(personas.stranger, FEEDBACK, question_id=number, verdict="down"), 404, NONE)
    Question.objects.all().delete()
    never = assert_problem(post(personas.stranger, FEEDBACK, question_id=number, verdict="down"), 404, NONE)
    assert theirs == never


WRONG_FEEDBACK = [
    ({"verdict": "up"}, 400),
    ({"question_id": 1}, 400),
    ({"question_id": "1", "verdict": "up"}, 400),
    ({"question_id": True, "verdict": "up"}, 400),
    ({"question_id": 0, "verdict": "up"}, 400),
    ({"question_id": 2**63, "verdict": "up"}, 400),
    ({"question_id": 2**63 - 1, "verdict": "up"}, 404),
    ({"question_id": "own", "verdict": "maybe"}, 400),
    ({"question_id": "own", "verdict": ""}, 400),
    ({"question_id": "own", "verdict": "up", "comment": 5}, 400),
    ({"question_id": "own", "verdict": "up", "comment": "x" * 2_001}, 400),
    ({"question_id": "own", "verdict": "up", "coment": "x"}, 400),
    ({"question_id": "own", "verdict": "up", "comment": "TOKEN"}, 422),
]


@pytest.mark.parametrize(("body", "status"), WRONG_FEEDBACK, ids=lambda each: str(each)[:40])
def test_wrong_feedback(personas: Personas, kitchen: Collection, body: dict[str, Any], status: int) -> None:
    number = ask(personas)["question_id"]
    request = body | ({"question_id": number} if body.get("question_id") == "own" else {})
    request |= {"comment": new_token()} if body.get("comment") == "TOKEN" else {}
    assert post(personas.owner, FEEDBACK, **request).status_code == status
    assert list(Question.objects.values_list("verdict", "comment")) == [("", "")]


def test_half_a_character_in_a_comment_breaks_nothing(personas: Personas, kitchen: Collection) -> None:
    number = ask(personas)["question_id"]
    body = f'{{"question_id": {number}, "verdict": "up", "comment": "so\\ud800 \\u0000"}}'
    ok_json(personas.owner.post(f"{API}/feedback", body, content_type="application/json"))
    assert Question.objects.get().comment == "so?"


def test_another_accounts_vault_stays_shut(personas: Personas, kitchen: Collection) -> None:
    make_others_collection(personas)
    assert SECRET not in str(ask(personas))
    assert SECRET not in str(ok_json(get(personas.owner, "collections")))


def test_sections_of_the_manual_are_fields(personas: Personas, kitchen: Collection) -> None:
    Collection.objects.update(shipped_hash="5f" * 32)
    answer = ask(personas, "can I use a pooler for connections")
    assert answer["manual"][0] == {
        "document": "Scaling",
        "section": "Connections",
        "url": "/manual/scaling#connections",
    }
    assert "**In the manual:**\n- Scaling › Connections (/manual/scaling#connections)" in answer["markdown"]
