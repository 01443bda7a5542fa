"""Rows with all that goes when they are deleted, as one text, from which they are made again as they were."""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from graphlib import TopologicalSorter
from typing import Any, NamedTuple

from django.apps import apps
from django.core import serializers
from django.db import models, router
from django.db.models.deletion import Collector

MAX_ROWS = 20_000
MAX_CHARACTERS = 20_000_000


class TooMuchToPackError(Exception):
    """More rows, or more text, than one undo is to hold."""


class Unpacked(NamedTuple):
    """Which of the roots, of one model, are there now, and how many were packed."""

    model: type[models.Model]
    keys: set[Any]
    packed: int

    @property
    def kind(self) -> str:
        """What one is called: "note"."""
        return str(self.model._meta.verbose_name)

    @property
    def left_out(self) -> int:
        return self.packed - len(self.keys)


class _AllRows(Collector):
    """Collects what would be deleted without their being fetched, too."""

    def can_fast_delete(self, *args: Any, **kwargs: Any) -> bool:
        return False


def pack(roots: Sequence[models.Model], *others: Sequence[models.Model]) -> str:
    """These rows, each sequence of one model, all that their deletion takes, and what refers to them.

    `others`: rows that may go with the roots, which alone are counted. Call within a transaction: all are locked, so
    that nobody changes them until they are deleted. Raises TooMuchToPackError.
    """
    collected = _AllRows(using=router.db_for_write(type(roots[0])))
    for sequence in (*filter(None, others), roots):
        collected.collect(_locked(sequence))
    if sum(map(len, collected.data.values())) > MAX_ROWS:
        raise TooMuchToPackError
    rows: list[dict[str, Any]] = []
    for model, instances in collected.data.items():
        # Looked up again: what was collected has only the columns that lead on.
        found = model._base_manager.filter(pk__in=[instance.pk for instance in instances])
        rows += serializers.serialize("python", found)
    root_keys = {"model": roots[0]._meta.label, "keys": [root.pk for root in roots]}
    text = json.dumps({"roots": root_keys, "rows": rows, "links": _links(collected)}, default=str)
    if len(text) > MAX_CHARACTERS:
        raise TooMuchToPackError
    return text


def _links(collected: Collector) -> list[dict[str, Any]]:
    """The references to these rows that are emptied when they go, by what they refer to. Raises TooMuchToPackError."""
    links: list[dict[str, Any]] = []
    updates: Any = collected.field_updates
    for (field, _), lists in updates.items():
        keys = _keys_of(lists)
        referring = defaultdict[Any, list[Any]](list)
        for key, value in field.model._base_manager.filter(pk__in=keys).values_list("pk", field.attname):
            referring[value].append(key)
        name = {"model": field.model._meta.label, "field": field.name}
        links += [
            {**name, "value": value, "keys": keys} for value, keys in referring.items() if value is not None
        ]
    return links


def _keys_of(lists: Iterable[Any]) -> set[Any]:
    """Of rows that are fetched already, or are to be: then no more than can be packed. Raises TooMuchToPackError."""
    keys: set[Any] = set()
    for rows in lists:
        is_query = isinstance(rows, models.QuerySet)
        keys |= (
            set(rows.values_list("pk", flat=True)[: MAX_ROWS + 1]) if is_query else {row.pk for row in rows}
        )
        if len(keys) > MAX_ROWS:
            raise TooMuchToPackError
    return keys


def _locked(rows: Sequence[models.Model]) -> list[models.Model]:
    locked = type(rows[0])._base_manager.select_for_update(of=("self",))
    return list(locked.filter(pk__in=[row.pk for row in rows]).order_by("pk"))


def unpack(text: str) -> Unpacked:
    """Make the rows again. Call within a transaction.

    Left out is a row whose place was taken meanwhile, and what hung on it alone; so is a reference that has another
    target now.
    """
    packed = json.loads(text)
    made = defaultdict[type[models.Model], list[models.Model]](list)
    # What was packed before an upgrade may have columns that are gone.
    for each in serializers.deserialize("python", packed["rows"], ignorenonexistent=True):
        made[type(each.object)].append(each.object)
    hangs_on = {model: set(_targets(model).values()) & made.keys() - {model} for model in made}
    for model in TopologicalSorter(hangs_on).static_order():
        _insert(model, _with_targets(model, made[model]))
        _settle_own_references(model, made[model])
    for link in packed["links"]:
        target = apps.get_model(link["model"])
        field = target._meta.get_field(link["field"])
        if _present(field.related_model, [link["value"]]):
            emptied = target._base_manager.filter(pk__in=link["keys"], **{link["field"]: None})
            emptied.update(**{field.attname: link["value"]})
    root, keys = apps.get_model(packed["roots"]["model"]), packed["roots"]["keys"]
    return Unpacked(root, _present(root, keys), len(keys))


def _insert(model: type[models.Model], rows: list[models.Model]) -> None:
    """Rows that are not there, with the times that Django would set anew."""
    fields = model._meta.concrete_fields
    names = [each.name for each in fields if getattr(each, "auto_now", 0) or getattr(each, "auto_now_add", 0)]
    times = [[getattr(row, name) for name in names] for row in rows]
    model._base_manager.bulk_create(rows, ignore_conflicts=True)
    for row, values in zip(rows, times, strict=True):
        for name, value in zip(names, values, strict=True):
            setattr(row, name, value)
    if names:
        model._base_manager.bulk_update(rows, names)


def _with_targets(model: type[models.Model], rows: list[models.Model]) -> list[models.Model]:
    """Without the rows that hung on one that is not there; a reference that its target's deletion empties is empty."""
    for field, target in _targets(model).items():
        if target is not model:
            targets = {getattr(row, field.attname) for row in rows} - {None}
            lost = targets - _present(target, targets)
            if _is_emptied(field):
                for row in rows:
                    if getattr(row, field.attname) in lost:
                        setattr(row, field.attname, None)
            else:
                rows = [row for row in rows if getattr(row, field.attname) not in lost]
    return rows


def _settle_own_references(model: type[models.Model], rows: list[models.Model]) -> None:
    """As `_with_targets`, for references to rows of the same model: known once it is known which of them were made."""
    made = model._base_manager.filter(pk__in=[row.pk for row in rows])
    for field in (field for field, target in _targets(model).items() if target is model):
        lost = made.exclude(**{field.attname: None}).exclude(
            **{f"{field.attname}__in": model._base_manager.values("pk")}
        )
        if _is_emptied(field):
            lost.update(**{field.attname: None})
        else:
            while lost.delete()[0]:
                pass


def _is_emptied(field: Any) -> bool:
    """Whether a row stays when what this key refers to goes."""
    return field.null and field.remote_field.on_delete is not models.CASCADE


def _targets(model: type[models.Model]) -> dict[Any, Any]:
    """The foreign keys of a model, with the models that they refer to."""
    keys = (field for field in model._meta.concrete_fields if isinstance(field, models.ForeignKey))
    return {field: field.related_model for field in keys}


def _present(model: Any, keys: Iterable[Any]) -> set[Any]:
    return set(model._base_manager.filter(pk__in=keys).values_list("pk", flat=True))
