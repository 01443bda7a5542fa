"""services.curate_content, where the admin's tests do not reach."""

import pytest

from core.jobs.models import JobState
from core.llm.model_doubles import FakeEmbedder
from quickstart.exceptions import InvalidEntry
from quickstart.models import Collection, Entry, IndexedText, Review, Skill
from quickstart.services import curate_content, install_shipped
from quickstart.tests.factories import index, job_of, make_collection, make_entry, make_skill, new_account


@pytest.fixture
def collection(db: None) -> Collection:
    return make_collection()


def unsaved(collection: Collection, **fields: object) -> Entry:
    values = {"entry_id": "x", "question": "How?", "answer": "So.", "level": 2, "tree_path": ["A"]} | fields
    return Entry(collection=collection, **values)


def test_every_fault_is_reported_and_nothing_stored(collection: Collection) -> None:
    with pytest.raises(InvalidEntry, match=r"question is empty; .*tree_path is empty") as caught:
        curate_content.save_entry(entry=unsaved(collection, question=" ", tree_path=[]), variants=[""])
    assert ("question_variants", "number 1 is empty") in list(caught.value.extra["problems"])  # type: ignore[call-overload]
    assert not Entry.objects.exists()


def test_a_draft_is_not_reviewed_and_not_found(collection: Collection) -> None:
    entry = curate_content.save_entry(entry=unsaved(collection), variants=["so?"])
    assert (entry.review, entry.reviewed, entry.texts.count()) == (Review.DRAFT, None, 0)
    assert [variant.text for variant in entry.variants.all()] == ["so?"]


def test_without_variants_those_that_are_there_stay(collection: Collection) -> None:
    entry = make_entry(collection, variants=["one"])
    entry.question = "Edited?"
    curate_content.save_entry(entry=entry)
    assert [variant.text for variant in entry.variants.all()] == ["one"]


def test_over_several_collections(collection: Collection) -> None:
    one, two = make_entry(collection), make_entry(make_collection())
    assert curate_content.retire(entries=Entry.objects.all()) == 2
    assert not one.texts.exists()
    assert not two.texts.exists()
    assert curate_content.publish(entries=Entry.objects.filter(pk=one.pk)) == 1
    assert Entry.objects.get(pk=two.pk).review == Review.RETIRED
    assert curate_content.delete_entries(entries=Entry.objects.all()) == 2


def test_embedding_anew(collection: Collection) -> None:
    entry, skill = make_entry(collection), make_skill(collection)
    index(collection, FakeEmbedder())
    assert not collection.texts.filter(embedding=None).exists()
    assert curate_content.re_embed(entries=Entry.objects.all()) == entry.texts.count()
    assert set(collection.texts.filter(embedding=None).values_list("entry_id", flat=True)) == {entry.pk}
    collection.refresh_from_db()
    assert job_of(collection).state == JobState.PENDING
    index(collection, FakeEmbedder())
    assert curate_content.re_embed(skills=Skill.objects.all()) == skill.texts.count()
    assert curate_content.re_embed(collections=Collection.objects.all()) == collection.texts.count()


def test_what_passed_to_another_account_meanwhile_is_saved_as_that_accounts(collection: Collection) -> None:
    entry, skill = make_entry(collection), make_skill(collection)
    new, heir = unsaved(collection, entry_id="qa_new"), new_account()
    install_shipped.pass_shipped(collection=collection, to=heir)
    for each in (entry, new):
        curate_content.save_entry(entry=each)
    curate_content.save_skill(skill=skill)
    for model in (Entry, Skill, IndexedText):
        assert set(model._default_manager.values_list("account", flat=True)) == {heir.pk}
