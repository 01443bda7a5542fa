"""What a conversation has read, and what its model cost, in the ledger."""

from collections.abc import Collection, Sequence

from django.db import transaction

from inbox.helping.conversation import Known, quote_of
from inbox.models import Agent
from llm import count_tokens
from stones.models import Read, ReadKind, Stone
from stones.services.reading import READER_LENGTH


def record_quotes(agent: Agent, quoted: Sequence[Known]) -> None:
    """The agent was given these quotes."""
    for known in quoted:
        if known.stone:
            _record(agent, known, count_tokens(quote_of(known, count_tokens)), saves=True)


def record_model(agent: Agent, read: Sequence[Known], used: Collection[Known], spent: int) -> None:
    """A model read these for the agent, and answered with those; the entries sum up to the tokens that it `spent`."""
    for known in read:
        if known.stone:
            tokens = min(count_tokens(known.text), spent)
            spent -= tokens
            # What the answer does not rest on has saved nobody from reading it.
            _record(agent, known, tokens, saves=known in used)
    if spent:
        _enter(agent, None, ReadKind.HELPER, source="", level=0, tokens=spent, paste_tokens=0)


@transaction.atomic
def _record(agent: Agent, known: Known, tokens: int, *, saves: bool) -> None:
    # Locked, if it is still there: what was read of it stays in the ledger without it.
    stone = Stone.objects.select_for_update(no_key=True).filter(pk=known.stone).first()
    # What saved nothing stands for no paste: it would be counted as the one that later reads of it have saved.
    source, paste_tokens = (known.stone, known.tokens) if saves else ("", tokens)
    _enter(agent, stone, ReadKind.FOCUS, source=source, level=None, tokens=tokens, paste_tokens=paste_tokens)


def _enter(
    agent: Agent,
    stone: Stone | None,
    kind: ReadKind,
    *,
    source: str,
    level: int | None,
    tokens: int,
    paste_tokens: int,
) -> None:
    Read.objects.create(
        account_id=agent.account_id,
        stone=stone,
        source=source,
        glow_channel=stone.glow_channel if stone else "",
        reader=f"assistant for agent {agent.name}"[:READER_LENGTH],
        kind=kind,
        level=level,
        tokens=tokens,
        paste_tokens=paste_tokens,
    )
