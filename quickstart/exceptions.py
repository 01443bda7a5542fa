"""What can go wrong with the quickstart, in words for whoever meets it."""

from core.rest.exceptions import ProductError


class QuickstartError(ProductError):
    """The base of this app's errors."""

    code = "quickstart_error"


class CollectionNotFound(QuickstartError):
    """There is none of this name, or it is somebody else's: nobody can tell which."""

    code = "collection_not_found"


class CollectionNotChosen(QuickstartError):
    """No collection was named, and there is not exactly one."""

    code = "collection_not_chosen"


class InvalidCollection(QuickstartError):
    code = "invalid_collection"


class EntryNotFound(QuickstartError):
    code = "entry_not_found"


class SkillNotFound(QuickstartError):
    code = "skill_not_found"


class QuestionNotFound(QuickstartError):
    code = "question_not_found"


class InvalidQuickstartQuestion(QuickstartError):
    code = "invalid_question"


class InvalidEntry(QuickstartError):
    code = "invalid_entry"
