"""Admin pages of the brain: notes, profiles and conversations of all accounts, read-only.

People write them on their own pages; the only action here is to embed again.
"""

from brain.admin.conversation_admin import ConversationAdmin, SummaryAdmin, TurnAdmin
from brain.admin.note_admin import NoteAdmin, ProfileAdmin

__all__ = ["ConversationAdmin", "NoteAdmin", "ProfileAdmin", "SummaryAdmin", "TurnAdmin"]
