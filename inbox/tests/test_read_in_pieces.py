"""A level that is read in pieces: verbatim together, each booked at what it costs; a refused read is none."""

from collections.abc import Iterator
from typing import Any

import pytest

from core.llm import count_tokens
from core.mcp.caller import Caller
from core.mcp.exceptions import InvalidArguments
from inbox.mcp.inbox_outputs import LevelOutput
from inbox.mcp.read_tool import read
from inbox.models import Agent, DeliveryState
from inbox.scopes import SCOPES
from inbox.services.send_messages import Outgoing, send_message
from inbox.tests.factories import new_agent, send_stone
from stones.models import LedgerEntry, Stone
from stones.queries.source_reads import source_reads
from stones.tests.factories import new_account, store, write_levels

CODE = "".join(
    f'def step_{number}():\n    x = """\n\n\n   a\n"""\n    return x\n\n\n' for number in range(60)
)
SCOPE_SETS = [frozenset(SCOPES), frozenset(["stones:read"]), frozenset(["inbox:read"])]


@pytest.fixture
def koda(db: None) -> Agent:
    return new_agent(new_account("ann"), "koda")


@pytest.fixture
def stone(koda: Agent) -> Stone:
    made = store(koda.account, content=CODE)
    write_levels(made)
    send_stone(new_agent(koda.account, "mira"), "koda", stone=made.pk)
    return made


@pytest.fixture
def text_number(koda: Agent) -> str:
    return send_text(koda, CODE, subject="Weekly")


def send_text(koda: Agent, text: str, subject: str = "") -> str:
    sender = new_agent(koda.account, f"lea{koda.deliveries.count()}")
    outgoing = Outgoing(recipients=["koda"], subject=subject)
    sent = send_message(
        sender=sender, payload=text, outgoing=outgoing, summary="Sixty steps.", scopes=frozenset(SCOPES)
    )
    return f"#{sent.deliveries[0].sequence}"


def caller(koda: Agent, scopes: frozenset[str] = SCOPE_SETS[0]) -> Caller:
    return Caller(koda.account, koda, scopes)


def pieces(who: Caller, **arguments: Any) -> Iterator[LevelOutput]:
    start: int | None = 0
    while start is not None:
        data = read.call(who, {**arguments, "max_tokens": 300, "start": start}).data
        assert isinstance(data, LevelOutput)
        yield data
        start = data.next_start


@pytest.mark.parametrize("scopes", SCOPE_SETS, ids=["all", "stones", "inbox"])
def test_pieces_of_a_stone_are_its_source_and_cost_as_much(
    koda: Agent, stone: Stone, scopes: frozenset[str]
) -> None:
    found = list(pieces(caller(koda, scopes), stone=stone.pk, level=stone.top_level))
    assert len(found) == 5
    assert "".join(piece.text for piece in found) == stone.content.text
    entries = list(LedgerEntry.objects.order_by("pk"))
    assert [entry.tokens for entry in entries] == [count_tokens(piece.text) for piece in found]
    assert {entry.paste_tokens for entry in entries} == {stone.content.tokens}
    assert stone.content.tokens <= sum(entry.tokens for entry in entries) < stone.content.tokens * 1.02


def test_pieces_of_a_source_are_known_by_their_lines(koda: Agent, stone: Stone) -> None:
    first, _ = next(reading := pieces(caller(koda), stone=stone.pk, level=stone.top_level)), next(reading)
    cut = first.text.count("\n")
    assert [entry.lines and entry.lines[0] for entry in LedgerEntry.objects.order_by("pk")] == [1, cut + 1]
    found = source_reads(stone, text=stone.content.text)
    assert (found.whole, found.focused, found.unknown) == (0, 2, 0)
    assert found.unread


def test_pieces_of_a_text_are_the_text_and_cost_as_much(koda: Agent, text_number: str) -> None:
    found = list(pieces(caller(koda), message=text_number, level=1))
    assert "".join(piece.text for piece in found) == CODE
    assert [entry.tokens for entry in LedgerEntry.objects.order_by("pk")] == [
        count_tokens(piece.text) for piece in found
    ]
    assert koda.deliveries.get().state == DeliveryState.READ


def test_a_level_at_once_is_booked_at_its_price(koda: Agent, stone: Stone, text_number: str) -> None:
    for arguments in ({"stone": stone.pk, "level": 3}, {"message": "#1", "level": 3}):
        read.call(caller(koda), {**arguments, "max_tokens": 20_000})
    read.call(caller(koda), {"message": text_number, "level": 1, "max_tokens": 20_000})
    entries = LedgerEntry.objects.order_by("pk").values_list("tokens", "lines")
    text = koda.deliveries.get(sequence=text_number.removeprefix("#")).message
    assert list(entries) == [(stone.content.tokens, None)] * 2 + [(text.lod_tokens[1], None)]


@pytest.mark.parametrize("scopes", SCOPE_SETS, ids=["all", "stones", "inbox"])
def test_a_refused_read_is_none(koda: Agent, stone: Stone, text_number: str, scopes: frozenset[str]) -> None:
    calls = [{"stone": stone.pk, "level": 3}]
    if "inbox:read" in scopes:
        calls += [{"message": "#1", "level": 3}, {"message": text_number, "level": 1}]
    for arguments in calls:
        with pytest.raises(InvalidArguments, match="beyond the end"):
            read.call(caller(koda, scopes), {**arguments, "start": 10**7})
    assert not LedgerEntry.objects.exists()
    assert {each.state for each in koda.deliveries.all()} == {DeliveryState.QUEUED}


def test_the_subject_has_its_own_field(koda: Agent) -> None:
    text = "Line one.\n\nLine two.\n"
    with_subject, forged = send_text(koda, text, "Weekly"), send_text(koda, f"[subject] Weekly\n{text}")
    answer, other = (read.call(caller(koda), {"message": number}) for number in (with_subject, forged))
    assert answer.data.fields() | {"untrusted": ["subject", "text"], "subject": "Weekly", "text": text} == (
        answer.data.fields()
    )
    assert "\n[subject] Weekly\nLine one.\n\nLine two.\n" in answer.text
    assert "its subject is the first line" in answer.text.split("\n")[0]
    assert "subject" not in other.data.fields()
    assert "its subject" not in other.text


def test_start_counts_alike_by_message_and_by_stone(koda: Agent) -> None:
    stone = store(koda.account, content=CODE)
    write_levels(stone)
    send_stone(new_agent(koda.account, "mira"), "koda", stone=stone.pk, subject="Steps", max_lod=3)
    texts = [
        read.call(caller(koda), {**name, "level": 3, "start": 700, "max_tokens": 300}).data.fields()["text"]
        for name in ({"message": "#1"}, {"stone": stone.pk})
    ]
    assert CODE.startswith(texts[0], 700)
    assert CODE.startswith(texts[1], 700)


def test_what_a_delivery_left_out_is_no_part_of_the_text(koda: Agent, stone: Stone) -> None:
    answer = read.call(caller(koda), {"message": "#1", "level": 1})
    fields = answer.data.fields()
    assert fields["omitted"].startswith("Left out: LOD-2")
    assert "Left out" not in fields["text"]
    assert fields["untrusted"] == ["text", "omitted"]
    assert f"\n\n[{fields['omitted']}]\n</untrusted" in answer.text
