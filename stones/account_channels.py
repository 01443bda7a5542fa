"""The level at which each channel's stones are read first, by account: the format's, unless an app registers others."""

from collections.abc import Callable, Mapping

from django.contrib.auth.models import User

from stones.format import DEFAULT_CHANNELS, Channel

ChannelFinder = Callable[[User], Mapping[str, Channel]]
_finders: list[ChannelFinder] = []


def register_channels(find: ChannelFinder) -> None:
    """Use this instead of the format's channels. Call once, in the `ready` of the app that stores them."""
    _finders[:] = [find]


def channels_for(account: User) -> Mapping[str, Channel]:
    """All channels, each with the level at which its stones are read at first, and its colour."""
    return _finders[0](account) if _finders else DEFAULT_CHANNELS
