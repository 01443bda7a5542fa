"""What people did, counted: from events, without a word of what they read or wrote."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class NamedCount:
    """How often something was used."""

    name: str
    count: int


@dataclass(frozen=True)
class PageUse:
    """`median_ms`: how long it was looked at; None where nobody has left it yet."""

    app: str
    page: str
    visits: int
    median_ms: int | None


@dataclass(frozen=True)
class ReceivedStones:
    """Stones of a channel that the assistant met, and the tokens that it read of them at once."""

    glow_channel: str
    count: int
    tokens: int


@dataclass(frozen=True)
class AssistantUse:
    """What the assistant counted. Tokens are what it reported: the ledger has what was read, to the token."""

    received: int
    loaded: int
    loaded_tokens: int
    saved_tokens: int
    helpers: int
    copies: int
    pastes: int


@dataclass(frozen=True)
class UsageFigures:
    """Of the days from `since` to `until`, both included; the most used first, at most `MOST_ROWS` of each."""

    since: date
    until: date
    events: int
    actions: tuple[NamedCount, ...]
    shortcuts: tuple[NamedCount, ...]
    pages: tuple[PageUse, ...]
    received: tuple[ReceivedStones, ...]
    assistant: AssistantUse
