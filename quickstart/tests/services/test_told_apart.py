"""A question in an entry's words but one: a thing that the collection tells from it, or another word for it."""

import pytest

from core.llm import get_embedder
from quickstart.models import Collection
from quickstart.queries.word_holders import word_holders
from quickstart.services.answer_question import ask
from quickstart.tests.factories import index, make_collection, make_entry, make_skill

pytestmark = pytest.mark.django_db

ENTRIES: tuple[tuple[str, str, list[str]], ...] = (
    ("When are guided tours in French?", "Every second Sunday at eleven.", []),
    ("Are tours in German held in winter?", "From November to March on Saturdays.", []),
    ("How long is the pilates course?", "Ten Thursdays of an hour each.", []),
    ("Is there a yoga class for beginners?", "Tuesdays with Meera.", []),
    ("Are your mountain bikes cleaned after each ride?", "Yes, every evening.", []),
    ("Do I need to book an e-bike?", "In summer, two days ahead.", []),
    ("May I take pictures in the exhibition?", "Without flash, yes.", []),
    ("Can I return the bicycle after closing time?", "Lock it to the rail and drop the key.", []),
    ("May teenagers use the weights?", "From 16 on, with an introduction.", []),
    ("Do you repot plants for customers?", "You pay for the soil.", []),
    ("What does a personal trainer cost?", "50 an hour.", []),
    ("Where can I leave my coat?", "Left of the till.", []),
    # Whoever wrote it uses both words for one thing.
    ("How do I fix a torn kite?", "With the tape in the shed.", ["repair a kite"]),
    ("How do I fix the garden gate?", "Ask the warden for hinges.", []),
)


@pytest.fixture
def club() -> Collection:
    collection = make_collection(name="club")
    for at, (question, answer, variants) in enumerate(ENTRIES):
        make_entry(
            collection,
            entry_id=f"entry_{at}",
            question=question,
            variants=variants,
            answer=answer,
            tree_path=["Club"],
        )
    index(collection, get_embedder())
    collection.refresh_from_db()
    return collection


def test_another_thing_of_its_kind_is_perhaps_and_another_word_for_it_is_sure(club: Collection) -> None:
    for question, nearest, is_sure in (
        ("When are guided tours in German?", "When are guided tours in French?", False),
        ("How long is the yoga course?", "How long is the pilates course?", False),
        ("Is there a pilates class for beginners?", "Is there a yoga class for beginners?", False),
        (
            "Are your e-bikes cleaned after each ride?",
            "Are your mountain bikes cleaned after each ride?",
            False,
        ),
        ("May I take photos in the exhibition?", "May I take pictures in the exhibition?", True),
        ("Can I return the bike after closing time?", "Can I return the bicycle after closing time?", True),
        ("May adolescents use the weights?", "May teenagers use the weights?", True),
        ("Do you repot plants for clients?", "Do you repot plants for customers?", True),
        ("What does a personal coach cost?", "What does a personal trainer cost?", True),
        ("Where can I leave my jacket?", "Where can I leave my coat?", True),
        ("How do I repair the garden gate?", "How do I fix the garden gate?", True),
    ):
        answer = ask(account=club.account, collection=club, query=question, asked_by="agent koda")
        assert answer.entry is not None, question
        assert (answer.entry.question, answer.is_sure) == (nearest, is_sure), question


def test_items_with_all_words_in_one_wording_are_about_them(club: Collection) -> None:
    gate = club.entries.get(question="How do I fix the garden gate?")
    assert word_holders(club, ["garden", "gate"]) == {(gate.pk, None)}
    assert word_holders(club, ["garden", "kite"]) == set()
    # In an answer alone: it is about the bicycle.
    assert word_holders(club, ["rail"]) == set()
    skill = make_skill(club, skill_id="skill_gates", title="Gates", description="On hinges.")
    index(club, get_embedder())
    assert word_holders(club, ["gate"]) == {(gate.pk, None), (None, skill.pk)}


@pytest.mark.parametrize(
    ("question", "is_sure"),
    [
        ("How do I repair the garden gate?", True),
        # Half of what is asked about stands nowhere in "How do I fix the garden gate?".
        ("Who paints the garden gate when it rusts?", False),
    ],
)
def test_what_leaves_out_half_of_the_question_is_not_sure(
    club: Collection, question: str, is_sure: bool
) -> None:
    answer = ask(account=club.account, collection=club, query=question, asked_by="agent koda")
    assert answer.entry is not None
    assert (answer.entry.question, answer.is_sure) == ("How do I fix the garden gate?", is_sure)
