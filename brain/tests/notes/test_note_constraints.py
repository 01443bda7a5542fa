"""Database constraints of notes, the profile and their chunks."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError

from brain.models import Chunk, Note, Profile
from brain.tests.factories import make_note, make_profile, new_account


@pytest.fixture
def account(db: None) -> User:
    return new_account()


def test_a_file_once_per_account(account: User) -> None:
    make_note(account, file="a.md")
    make_note(file="a.md")
    make_note(account)
    make_note(account)
    with pytest.raises(IntegrityError, match="note_file_once_per_account"):
        make_note(account, file="a.md")


def test_a_title(account: User) -> None:
    with pytest.raises(IntegrityError, match="note_has_a_title"):
        Note.objects.create(account=account, title="", body="B", tokens=1)


def test_one_profile(account: User) -> None:
    make_profile(account)
    with pytest.raises(IntegrityError, match="account_id"):
        Profile.objects.create(account=account, text="T", tokens=1)


@pytest.mark.parametrize(
    ("fields", "constraint"),
    [
        ({"ordinal": 0}, "note_chunk_order"),
        ({"note": None}, "chunk_of_a_note_or_a_profile"),
        ({"start": 5, "end": 5}, "chunk_not_empty"),
        ({"embedding": [1.0]}, "chunk_vector_names_model"),
        ({"embedding_model": "m"}, "chunk_vector_names_model"),
    ],
)
def test_chunks(account: User, fields: dict[str, Any], constraint: str) -> None:
    note = make_note(account)
    values = {"account": account, "note": note, "ordinal": 7, "stretch": 7, "start": 0, "end": 1, "words": ""}
    with pytest.raises(IntegrityError, match=constraint):
        Chunk.objects.create(**(values | fields))


def test_a_chunk_of_both(account: User) -> None:
    note, profile = make_note(account), make_profile(account)
    with pytest.raises(IntegrityError, match="chunk_of_a_note_or_a_profile"):
        note.passages.update(profile=profile)


def test_chunks_of_a_profile_have_an_order(account: User) -> None:
    profile = make_profile(account)
    with pytest.raises(IntegrityError, match="profile_chunk_order"):
        Chunk.objects.create(account=account, profile=profile, ordinal=0, stretch=0, start=0, end=1, words="")
