"""The brain's rows: notes and profile with their chunks, conversations with their turns, cached external results."""

from brain.models.conversations import Conversation, Interface, Mode, Summary, Turn
from brain.models.external_sources import FetchedResults, OutsidePreference
from brain.models.jobs import EMBED_NOTE, EMBED_PROFILE, SUMMARISE
from brain.models.notes import Chunk, Note, NoteOrigin, Profile

__all__ = [
    "EMBED_NOTE",
    "EMBED_PROFILE",
    "SUMMARISE",
    "Chunk",
    "Conversation",
    "FetchedResults",
    "Interface",
    "Mode",
    "Note",
    "NoteOrigin",
    "OutsidePreference",
    "Profile",
    "Summary",
    "Turn",
]
