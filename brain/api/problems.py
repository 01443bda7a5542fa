"""Which HTTP status each error of this app carries."""

from brain import exceptions
from core.rest.problems import register_statuses

register_statuses(
    {
        exceptions.BrainError: 400,
        exceptions.NoteNotFound: 404,
        exceptions.ProfileNotFound: 404,
        exceptions.ConversationNotFound: 404,
        exceptions.AnswerNotFound: 404,
        exceptions.NoteChanged: 409,
        exceptions.NoteTooLarge: 413,
        exceptions.ProfileTooLarge: 413,
        # The model is at fault, not the caller: the same call may succeed.
        exceptions.AnswerNotInSchema: 502,
        exceptions.ModelUnavailable: 503,
        exceptions.ModelNeeded: 503,
    }
)
