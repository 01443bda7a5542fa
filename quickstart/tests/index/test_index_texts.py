"""The indexed texts of an entry or skill: which they are, that unchanged ones stay, and that drafts have none."""

import pytest

from quickstart.kinds import TextKind
from quickstart.models import Collection, IndexedText, Review, Variant
from quickstart.services.change_collection import changing
from quickstart.services.index_texts import MAX_CODE_LINES, write_texts
from quickstart.tests.factories import index, make_collection, make_entry, make_skill


@pytest.fixture
def collection(db: None) -> Collection:
    return make_collection()


def indexed_texts(kind: TextKind) -> list[str]:
    return list(IndexedText.objects.filter(kind=kind).order_by("ordinal").values_list("text", flat=True))


def test_the_texts_of_an_entry(collection: Collection) -> None:
    make_entry(
        collection,
        question="How do I bake?",
        variants=["bake bread", "make a loaf"],
        tree_path=["Kitchen", "Oven"],
        tags=["bread"],
        answer="# Dough\n\nKnead it.\n\n# Oven\n\nHeat it.",
    )
    assert indexed_texts(TextKind.QUESTION) == ["How do I bake?"]
    assert indexed_texts(TextKind.VARIANT) == ["bake bread", "make a loaf"]
    assert indexed_texts(TextKind.PLACE) == ["Kitchen Oven bread"]
    passages = ["Dough\n# Dough\n\nKnead it.", "Oven\n# Oven\n\nHeat it."]
    assert indexed_texts(TextKind.ANSWER) == passages
    assert indexed_texts(TextKind.OPENING) == ["How do I bake? bake bread make a loaf\n" + passages[0]]


def test_an_entry_that_is_asked_in_one_way_has_the_sentences_of_its_answer(collection: Collection) -> None:
    entry = make_entry(collection, answer="The boat leaves at nine. Dogs travel free. Bicycles are 3 euros.")
    whole, *sentences = indexed_texts(TextKind.ANSWER)
    assert whole == entry.answer
    assert sentences == ["The boat leaves at nine.", "Dogs travel free.", "Bicycles are 3 euros."]
    with changing(collection):
        Variant.objects.create(entry=entry, text="another way", position=0)
        write_texts(entries=[entry])
    assert indexed_texts(TextKind.ANSWER) == [whole]


def test_the_texts_of_a_skill(collection: Collection) -> None:
    make_skill(
        collection,
        skill_id="skill_bread_baking",
        title="Baking",
        description="Makes bread.",
        triggers=["bake a loaf"],
        tree_path=["Kitchen"],
        body="# Baking\n\nKnead.",
    )
    assert indexed_texts(TextKind.TITLE) == ["Baking"]
    assert indexed_texts(TextKind.DESCRIPTION) == ["Makes bread."]
    assert indexed_texts(TextKind.SUMMARY) == ["Baking: Makes bread."]
    assert indexed_texts(TextKind.TRIGGER) == ["bake a loaf"]
    assert indexed_texts(TextKind.PLACE) == ["bread baking", "Kitchen"]
    assert indexed_texts(TextKind.BODY) == ["Baking\n# Baking\n\nKnead."]


def test_commands_of_a_skill_are_texts_and_listings_are_not(collection: Collection) -> None:
    listing = "\n".join(f"step_{at}()" for at in range(MAX_CODE_LINES + 1))
    make_skill(
        collection,
        body=f"Run:\n\n```sh\nbake --hot\n```\n\n~~~python\n{listing}\n~~~\n\nThen eat.",
        title="Baking",
    )
    (body,) = indexed_texts(TextKind.BODY)
    assert "bake --hot" in body
    assert "Then eat." in body
    assert "step_0" not in body


def test_words_are_stems_of_their_collection_without_places(collection: Collection) -> None:
    make_entry(collection, question="Where are the baked loaves?")
    words = IndexedText.objects.get(kind=TextKind.QUESTION).words
    assert words == f"'entry-{collection.pk}:bake' 'entry-{collection.pk}:loav'"


def test_blank_texts_are_not_indexed(collection: Collection) -> None:
    make_skill(collection, skill_id="skill_", description="", tree_path=[], body="  \n", title="Nothing")
    assert set(IndexedText.objects.values_list("text", flat=True)) == {"Nothing"}


def test_a_changed_entry_keeps_the_vectors_of_unchanged_texts(collection: Collection) -> None:
    entry = make_entry(collection, question="How do I bake?", variants=["bake bread"])
    index(collection)
    with changing(collection):
        entry.question = "How is bread baked?"
        entry.save()
        Variant.objects.create(entry=entry, text="a loaf, please", position=1)
        write_texts(entries=[entry])
    without = IndexedText.objects.filter(embedding=None).values_list("text", flat=True)
    begins = f"How is bread baked? bake bread a loaf, please\n{entry.answer}"
    assert set(without) == {"How is bread baked?", "a loaf, please", begins}
    assert IndexedText.objects.get(text="bake bread").embedding_model == "fake-embedder"


def test_nothing_is_written_where_nothing_has_changed(collection: Collection) -> None:
    entry, skill = make_entry(collection, variants=["a", "b"]), make_skill(collection, triggers=["c"])
    before = list(IndexedText.objects.order_by("pk").values_list("pk", flat=True))
    with changing(collection):
        write_texts(entries=[entry], skills=[skill])
    assert list(IndexedText.objects.order_by("pk").values_list("pk", flat=True)) == before


@pytest.mark.parametrize("review", [Review.DRAFT, Review.RETIRED])
def test_only_what_is_published_is_found(collection: Collection, review: Review) -> None:
    entry, skill = make_entry(collection), make_skill(collection)
    other = make_entry(collection)
    for row in (entry, skill):
        row.review = review
        row.save()
    with changing(collection):
        write_texts(entries=[entry, other], skills=[skill])
    assert set(IndexedText.objects.values_list("entry_id", flat=True)) == {other.pk}


def test_an_owner_takes_its_texts_with_it(collection: Collection) -> None:
    make_entry(collection).delete()
    make_skill(collection).delete()
    assert not IndexedText.objects.exists()
