"""Where something answers but nothing stands out: the best three, each with the sentence nearest to the question."""

import pytest

from core.llm import get_embedder
from quickstart.kinds import AskOutcome
from quickstart.models import Collection, Question
from quickstart.rendering import to_json, to_markdown
from quickstart.rendering.answer_content import QuickstartAnswer
from quickstart.services.answer_question import ask
from quickstart.services.index_texts import write_texts
from quickstart.tests.factories import index, make_collection, make_entry

pytestmark = pytest.mark.django_db

TOOLS = ("oven", "pan", "kettle", "sink", "fridge", "mixer")


@pytest.fixture
def cleaning() -> Collection:
    collection = make_collection(name="cleaning")
    for tool in TOOLS:
        make_entry(
            collection,
            entry_id=tool,
            question=f"How do I clean the {tool}?",
            answer=f"Wipe the {tool} with vinegar. Dry the {tool} with a clean towel.",
            tree_path=["Cleaning"],
        )
    index(collection, get_embedder())
    collection.refresh_from_db()
    return collection


def ask_cleaning(collection: Collection, query: str) -> QuickstartAnswer:
    return ask(account=collection.account, collection=collection, query=query, asked_by="agent koda")


def test_what_stands_out_answers(cleaning: Collection) -> None:
    answer = ask_cleaning(cleaning, "how is the kettle cleaned")
    assert (answer.outcome, answer.entry and answer.entry.entry_id) == (AskOutcome.ANSWERED, "kettle")


def test_where_nothing_stands_out_the_best_three_are_offered(cleaning: Collection) -> None:
    answer = ask_cleaning(cleaning, "how do I clean something in the kitchen")
    assert (answer.outcome, answer.entry, len(answer.options)) == (AskOutcome.ASK_BACK, None, 3)
    first = answer.options[0]
    assert first.excerpt == f"Wipe the {first.id} with vinegar."
    assert to_json(answer)["options"][0]["excerpt"] == first.excerpt
    assert f"(entry `{first.id}`, Cleaning)\n   {first.excerpt}\n" in to_markdown(answer)
    assert Question.objects.get().outcome == "ask_back"


def test_what_comes_nearest_has_a_sentence_too(cleaning: Collection) -> None:
    answer = ask_cleaning(cleaning, "who won the world cup in 2018")
    assert answer.outcome == AskOutcome.NO_ANSWER
    assert all(each.excerpt.split(each.id)[0] in ("Wipe the ", "Dry the ") for each in answer.nearest)
    assert not any(each.excerpt for each in answer.scores)


def test_the_sentence_nearest_to_the_question_is_shown(cleaning: Collection) -> None:
    answer = ask_cleaning(cleaning, "how do I dry something in the kitchen")
    options = answer.options or answer.nearest
    assert [each.excerpt for each in options] == [
        f"Dry the {each.id} with a clean towel." for each in options
    ]


def test_without_vectors_words_choose_it(cleaning: Collection) -> None:
    Collection.objects.filter(pk=cleaning.pk).update(model="gone")
    cleaning.refresh_from_db()
    answer = ask_cleaning(cleaning, "how do I dry something in the kitchen")
    options = answer.options or answer.nearest
    assert [each.excerpt for each in options] == [
        f"Dry the {each.id} with a clean towel." for each in options
    ]


def test_of_a_passage_the_sentence_with_most_words_of_the_question_is_shown(cleaning: Collection) -> None:
    """Of an entry with several wordings only passages have vectors."""
    for entry in cleaning.entries.all():
        entry.variants.create(text=f"cleaning of the {entry.entry_id}")
    write_texts(entries=list(cleaning.entries.all()))
    index(cleaning, get_embedder())
    answer = ask_cleaning(cleaning, "how do I dry something in the kitchen")
    options = answer.options or answer.nearest
    assert [each.excerpt for each in options] == [
        f"Dry the {each.id} with a clean towel." for each in options
    ]
