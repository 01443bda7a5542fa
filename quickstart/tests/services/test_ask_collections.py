"""Asking several collections one after another: the question is logged where it was answered."""

import pytest
from django.contrib.auth.models import User

from quickstart.kinds import AskOutcome
from quickstart.models import Collection, Question
from quickstart.queries.recent_questions import recent_questions
from quickstart.queries.waiting_questions import unsettled_questions
from quickstart.services.ask_collections import ask_collections
from quickstart.tests.factories import make_collection, make_entry, new_account
from quickstart.tests.kitchen_collection import make_kitchen

pytestmark = pytest.mark.django_db
FEEDING = "how do i feed the sourdough starter"


@pytest.fixture
def kitchen(db: None) -> Collection:
    return make_kitchen()


@pytest.fixture
def account() -> User:
    return new_account()


@pytest.fixture
def tools(account: User) -> Collection:
    """A collection of the account's own, with nothing about kitchens."""
    tools = make_collection(account, name="tools")
    make_entry(
        tools, question="What is a rip saw for?", answer="It cuts along the grain.", tree_path=["Saws"]
    )
    return tools


def ask_both(account: User, collections: list[Collection], query: str) -> tuple[Collection, Question]:
    collection, answer = ask_collections(
        account=account, collections=collections, query=query, session_key="s", asked_by="page"
    )
    assert answer.question_id is not None
    return collection, Question.objects.get(pk=answer.question_id)


def test_what_another_collection_answers_waits_in_none(
    account: User, tools: Collection, kitchen: Collection
) -> None:
    collection, question = ask_both(account, [tools, kitchen], FEEDING)
    assert (collection, question.collection, question.outcome) == (kitchen, kitchen, AskOutcome.ANSWERED)
    assert Question.objects.get() == question
    assert not unsettled_questions(tools).exists()


def test_what_none_answers_waits_in_the_first(account: User, tools: Collection, kitchen: Collection) -> None:
    collection, question = ask_both(account, [tools, kitchen], "who won the chess final in Reykjavik")
    assert (collection, question.outcome) == (tools, AskOutcome.NO_ANSWER)
    assert (list(unsettled_questions(tools)), Question.objects.count()) == ([question], 1)


def test_no_question_leans_on_one_before_what_another_collection_answered(
    account: User, tools: Collection, kitchen: Collection
) -> None:
    ask_both(account, [tools, kitchen], "what is a rip saw for")
    ask_both(account, [tools, kitchen], FEEDING)

    def previous(collection: Collection) -> list[str]:
        return recent_questions(collection, account_id=account.pk, session="s", also_asked=[tools, kitchen])

    assert (previous(tools), previous(kitchen)) == ([], [FEEDING])
