"""The abstract passage, of which each app makes a table, and what is counted over the passages of an account."""

from collections.abc import Iterator
from typing import Any, ClassVar

from django.apps import apps
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import F, Func, Q, TextField, Value
from pgvector.django import HalfVectorField

COVERED_DIMENSIONS = 1_200
"""Vectors up to this size fit into an entry of a B-tree; larger ones are read from the table."""


class Passage(models.Model):
    """A stretch of its owner's text: found by its words at once, by its vector once a job has made it.

    `owner` names the foreign key to the owner, which cascades. Its migration adds `covering_index`.
    """

    owner: ClassVar[str]

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    ordinal = models.PositiveIntegerField()
    start = models.PositiveIntegerField(help_text="character offset into the text")
    end = models.PositiveIntegerField()
    trail = models.TextField(blank=True)
    # Lexemes of `account_words`, without places.
    words = SearchVectorField()
    embedding = HalfVectorField(null=True)
    embedding_model = models.CharField(max_length=200, blank=True)

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(condition=Q(end__gt=F("start")), name="%(class)s_not_empty"),
            # A vector without its model could be compared with another model's.
            models.CheckConstraint(
                condition=Q(embedding=None, embedding_model="")
                | (Q(embedding__isnull=False) & ~Q(embedding_model="")),
                name="%(class)s_vector_has_model",
            ),
        ]
        indexes = [
            # One list of passages for each word of each account: lexemes begin with the account.
            GinIndex(fields=["words"], fastupdate=False, name="%(class)s_words"),
            # By which the sweep sees that another model made a vector.
            models.Index(fields=["embedding_model"], name="%(class)s_model"),
        ]

    @classmethod
    def owner_column(cls) -> str:
        field = cls._meta.get_field(cls.owner)
        assert isinstance(field, models.ForeignKey)
        return str(field.column)


class WordStatistics(models.Model):
    """How many passages of an account, in one table, hold a word; and the mean of their vectors.

    Rebuilt by `search.refresh_statistics`. An account with few passages has none: they are counted at each question.
    """

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    kind = models.CharField(max_length=100, help_text="label of the passages' model")
    passages = models.PositiveIntegerField()
    # Stems that FREQUENT passages or more hold. Rarer ones are counted when they are searched.
    frequencies = models.JSONField(default=dict)
    # Over a sample of the vectors of one model.
    model = models.CharField(max_length=200, blank=True)
    mean = ArrayField(models.FloatField(), default=list)

    class Meta:
        verbose_name_plural = "word statistics"
        constraints = [
            models.UniqueConstraint(fields=["account", "kind"], name="word_statistics_once_per_kind")
        ]

    def __str__(self) -> str:
        return f"{self.kind} of account {self.account_id}: {self.passages}"


def passage_models() -> Iterator[type[Passage]]:
    """The tables of passages of all apps."""
    return (model for model in apps.get_models() if issubclass(model, Passage))


def passage_model(owner: type[models.Model]) -> type[Passage]:
    """The table of the passages of these owners. Raises LookupError."""
    for model in passage_models():
        if model._meta.get_field(model.owner).related_model is owner:
            return model
    raise LookupError(f"no table of passages belongs to {owner._meta.label}")


def account_word(account_id: int, stem: str) -> str:
    """The lexeme of a stem in the index."""
    return f"{account_id}:{stem}"


def account_words(account_id: int, stems: list[str]) -> Func:
    """The value of `words`."""
    lexemes = [account_word(account_id, stem) for stem in stems]
    return Func(Value(lexemes, output_field=ArrayField(TextField())), function="array_to_tsvector")


def of_other_models(model: str) -> Q:
    """Passages whose vectors another model made: two ranges of the index on the name, which are empty nearly always."""
    return Q(embedding_model__gt="", embedding_model__lt=model) | Q(embedding_model__gt=model)


def covering_index(table: str, owner_column: str) -> Any:
    """SQL that makes, and SQL that drops, the index from which an account's vectors are read without their rows.

    The rows of an account lie between those of all others, its entries in this index side by side.
    """
    return (
        f"CREATE INDEX {table}_vectors ON {table} (account_id)"
        f" INCLUDE (id, {owner_column}, embedding_model, embedding)"
        f" WHERE coalesce(vector_dims(embedding), 0) <= {COVERED_DIMENSIONS}",
        f"DROP INDEX {table}_vectors",
    )
