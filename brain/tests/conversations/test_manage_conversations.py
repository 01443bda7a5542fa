"""Opening conversations, adding turns to them, renaming and deleting them."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoAssertNumQueries

from brain.answer_trace import Trace
from brain.exceptions import AnswerNotFound, ConversationNotFound, InvalidQuery
from brain.models import Conversation, Interface, Summary, Turn
from brain.queries.conversation_queries import (
    conversations_of,
    find_conversation,
    find_conversation_by_name,
    find_turn,
    summaries_of,
    turns_of,
)
from brain.services.manage_conversations import (
    build_turn,
    delete_conversation,
    open_conversation,
    open_unnamed_conversation,
    rename_conversation,
)
from brain.services.save_answer import save_as_note
from brain.standard_response import Citation
from brain.tests.conversations.conversation_factories import (
    create_turn,
    create_turns,
    make_conversation,
    make_response,
    run_concurrently,
    summarise,
)
from brain.tests.factories import new_account


@pytest.fixture
def ann(db: None) -> User:
    return new_account()


def test_a_conversation_is_opened_once_without_a_due_job(ann: User) -> None:
    first = open_conversation(account=ann, interface=Interface.REST, name="  the \n garden ")
    assert (first.name, str(first)) == ("the garden", "the garden")
    assert open_conversation(account=ann, interface=Interface.REST, name="the garden") == first


def test_interface_account_and_name_distinguish_conversations(ann: User) -> None:
    conversations = [
        make_conversation(ann),
        make_conversation(ann, interface=Interface.REST),
        make_conversation(ann, "other"),
        make_conversation(new_account()),
    ]
    assert len({each.pk for each in conversations}) == 4


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "has 0."),
        (" \t\n", "has 0."),
        ("x" * 101, "has 101."),
        ("a\x00b", "cannot be stored"),
        ("a\ud800b", "cannot be stored"),
    ],
)
def test_invalid_names(ann: User, name: str, message: str) -> None:
    with pytest.raises(InvalidQuery, match=message):
        open_conversation(account=ann, interface=Interface.PAGE, name=name)
    assert not Conversation.objects.exists()


def test_the_longest_name(ann: User) -> None:
    assert make_conversation(ann, f" {'x' * 100} ").name == "x" * 100


@pytest.mark.django_db(transaction=True)
def test_opened_by_many_at_once_it_is_one() -> None:
    ann = new_account()
    found = run_concurrently(*[lambda: make_conversation(ann)] * 6)
    assert {each.pk for each in found} == {Conversation.objects.get().pk}


def test_a_turn_stores_the_answer(ann: User) -> None:
    conversation = make_conversation(ann)
    cited = Citation(note_id="0" * 26, note_title="Ports", excerpt="It is 8003.")
    turn = Turn.objects.get(pk=create_turn(conversation, "Which port?", make_response("8003.", [cited])).pk)
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
    first, second = make_conversation(ann, "one"), make_conversation(ann, "two")
    ordinals = [create_turn(each).ordinal for each in (first, second, first, first)]
    assert ordinals == [1, 1, 2, 3]


@pytest.mark.django_db(transaction=True)
def test_turns_added_at_once_leave_no_gap() -> None:
    conversation = make_conversation()
    added = run_concurrently(*[lambda: create_turn(conversation)] * 6)
    assert sorted(turn.ordinal for turn in added) == [1, 2, 3, 4, 5, 6]
    assert list(turns_of(conversation).values_list("ordinal", flat=True)) == [1, 2, 3, 4, 5, 6]


def test_what_the_database_cannot_hold_is_left_out(ann: User) -> None:
    cited = Citation(note_id="0" * 26, note_title="a\ud800b", excerpt="c\x00d")
    turn = create_turn(
        make_conversation(ann),
        "a\x00b",
        make_response("\x00c\udfffd", [cited]),
        trace=Trace(how="w\x00"),
        asked_by="\x00p",
    )
    turn.refresh_from_db()
    assert (turn.query, turn.answer, turn.trace["how"], turn.asked_by) == ("ab", "cd", "w", "p")
    assert turn.metadata["citations"][0] == {"noteId": "0" * 26, "noteTitle": "ab", "excerpt": "cd"}


def test_a_turn_of_a_conversation_that_was_deleted_meanwhile(ann: User) -> None:
    conversation = make_conversation(ann)
    delete_conversation(conversation=Conversation.objects.get())
    with pytest.raises(ConversationNotFound):
        create_turn(conversation)
    assert not Turn.objects.exists()


def test_a_turn_is_whole_or_not_there(ann: User) -> None:
    make_conversation(ann)
    with pytest.raises(AttributeError):
        build_turn(
            account=ann,
            query="q",
            response=make_response(),
            mode="model",  # type: ignore[arg-type]  # and what comes after it is wrong, too
            trace=None,  # type: ignore[arg-type]
            model="",
            tokens=0,
            asked_by="",
        )
    assert not Turn.objects.exists()


def test_the_title_is_its_name_until_it_is_named(ann: User) -> None:
    conversation = rename_conversation(conversation=make_conversation(ann), title="  Ports \n of services ")
    assert str(Conversation.objects.get()) == conversation.title == "Ports of services"
    rename_conversation(conversation=conversation, title=" ")
    assert str(Conversation.objects.get()) == "main"


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("Which port\n does the mill use?", "Which port does the mill use?"),
        ("Wann ist der letzte Frost?", "Wann ist der letzte Frost?"),
        ("x" * 80, "x" * 80),
        ("x" * 81, f"{'x' * 79}…"),
        ("Which of the beds, " + "and " * 20, "Which of the beds, " + "and " * 14 + "and…"),
        (f"{'a' * 77}, b", f"{'a' * 77}, b"),
        (f"{'a' * 77}, bc", f"{'a' * 77}…"),
    ],
)
def test_one_without_a_name_is_called_by_its_first_question(ann: User, query: str, title: str) -> None:
    conversation = open_unnamed_conversation(account=ann, interface=Interface.PAGE)
    assert (str(conversation), conversation.name) == ("New conversation", conversation.pk)
    turn = create_turn(conversation, query)
    assert str(turn.conversation) == title
    create_turn(conversation, "why?")
    assert str(Conversation.objects.get()) == title
    rename_conversation(conversation=conversation, title="Beds")
    create_turn(conversation, "and then?")
    assert str(Conversation.objects.get()) == "Beds"
    assert str(rename_conversation(conversation=conversation, title="")) == title


def test_an_unnamed_one_without_a_question_is_opened_again(ann: User) -> None:
    first, other = [
        open_unnamed_conversation(account=each, interface=Interface.PAGE) for each in (ann, new_account())
    ]
    assert open_unnamed_conversation(account=ann, interface=Interface.PAGE) == first != other
    create_turn(first)
    second = open_unnamed_conversation(account=ann, interface=Interface.PAGE)
    rename_conversation(conversation=second, title="Beds")
    third = open_unnamed_conversation(account=ann, interface=Interface.PAGE)
    assert len({first.pk, second.pk, third.pk}) == 3


def test_a_name_is_no_question(ann: User) -> None:
    conversation = make_conversation(ann, "29 November 2026, 20:26:08")
    create_turn(conversation)
    assert (Conversation.objects.get().title, str(conversation)) == ("", "29 November 2026, 20:26:08")


@pytest.mark.parametrize("title", ["x" * 201, "a\x00"])
def test_what_is_no_title(ann: User, title: str) -> None:
    conversation = rename_conversation(conversation=make_conversation(ann), title="Ports")
    with pytest.raises(InvalidQuery):
        rename_conversation(conversation=conversation, title=title)
    assert Conversation.objects.get().title == "Ports"


def test_deleted_with_its_turns_and_no_others(ann: User) -> None:
    conversation, other = make_conversation(ann), make_conversation(ann, "other")
    create_turns(conversation, 9)
    summarise(conversation)
    create_turn(other)
    note, _ = save_as_note(turn=turns_of(conversation)[0])
    delete_conversation(conversation=conversation)
    assert list(Conversation.objects.all()) == [other]
    assert Turn.objects.get().conversation == other
    assert not Summary.objects.exists()
    note.refresh_from_db()
    with pytest.raises(ConversationNotFound):
        delete_conversation(conversation=conversation)
    with pytest.raises(ConversationNotFound):
        rename_conversation(conversation=conversation, title="gone")


def test_found_by_their_own_account_alone(ann: User) -> None:
    conversation = make_conversation(ann)
    turn, thief = create_turn(conversation), new_account()
    assert find_conversation(ann, conversation.pk) == conversation
    assert find_conversation_by_name(ann, Interface.PAGE, " main ") == conversation
    assert find_turn(ann, turn.pk.lower()) == turn
    searches: list[Any] = [
        (ConversationNotFound, find_conversation, conversation.pk),
        (AnswerNotFound, find_turn, turn.pk),
    ]
    for error, find, pk in searches:
        messages = []
        for account, requested_id in [(thief, pk), (ann, "0" * 26), (ann, "a\x00"), (ann, "")]:
            with pytest.raises(error) as raised:
                find(account, requested_id)
            messages.append(raised.value.message.replace(repr(requested_id), "…"))
        assert len(set(messages)) == 1
    for account, interface, name in [
        (thief, Interface.PAGE, "main"),
        (ann, Interface.REST, "main"),
        (ann, Interface.PAGE, "a\x00"),
        (ann, Interface.PAGE, "a\ud800"),
    ]:
        with pytest.raises(ConversationNotFound):
            find_conversation_by_name(account, interface, name)
    assert not list(conversations_of(thief))


def test_a_name_of_any_characters_is_found_again(ann: User) -> None:
    conversation = make_conversation(ann, "👩\u200d🌾 #1\x1b")
    assert find_conversation_by_name(ann, Interface.PAGE, conversation.name) == conversation


def test_the_latest_comes_first_with_its_turns_counted(ann: User) -> None:
    old, empty, new = (
        make_conversation(ann, "old"),
        make_conversation(ann, "empty"),
        make_conversation(ann, "new"),
    )
    create_turn(new, "first")
    create_turn(new, "x" * 400)
    create_turn(old, "again")
    create_turn(make_conversation(new_account()), "somebody else's")
    found = conversations_of(ann)
    assert [(row.pk, row.turn_count, row.last_query) for row in found] == [
        (old.pk, 1, "again"),
        (new.pk, 2, "x" * 300),
        (empty.pk, 0, ""),
    ]


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_takes_one_query(
    ann: User, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(rows):
        create_turn(make_conversation(ann, f"number {number}"))
    with django_assert_num_queries(1):
        assert len(conversations_of(ann)) == rows


def test_turns_and_summaries_are_in_order(ann: User) -> None:
    conversation, other = make_conversation(ann), make_conversation(ann, "other")
    for turns in (9, 5):
        create_turns(conversation, turns)
        summarise(conversation)
    create_turns(other, 9)
    summarise(other)
    assert [turn.ordinal for turn in turns_of(conversation)] == list(range(1, 15))
    assert [each.first for each in summaries_of(conversation)] == [1, 6]
