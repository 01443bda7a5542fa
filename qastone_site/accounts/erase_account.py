"""The rows of an account that was deleted, batch by batch: no lock is held for longer than one takes.

Children go before what they belong to, so that no batch takes more with it than its own rows.
"""

import time
from collections.abc import Iterator
from graphlib import TopologicalSorter
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import CASCADE, SET_NULL, ForeignKey, Model, QuerySet

from core.jobs.models import Job
from core.jobs.request_jobs import request_jobs
from inbox.services.release_messages import delete_unread_by_all, release_messages
from qastone_site.models import DELETE_ACCOUNT, AccountDeletion

BATCH = 200
# Then another run of the job goes on: Celery ends a task after CELERY_TASK_TIME_LIMIT.
RUN_SECONDS = 300.0
# They hold the deletion itself, and go with the account.
_LAST: tuple[type[Model], ...] = (AccountDeletion, Job)


@DELETE_ACCOUNT.runs
def run_deletion(job: Job, deletion: AccountDeletion) -> None:
    """Delete for RUN_SECONDS; what is left then is left to the next run. Safe to repeat at any point."""
    until = time.monotonic() + RUN_SECONDS
    account = deletion.account
    release_messages(account=account, name=deletion.name)
    for rows in _all_rows(account, job):
        while _delete_batch(rows):
            if time.monotonic() > until:
                request_jobs([deletion], DELETE_ACCOUNT)
                return
    delete_unread_by_all()
    with job.owned_transaction():
        job.finish()
        # Its name in the audit.
        account.username = deletion.name
        account.delete()


def owned_models() -> dict[type[Model], list[str]]:
    """Each model whose rows go with an account, with the fields that name it; children first."""
    fields = {model: _account_fields(model) for model in apps.get_models()}
    owned = {model: names for model, names in fields.items() if names}
    graph: dict[type[Model], set[type[Model]]] = {model: set() for model in owned}
    for model in owned:
        for parent in {key.related_model for key in _keys(model) if key.remote_field.on_delete is CASCADE}:
            if parent in owned and parent is not model:
                graph[parent].add(model)
        # A deletion adds a version of what is deleted.
        if (tracked := getattr(model, "instance_type", None)) is not None:
            graph[model].add(tracked)
    return {model: owned[model] for model in TopologicalSorter(graph).static_order()}


def _all_rows(account: User, job: Job) -> Iterator[QuerySet[Any]]:
    """All rows that name the account, and those that hang on them: others' questions in its collections."""
    # No worker is to begin anything more for it.
    yield Job.objects.filter(account=account).exclude(pk=job.pk)
    owned = owned_models()
    for model, names in owned.items():
        if model in _LAST:
            continue
        paths = [*names]
        for key in _keys(model):
            if key.remote_field.on_delete is CASCADE and key.related_model is not model:
                paths += [f"{key.name}__{name}" for name in owned.get(key.related_model, ())]
        # One by one: of an OR over several tables no index is used.
        for path in paths:
            yield model._base_manager.filter(**{path: account})


@transaction.atomic
def _delete_batch(rows: QuerySet[Any]) -> int:
    model = rows.model
    keys = list(rows.order_by().values_list("pk", flat=True)[:BATCH])
    found = model._base_manager.filter(pk__in=keys)
    # Their texts are not loaded, but where the last version is stored once more.
    (found if hasattr(model, "history") else found.only("pk")).delete()
    return len(keys)


def _account_fields(model: type[Model]) -> list[str]:
    keys = [key for key in _keys(model) if key.related_model is User]
    return [key.name for key in keys if key.remote_field.on_delete is not SET_NULL]


def _keys(model: type[Model]) -> list[Any]:
    return [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]
