"""The apps in which an account embeds the assistant."""

from django.contrib.auth.models import User
from django.db.models import QuerySet

from assistant.models import App


def apps_of(account: User) -> QuerySet[App]:
    """By name."""
    return App.objects.filter(account=account).order_by("name")
