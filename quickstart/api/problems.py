"""Which HTTP status each error of this app carries."""

from core.rest.problems import register_statuses
from quickstart import exceptions

register_statuses(
    {
        exceptions.QuickstartError: 400,
        exceptions.CollectionNotFound: 404,
        exceptions.EntryNotFound: 404,
        exceptions.SkillNotFound: 404,
        exceptions.QuestionNotFound: 404,
    }
)
