"""Which HTTP status each error of this app carries."""

from quickstart import exceptions
from rest.problems import answer_with

answer_with(
    {
        exceptions.QuickstartError: 400,
        exceptions.CollectionNotFound: 404,
        exceptions.EntryNotFound: 404,
        exceptions.SkillNotFound: 404,
        exceptions.QuestionNotFound: 404,
    }
)
