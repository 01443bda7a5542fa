"""Which models have rows of an account, found by their foreign keys."""

from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import ForeignKey, Model


def owned_models() -> dict[type[Model], list[str]]:
    """Each model that names an account, or another row's author, with the names of those fields."""
    found: dict[type[Model], list[str]] = {}
    for model in apps.get_models():
        for field in model._meta.get_fields():
            if isinstance(field, ForeignKey) and field.related_model is User:
                found.setdefault(model, []).append(field.name)
    return found
