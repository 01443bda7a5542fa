"""Errors of the quickstart, worded for the person or program that meets them."""

from core.rest.exceptions import ProductError


class QuickstartError(ProductError):
    code = "quickstart_error"


class CollectionNotFound(QuickstartError):
    """No collection of this name, or another account's: the caller cannot tell which."""

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
