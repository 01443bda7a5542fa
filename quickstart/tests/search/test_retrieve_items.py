"""Retrieval: the right item first, by words if vectors are missing, and from one collection alone."""

from collections.abc import Iterator

import pytest
from pytest_django import DjangoAssertNumQueries

from core.llm import CouldNotAsk, ErrorKind
from core.llm.model_doubles import FakeEmbedder, use_models
from quickstart.models import Collection, IndexedText, Review, Trigger
from quickstart.parsing.parsed_content import TriggerSource
from quickstart.queries import find_candidates
from quickstart.services.change_collection import changing
from quickstart.services.index_texts import write_texts
from quickstart.services.retrieve_items import QuickstartRetrieval, retrieve
from quickstart.tests.factories import index, make_collection, make_entry, make_skill, new_account
from search import likely_passages

SUBJECTS = ("bread", "butter", "cheese", "dough", "eggs", "flour", "garlic", "honey", "icing", "jam")


@pytest.fixture(autouse=True)
def embedder() -> Iterator[FakeEmbedder]:
    collection = FakeEmbedder()
    with use_models(embedder=collection):
        yield collection


@pytest.fixture
def kitchen(db: None) -> Collection:
    collection = make_collection(name="kitchen")
    for at, subject in enumerate(SUBJECTS):
        make_entry(
            collection,
            entry_id=subject,
            question=f"How do I keep {subject} fresh?",
            variants=[f"{subject} goes off", f"store {subject}"],
            tree_path=["Pantry" if at % 2 else "Fridge", subject],
            answer=f"Put the {subject} where it is cool.",
        )
        make_skill(
            collection, skill_id=f"skill_{subject}", title=f"Buying {subject}", triggers=[f"buy {subject}"]
        )
    return index(collection)


def test_a_phrase_of_the_index_names_its_skill_for_the_words_of_the_question(kitchen: Collection) -> None:
    question = "where do I buy cheese for the honey"
    assert not any(each.is_named for each in retrieve(collection=kitchen, query=question).skills)
    Trigger.objects.filter(text="buy honey").update(source=TriggerSource.INDEX)
    found = retrieve(collection=kitchen, query=question)
    assert (found.skills[0].id, found.skills[0].is_named) == ("skill_honey", True)


def test_it_says_which_skills_an_entry_names(kitchen: Collection) -> None:
    skill = make_skill(kitchen, skill_id="skill_pickle")
    entry = make_entry(kitchen, question="How do I pickle?", related_skills=["skill_pickle.md"])
    assert retrieve(collection=index(kitchen), query="How do I pickle?").links == {entry.pk: [skill.pk]}


def ids(found: QuickstartRetrieval) -> list[str]:
    return [each.id for each in found.entries]


def test_the_right_one_comes_first(kitchen: Collection) -> None:
    found = retrieve(collection=kitchen, query="how to store cheese")
    assert (found.entries[0].id, found.skills[0].id) == ("cheese", "skill_cheese")
    assert found.by_vectors
    assert found.model == "fake-embedder"
    assert found.entries[0].tree_path == ["Fridge", "cheese"]
    assert len(found.entries) <= 10
    scores = [each.score for each in found.entries]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= each.confidence <= 1 for each in (*found.entries, *found.skills))
    assert found.entries[0].confidence == max(each.confidence for each in found.entries)


def test_what_a_question_does_not_say_is_less_sure(kitchen: Collection) -> None:
    answered = retrieve(collection=kitchen, query="how do I keep honey fresh").entries[0].confidence
    other = retrieve(collection=kitchen, query="which bus goes to the zoo").entries[0].confidence
    assert answered > other


def test_a_slip_of_the_fingers(kitchen: Collection) -> None:
    assert ids(retrieve(collection=kitchen, query="store gralic"))[0] == "garlic"


def test_words_answer_while_the_embedder_is_away(kitchen: Collection, embedder: FakeEmbedder) -> None:
    embedder.fail_with = [CouldNotAsk("No answer.", kind=ErrorKind.TIMEOUT, retryable=True)]
    found = retrieve(collection=kitchen, query="honey goes off")
    assert ids(found)[0] == "honey"
    assert (found.by_vectors, found.vector, found.model) == (False, None, "")
    assert found.entries[0].confidence >= found.calibrations["entry"].answer_above


def test_a_new_entry_is_found_by_its_words_at_once(kitchen: Collection) -> None:
    make_entry(kitchen, entry_id="kale", question="How do I keep kale fresh?")
    found = retrieve(collection=Collection.objects.get(pk=kitchen.pk), query="kale")
    assert ids(found)[0] == "kale"
    assert not found.by_vectors


def test_an_edit_and_a_withdrawal_take_effect_at_once(kitchen: Collection) -> None:
    entry = kitchen.entries.get(entry_id="jam")
    with changing(kitchen):
        entry.review = Review.RETIRED
        entry.save()
        write_texts(entries=[entry])
    assert "jam" not in ids(retrieve(collection=kitchen, query="store jam"))


def test_collections_never_mix(kitchen: Collection) -> None:
    same_name = make_collection(new_account(), name="kitchen")
    beside = make_collection(kitchen.account, name="cellar")
    for other in (same_name, beside):
        make_entry(other, entry_id="canary", question="How do I keep a canary fresh?", answer="canary")
        make_skill(other, skill_id="skill_canary", title="canary", triggers=["canary"])
        index(other)
    found = retrieve(collection=kitchen, query="canary")
    assert "canary" not in ids(found)
    assert "skill_canary" not in [each.id for each in found.skills]
    assert ids(retrieve(collection=beside, query="canary")) == ["canary"]


def test_an_empty_collection(db: None) -> None:
    found = retrieve(collection=make_collection(), query="anything")
    assert (found.entries, found.skills) == ([], [])


@pytest.mark.parametrize(
    "query", ["", "?!", "the of and", "' OR 1=1 --", "a\\'b", "漢字かな", "x " * 500, "%(s)s"]
)
def test_whatever_is_typed(kitchen: Collection, query: str) -> None:
    assert len(retrieve(collection=kitchen, query=query).entries) == len(SUBJECTS)


def test_what_is_hardly_better_than_the_others_does_not_stand_out(kitchen: Collection) -> None:
    assert not any(each.stands_out for each in retrieve(collection=kitchen, query="keep fresh").entries)
    first, *others = retrieve(collection=kitchen, query="how do I keep honey fresh").entries
    assert (first.id, first.stands_out) == ("honey", True)
    assert not any(each.stands_out for each in others)


def test_by_words_alone_nothing_is_said_of_standing_out(kitchen: Collection) -> None:
    Collection.objects.update(model="")
    kitchen.refresh_from_db()
    found = retrieve(collection=kitchen, query="keep fresh").entries
    assert len(found) > 1
    assert all(each.stands_out for each in found)


def test_met_prerequisites_raise_the_score(db: None) -> None:
    collection = make_collection()
    make_entry(collection, entry_id="first", question="What is a larder?")
    make_entry(collection, entry_id="next", question="Where is the larder?", prerequisites=["first"])
    index(collection)
    scores = [
        {
            each.id: each.score
            for each in retrieve(collection=collection, query="larder", explained_ids=explained_ids).entries
        }["next"]
        for explained_ids in (["first"], ["other"])
    ]
    assert scores[0] > scores[1]


def test_of_a_large_collection_the_likely_items_are_compared(
    kitchen: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    queries = [f"{word} {subject}" for subject in SUBJECTS for word in ("store", "buy", "fresh")]
    exact = [retrieve(collection=kitchen, query=query) for query in queries]
    monkeypatch.setattr(IndexedText, "few", 10)
    # The index still has each text twice, without its vector and with it.
    for name, few in (("NEAREST", 6), ("BY_WORDS", 12), ("SAMPLE", 4)):
        monkeypatch.setattr(likely_passages, name, few)
    monkeypatch.setattr(find_candidates, "compare_all", None)
    for query, whole in zip(queries, exact, strict=True):
        part = retrieve(collection=kitchen, query=query)
        assert (part.entries[0].id, part.skills[0].id) == (whole.entries[0].id, whole.skills[0].id)
        assert part.entries[0].confidence == pytest.approx(whole.entries[0].confidence, abs=0.1)


def test_a_large_collection_by_words_alone(
    kitchen: Collection, embedder: FakeEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(IndexedText, "few", 10)
    embedder.fail_with = [CouldNotAsk("No answer.", kind=ErrorKind.TIMEOUT, retryable=True)] * 2
    assert ids(retrieve(collection=kitchen, query="honey"))[0] == "honey"
    assert {each.confidence > 0.5 for each in retrieve(collection=kitchen, query="zoo").entries} == {False}


def test_vectors_of_another_size_are_scanned(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(IndexedText, "few", 1)
    small = FakeEmbedder(name="small", dimensions=64)
    collection = make_collection()
    make_entry(collection, entry_id="bread", question="bread")
    make_entry(collection, entry_id="jam", question="jam")
    index(collection, small)
    with use_models(embedder=small):
        assert ids(retrieve(collection=collection, query="jam")) == ["jam", "bread"]


@pytest.mark.parametrize("name", ["skill_roast.md", "skills/skill_roast.md#now", "skill_roast"])
def test_an_entry_leads_to_the_skill_that_it_names(kitchen: Collection, name: str) -> None:
    make_skill(kitchen, skill_id="skill_roast", title="Oven")
    query = "how do I get crackling"
    before = [each.id for each in retrieve(collection=kitchen, query=query).skills]
    make_entry(kitchen, question="How do I get crackling?", variants=["crackling"], related_skills=[name])
    index(kitchen)
    found = retrieve(collection=Collection.objects.get(pk=kitchen.pk), query=query).skills
    assert found[0].id == "skill_roast"
    assert before[:1] != ["skill_roast"]
    assert found[0].confidence > found[1].confidence


def test_a_skill_is_not_led_to_by_a_draft_or_from_another_collection(kitchen: Collection) -> None:
    make_skill(kitchen, skill_id="skill_roast", title="Oven")
    beside = make_collection(kitchen.account, name="cellar")
    fields = {"question": "crackling", "related_skills": ["skill_roast.md"]}
    make_entry(kitchen, review=Review.DRAFT, **fields)
    make_entry(beside, **fields)
    index(kitchen)
    index(beside)
    found = retrieve(collection=Collection.objects.get(pk=kitchen.pk), query="crackling").skills
    assert {each.id: each.coverage for each in found}.get("skill_roast", 0.0) == 0.0
    assert retrieve(collection=beside, query="crackling").skills == []


def test_few_queries(kitchen: Collection, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    retrieve(collection=kitchen, query="store eggs")
    with django_assert_max_num_queries(9):
        retrieve(collection=kitchen, query="store eggs")
