"""The kinds of the brain's jobs."""

from brain.models.conversations import Conversation
from brain.models.notes import Note, Profile
from core.jobs.job_kinds import JobKind

EMBED_NOTE = JobKind("brain.embed_note", Note)
EMBED_PROFILE = JobKind("brain.embed_profile", Profile)
SUMMARISE = JobKind("brain.summarise", Conversation)
