import pytest
from django.db import IntegrityError, transaction
from pytest_django import DjangoAssertNumQueries

from core.db.insert_rows import insert_rows
from core.jobs.models import Job
from core.rest.models import IdempotencyRecord


@pytest.fixture
def account_id(django_user_model: type) -> int:
    return int(django_user_model.objects.create_user("ann").pk)  # type: ignore[attr-defined]


def new_record(account_id: int, key: str) -> IdempotencyRecord:
    return IdempotencyRecord(account_id=account_id, caller="1", key=key, fingerprint="f", status=0)


@pytest.mark.django_db
def test_rows_have_their_keys(account_id: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    rows = [new_record(account_id, key) for key in "abc"]
    with django_assert_num_queries(1):
        assert insert_rows(rows)
    assert {row.pk: row.key for row in IdempotencyRecord.objects.all()} == {row.pk: row.key for row in rows}
    rows[0].status = 201
    rows[0].save()
    assert IdempotencyRecord.objects.get(key="a").status == 201
    assert insert_rows([])


@pytest.mark.django_db
def test_a_conflict(account_id: int) -> None:
    insert_rows([new_record(account_id, "a")])
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_rows([new_record(account_id, "a")])
    assert not insert_rows([new_record(account_id, "a"), new_record(account_id, "b")], ignore_conflicts=True)
    assert IdempotencyRecord.objects.count() == 2


@pytest.mark.django_db
def test_columns_that_may_be_null(account_id: int) -> None:
    insert_rows([job := Job(account_id=account_id, kind="k", target="1", queue="q")])
    stored = Job.objects.get()
    assert (stored.pk, stored.due, stored.started, stored.error) == (job.pk, job.due, None, "")
