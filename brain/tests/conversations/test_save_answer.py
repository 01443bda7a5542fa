"""An answer saved as a note."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from brain.exceptions import AnswerNotFound, InvalidNote
from brain.models import Note, NoteOrigin, Turn
from brain.services.manage_conversations import delete_conversation
from brain.services.manage_notes import delete_note, edit_note
from brain.services.save_answer import preview_note, save_as_note
from brain.standard_response import Citation, ExternalSource
from brain.tests.conversations.conversation_factories import (
    create_turn,
    make_conversation,
    make_response,
    run_concurrently,
)
from brain.tests.factories import make_note, new_account
from core.rest.agent_tokens import TokenInContent, new_token

PAGE = ExternalSource(title="Port", source="Wikipedia", url="https://x.example/port")


@pytest.fixture
def ann(db: None) -> User:
    return new_account()


def cited(note: Note, excerpt: str | None = "It is 8003.") -> Citation:
    return Citation(note_id=note.pk, note_title=note.title, excerpt=excerpt)


def make_turn(account: User) -> Turn:
    """About a port, from one note, one page and the profile."""
    note = make_note(account, title="Ports", tags=["network"])
    return create_turn(
        make_conversation(account),
        " Which port\ndoes it use? ",
        make_response("8003 [1].\n", [cited(note)], [PAGE], profile=True),
    )


def test_the_preview_stores_nothing(ann: User) -> None:
    turn = make_turn(ann)
    draft = preview_note(turn=turn)
    assert (draft.title, draft.tags) == ("Which port does it use?", ["network"])
    assert draft.body == "8003 [1]."
    url, note_id = "https://x.example/port", turn.metadata["citations"][0]["noteId"]
    assert draft.sources == [
        {"type": "notes", "id": note_id, "title": "Ports", "url": "", "excerpt": "It is 8003."},
        {"type": "external", "id": url, "title": "Port", "url": url, "excerpt": ""},
        {"type": "profile", "id": "profile", "title": "Profile", "url": "", "excerpt": ""},
    ]
    assert Note.objects.count() == 1


def test_saved_as_the_preview_says(ann: User) -> None:
    turn = make_turn(ann)
    draft, (note, created) = preview_note(turn=turn), save_as_note(turn=turn)
    assert created
    note.refresh_from_db()
    assert (note.account, note.origin, note.title, note.body) == (
        ann,
        NoteOrigin.ANSWER,
        draft.title,
        draft.body,
    )
    assert (note.tags, note.sources) == (draft.tags, draft.sources)
    assert note.passages.exists()


def test_saved_as_somebody_rewrote_it(ann: User) -> None:
    turn = make_turn(ann)
    note, _ = save_as_note(turn=turn, title="The port", body="It is 8003.", tags=["#Export Ports"])
    assert (note.title, note.body, note.origin) == ("The port", "It is 8003.", NoteOrigin.ANSWER)
    assert (len(note.tags), note.sources) == (1, preview_note(turn=turn).sources)
    assert save_as_note(turn=turn, tags=[]).note.tags == []


def test_an_answer_without_sources_names_none(ann: User) -> None:
    draft = preview_note(
        turn=create_turn(make_conversation(ann), "Which?", make_response("Not in your notes."))
    )
    assert (draft.body, draft.tags, draft.sources) == ("Not in your notes.", [], [])


def test_a_long_question_makes_a_short_title(ann: User) -> None:
    title = preview_note(turn=create_turn(make_conversation(ann), "why " * 100)).title
    assert title == f"{('why ' * 30).rstrip()}…"
    assert preview_note(turn=create_turn(make_conversation(ann), "x" * 400)).title == f"{'x' * 120}…"


def test_tags_are_those_that_most_cited_notes_have(ann: User) -> None:
    notes = [
        make_note(ann, tags=["b", "a", "z"]),
        make_note(ann, tags=["z", "c", "d"]),
        make_note(ann, tags=["z", "d", "e"]),
        make_note(ann, tags=["uncited"]),
        make_note(new_account(), tags=["secret", "z"]),
    ]
    named = [*notes[:3], notes[0], notes[4]]
    turn = create_turn(
        make_conversation(ann), response=make_response("8003.", [cited(note) for note in named])
    )
    assert preview_note(turn=turn).tags == ["z", "d", "a", "b", "c"]
    delete_note(note=notes[1])
    assert preview_note(turn=turn).tags == ["z", "a", "b", "d", "e"]


@pytest.mark.parametrize("options", [{}, {"title": " The  port", "body": "8003\r\n", "tags": ["#Ports"]}])
def test_saved_again_unchanged_it_is_the_same_note(ann: User, options: dict[str, Any]) -> None:
    turn = make_turn(ann)
    first, _ = save_as_note(turn=turn, **options)
    assert save_as_note(turn=turn, **options) == (first, False)
    assert Note.objects.filter(origin=NoteOrigin.ANSWER).count() == 1


def test_what_differs_is_another_note(ann: User) -> None:
    turn = make_turn(ann)
    changes: list[dict[str, Any]] = [{}, {"title": "The port"}, {"body": "8003"}, {"tags": ["ports"]}]
    notes = [save_as_note(turn=turn, **options).note for options in changes]
    edit_note(note=notes[0], version=1, body="It was 8003.")
    again, created = save_as_note(turn=turn)
    assert created
    assert len({again.pk, *(each.pk for each in notes)}) == 5


def test_somebody_elses_note_is_not_the_same(ann: User) -> None:
    turns = [
        create_turn(make_conversation(account), "Which?", make_response("8003."))
        for account in (ann, new_account())
    ]
    notes = [save_as_note(turn=turn).note for turn in turns]
    assert [note.account_id for note in notes] == [turn.account_id for turn in turns]


def test_a_note_that_was_written_is_not_the_saved_one(ann: User) -> None:
    written = make_note(ann, title="Which?", body="8003.")
    assert (
        save_as_note(turn=create_turn(make_conversation(ann), "Which?", make_response("8003."))).note
        != written
    )


@pytest.mark.django_db(transaction=True)
def test_saved_twice_at_once_it_is_one_note() -> None:
    turn = make_turn(new_account())
    saved = run_concurrently(*[lambda: save_as_note(turn=turn)] * 4)
    assert len(saved) == 4
    assert {note.pk for note, _ in saved} == {Note.objects.get(origin=NoteOrigin.ANSWER).pk}
    assert sorted(created for _, created in saved) == [False, False, False, True]


def test_what_is_no_note_is_refused(ann: User) -> None:
    turn = make_turn(ann)
    for error, options in [
        (InvalidNote, {"title": " "}),
        (InvalidNote, {"body": "\n"}),
        (TokenInContent, {"body": new_token()}),
    ]:
        with pytest.raises(error):
            save_as_note(turn=turn, **options)
    assert not Note.objects.filter(origin=NoteOrigin.ANSWER).exists()


def test_of_a_conversation_that_was_deleted(ann: User) -> None:
    turn = make_turn(ann)
    delete_conversation(conversation=turn.conversation)
    with pytest.raises(AnswerNotFound):
        save_as_note(turn=turn)
