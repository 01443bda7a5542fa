"""What an asker opened or picked of what was offered, and what follows from it."""

from typing import Any

import pytest
from django.utils import timezone

from quickstart.exceptions import EntryNotFound, InvalidQuickstartQuestion, QuestionNotFound, SkillNotFound
from quickstart.models import Collection, Entry, FeedbackVerdict, Question
from quickstart.queries.recent_questions import recent_questions
from quickstart.services.choose_option import note_opened, pick_option
from quickstart.services.give_feedback import give_feedback
from quickstart.tests.factories import make_collection, make_entry, make_skill, new_account
from quickstart.tests.waiting.question_rows import ask

pytestmark = pytest.mark.django_db


@pytest.fixture
def collection() -> Collection:
    return make_collection(name="shop")


@pytest.fixture
def warranty(collection: Collection) -> Entry:
    return make_entry(collection, entry_id="warranty", question="How long is the warranty?")


def asked(collection: Collection, **fields: Any) -> Question:
    given: dict[str, Any] = {"text": "is it covered", "outcome": "ask_back", "session": "page:a"}
    given["offered"] = ["entry:warranty", "entry:other", "skill:skill_repair"]
    return ask(collection, **(given | fields))


def pick(question: Question, option_id: str = "warranty", **fields: Any) -> Question:
    named: dict[str, Any] = {"account": question.account, "question_id": question.pk, "kind": "entry"}
    return pick_option(**(named | {"option_id": option_id} | fields))


def opened(question: Question, option_id: str = "warranty", **fields: Any) -> Question | None:
    named: dict[str, Any] = {"account": question.account, "question_id": question.pk, "kind": "entry"}
    named["collection"] = question.collection
    return note_opened(**(named | {"option_id": option_id} | fields))


def test_a_pick_is_feedback_for_the_entry(collection: Collection, warranty: Entry) -> None:
    make_entry(collection, entry_id="other")
    question = asked(collection, entry=collection.entries.get(entry_id="other"))
    pick(question)
    question.refresh_from_db()
    assert (question.entry, question.choice, question.verdict) == (warranty, "picked", "up")
    # It waits for a curator, as a proposed wording.
    assert collection.questions.unsettled().get() == question
    pick(question, "other")
    question.refresh_from_db()
    assert question.entry is not None
    assert question.entry.entry_id == "other"


def test_a_skill_can_be_picked(collection: Collection, warranty: Entry) -> None:
    make_skill(collection, skill_id="skill_repair")
    question = pick(asked(collection, entry=warranty), "skill_repair", kind="skill")
    assert question.skill is not None
    assert (question.entry, question.skill.skill_id) == (None, "skill_repair")


def test_none_of_these_takes_a_pick_back(collection: Collection, warranty: Entry) -> None:
    question = pick(asked(collection))
    give_feedback(account=question.account, question_id=question.pk, verdict=FeedbackVerdict.DOWN)
    question.refresh_from_db()
    assert (question.choice, question.verdict) == ("", "down")


def test_what_was_opened_is_no_verdict_and_gives_way_to_a_pick(
    collection: Collection, warranty: Entry
) -> None:
    make_entry(collection, entry_id="other")
    question = asked(collection)
    assert opened(question) is not None
    question.refresh_from_db()
    assert (question.entry, question.choice, question.verdict) == (warranty, "opened", "")
    pick(question, "other")
    opened(question)
    question.refresh_from_db()
    assert question.entry is not None
    assert (question.entry.entry_id, question.choice) == ("other", "picked")


def test_only_of_ones_own_questions(collection: Collection, warranty: Entry) -> None:
    question, stranger = asked(collection), new_account()
    with pytest.raises(QuestionNotFound):
        pick(question, account=stranger)
    assert opened(question, account=stranger) is None
    question.refresh_from_db()
    assert question.choice == ""


def test_an_answered_question_has_nothing_to_pick(collection: Collection, warranty: Entry) -> None:
    question = asked(collection, outcome="answered")
    with pytest.raises(InvalidQuickstartQuestion):
        pick(question)
    assert opened(question) is None


@pytest.mark.parametrize("option_id", ["nothing", "draft", "elsewhere", "not_offered", "", "\x00"])
def test_only_what_was_offered_and_is_published_there(
    collection: Collection, warranty: Entry, option_id: str
) -> None:
    make_entry(collection, entry_id="draft", review="draft")
    make_entry(make_collection(), entry_id="elsewhere")
    make_entry(collection, entry_id="not_offered")
    question = asked(
        collection, offered=["entry:draft", "entry:elsewhere", "entry:nothing", "entry:warranty"]
    )
    with pytest.raises(EntryNotFound):
        pick(question, option_id)
    with pytest.raises(SkillNotFound):
        pick(question, option_id, kind="skill")
    assert opened(question, option_id) is None


def test_of_a_question_that_was_stored_without_its_offers_the_best_can_be_picked(
    collection: Collection, warranty: Entry
) -> None:
    make_entry(collection, entry_id="other")
    skill = make_skill(collection, skill_id="skill_repair")
    question = asked(collection, entry=warranty, skill=skill, offered=[])
    with pytest.raises(EntryNotFound):
        pick(question, "other")
    with pytest.raises(SkillNotFound):
        pick(question, "warranty", kind="skill")
    assert opened(question) is not None
    assert pick(question).choice == "picked"
    assert pick(asked(collection, skill=skill, offered=[]), "skill_repair", kind="skill").skill == skill


def recent(collection: Collection) -> list[str]:
    return recent_questions(collection, account_id=collection.account_id, session="page:a")


def test_a_next_question_leans_on_what_was_chosen(collection: Collection, warranty: Entry) -> None:
    before = asked(collection, outcome="answered", text="where is the shop", asked=timezone.now())
    question = asked(collection, asked=timezone.now())
    assert recent(collection) == []
    opened(question)
    assert recent(collection) == ["How long is the warranty?", before.text]
    make_skill(collection, skill_id="skill_repair", title="Repairs")
    pick(question, "skill_repair", kind="skill")
    assert recent(collection) == ["Repairs", before.text]
    give_feedback(account=question.account, question_id=question.pk, verdict=FeedbackVerdict.DOWN)
    assert recent(collection) == []


def test_what_another_collection_has_under_that_id_was_not_opened(
    collection: Collection, warranty: Entry
) -> None:
    other = make_collection(collection.account, name="boats")
    make_entry(other, entry_id="warranty")
    question = asked(collection)
    assert opened(question, collection=other) is None
    assert opened(question, account=new_account()) is None
    question.refresh_from_db()
    assert (question.entry, question.choice) == (None, "")
