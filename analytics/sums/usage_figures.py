"""Usage figures of a period."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class NamedCount:
    name: str
    count: int


@dataclass(frozen=True)
class PageUse:
    """`median_ms`: how long the page was open; None where nobody has left it yet."""

    app: str
    page: str
    visits: int
    median_ms: int | None


@dataclass(frozen=True)
class ReceivedStones:
    """Stones of a channel that were pasted, and the tokens that the assistant read of them at once."""

    glow_channel: str
    count: int
    tokens: int


@dataclass(frozen=True)
class AssistantUse:
    """Counts from the assistant's events. Tokens are as it reported them; the ledger has the exact ones."""

    received: int
    loaded: int
    loaded_tokens: int
    saved_tokens: int
    helpers: int
    copies: int
    pastes: int


@dataclass(frozen=True)
class UsageFigures:
    """Usage of the days from `since` to `until`, both included; the most used first, at most MAX_ROWS of each."""

    since: date
    until: date
    events: int
    actions: tuple[NamedCount, ...]
    shortcuts: tuple[NamedCount, ...]
    pages: tuple[PageUse, ...]
    received: tuple[ReceivedStones, ...]
    assistant: AssistantUse
