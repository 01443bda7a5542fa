"""The brain for operators: notes, profiles and conversations of all accounts, to look at.

People write them on their own pages; here vectors are made anew.
"""

from brain.admin.conversation_admin import ConversationAdmin, SummaryAdmin, TurnAdmin
from brain.admin.note_admin import NoteAdmin, ProfileAdmin

__all__ = ["ConversationAdmin", "NoteAdmin", "ProfileAdmin", "SummaryAdmin", "TurnAdmin"]
