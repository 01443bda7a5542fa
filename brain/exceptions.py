"""What can go wrong with the brain, in words for whoever meets it."""

from core.rest.exceptions import ProductError


class BrainError(ProductError):
    """The base of this app's errors."""

    code = "brain_error"


class InvalidQuery(BrainError):
    """A question, room or option that cannot be taken as it is."""

    code = "invalid_query"


class InvalidSchema(BrainError):
    """A custom schema that is no JSON Schema, or more than is taken here."""

    code = "invalid_schema"


class AnswerNotInSchema(BrainError):
    """The model's answer does not validate, twice. The message has the validator's words."""

    code = "answer_not_in_schema"


class ModelUnavailable(BrainError):
    """The model did not answer, or not with anything that can be used. Nothing was saved."""

    code = "model_unavailable"


class ModelNeeded(BrainError):
    """What was asked for takes a model, and none is configured."""

    code = "model_needed"


class NoteNotFound(BrainError):
    """There is none of this id, or it is somebody else's: nobody can tell which."""

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


class ConversationNotFound(BrainError):
    code = "conversation_not_found"


class AnswerNotFound(BrainError):
    """No turn of this id, or somebody else's."""

    code = "answer_not_found"
