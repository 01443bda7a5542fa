"""How an account wants the stones of each channel read: as the format has it, unless an app that knows more says so."""

from collections.abc import Callable, Mapping

from django.contrib.auth.models import User

from stones.format import DEFAULT_CHANNELS, Channel

ChannelFinder = Callable[[User], Mapping[str, Channel]]
_finders: list[ChannelFinder] = []


def register_channels(find: ChannelFinder) -> None:
    """Ask this from now on. Call once, when an app that keeps the accounts' wishes is ready."""
    _finders[:] = [find]


def channels_for(account: User) -> Mapping[str, Channel]:
    """All channels, each with the level at which its stones are read at first, and its colour."""
    return _finders[0](account) if _finders else DEFAULT_CHANNELS
