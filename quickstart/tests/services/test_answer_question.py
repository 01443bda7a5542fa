"""Asking: the answer by intent and confidence, the conversation's memory, and the log."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from core.rest.agent_tokens import TokenInContent, new_token
from quickstart.exceptions import InvalidQuickstartQuestion
from quickstart.kinds import AskOutcome, Intent
from quickstart.models import AskConversation, Collection, Question
from quickstart.rendering import to_markdown
from quickstart.rendering.answer_content import EntryRef, QuickstartAnswer
from quickstart.services.answer_parts import load_rows
from quickstart.services.answer_question import ask
from quickstart.services.ask_conversations import purge_conversations
from quickstart.services.retrieve_items import retrieve
from quickstart.tests.factories import make_entry, make_skill
from quickstart.tests.kitchen_collection import make_kitchen
from quickstart.tree_paths import key_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def kitchen(db: None) -> Collection:
    return make_kitchen()


def ask_kitchen(
    kitchen: Collection, query: str, *, session: str = "", intent: Intent | None = None
) -> QuickstartAnswer:
    return ask(
        account=kitchen.account,
        collection=kitchen,
        query=query,
        session_key=session,
        intent=intent,
        asked_by="agent koda",
    )


def test_an_explanation_is_answered_by_an_entry(kitchen: Collection) -> None:
    answer = ask_kitchen(kitchen, "what is the community kitchen")
    assert (answer.outcome, answer.intent) == (AskOutcome.ANSWERED, Intent.UNDERSTANDING)
    assert answer.entry is not None
    assert answer.entry.entry_id == "about"
    assert answer.entry.answer.startswith("A kitchen that neighbours share.")
    assert answer.related_docs == ["docs/house-rules.md"]
    assert answer.by_vectors


def test_how_to_is_answered_with_entry_and_skill(kitchen: Collection) -> None:
    answer = ask_kitchen(kitchen, "how do i feed the sourdough starter")
    assert answer.intent == Intent.HYBRID
    assert answer.entry is not None
    assert answer.skill is not None
    assert (answer.entry.entry_id, answer.skill.skill_id) == ("sourdough", "skill_sourdough")
    assert answer.entry.verify_command == "scale --check starter"
    assert [ref.entry_id for ref in answer.go_deeper] == ["rye"]
    assert [ref.entry_id for ref in answer.unmet_prerequisites] == ["baking"]


@pytest.mark.parametrize(("level", "shown"), [(0, ""), (1, ""), (2, "ls pantry"), (4, "ls pantry")])
def test_what_tells_nothing_to_do_has_no_check(kitchen: Collection, level: int, shown: str) -> None:
    kitchen.entries.filter(entry_id="about").update(verify_command="ls pantry", level=level)
    answer = ask_kitchen(kitchen, "what is the community kitchen")
    assert answer.entry is not None
    assert answer.entry.verify_command == shown
    assert ("ls pantry" in to_markdown(answer)) == bool(shown)


def test_the_shipped_collection_says_where_what_its_commands_use_comes_from(kitchen: Collection) -> None:
    kitchen.entries.filter(entry_id="about").update(
        answer='It is this: `python manage.py doctor`, or\n\n```bash\ncurl "$QASTONE_URL"\n```'
    )
    question = "what is the community kitchen"
    assert ".venv" not in to_markdown(ask_kitchen(kitchen, question))
    kitchen.shipped_hash = "5f" * 32
    kitchen.save(update_fields=["shipped_hash"])
    answer = ask_kitchen(kitchen, question)
    notes = (
        "`QASTONE_URL`: the site's address (`http://127.0.0.1:8000`). "
        "`python manage.py` runs in the site's folder, after `source .venv/bin/activate`."
    )
    assert answer.entry is not None
    assert answer.entry.command_notes == notes
    assert f"```\n\n{notes}\n" in to_markdown(answer)


def test_an_action_is_answered_by_the_skill_alone(kitchen: Collection) -> None:
    answer = ask_kitchen(kitchen, "feed the sourdough starter")
    assert answer.intent == Intent.ACTION
    assert answer.entry is None
    assert answer.skill is not None
    assert answer.skill.quick_command == "scale --tare"
    assert answer.explained_in == EntryRef("sourdough", "How do I feed the sourdough starter?")


def test_an_explanation_offers_the_skill_that_its_curators_did_not_name(kitchen: Collection) -> None:
    kitchen.entries.update(related_skills=[])
    answer = ask_kitchen(kitchen, "feed the sourdough starter", intent=Intent.UNDERSTANDING)
    assert answer.skill is None
    assert [each.skill_id for each in answer.related_skills] == ["skill_sourdough"]
    assert "Want to see how to use it? → skills/skill_sourdough.md" in to_markdown(answer)


def test_what_was_only_named_counts_as_not_explained(kitchen: Collection) -> None:
    ask_kitchen(kitchen, "feed the sourdough starter", session="monday")
    ask_kitchen(kitchen, "how long does pizza dough rest", session="monday")
    assert not ask_kitchen(kitchen, "how do i feed the sourdough starter", session="monday").repeated


def test_the_asker_may_choose_the_intent(kitchen: Collection) -> None:
    answer = ask_kitchen(kitchen, "feed the sourdough starter", intent=Intent.UNDERSTANDING)
    assert answer.intent_chosen
    assert answer.entry is not None
    assert answer.entry.entry_id == "sourdough"


@pytest.mark.parametrize("query", ["who won the world cup in 2018", "export my photos to a calendar", "???"])
def test_what_is_not_there_is_not_invented(kitchen: Collection, query: str) -> None:
    answer = ask_kitchen(kitchen, query)
    assert answer.outcome == AskOutcome.NO_ANSWER
    assert answer.entry is None
    assert answer.skill is None
    assert len(answer.nearest) == 3
    logged = Question.objects.get()
    assert (logged.text, logged.outcome, logged.verdict) == (query, "no_answer", "")


def test_every_question_is_logged_with_its_answer(kitchen: Collection) -> None:
    answer = ask_kitchen(kitchen, "  how long does pizza\n dough rest ", session="monday")
    logged = Question.objects.get()
    assert logged.pk == answer.question_id
    assert logged.text == "how long does pizza dough rest"
    assert logged.entry is not None
    assert logged.entry.entry_id == "pizza"
    assert (logged.asked_by, logged.session, logged.outcome) == ("agent koda", "monday", "answered")
    assert logged.embedding is not None
    assert logged.embedding_model == kitchen.model


def test_a_repeated_question_of_a_conversation_is_logged_once(kitchen: Collection) -> None:
    query = "how do i feed the sourdough starter"
    first = ask_kitchen(kitchen, query, session="monday")
    again = ask_kitchen(kitchen, query, session="monday", intent=Intent.UNDERSTANDING)
    assert again.question_id == first.question_id
    assert Question.objects.get().intent == "understanding"
    ask_kitchen(kitchen, query, session="tuesday")
    ask_kitchen(kitchen, query)
    ask_kitchen(kitchen, query)
    assert Question.objects.count() == 4


def test_what_was_offered_to_a_repeated_question_can_still_be_picked(kitchen: Collection) -> None:
    query = "how do i feed the sourdough starter"
    ask_kitchen(kitchen, query, session="monday")
    Question.objects.update(offered=["entry:pizza", "skill:skill_bake"])
    ask_kitchen(kitchen, query, session="monday", intent=Intent.UNDERSTANDING)
    assert {"entry:pizza", "skill:skill_bake"} <= {*Question.objects.get().offered}


def test_a_question_is_logged_again_after_a_verdict_or_a_while(kitchen: Collection) -> None:
    def ask_again(intent: Intent | None = None) -> Question:
        answer = ask_kitchen(kitchen, "how do i feed the sourdough starter", session="monday", intent=intent)
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


def test_nothing_is_explained_again_in_a_conversation(kitchen: Collection) -> None:
    first = ask_kitchen(kitchen, "how do i feed the sourdough starter", session="monday")
    ask_kitchen(kitchen, "how long does pizza dough rest", session="monday")
    again = ask_kitchen(kitchen, "how do i feed the sourdough starter", session="monday")
    elsewhere = ask_kitchen(kitchen, "how do i feed the sourdough starter", session="tuesday")
    assert [first.repeated, again.repeated, elsewhere.repeated] == [False, True, False]


def test_who_asks_again_right_away_wants_to_read_it_again(kitchen: Collection) -> None:
    ask_kitchen(kitchen, "how do i feed the sourdough starter", session="monday")
    assert not ask_kitchen(kitchen, "how do i feed the sourdough starter", session="monday").repeated


def test_an_explained_prerequisite_is_met(kitchen: Collection) -> None:
    ask_kitchen(kitchen, "what can i bake here", session="monday")
    answer = ask_kitchen(kitchen, "how do i feed the sourdough starter", session="monday")
    assert answer.unmet_prerequisites == []


def test_three_questions_of_one_branch_lead_to_its_overview_once(kitchen: Collection) -> None:
    queries = ["how do i feed the sourdough starter", "how long does pizza dough rest"]
    offers = [ask_kitchen(kitchen, query, session="monday").offer for query in queries]
    last = ask_kitchen(kitchen, "how does a rye starter differ from a wheat starter", session="monday").offer
    assert offers == [None, None]
    assert last is not None
    assert (last.count, last.overview.entry_id) == (3, "baking")
    assert ask_kitchen(kitchen, "how do i feed the sourdough starter", session="monday").offer is None


def test_the_overview_of_a_branch_of_long_labels_is_offered(kitchen: Collection) -> None:
    path = [f"Label {number} ({'hint ' * 36})" for number in range(6)]
    kitchen.entries.filter(tree_path__0="Baking").update(tree_path=path, tree_key=key_of(path))
    queries = ["how do i feed the sourdough starter", "how long does pizza dough rest"]
    queries.append("how does a rye starter differ from a wheat starter")
    offers = [ask_kitchen(kitchen, query, session="monday").offer for query in [*queries, *queries]]
    assert [offer is not None for offer in offers] == [False, False, True, False, False, False]


def test_conversations_of_other_accounts_are_separate(kitchen: Collection) -> None:
    kitchen.shared = True
    kitchen.save(update_fields=["shared"])
    ask_kitchen(kitchen, "how do i feed the sourdough starter", session="monday")
    ask_kitchen(kitchen, "how long does pizza dough rest", session="monday")
    guest = User.objects.create(username="guest")
    answer = ask(
        account=guest,
        collection=kitchen,
        query="how do i feed the sourdough starter",
        session_key="monday",
        asked_by="page",
    )
    assert not answer.repeated
    assert AskConversation.objects.count() == 2


@pytest.mark.parametrize("query", ["", "   ", "\x00", "x" * 1_001])
def test_a_question_must_say_something(kitchen: Collection, query: str) -> None:
    with pytest.raises(InvalidQuickstartQuestion, match=r"1 to 1,000 characters\. Nothing was asked"):
        ask_kitchen(kitchen, query)
    assert not Question.objects.exists()


def test_each_list_of_links_is_limited(kitchen: Collection) -> None:
    entry = kitchen.entries.get(entry_id="sourdough")
    more = [make_entry(kitchen, question=f"What is number {number}?") for number in range(7)]
    skills = [make_skill(kitchen, title=f"Number {number}") for number in range(7)]
    entry.prerequisites = [each.entry_id for each in more]
    entry.related_skills = [each.file for each in skills]
    entry.related_docs = [f"docs/{number}.md" for number in range(7)]
    entry.save()
    answer = ask_kitchen(kitchen, "how do i feed the sourdough starter")
    assert answer.entry is not None
    assert answer.entry.entry_id == "sourdough"
    assert answer.skill is not None
    links = [answer.unmet_prerequisites, answer.related_skills, answer.related_docs]
    assert [len(each) for each in links] == [5, 5, 5]


def test_a_token_in_a_question_is_refused(kitchen: Collection) -> None:
    with pytest.raises(TokenInContent):
        ask_kitchen(kitchen, f"why does {new_token()} not work")
    assert not Question.objects.exists()


def test_words_alone_answer_before_there_are_vectors(kitchen: Collection) -> None:
    kitchen.texts.update(embedding=None, embedding_model="")
    kitchen.model = ""
    kitchen.save(update_fields=["model"])
    answer = ask_kitchen(kitchen, "how do i feed the sourdough starter")
    assert not answer.by_vectors
    assert answer.scores[0].id in ("sourdough", "skill_sourdough")


def test_a_conversation_is_purged_after_a_month(kitchen: Collection) -> None:
    ask_kitchen(kitchen, "how do i feed the sourdough starter", session="old")
    ask_kitchen(kitchen, "how do i feed the sourdough starter", session="new")
    AskConversation.objects.filter(key="old").update(used=timezone.now() - timedelta(days=31))
    assert purge_conversations() == 1
    assert AskConversation.objects.get().key == "new"


def test_rows_deleted_since_the_search_are_left_out(kitchen: Collection) -> None:
    found = retrieve(collection=kitchen, query="how do i feed the sourdough starter")
    kitchen.entries.get(entry_id="sourdough").delete()
    kitchen.skills.get().delete()
    there, rows = load_rows(found)
    assert [each.id for each in found.entries if each not in there.entries] == ["sourdough"]
    assert (there.skills, rows.skills) == ([], {})
    assert {each.pk for each in there.entries} == set(rows.entries)


@pytest.mark.parametrize("query", ["hello", "thanks, that's all for today"])
def test_a_greeting_is_no_question(kitchen: Collection, query: str) -> None:
    assert ask_kitchen(kitchen, query).outcome == AskOutcome.NO_ANSWER


def test_an_answer_is_returned_when_logging_fails(kitchen: Collection) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ "
            "BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = 'disk_full'; END $$; "
            "CREATE TRIGGER refuse BEFORE INSERT ON quickstart_question "
            "FOR EACH ROW EXECUTE FUNCTION refuse();"
        )
    answer = ask_kitchen(kitchen, "what is the community kitchen")
    assert (answer.outcome, answer.question_id) == (AskOutcome.ANSWERED, None)
    assert answer.entry is not None
    assert not Question.objects.exists()


def test_a_question_that_leans_is_searched_with_the_one_before(kitchen: Collection) -> None:
    ask_kitchen(kitchen, "how do i feed the sourdough starter", session="s")
    answer = ask_kitchen(kitchen, "and how often?", session="s")
    assert answer.follows == "how do i feed the sourdough starter"
    assert answer.entry is not None
    assert answer.entry.entry_id == "sourdough"
    assert "following “how do i feed the sourdough starter”" in to_markdown(answer)


def test_greetings_and_thanks_are_logged_but_not_searched(kitchen: Collection) -> None:
    plain = ask_kitchen(kitchen, "how do i feed the sourdough starter?")
    polite = ask_kitchen(
        kitchen, "Hi there! Quick question: how do i feed the sourdough starter? Thanks in advance!"
    )
    assert plain.entry is not None
    assert polite.entry is not None
    assert (polite.entry.entry_id, polite.is_sure) == (plain.entry.entry_id, plain.is_sure)
    assert polite.query == "Hi there! Quick question: how do i feed the sourdough starter? Thanks in advance!"


def test_it_follows_the_last_question_that_stood_alone(kitchen: Collection) -> None:
    ask_kitchen(kitchen, "how do i feed the sourdough starter", session="s")
    ask_kitchen(kitchen, "and how often?", session="s")
    assert ask_kitchen(kitchen, "why?", session="s").follows == "how do i feed the sourdough starter"


def test_nothing_is_carried_over_between_conversations_or_from_yesterday(kitchen: Collection) -> None:
    ask_kitchen(kitchen, "how do i feed the sourdough starter", session="s")
    assert ask_kitchen(kitchen, "and how often?").follows == ""
    assert ask_kitchen(kitchen, "and how often?", session="t").follows == ""
    Question.objects.update(asked=timezone.now() - timedelta(hours=2))
    assert ask_kitchen(kitchen, "and how often?", session="s").follows == ""


def test_a_question_that_stands_alone_carries_nothing(kitchen: Collection) -> None:
    ask_kitchen(kitchen, "how do i feed the sourdough starter", session="s")
    answer = ask_kitchen(kitchen, "what is the community kitchen", session="s")
    assert answer.follows == ""
    assert answer.entry is not None
    assert answer.entry.entry_id == "about"


def test_a_figure_that_no_entry_has_is_not_answered_by_the_topic_alone(kitchen: Collection) -> None:
    ask_kitchen(kitchen, "how do i feed the sourdough starter", session="s")
    answer = ask_kitchen(kitchen, "how many calories does it have?", session="s")
    assert (answer.follows != "", answer.outcome) == (True, AskOutcome.NO_ANSWER)
