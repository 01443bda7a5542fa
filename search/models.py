"""The abstract passages, of which an app makes a table with a foreign key to the owner; the owner's end is theirs."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchQueryField, SearchVectorField
from django.db import models
from django.db.models import BooleanField, F, Func, TextField, Value
from django.db.models.functions import Cast
from pgvector.django import HalfVectorField


class SignatureField(models.Field[str | None, str | None]):
    """One bit for each dimension of a vector: whether it is above 0."""

    def db_type(self, connection: Any) -> str:
        return "varbit"


class SearchPassage(models.Model):
    """A text of its owner: found by its words at once, by its vector once a job has made it.

    `space` names whose it is, an account's, one agent's or one collection's: what is looked up and counted is looked
    up and counted within spaces that the asker may see, so that nobody else's texts cost anything or have an influence.
    """

    few: ClassVar[int] = 4_000
    """Up to so many passages are all compared."""
    has_parts: ClassVar[bool] = False
    """Whether passages have parts, found with them: of both a column `stretch` has the ordinal of the passage."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    space = models.CharField(max_length=40)
    ordinal = models.PositiveIntegerField()
    # Lexemes of `space_words`, without positions.
    words = SearchVectorField()
    embedding = HalfVectorField(null=True)
    embedding_model = models.CharField(max_length=200, blank=True)
    # A sixteenth of the vector, from which the likely ones are chosen: it is in the index, so that no row is read.
    signature = models.GeneratedField(
        expression=Func(F("embedding"), function="binary_quantize"),
        output_field=SignatureField(null=True),
        db_persist=True,
    )

    class Meta:
        abstract = True
        indexes = [
            # One list of passages for each word of each space: lexemes begin with it.
            GinIndex(fields=["words"], fastupdate=False, name="%(class)s_words"),
            models.Index(
                fields=["space", "embedding_model"], include=["id", "signature"], name="%(class)s_near"
            ),
        ]


class TextPassage(SearchPassage):
    """A stretch of its owner's text, which the owner holds.

    A concrete table's foreign key to the owner has the related name "passages".
    """

    start = models.PositiveIntegerField(help_text="character offset into the text")
    end = models.PositiveIntegerField()
    trail = models.TextField(blank=True)

    class Meta(SearchPassage.Meta):
        abstract = True
        indexes = [
            *SearchPassage.Meta.indexes,
            # By which the sweep sees that another model made a vector.
            models.Index(fields=["embedding_model"], name="%(class)s_model"),
        ]


def space_word(space: str, stem: str) -> str:
    """The lexeme of a stem in the index."""
    return f"{space}:{stem}"


def as_tsquery(lexeme: str) -> str:
    """One lexeme as PostgreSQL's tsquery reads it. Any is quoted."""
    quoted = lexeme.replace("\\", "\\\\").replace("'", "''")
    return f"'{quoted}'"


def holds_words(space: str, stems: Iterable[str]) -> Func:
    """A condition: a passage of this space that holds all these stems."""
    query = " & ".join(as_tsquery(space_word(space, stem)) for stem in stems)
    # No `SearchQuery`, which would parse a lexeme as a text of its own.
    words = Cast(Value(query), SearchQueryField())
    return Func(F("words"), words, template="%(expressions)s", arg_joiner=" @@ ", output_field=BooleanField())


def space_words(space: str, stems: Iterable[str]) -> Func:
    """The value of `words`."""
    lexemes: Sequence[str] = [space_word(space, stem) for stem in stems]
    return Func(Value(lexemes, output_field=ArrayField(TextField())), function="array_to_tsvector")
