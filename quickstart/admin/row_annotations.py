"""Counts and marks beside the rows of a list, in its own query."""

from typing import Any

from django.db.models import Exists, Func, IntegerField, Model, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from quickstart.models import IndexedText


def count_of(model: type[Model], field: str) -> Coalesce:
    """How many rows of the model point by this field at the row."""
    found = model._default_manager.filter(**{field: OuterRef("pk")}).order_by()
    counted = found.annotate(rows=Func("pk", function="COUNT", output_field=IntegerField())).values("rows")
    return Coalesce(Subquery(counted), 0)


def is_stale(field: str) -> Exists:
    """Whether a text of the row ("entry" or "skill") has no vector of the model that answers now."""
    texts: Any = IndexedText.objects.filter(**{field: OuterRef("pk")})
    return Exists(texts.filter(Q(embedding=None) | ~Q(embedding_model=OuterRef("collection__model"))))
