"""What people did, counted: from events, without a word of what they read or wrote."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Count:
    """How often something was used."""

    name: str
    count: int


@dataclass(frozen=True)
class Page:
    """`median_ms`: how long it was looked at; None where nobody has left it yet."""

    app: str
    page: str
    visits: int
    median_ms: int | None


@dataclass(frozen=True)
class Received:
    """Stones of a channel that the assistant met, and the tokens that it read of them at once."""

    glow_channel: str
    count: int
    tokens: int


@dataclass(frozen=True)
class Assistant:
    """What the assistant counted. Tokens are what it reported: the ledger has what was read, to the token."""

    received: int
    loaded: int
    loaded_tokens: int
    saved_tokens: int
    helpers: int
    copies: int
    pastes: int


@dataclass(frozen=True)
class Usage:
    """Of the days from `since` to `until`, both included; the most used first, at most `MOST_ROWS` of each."""

    since: date
    until: date
    events: int
    actions: tuple[Count, ...]
    shortcuts: tuple[Count, ...]
    pages: tuple[Page, ...]
    received: tuple[Received, ...]
    assistant: Assistant
