"""chain_of: ancestors to the origin, all descendants, and the stones between them."""

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoAssertNumQueries

from clipboard.models import ClipboardEntry
from clipboard.queries.trace_provenance import MAX_NODES, ProvenanceGraph, trace_provenance
from clipboard.services import delete_entry
from clipboard.tests.copy_factories import NOTE, copy
from stones import services
from stones.models import Share, Stone
from stones.queries import assemble, reloaded
from stones.tests.factories import LONG, new_account, store, write_levels

PARAGRAPHS = LONG.split("\n\n")
PART = "\n\n".join(PARAGRAPHS[5:9])
SMALL = PARAGRAPHS[6]


@pytest.fixture
def account(db: None) -> User:
    return new_account()


def names(chain: ProvenanceGraph) -> list[str]:
    return [node.id for node in chain.nodes]


def edges(chain: ProvenanceGraph) -> set[tuple[str, str, str]]:
    return {(edge.source, edge.target, edge.relation) for edge in chain.edges}


def test_a_copy_of_nothing(account: User) -> None:
    entry = copy(account, NOTE, source_app="firefox")
    chain = trace_provenance(entry)
    [node] = chain.nodes
    assert (chain.entry_id, chain.edges, chain.is_cut) == (entry.pk, (), False)
    assert (node.kind, node.id, node.hash, node.title, node.when, node.app, node.tokens) == (
        "entry",
        entry.pk,
        entry.sha256,
        NOTE,
        entry.copied,
        "firefox",
        entry.tokens,
    )


def test_up_to_the_origin_and_down_to_all_that_came_of_it(account: User) -> None:
    whole = copy(account, LONG)
    part = copy(account, PART)
    small, again = copy(account, SMALL), copy(account, PART)
    sibling = copy(account, "\n\n".join(PARAGRAPHS[20:24]))
    expected = {
        (whole.pk, part.pk, "part"),
        (part.pk, small.pk, "part"),
        (part.pk, again.pk, "repeats"),
    }
    assert edges(trace_provenance(part)) == expected
    assert names(trace_provenance(part)) == [whole.pk, part.pk, small.pk, again.pk]
    assert names(trace_provenance(small)) == [whole.pk, part.pk, small.pk]
    assert names(trace_provenance(sibling)) == [whole.pk, sibling.pk]
    assert set(names(trace_provenance(whole))) == {each.pk for each in (whole, part, small, again, sibling)}


def test_over_a_stone(account: User) -> None:
    """Copied, made a stone, the stone copied, a part of it copied."""
    origin = copy(account, LONG, as_stone=True)
    stone = Stone.objects.get()
    pasted = copy(account, services.stone_text(assemble(reloaded(stone)), 0))
    chain = trace_provenance(pasted)
    assert edges(chain) == {(origin.pk, stone.pk, "made"), (stone.pk, pasted.pk, "repeats")}
    assert [(node.kind, node.title) for node in chain.nodes[1:2]] == [
        ("stone", f"{stone.glow_channel} clipboard by you")
    ]
    assert edges(trace_provenance(origin)) == edges(chain)


def test_a_stone_that_is_the_origin(account: User) -> None:
    stone = store(account, content=LONG)
    write_levels(stone)
    part = copy(account, PART)
    assert edges(trace_provenance(part)) == {(stone.pk, part.pk, "part")}


def test_a_copy_of_a_stone_that_became_that_stone_is_no_circle(account: User) -> None:
    stone = store(account, content=LONG, stone_type="clipboard", source_agent="user", glow_channel=None)
    entry = copy(account, LONG, as_stone=True)
    assert (entry.parent_stone, entry.stone) == (stone, stone)
    assert edges(trace_provenance(entry)) == {(stone.pk, entry.pk, "repeats")}


def test_what_was_deleted_is_left_out(account: User) -> None:
    whole, part = copy(account, LONG), copy(account, PART)
    delete_entry(account=account, entry_id=whole.pk)
    part.refresh_from_db()
    assert (names(trace_provenance(part)), trace_provenance(part).edges) == ([part.pk], ())


def test_nothing_of_another_account(account: User) -> None:
    other = new_account()
    mine, theirs = copy(account), copy(other)
    # As no service would write it.
    ClipboardEntry.objects.filter(pk=mine.pk).update(parent=theirs, relation="part", overlap=1.0)
    mine.refresh_from_db()
    assert names(trace_provenance(mine)) == [mine.pk]


@pytest.mark.parametrize("copies", [1, 3])
def test_queries_do_not_grow_with_the_chain(
    account: User, copies: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    whole = copy(account, LONG, as_stone=True)
    for number in range(copies):
        copy(account, f"{PARAGRAPHS[5 + number]}\n\n{PARAGRAPHS[6 + number]}")
    # Up, down, entries, stones.
    with django_assert_num_queries(4):
        assert len(trace_provenance(whole).nodes) == copies + 2


def test_a_long_chain_is_cut(account: User) -> None:
    first = copy(account)
    previous = first
    for _ in range(MAX_NODES):
        previous = ClipboardEntry.objects.create(
            account=account,
            sha256=first.sha256,
            preview="a",
            characters=1,
            tokens=1,
            capture_method="rest",
            parent=previous,
            relation="repeats",
            overlap=1.0,
        )
    chain = trace_provenance(first)
    assert (len(chain.nodes), len(chain.edges), chain.is_cut) == (MAX_NODES, MAX_NODES - 1, True)
    assert previous.pk in names(trace_provenance(previous))
    assert first.pk in names(chain)


def test_a_stone_that_was_sent_to_many_stands_there_once(account: User) -> None:
    stone = store(account, content=LONG)
    write_levels(stone)
    for _ in range(3):
        Share.objects.create(account=new_account(), stone=stone)
    entry = copy(account, PART)
    assert sorted(names(trace_provenance(entry))) == sorted([stone.pk, entry.pk])
