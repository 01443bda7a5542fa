"""A profile as REST and its page's JSON say it."""

from typing import Any

from rest_framework import serializers

from brain.models import EMBED_PROFILE, Profile
from core.jobs.find_jobs import find_job
from core.jobs.models import JobState
from core.rest.strict_fields import JsonObject
from core.rest.trust import TrustField


class ProfileBody(serializers.Serializer[Any]):
    name = serializers.CharField()
    data = JsonObject(help_text="What was given.")  # type: ignore[assignment]  # DRF takes fields out of the class
    text = serializers.CharField(help_text="The same as Markdown: what is searched and cited.")
    tokens = serializers.IntegerField(help_text="Of the text.")
    version = serializers.IntegerField(help_text="Grows with each change.")
    updated = serializers.DateTimeField()
    indexed = serializers.SerializerMethodField(help_text="false: its words alone find it, for now.")
    trust = TrustField()

    def get_indexed(self, profile: Profile) -> bool:
        return find_job(profile, EMBED_PROFILE).state == JobState.DONE


def serialize_profile(profile: Profile) -> dict[str, Any]:
    body: serializers.Serializer[Any] = ProfileBody(profile)
    return dict(body.data)
