"""Celery tasks: an id in, one service call."""

from celery import shared_task

from brain.services import conversation_summaries, embed_chunks, reindex_notes, search_external


@shared_task(name="brain.tasks.embed_note")
def embed_note(note_id: str) -> None:
    """Make the vectors of a note."""
    embed_chunks.embed_note(note_id=note_id)


@shared_task(name="brain.tasks.embed_profile")
def embed_profile(profile_id: int) -> None:
    """Make the vectors of a profile."""
    embed_chunks.embed_profile(profile_id=profile_id)


@shared_task(name="brain.tasks.sweep_notes")
def sweep_notes() -> int:
    """Announce again the notes and profiles whose message was lost, and those that another model embedded."""
    return reindex_notes.sweep_notes()


@shared_task(name="brain.tasks.summarise_conversation")
def summarise_conversation(conversation_id: str) -> None:
    """Let a summary stand for a conversation's old turns."""
    conversation_summaries.summarise_conversation(conversation_id=conversation_id)


@shared_task(name="brain.tasks.sweep_conversations")
def sweep_conversations() -> int:
    """Announce again the conversations whose message was lost."""
    return conversation_summaries.sweep_conversations()


@shared_task(name="brain.tasks.purge_fetched")
def purge_fetched() -> int:
    """Forget what sources outside answered more than an hour ago."""
    return search_external.purge_fetched()
