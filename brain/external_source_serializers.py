"""The sources outside, as REST and their page's JSON say them."""

from typing import Any

from django.contrib.auth.models import User
from rest_framework import serializers

from brain.services.search_external import is_external_enabled, list_external_sources


class AvailableBody(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    ready = serializers.BooleanField()
    why = serializers.CharField(help_text="What it lacks; empty: nothing.")


class SourcesBody(serializers.Serializer[Any]):
    use_external = serializers.BooleanField(help_text="What holds for questions that say nothing of it.")
    available = AvailableBody(many=True)


def serialize_sources(account: User) -> dict[str, Any]:
    """The sources outside, and whether the account wants them: a `SourcesBody`."""
    available = [each._asdict() for each in list_external_sources()]
    return {"use_external": is_external_enabled(account), "available": available}
