"""Retrieval over stored notes, with an embedder that knows words only."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from brain.answer_sources import PROFILE_ID
from brain.models import Chunk, NoteOrigin
from brain.prompting import context_tokens
from brain.services.find_notes import MAX_RELATED, find_notes, related_notes
from brain.services.retrieve_sources import RetrievedSources, retrieve
from brain.tests.factories import index, make_note, make_profile, new_account
from core.llm import CouldNotAsk, ErrorKind, count_tokens
from core.llm.model_doubles import FakeEmbedder, use_models

pytestmark = pytest.mark.django_db

BEES = "Bees dance to tell where nectar is. A hive has one queen. Honey keeps for years in a closed jar.\n"
BREAD = "Sourdough rises slowly in the cold. Bake it in a hot oven with steam. Rye makes it dense.\n"
FOAM = "Foam is made of bubbles that share their walls. No bubble stands alone in it.\n"


@pytest.fixture
def account() -> User:
    return new_account()


@pytest.fixture(autouse=True)
def _words_only() -> Iterator[None]:
    with use_models(embedder=FakeEmbedder()):
        yield


def _three_notes(account: User) -> None:
    make_note(account, title="Beekeeping", body=BEES, tags=["animals"])
    make_note(account, title="Baking", body=BREAD, tags=["food"])
    make_note(account, title="Spheres", body=FOAM, tags=["philosophy"])
    index(account)


def _ids(found: RetrievedSources) -> list[str]:
    return [source.title for source in found.notes]


def test_the_note_that_answers_comes_first(account: User) -> None:
    _three_notes(account)
    found = retrieve(account=account, query="Who is the queen of a hive?")
    assert _ids(found)[0] == found.ranked[0].title == "Beekeeping"
    assert found.how == "vectors and words"
    assert found.by_vectors
    assert "A hive has one queen." in found.notes[0].passages[0].text


def test_stretches_are_verbatim_and_within_the_budget(account: User) -> None:
    body = "\n\n".join(f"Paragraph {at} tells of the queen and of hive {at}. {BEES}" for at in range(40))
    note = make_note(account, title="Many hives", body=body)
    _three_notes(account)
    found = retrieve(account=account, query="queen of a hive", budget=400)
    assert 250 < context_tokens(found.notes, count_tokens=count_tokens) <= 400
    passages = [each for source in found.notes if source.id == note.pk for each in source.passages]
    assert passages
    assert all(each.text == note.body[each.start : each.end] for each in passages)


@pytest.mark.parametrize("tagged", ["honey #food", "#food what is honey?"])
def test_tags_choose_before_anything_is_ranked(account: User, tagged: str) -> None:
    _three_notes(account)
    found = retrieve(account=account, query=tagged)
    assert _ids(found) == ["Baking"]
    assert "#" not in found.query
    assert "#food" in found.steps[0]


def test_a_tag_that_no_note_has_finds_nothing(account: User) -> None:
    _three_notes(account)
    found = retrieve(account=account, query="honey #absent")
    assert (found.notes, found.how, found.covers) == ((), "nothing", False)


def test_without_vectors_words_decide_and_a_step_says_so(account: User) -> None:
    make_note(account, title="Beekeeping", body=BEES)
    make_note(account, title="Baking", body=BREAD)
    found = retrieve(account=account, query="How long does honey keep?")
    assert _ids(found) == ["Beekeeping"]
    assert found.how == "keywords"
    assert not found.by_vectors
    assert any("no vector yet" in step for step in found.steps)


def test_an_embedder_that_is_away_leaves_the_words(account: User) -> None:
    _three_notes(account)
    away = FakeEmbedder()
    away.fail_with = [CouldNotAsk("The line is dead.", kind=ErrorKind.UNREACHABLE)]
    with use_models(embedder=away):
        found = retrieve(account=account, query="How long does honey keep?")
    assert _ids(found) == ["Beekeeping"]
    assert found.how == "words"
    assert any("does not answer" in step for step in found.steps)


def test_without_a_match_the_latest_are_returned(account: User) -> None:
    make_note(account, title="Old", body=BEES)
    make_note(account, title="New", body=BREAD)
    found = retrieve(account=account, query="zeppelin xylophone")
    assert _ids(found) == ["New", "Old"]
    assert (found.how, found.covers, found.confidence) == ("recent", False, 0.0)


def test_vectors_of_another_model_are_never_compared(account: User) -> None:
    _three_notes(account)
    with use_models(embedder=FakeEmbedder(name="other", dimensions=8)):
        found = retrieve(account=account, query="How long does honey keep?")
    assert not found.by_vectors
    assert found.how == "keywords"
    assert _ids(found) == ["Beekeeping"]


def test_the_old_model_is_used_while_it_is_available(account: User) -> None:
    _three_notes(account)
    old = FakeEmbedder()
    with use_models(embedder=FakeEmbedder(name="other", dimensions=8), others=[old]):
        found = retrieve(account=account, query="How long does honey keep?")
    assert found.by_vectors
    assert found.model == old.name


def test_nobody_elses_notes_are_found_or_felt(account: User) -> None:
    _three_notes(account)
    before = retrieve(account=account, query="How long does honey keep?")
    other = new_account()
    for at in range(5):
        make_note(
            other, title=f"Honey {at}", body="Honey keeps. Honey keeps long. How long does honey keep?\n"
        )
    index(other)
    after = retrieve(account=account, query="How long does honey keep?")
    assert (after.notes, after.ranked, after.confidence) == (before.notes, before.ranked, before.confidence)
    assert not find_notes(account=new_account(), query="honey")


@pytest.mark.parametrize("notes", [1, 3])
def test_questions_cost_the_same_queries(account: User, notes: int) -> None:
    for at in range(notes):
        make_note(account, title=f"Note {at}", body=BEES)
    index(account)
    retrieve(account=account, query="queen")
    with CaptureQueriesContext(
        connection,
    ) as queries:
        retrieve(account=account, query="Who is the queen?")
    assert len(queries) == 5


def test_the_profile_is_used_for_a_phrase(account: User) -> None:
    _three_notes(account)
    make_profile(account)
    index(account)
    found = retrieve(account=account, query="What is my occupation at the Old Mill?")
    assert found.profile is not None
    assert (found.profile.id, found.profile_reason, found.covers) == (PROFILE_ID, "phrase", True)


def test_the_profile_is_used_where_it_comes_nearest(account: User) -> None:
    _three_notes(account)
    make_profile(account)
    index(account)
    found = retrieve(account=account, query="Corner Bakery sourdough for the whole street")
    assert found.profile_reason == "nearest"
    assert retrieve(account=account, query="Who is the queen of a hive?").profile is None


def test_without_a_profile_a_phrase_asks_the_notes(account: User) -> None:
    _three_notes(account)
    found = retrieve(account=account, query="What is my role in the hive?")
    assert (found.profile, found.profile_reason) == (None, "")


def test_a_brain_that_holds_nothing(account: User) -> None:
    found = retrieve(account=account, query="anything")
    assert (found.notes, found.how, found.covers, found.ranked) == ((), "nothing", False, ())


@pytest.mark.parametrize(
    "query", ["", "?!", "the of and", "'); DROP TABLE x; --", "a\\' & b | !c:*", "\U0001f41d" * 50]
)
def test_whatever_is_typed_is_taken(account: User, query: str) -> None:
    _three_notes(account)
    assert retrieve(account=account, query=query).notes


def test_find_notes_gives_the_best_stretch_of_each(account: User) -> None:
    _three_notes(account)
    found = find_notes(account=account, query="oven steam", limit=2)
    assert len(found) == 2
    assert found[0].note.title == "Baking"
    assert found[0].excerpt == found[0].note.body[found[0].start : found[0].end]
    of_animals = find_notes(account=account, query="honey", tags=["animals"])
    assert [each.note.title for each in of_animals] == ["Beekeeping"]
    assert find_notes(account=account, query="oven", tags=["animals"]) == []
    assert [each.note.title for each in find_notes(account=account, query="#philosophy")] == ["Spheres"]


def test_only_near_notes_are_found_where_words_are_looked_for(account: User) -> None:
    _three_notes(account)
    assert len(find_notes(account=account, query="oven steam")) == 3
    assert [each.note.title for each in find_notes(account=account, query="oven steam", near_only=True)] == [
        "Baking"
    ]


def test_related_notes_are_others_of_the_account(account: User) -> None:
    _three_notes(account)
    hives = make_note(account, title="Hives", body="A hive of bees needs nectar and a queen.\n")
    index(account)
    # What is about other things is not listed, however few notes there are.
    assert [each.note.title for each in related_notes(note=hives)] == ["Beekeeping"]


def test_without_vectors_shared_words_relate_notes(account: User) -> None:
    _three_notes(account)
    hives = make_note(account, title="Hives", body="A hive of bees needs nectar and a queen.\n")
    Chunk.objects.update(embedding=None, embedding_model="")
    assert [each.note.title for each in related_notes(note=hives)] == ["Beekeeping"]


def test_no_more_notes_are_related_than_the_limit(account: User) -> None:
    made = [make_note(account, title=f"Hive {at}", body=BEES) for at in range(MAX_RELATED + 2)]
    index(account)
    assert len(related_notes(note=made[0])) == MAX_RELATED


def test_a_saved_answer_ranks_below_its_sources(account: User) -> None:
    make_note(account, title="Queens", body="A hive has one queen.", origin=NoteOrigin.ANSWER)
    _three_notes(account)
    found = retrieve(account=account, query="How many queens has a hive?")
    assert _ids(found)[-1] == "Queens"
    assert "Beekeeping" in _ids(found)


def test_a_search_for_nothing_that_is_there_finds_nothing(account: User) -> None:
    _three_notes(account)
    assert find_notes(account=account, query="zzzqqq") == []
    assert find_notes(account=account, query="queen zzzqqq")[0].note.title == "Beekeeping"
