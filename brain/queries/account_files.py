"""The files of an account's export with notes, profile and conversations."""

from brain.models import Conversation, Note, OutsidePreference, Profile, Summary, Turn
from core.db.export_files import own_file

ACCOUNT_FILES = (
    own_file(
        "brain/notes.jsonl",
        "Your notes.",
        Note,
        imported_by="none; the files that *Export* gives on the page of notes are read by import_notes",
    ),
    own_file("brain/profile.jsonl", "Your profile.", Profile, imported_by="import_profile FILE"),
    own_file("brain/conversations.jsonl", "Conversations with the brain.", Conversation),
    own_file("brain/turns.jsonl", "Their questions and answers, with what each answer cites.", Turn),
    own_file("brain/summaries.jsonl", "What stands for old turns in prompts.", Summary),
    own_file("brain/settings.jsonl", "Whether the brain may ask outside sources.", OutsidePreference, "id"),
)
