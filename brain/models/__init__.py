"""The rows of the brain: notes and the profile with their chunks, conversations with their turns, fetched results."""

from brain.models.conversations import Conversation, Interface, Mode, Summary, Turn
from brain.models.notes import Chunk, Note, Origin, Profile
from brain.models.outside import FetchedResults, OutsidePreference

__all__ = [
    "Chunk",
    "Conversation",
    "FetchedResults",
    "Interface",
    "Mode",
    "Note",
    "Origin",
    "OutsidePreference",
    "Profile",
    "Summary",
    "Turn",
]
