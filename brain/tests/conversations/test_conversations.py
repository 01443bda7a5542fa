"""Opening conversations, adding turns to them, renaming and deleting them."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoAssertNumQueries

from brain.exceptions import AnswerNotFound, ConversationNotFound, InvalidQuery
from brain.models import Conversation, Interface, Summary, Turn
from brain.queries.conversations import (
    conversations_of,
    find_conversation,
    find_room,
    find_turn,
    summaries_of,
    turns_of,
)
from brain.response import Citation
from brain.services.conversations import delete_conversation, open_conversation, rename, unsaved_turn
from brain.services.saving import save_as_note
from brain.tests.conversations.rows import add, answered, room, talk, together, work
from brain.tests.factories import new_account
from brain.trace import Trace
from jobs.models import JobState


@pytest.fixture
def ann(db: None) -> User:
    return new_account()


def test_a_room_is_opened_once_and_nothing_waits(ann: User) -> None:
    first = open_conversation(account=ann, interface=Interface.REST, room="  the \n garden ")
    assert (first.room, first.state, str(first)) == ("the garden", JobState.DONE, "the garden")
    assert open_conversation(account=ann, interface=Interface.REST, room="the garden") == first


def test_interface_account_and_room_tell_conversations_apart(ann: User) -> None:
    rooms = [
        room(ann),
        room(ann, interface=Interface.REST),
        room(ann, "other"),
        room(new_account()),
    ]
    assert len({each.pk for each in rooms}) == 4


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "has 0."),
        (" \t\n", "has 0."),
        ("x" * 101, "has 101."),
        ("a\x00b", "cannot be stored"),
        ("a\ud800b", "cannot be stored"),
    ],
)
def test_what_is_no_room(ann: User, name: str, said: str) -> None:
    with pytest.raises(InvalidQuery, match=said):
        open_conversation(account=ann, interface=Interface.PAGE, room=name)
    assert not Conversation.objects.exists()


def test_the_longest_room(ann: User) -> None:
    assert room(ann, f" {'x' * 100} ").room == "x" * 100


@pytest.mark.django_db(transaction=True)
def test_opened_by_many_at_once_it_is_one() -> None:
    ann = new_account()
    found = together(*[lambda: room(ann)] * 6)
    assert {each.pk for each in found} == {Conversation.objects.get().pk}


def test_a_turn_keeps_what_was_answered(ann: User) -> None:
    conversation = room(ann)
    cited = Citation(note_id="0" * 26, note_title="Ports", excerpt="It is 8003.")
    turn = Turn.objects.get(pk=add(conversation, "Which port?", answered("8003.", [cited])).pk)
    assert (turn.account, turn.conversation, turn.ordinal) == (ann, conversation, 1)
    assert (turn.query, turn.answer, turn.mode, turn.model) == ("Which port?", "8003.", "model", "fake-chat")
    assert (turn.tokens, turn.asked_by, turn.summary) == (12, "person ann", None)
    assert turn.metadata == {
        "hasSources": True,
        "sourceTypes": ["notes"],
        "citations": [{"noteId": "0" * 26, "noteTitle": "Ports", "excerpt": "It is 8003."}],
        "externalSources": [],
        "usedProfile": False,
        "sourceExplanation": "",
    }
    assert turn.trace["dropped"] == [{"what": "an invented page", "reason": "It was not supplied."}]
    conversation.refresh_from_db()
    assert conversation.updated == turn.created


def test_ordinals_count_within_a_conversation(ann: User) -> None:
    first, second = room(ann, "one"), room(ann, "two")
    ordinals = [add(each).ordinal for each in (first, second, first, first)]
    assert ordinals == [1, 1, 2, 3]


@pytest.mark.django_db(transaction=True)
def test_turns_added_at_once_leave_no_gap() -> None:
    conversation = room()
    added = together(*[lambda: add(conversation)] * 6)
    assert sorted(turn.ordinal for turn in added) == [1, 2, 3, 4, 5, 6]
    assert list(turns_of(conversation).values_list("ordinal", flat=True)) == [1, 2, 3, 4, 5, 6]


def test_what_the_database_cannot_hold_is_left_out(ann: User) -> None:
    cited = Citation(note_id="0" * 26, note_title="a\ud800b", excerpt="c\x00d")
    turn = add(
        room(ann), "a\x00b", answered("\x00c\udfffd", [cited]), trace=Trace(how="w\x00"), asked_by="\x00p"
    )
    turn.refresh_from_db()
    assert (turn.query, turn.answer, turn.trace["how"], turn.asked_by) == ("ab", "cd", "w", "p")
    assert turn.metadata["citations"][0] == {"noteId": "0" * 26, "noteTitle": "ab", "excerpt": "cd"}


def test_a_turn_of_a_conversation_that_was_deleted_meanwhile(ann: User) -> None:
    conversation = room(ann)
    delete_conversation(conversation=Conversation.objects.get())
    with pytest.raises(ConversationNotFound):
        add(conversation)
    assert not Turn.objects.exists()


def test_a_turn_is_whole_or_not_there(ann: User) -> None:
    room(ann)
    with pytest.raises(AttributeError):
        unsaved_turn(
            account=ann,
            query="q",
            response=answered(),
            mode="model",  # type: ignore[arg-type]  # and what comes after it is wrong, too
            trace=None,  # type: ignore[arg-type]
            model="",
            tokens=0,
            asked_by="",
        )
    assert not Turn.objects.exists()


def test_the_title_is_its_room_until_it_is_named(ann: User) -> None:
    conversation = rename(conversation=room(ann), title="  Ports \n of services ")
    assert str(Conversation.objects.get()) == conversation.title == "Ports of services"
    rename(conversation=conversation, title=" ")
    assert str(Conversation.objects.get()) == "main"


@pytest.mark.parametrize("title", ["x" * 201, "a\x00"])
def test_what_is_no_title(ann: User, title: str) -> None:
    conversation = rename(conversation=room(ann), title="Ports")
    with pytest.raises(InvalidQuery):
        rename(conversation=conversation, title=title)
    assert Conversation.objects.get().title == "Ports"


def test_deleted_with_its_turns_and_no_others(ann: User) -> None:
    conversation, other = room(ann), room(ann, "other")
    talk(conversation, 9)
    work(conversation)
    add(other)
    note, _ = save_as_note(turn=turns_of(conversation)[0])
    delete_conversation(conversation=conversation)
    assert list(Conversation.objects.all()) == [other]
    assert Turn.objects.get().conversation == other
    assert not Summary.objects.exists()
    note.refresh_from_db()
    with pytest.raises(ConversationNotFound):
        delete_conversation(conversation=conversation)
    with pytest.raises(ConversationNotFound):
        rename(conversation=conversation, title="gone")


def test_found_by_their_own_account_alone(ann: User) -> None:
    conversation = room(ann)
    turn, thief = add(conversation), new_account()
    assert find_conversation(ann, conversation.pk) == conversation
    assert find_room(ann, Interface.PAGE, " main ") == conversation
    assert find_turn(ann, turn.pk.lower()) == turn
    searches: list[Any] = [
        (ConversationNotFound, find_conversation, conversation.pk),
        (AnswerNotFound, find_turn, turn.pk),
    ]
    for error, find, pk in searches:
        said = []
        for account, asked in [(thief, pk), (ann, "0" * 26), (ann, "a\x00"), (ann, "")]:
            with pytest.raises(error) as raised:
                find(account, asked)
            said.append(raised.value.message.replace(repr(asked), "…"))
        assert len(set(said)) == 1
    for account, interface, name in [
        (thief, Interface.PAGE, "main"),
        (ann, Interface.REST, "main"),
        (ann, Interface.PAGE, "a\x00"),
        (ann, Interface.PAGE, "a\ud800"),
    ]:
        with pytest.raises(ConversationNotFound):
            find_room(account, interface, name)
    assert not list(conversations_of(thief))


def test_a_room_of_any_characters_is_found_again(ann: User) -> None:
    conversation = room(ann, "👩\u200d🌾 #1\x1b")
    assert find_room(ann, Interface.PAGE, conversation.room) == conversation


def test_the_latest_comes_first_with_its_turns_counted(ann: User) -> None:
    old, empty, new = room(ann, "old"), room(ann, "empty"), room(ann, "new")
    add(new, "first")
    add(new, "x" * 400)
    add(old, "again")
    add(room(new_account()), "somebody else's")
    found = conversations_of(ann)
    assert [(row.pk, row.turn_count, row.last_query) for row in found] == [  # type: ignore[attr-defined]
        (old.pk, 1, "again"),
        (new.pk, 2, "x" * 300),
        (empty.pk, 0, ""),
    ]


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_takes_one_query(
    ann: User, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(rows):
        add(room(ann, f"room {number}"))
    with django_assert_num_queries(1):
        assert len(conversations_of(ann)) == rows


def test_turns_and_summaries_stand_in_their_order(ann: User) -> None:
    conversation, other = room(ann), room(ann, "other")
    for turns in (9, 5):
        talk(conversation, turns)
        work(conversation)
    talk(other, 9)
    work(other)
    assert [turn.ordinal for turn in turns_of(conversation)] == list(range(1, 15))
    assert [each.first for each in summaries_of(conversation)] == [1, 6]
