"""Answers of the analytics API, with examples."""

from typing import Any

from rest_framework import serializers


class FiguresBody(serializers.Serializer[Any]):
    paste = serializers.IntegerField(
        help_text="What pasting would have cost: once for each reader and source."
    )
    read = serializers.IntegerField(
        help_text="What agents loaded instead; what a person opens on a page costs nothing."
    )
    generation = serializers.IntegerField(help_text="What a model cost that wrote levels.")
    helpers = serializers.IntegerField(help_text="What the models of helpers and of the assistant cost.")
    saved = serializers.IntegerField(
        help_text="paste − read − generation − helpers; negative: more was spent."
    )
    percent = serializers.FloatField(allow_null=True, help_text="Of the pastes; null where there were none.")
    reads = serializers.IntegerField(help_text="How often something was loaded, on pages too.")


class DayBody(FiguresBody):
    date = serializers.DateField()


class AgentBody(FiguresBody):
    agent = serializers.CharField(
        help_text="As “agent koda”; a helper's and the assistant's with their agent."
    )


class ChannelBody(FiguresBody):
    glow_channel = serializers.CharField(help_text="Empty for what has none.")


class LevelBody(FiguresBody):
    level = serializers.CharField(
        help_text="lod-0 … lod-3: the deepest that was loaded of a source on a day; passages; costs."
    )


class SavingsBody(FiguresBody):
    since = serializers.DateField()
    until = serializers.DateField()
    exact = serializers.BooleanField(help_text="False where tokens are estimated.")
    days = DayBody(many=True)
    agents = AgentBody(many=True)
    channels = ChannelBody(many=True)
    levels = LevelBody(many=True)


class CountBody(serializers.Serializer[Any]):
    name = serializers.CharField()
    count = serializers.IntegerField()


class PageUseBody(serializers.Serializer[Any]):
    app = serializers.CharField()
    page = serializers.CharField()
    visits = serializers.IntegerField()
    median_ms = serializers.IntegerField(allow_null=True)


class ReceivedBody(serializers.Serializer[Any]):
    glow_channel = serializers.CharField()
    count = serializers.IntegerField()
    tokens = serializers.IntegerField()


class AssistantBody(serializers.Serializer[Any]):
    received = serializers.IntegerField()
    loaded = serializers.IntegerField()
    loaded_tokens = serializers.IntegerField()
    saved_tokens = serializers.IntegerField()
    helpers = serializers.IntegerField()
    copies = serializers.IntegerField()
    pastes = serializers.IntegerField()


class UsageBody(serializers.Serializer[Any]):
    since = serializers.DateField()
    until = serializers.DateField()
    events = serializers.IntegerField()
    actions = CountBody(many=True)
    shortcuts = CountBody(many=True)
    pages = PageUseBody(many=True)
    received = ReceivedBody(many=True)
    assistant = AssistantBody()


_FIGURES = {
    "paste": 2000,
    "read": 170,
    "generation": 0,
    "helpers": 0,
    "saved": 1830,
    "percent": 91.5,
    "reads": 2,
}
SAVINGS = {
    "since": "2026-03-10",
    "until": "2026-03-10",
    "exact": True,
    **_FIGURES,
    "days": [{"date": "2026-03-10", **_FIGURES}],
    "agents": [{"agent": "agent koda", **_FIGURES}],
    "channels": [{"glow_channel": "task", **_FIGURES}],
    "levels": [{"level": "lod-1", **_FIGURES}],
}
USAGE = {
    "since": "2026-03-10",
    "until": "2026-03-10",
    "events": 3,
    "actions": [{"name": "copy-as-stone", "count": 1}],
    "shortcuts": [{"name": "ctrl+/", "count": 1}],
    "pages": [{"app": "qastone", "page": "/stones/:id", "visits": 1, "median_ms": None}],
    "received": [],
    "assistant": {
        "received": 0,
        "loaded": 0,
        "loaded_tokens": 0,
        "saved_tokens": 0,
        "helpers": 0,
        "copies": 0,
        "pastes": 0,
    },
}
BAD_DAYS = {
    "code": "invalid",
    "detail": "days: Must be at least 1.",
    "errors": [{"field": "days", "code": "min_value", "detail": "Must be at least 1."}],
}
