"""The ledger columns of a message: its source, whose paste the reader was spared, and its channel."""

from typing import TypedDict

from inbox.models import Message
from stones.format import CHANNELS, FormatError, read_header
from stones.models import Stone


class LedgerSource(TypedDict):
    source: str
    glow_channel: str


def ledger_source(message: Message, stone: Stone | None) -> LedgerSource:
    """The stone that was sent, so that it counts once however it is read; the message where the stone is None."""
    if stone is not None:
        return {"source": stone.pk, "glow_channel": stone.glow_channel}
    return {"source": message.pk, "glow_channel": _channel(message)}


def _channel(message: Message) -> str:
    """As the delivered copy of a stone says; a plain message has none."""
    if not message.is_stone:
        return ""
    try:
        channel = read_header(message.body).glow_channel
    except FormatError:
        return ""
    return channel if channel in CHANNELS else ""
