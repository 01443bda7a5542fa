"""Asking: what is told by intent and certainty, what a sitting remembers, what is logged."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from quickstart.answers import to_markdown
from quickstart.answers.model import Answer, Ref
from quickstart.exceptions import InvalidQuestion
from quickstart.kinds import Intent, Outcome
from quickstart.models import AskSession, Collection, Question
from quickstart.paths import key_of
from quickstart.services.asking import ask
from quickstart.services.retrieving import retrieve
from quickstart.services.sessions import purge_sessions
from quickstart.services.telling import rows_of
from quickstart.tests.factories import make_entry, make_skill
from quickstart.tests.kitchen import make_kitchen
from rest.tokens import TokenInContent, new_token

pytestmark = pytest.mark.django_db


@pytest.fixture
def kitchen(db: None) -> Collection:
    return make_kitchen()


def asked(kitchen: Collection, query: str, *, session: str = "", intent: Intent | None = None) -> Answer:
    return ask(
        account=kitchen.account,
        collection=kitchen,
        query=query,
        session_key=session,
        intent=intent,
        asked_by="agent koda",
    )


def test_an_explanation_is_told_from_an_entry_with_all_that_leads_on(kitchen: Collection) -> None:
    answer = asked(kitchen, "what is the community kitchen")
    assert (answer.outcome, answer.intent) == (Outcome.ANSWERED, Intent.UNDERSTANDING)
    assert answer.entry is not None
    assert answer.entry.entry_id == "about"
    assert answer.entry.answer.startswith("A kitchen that neighbours share.")
    assert answer.related_docs == ["docs/house-rules.md"]
    assert answer.by_vectors


def test_how_to_do_something_is_told_with_the_skill_for_it(kitchen: Collection) -> None:
    answer = asked(kitchen, "how do i feed the sourdough starter")
    assert answer.intent == Intent.HYBRID
    assert answer.entry is not None
    assert answer.skill is not None
    assert (answer.entry.entry_id, answer.skill.skill_id) == ("sourdough", "skill_sourdough")
    assert answer.entry.verify_command == "scale --check starter"
    assert [ref.entry_id for ref in answer.go_deeper] == ["rye"]
    assert [ref.entry_id for ref in answer.unmet_prerequisites] == ["baking"]


def test_an_action_is_told_by_the_skill_alone(kitchen: Collection) -> None:
    answer = asked(kitchen, "feed the sourdough starter")
    assert answer.intent == Intent.ACTION
    assert answer.entry is None
    assert answer.skill is not None
    assert answer.skill.quick_command == "scale --tare"
    assert answer.explained_in == Ref("sourdough", "How do I feed the sourdough starter?")


def test_an_explanation_offers_the_skill_that_its_curators_did_not_name(kitchen: Collection) -> None:
    kitchen.entries.update(related_skills=[])
    answer = asked(kitchen, "feed the sourdough starter", intent=Intent.UNDERSTANDING)
    assert answer.skill is None
    assert [each.skill_id for each in answer.related_skills] == ["skill_sourdough"]
    assert "Want to see how to use it? → skills/skill_sourdough.md" in to_markdown(answer)


def test_what_was_only_named_counts_as_not_explained(kitchen: Collection) -> None:
    asked(kitchen, "feed the sourdough starter", session="monday")
    asked(kitchen, "how long does pizza dough rest", session="monday")
    assert not asked(kitchen, "how do i feed the sourdough starter", session="monday").repeated


def test_the_asker_may_choose_the_intent(kitchen: Collection) -> None:
    answer = asked(kitchen, "feed the sourdough starter", intent=Intent.UNDERSTANDING)
    assert answer.intent_chosen
    assert answer.entry is not None
    assert answer.entry.entry_id == "sourdough"


@pytest.mark.parametrize("query", ["who won the world cup in 2018", "export my photos to a calendar", "???"])
def test_what_is_not_there_is_not_invented(kitchen: Collection, query: str) -> None:
    answer = asked(kitchen, query)
    assert answer.outcome == Outcome.NO_ANSWER
    assert answer.entry is None
    assert answer.skill is None
    assert len(answer.nearest) == 3
    logged = Question.objects.get()
    assert (logged.text, logged.outcome, logged.verdict) == (query, "no_answer", "")


def test_every_question_is_logged_with_what_was_told(kitchen: Collection) -> None:
    answer = asked(kitchen, "  how long does pizza\n dough rest ", session="monday")
    logged = Question.objects.get()
    assert logged.pk == answer.question_id
    assert logged.text == "how long does pizza dough rest"
    assert logged.entry is not None
    assert logged.entry.entry_id == "pizza"
    assert (logged.asked_by, logged.session, logged.outcome) == ("agent koda", "monday", "answered")
    assert logged.embedding is not None
    assert logged.embedding_model == kitchen.model


def test_a_question_read_again_in_its_sitting_is_logged_once(kitchen: Collection) -> None:
    query = "how do i feed the sourdough starter"
    first = asked(kitchen, query, session="monday")
    again = asked(kitchen, query, session="monday", intent=Intent.UNDERSTANDING)
    assert again.question_id == first.question_id
    assert Question.objects.get().intent == "understanding"
    asked(kitchen, query, session="tuesday")
    asked(kitchen, query)
    asked(kitchen, query)
    assert Question.objects.count() == 4


def test_a_question_is_logged_again_once_it_is_another_matter(kitchen: Collection) -> None:
    def ask_again(intent: Intent | None = None) -> Question:
        answer = asked(kitchen, "how do i feed the sourdough starter", session="monday", intent=intent)
        assert answer.question_id is not None
        return Question.objects.get(pk=answer.question_id)

    first = ask_again()
    Question.objects.update(verdict="down")
    assert ask_again() == first
    # What was said of the entry was not said of the skill alone.
    second = ask_again(Intent.ACTION)
    assert (second.verdict, second != first) == ("", True)
    Question.objects.update(settled=timezone.now())
    third = ask_again(Intent.ACTION)
    assert third != second
    Question.objects.update(asked=timezone.now() - timedelta(minutes=11))
    assert ask_again(Intent.ACTION) != third


def test_what_a_sitting_was_told_is_not_explained_again(kitchen: Collection) -> None:
    first = asked(kitchen, "how do i feed the sourdough starter", session="monday")
    asked(kitchen, "how long does pizza dough rest", session="monday")
    again = asked(kitchen, "how do i feed the sourdough starter", session="monday")
    elsewhere = asked(kitchen, "how do i feed the sourdough starter", session="tuesday")
    assert [first.repeated, again.repeated, elsewhere.repeated] == [False, True, False]


def test_who_asks_again_right_away_wants_to_read_it_again(kitchen: Collection) -> None:
    asked(kitchen, "how do i feed the sourdough starter", session="monday")
    assert not asked(kitchen, "how do i feed the sourdough starter", session="monday").repeated


def test_a_prerequisite_that_was_told_is_met(kitchen: Collection) -> None:
    asked(kitchen, "what can i bake here", session="monday")
    answer = asked(kitchen, "how do i feed the sourdough starter", session="monday")
    assert answer.unmet_prerequisites == []


def test_three_questions_of_one_branch_lead_to_its_overview_once(kitchen: Collection) -> None:
    queries = ["how do i feed the sourdough starter", "how long does pizza dough rest"]
    offers = [asked(kitchen, query, session="monday").offer for query in queries]
    last = asked(kitchen, "how does a rye starter differ from a wheat starter", session="monday").offer
    assert offers == [None, None]
    assert last is not None
    assert (last.count, last.overview.entry_id) == (3, "baking")
    assert asked(kitchen, "how do i feed the sourdough starter", session="monday").offer is None


def test_the_overview_of_a_branch_of_long_labels_is_offered(kitchen: Collection) -> None:
    path = [f"Label {number} ({'hint ' * 36})" for number in range(6)]
    kitchen.entries.filter(tree_path__0="Baking").update(tree_path=path, tree_key=key_of(path))
    queries = ["how do i feed the sourdough starter", "how long does pizza dough rest"]
    queries.append("how does a rye starter differ from a wheat starter")
    offers = [asked(kitchen, query, session="monday").offer for query in [*queries, *queries]]
    assert [offer is not None for offer in offers] == [False, False, True, False, False, False]


def test_sittings_of_other_accounts_have_nothing_in_common(kitchen: Collection) -> None:
    kitchen.shared = True
    kitchen.save(update_fields=["shared"])
    asked(kitchen, "how do i feed the sourdough starter", session="monday")
    asked(kitchen, "how long does pizza dough rest", session="monday")
    guest = User.objects.create(username="guest")
    answer = ask(
        account=guest,
        collection=kitchen,
        query="how do i feed the sourdough starter",
        session_key="monday",
        asked_by="page",
    )
    assert not answer.repeated
    assert AskSession.objects.count() == 2


@pytest.mark.parametrize("query", ["", "   ", "\x00", "x" * 1_001])
def test_a_question_must_say_something(kitchen: Collection, query: str) -> None:
    with pytest.raises(InvalidQuestion, match=r"1 to 1,000 characters\. Nothing was asked"):
        asked(kitchen, query)
    assert not Question.objects.exists()


def test_of_each_list_of_links_a_few_are_told(kitchen: Collection) -> None:
    entry = kitchen.entries.get(entry_id="sourdough")
    more = [make_entry(kitchen, question=f"What is number {number}?") for number in range(7)]
    skills = [make_skill(kitchen, title=f"Number {number}") for number in range(7)]
    entry.prerequisites = [each.entry_id for each in more]
    entry.related_skills = [each.file for each in skills]
    entry.related_docs = [f"docs/{number}.md" for number in range(7)]
    entry.save()
    answer = asked(kitchen, "how do i feed the sourdough starter")
    assert answer.entry is not None
    assert answer.entry.entry_id == "sourdough"
    assert answer.skill is not None
    told = [answer.unmet_prerequisites, answer.related_skills, answer.related_docs]
    assert [len(each) for each in told] == [5, 5, 5]


def test_a_token_in_a_question_is_refused(kitchen: Collection) -> None:
    with pytest.raises(TokenInContent):
        asked(kitchen, f"why does {new_token()} not work")
    assert not Question.objects.exists()


def test_words_alone_answer_before_there_are_vectors(kitchen: Collection) -> None:
    kitchen.texts.update(embedding=None, embedding_model="")
    kitchen.model = ""
    kitchen.save(update_fields=["model"])
    answer = asked(kitchen, "how do i feed the sourdough starter")
    assert not answer.by_vectors
    assert answer.scores[0].id in ("sourdough", "skill_sourdough")


def test_a_sitting_is_forgotten_a_month_after_its_last_question(kitchen: Collection) -> None:
    asked(kitchen, "how do i feed the sourdough starter", session="old")
    asked(kitchen, "how do i feed the sourdough starter", session="new")
    AskSession.objects.filter(key="old").update(used=timezone.now() - timedelta(days=31))
    assert purge_sessions() == 1
    assert AskSession.objects.get().key == "new"


def test_what_was_deleted_since_the_search_is_not_told(kitchen: Collection) -> None:
    found = retrieve(collection=kitchen, query="how do i feed the sourdough starter")
    kitchen.entries.get(entry_id="sourdough").delete()
    kitchen.skills.get().delete()
    there, rows = rows_of(found)
    assert [each.id for each in found.entries if each not in there.entries] == ["sourdough"]
    assert (there.skills, rows.skills) == ([], {})
    assert {each.pk for each in there.entries} == set(rows.entries)


@pytest.mark.parametrize("query", ["hello", "thanks, that's all for today"])
def test_a_greeting_is_no_question(kitchen: Collection, query: str) -> None:
    assert asked(kitchen, query).outcome == Outcome.NO_ANSWER


def test_an_answer_that_cannot_be_logged_is_given_all_the_same(kitchen: Collection) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ "
            "BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = 'disk_full'; END $$; "
            "CREATE TRIGGER refuse BEFORE INSERT ON quickstart_question "
            "FOR EACH ROW EXECUTE FUNCTION refuse();"
        )
    answer = asked(kitchen, "what is the community kitchen")
    assert (answer.outcome, answer.question_id) == (Outcome.ANSWERED, None)
    assert answer.entry is not None
    assert not Question.objects.exists()
