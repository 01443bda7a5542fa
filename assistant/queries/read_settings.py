"""An account's settings of the assistant, and its channels."""

from collections.abc import Mapping

from django.contrib.auth.models import User

from assistant.models import AssistantSettings
from stones.format import DEFAULT_CHANNELS, Channel


def assistant_settings(account: User) -> AssistantSettings:
    """The account's settings; an unsaved row with the defaults where it has none."""
    found = AssistantSettings.objects.filter(account=account).first()
    return found or AssistantSettings(account=account)


def channels_in(saved: AssistantSettings) -> Mapping[str, Channel]:
    """All channels with these settings, in the format's order, as `stones.format.assess` takes them."""
    return {
        name: Channel(own["defaultLod"], own["color"]) if (own := saved.channels.get(name)) else default
        for name, default in DEFAULT_CHANNELS.items()
    }


def channels_of(account: User) -> Mapping[str, Channel]:
    """The same for an account: the default level and colour of each channel."""
    return channels_in(assistant_settings(account))
