"""The figures of a period."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User

from analytics.queries import savings
from analytics.sums import Savings, SavingsRow
from analytics.tests.ledger_entries import NOON, entry
from stones.models import Content, LedgerEntry
from stones.services import delete_stone, read_level
from stones.tests.factories import LONG, new_account, store

pytestmark = pytest.mark.django_db
DAY = NOON.date()


def figures_of(account: User) -> Savings:
    return savings(account, since=DAY, until=DAY)


def rows(found: tuple[SavingsRow, ...]) -> dict[str, tuple[int, int, int]]:
    return {row.key: (row.paste, row.spent, row.saved) for row in found}


def test_a_paste_is_counted_once_for_a_reader_and_a_source(account: User) -> None:
    for level, tokens in enumerate((20, 150)):
        entry(account, level=level, tokens=tokens)
    entry(account, reader="agent mira", tokens=20)
    entry(account, source="S2", tokens=20)
    found = figures_of(account)
    assert (found.paste, found.read, found.saved, found.percent) == (3_000, 210, 2_790, 93.0)
    assert found.reads == 4


def test_nothing(account: User) -> None:
    found = savings(account, since=DAY, until=DAY + timedelta(days=2))
    assert (found.paste, found.saved, found.percent, found.exact) == (0, 0, None, True)
    assert [day.day for day in found.days] == [DAY + timedelta(days=number) for number in range(3)]
    assert (found.by_agent, found.by_channel, found.by_level) == ((), (), ())


def test_what_models_cost_is_taken_off_and_opens_no_paste(account: User) -> None:
    entry(account, kind="helper", level=3, tokens=400, reader="helper for agent koda")
    entry(account, kind="write", level=3, tokens=300, reader="generation", paste_tokens=0)
    assert (figures_of(account).paste, figures_of(account).saved) == (0, -700)
    entry(account)
    found = figures_of(account)
    assert (found.paste, found.read, found.generation, found.helpers) == (1_000, 20, 300, 400)
    assert (found.saved, found.percent, found.reads) == (280, 28.0, 1)
    # A cost under the reader's own name opens none either.
    entry(account, kind="helper", level=0, tokens=1, reader="agent mira")
    entry(account, reader="agent mira", tokens=1)
    assert figures_of(account).paste == 2_000


def test_more_spent_than_saved_is_negative(account: User) -> None:
    for _ in range(3):
        entry(account, kind="whole", level=3, tokens=1_100)
    found = figures_of(account)
    assert (found.saved, found.percent) == (-2_300, -230.0)


def test_an_entry_without_a_source_counts_its_own_paste(account: User) -> None:
    for _ in range(2):
        entry(account, source="", kind="focus", level=None, tokens=300, paste_tokens=300)
    assert (figures_of(account).paste, figures_of(account).saved) == (600, 0)


def test_a_paste_counts_on_the_day_of_the_first_read(account: User) -> None:
    entry(account, created=NOON - timedelta(days=1))
    entry(account, level=1, tokens=150)
    found = figures_of(account)
    assert (found.paste, found.saved, found.percent) == (0, -150, None)
    both = savings(account, since=DAY - timedelta(days=1), until=DAY)
    assert [(day.paste, day.saved) for day in both.days] == [(1_000, 980), (0, -150)]


def test_days_are_days_of_utc(account: User) -> None:
    midnight = datetime(2026, 3, 10, tzinfo=UTC)
    for number, created in enumerate(
        (
            midnight - timedelta(microseconds=1),
            midnight,
            midnight + timedelta(days=1, microseconds=-1),
            midnight + timedelta(days=1),
        )
    ):
        entry(account, source=f"S{number}", created=created)
    assert figures_of(account).reads == 2


def test_by_agent_with_what_was_spent_for_it(account: User) -> None:
    entry(account)
    entry(account, kind="helper", level=3, tokens=400, reader="helper for agent koda")
    entry(account, source="S2", reader="assistant for agent koda", kind="focus", level=None, tokens=100)
    entry(account, reader="person ann", tokens=30)
    entry(account, reader="generation", kind="write", level=3, tokens=70)
    assert rows(figures_of(account).by_agent) == {
        "agent koda": (2_000, 520, 1_480),
        "person ann": (0, 0, 0),
        "generation": (0, 70, -70),
    }


def test_what_a_person_opens_is_a_read_and_costs_nothing(account: User) -> None:
    for day in (1, 0):
        entry(
            account,
            kind="whole",
            level=3,
            tokens=1_100,
            reader="person ann",
            created=NOON - timedelta(days=day),
        )
    found = figures_of(account)
    assert (found.paste, found.spent, found.saved, found.reads) == (0, 0, 0, 1)
    entry(account)
    assert (figures_of(account).saved, figures_of(account).percent) == (980, 98.0)
    # An agent that calls itself so is an agent.
    entry(account, reader="agent person", tokens=30)
    assert figures_of(account).spent == 50


def test_by_channel_best_first(account: User) -> None:
    entry(account, glow_channel="", tokens=1_000)
    entry(account, source="S2", glow_channel="query")
    assert [(row.key, row.saved) for row in figures_of(account).by_channel] == [("query", 980), ("", 0)]


def test_by_the_deepest_level_that_was_loaded(account: User) -> None:
    entry(account, tokens=20)
    entry(account, level=2, tokens=400)
    entry(account, kind="focus", level=None, tokens=80)
    entry(account, source="S2", tokens=20)
    entry(account, source="S3", kind="focus", level=None, tokens=80)
    entry(account, source="", kind="focus", level=None, tokens=50, paste_tokens=50)
    entry(account, source="S4", kind="whole", level=3, tokens=1_200)
    entry(account, source="S5", level=11, tokens=900)
    entry(account, kind="write", level=3, tokens=70, reader="generation")
    entry(account, kind="helper", level=3, tokens=7, reader="helper for agent koda")
    found = figures_of(account).by_level
    assert rows(found) == {
        "lod-0": (1_000, 20, 980),
        "lod-2": (1_000, 500, 500),
        "lod-3": (1_000, 1_200, -200),
        "lod-11": (1_000, 900, 100),
        "passages": (1_050, 130, 920),
        "helpers": (0, 7, -7),
        "generation": (0, 70, -70),
    }
    assert [row.key for row in found] == [
        "lod-0",
        "lod-2",
        "lod-3",
        "lod-11",
        "passages",
        "helpers",
        "generation",
    ]


def test_another_accounts_ledger_is_another(account: User) -> None:
    entry(new_account("mallory"))
    entry(account, source="S2")
    assert figures_of(account).reads == 1
    # Nor does its earlier read of the same source take the paste away.
    entry(account)
    assert figures_of(account).paste == 2_000


def test_what_was_saved_stays_saved_without_the_stone(account: User) -> None:
    stone = store(account, content=LONG)
    read_level(account=account, border_hash=stone.pk, level=0, reader="agent koda")
    delete_stone(account=account, border_hash=stone.content.border_hash)
    left = LedgerEntry.objects.get()
    assert (left.stone_id, left.source, left.glow_channel) == (None, stone.pk, "task")
    LedgerEntry.objects.update(created=NOON)
    entry(account, source=stone.pk, level=1, tokens=150, paste_tokens=left.paste_tokens)
    assert (figures_of(account).paste, figures_of(account).read) == (stone.content.tokens, left.tokens + 150)


def test_estimated_tokens_make_it_an_estimate(account: User) -> None:
    stone = store(account, content=LONG)
    read_level(account=account, border_hash=stone.pk, level=0, reader="agent koda")
    LedgerEntry.objects.update(created=NOON)
    Content.objects.update(tokens_exact=True)
    assert figures_of(account).exact
    Content.objects.update(tokens_exact=False)
    assert not figures_of(account).exact
    later = DAY + timedelta(days=1)
    assert savings(account, since=later, until=later).exact


@pytest.mark.parametrize("many", [1, 30])
def test_two_queries_however_many_entries(
    account: User, many: int, django_assert_num_queries: object
) -> None:
    for number in range(many):
        entry(account, source=f"S{number}", reader=f"agent {number}")
    with django_assert_num_queries(2):  # type: ignore[operator]  # pytest-django's fixture
        figures_of(account)
