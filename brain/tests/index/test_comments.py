"""Vectors are made of the same text as words: without comments."""

from brain.models import Note
from brain.retrieval.note_chunks import split_chunks
from brain.services.store_chunks import chunk_rows, chunk_texts

BODY = "The weir has two gates. <!-- Odd never paid for them. -->\nBo opens <!-- or Ann --> the north one at dawn."


def test_stored_chunks_are_read_without_comments() -> None:
    found = chunk_texts(BODY, chunk_rows(Note(account_id=1, title="Weir", body=BODY)))
    assert found == split_chunks(BODY)
    assert not any("Odd" in each.text or "Ann" in each.text for each in found)
