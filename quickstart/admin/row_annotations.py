"""Annotations of an admin list, computed in its own query."""

from typing import Any

from django.db.models import Exists, Func, IntegerField, Model, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from quickstart.models import IndexedText


def count_of(model: type[Model], field: str) -> Coalesce:
    """Number of rows of the model whose `field` refers to the row."""
    found = model._default_manager.filter(**{field: OuterRef("pk")}).order_by()
    counted = found.annotate(rows=Func("pk", function="COUNT", output_field=IntegerField())).values("rows")
    return Coalesce(Subquery(counted), 0)


def is_stale(field: str) -> Exists:
    """Whether a text of the row has no vector of the current model. `field`: "entry" or "skill"."""
    texts: Any = IndexedText.objects.filter(**{field: OuterRef("pk")})
    return Exists(texts.filter(Q(embedding=None) | ~Q(embedding_model=OuterRef("collection__model"))))
