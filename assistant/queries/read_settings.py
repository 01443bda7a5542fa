"""How an account wants the assistant to behave."""

from collections.abc import Mapping

from django.contrib.auth.models import User

from assistant.models import AssistantSettings
from stones.format import DEFAULT_CHANNELS, Channel


def assistant_settings(account: User) -> AssistantSettings:
    """The account's settings; a row that is not saved, with the defaults, where it has none."""
    found = AssistantSettings.objects.filter(account=account).first()
    return found or AssistantSettings(account=account)


def channels_in(saved: AssistantSettings) -> Mapping[str, Channel]:
    """All channels as these settings have them, in the format's order: what `stones.format.assess` takes."""
    return {
        name: Channel(own["defaultLod"], own["color"]) if (own := saved.channels.get(name)) else default
        for name, default in DEFAULT_CHANNELS.items()
    }


def channels_of(account: User) -> Mapping[str, Channel]:
    """The same for an account: from which level its stones are read, and in which colours they glow."""
    return channels_in(assistant_settings(account))
