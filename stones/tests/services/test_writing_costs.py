"""What a model costs that writes levels stands in the ledger."""

from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import Any

import pytest
from django.contrib.auth.models import User
from pydantic import BaseModel

from core.jobs.models import JobState
from core.llm import ErrorKind, NoUsableAnswer, TokenUsage, count_tokens
from core.llm.model_doubles import FakeChat, FakeEmbedder, use_models
from stones import services
from stones.levels import write_extract
from stones.models import Content, LedgerEntry, ReadKind
from stones.queries import find_stone
from stones.queries.stone_ledger import ledger_of
from stones.services.writing_costs import BookedChat
from stones.tests.factories import LONG, new_account, store, write_levels

UNUSABLE = NoUsableAnswer("No levels.", kind=ErrorKind.CUT_OFF, usage=TokenUsage(700, 30))


class Said(BaseModel):
    answer: str


@pytest.fixture
def account(db: None) -> User:
    return new_account()


def good() -> dict[str, Any]:
    written = write_extract(LONG, count_tokens=count_tokens)
    return dict(zip(("scan", "detail", "deep"), written.texts, strict=True))


def costs() -> list[int]:
    return list(
        LedgerEntry.objects.filter(kind=ReadKind.WRITE).order_by("pk").values_list("tokens", flat=True)
    )


def prompt_tokens(chat: FakeChat) -> int:
    """The tokens of the questions alone."""
    return sum(count_tokens(message["content"]) for call in chat.calls for message in call.messages)


def test_all_exchanges_are_one_entry(account: User) -> None:
    stone, chat = store(account, content=LONG), FakeChat([{"scan": "", "detail": "", "deep": ""}, good()])
    write_levels(stone, chat=chat)
    assert len(chat.calls) == 2
    entry = LedgerEntry.objects.get()
    assert (entry.account_id, entry.stone_id, entry.source) == (account.pk, stone.pk, stone.pk)
    assert (entry.reader.name, entry.kind, entry.level) == ("generation", "write", 3)
    assert (entry.glow_channel, entry.paste_tokens) == (stone.glow_channel, 0)
    assert entry.tokens > prompt_tokens(chat)


def test_an_extract_costs_nothing(account: User) -> None:
    write_levels(store(account, content=LONG))
    assert costs() == []


def test_an_exchange_that_failed_is_booked_too(account: User) -> None:
    job = write_levels(store(account, content=LONG), chat=FakeChat([UNUSABLE]))
    assert (job.state, costs()) == (JobState.FAILED, [730])


def test_levels_that_are_asked_for_anew_cost_again(account: User) -> None:
    stone, chat = store(account, content=LONG), FakeChat(repeat(good()))
    write_levels(stone, chat=chat)
    services.regenerate(content=stone.content)
    write_levels(stone, chat=chat)
    [first, again] = costs()
    assert first == again > 0


def test_of_a_content_that_was_deleted_meanwhile_the_cost_stays(account: User) -> None:
    stone = store(account, content=LONG)

    def delete(messages: Sequence[Mapping[str, str]], schema: object) -> dict[str, Any]:
        Content.objects.filter(pk=stone.content_id).delete()
        return good()

    with use_models(chat=FakeChat([delete]), embedder=FakeEmbedder()):
        services.run_jobs_now(stone.content)
    entry = LedgerEntry.objects.get()
    assert (entry.stone_id, entry.source, entry.level) == (None, "", 0)
    assert entry.tokens > 0


def test_what_a_deleted_stone_cost_is_still_added_to(account: User) -> None:
    stone = store(account, content=LONG)
    chat = BookedChat(FakeChat(repeat({"answer": "yes"})), stone.content)
    ask = [{"role": "user", "content": "Is it?"}]
    first = chat.parse(ask, Said, purpose="levels").spent
    stone.content.delete()
    again = chat.parse(ask, Said, purpose="levels").spent
    entry = LedgerEntry.objects.get()
    assert (entry.stone_id, entry.tokens) == (None, first + again)


def test_a_cost_is_no_read(account: User) -> None:
    stone = store(account, content=LONG)
    write_levels(stone, chat=FakeChat([good()]))
    services.read_level(account=account, border_hash=stone.pk, level=0, reader="agent koda")
    [cost] = costs()
    ledger = ledger_of(stone)
    assert find_stone(account, stone.pk).access_count == ledger.count == 1
    assert (ledger.costs, ledger.tokens) == (cost, LedgerEntry.objects.get(kind="level").tokens)
    assert [entry.kind for entry in ledger.newest] == ["level", "write"]
