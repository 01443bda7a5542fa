"""Errors of the brain, worded for the person or program that meets them."""

from core.rest.exceptions import ProductError


class BrainError(ProductError):
    code = "brain_error"


class InvalidQuery(BrainError):
    """A question, name or option that is not valid."""

    code = "invalid_query"


class InvalidSchema(BrainError):
    """A custom schema that is no JSON Schema, or exceeds the limits."""

    code = "invalid_schema"


class AnswerNotInSchema(BrainError):
    """The model's answer did not validate, twice. The message quotes the validator."""

    code = "answer_not_in_schema"


class ModelUnavailable(BrainError):
    """The model did not answer, or not usably. Nothing was saved."""

    code = "model_unavailable"


class ModelNeeded(BrainError):
    """The request needs a model, and none is configured."""

    code = "model_needed"


class NoteNotFound(BrainError):
    """No note of this id, or another account's: the caller cannot tell which."""

    code = "note_not_found"


class InvalidNote(BrainError):
    code = "invalid_note"


class NoteTooLarge(BrainError):
    code = "note_too_large"


class NoteChanged(BrainError):
    """It was edited since it was read. Nothing was written."""

    code = "note_changed"


class ProfileNotFound(BrainError):
    code = "profile_not_found"


class InvalidProfile(BrainError):
    code = "invalid_profile"


class ProfileTooLarge(InvalidProfile):
    code = "profile_too_large"


class ConversationNotFound(BrainError):
    code = "conversation_not_found"


class AnswerNotFound(BrainError):
    """No turn of this id, or another account's."""

    code = "answer_not_found"
