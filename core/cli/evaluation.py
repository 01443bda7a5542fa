"""What the evaluating commands share: questions that were read, and the figures that come out."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from django.core.management.base import BaseCommand, CommandError

from core.text.file_faults import Fault

_Query = TypeVar("_Query")


def require_queries(
    command: BaseCommand, queries: list[_Query], faults: Sequence[Fault], *, file: str
) -> list[_Query]:
    """The questions. Raises CommandError where a line could not be read, or there are none."""
    for fault in faults:
        command.stderr.write(str(fault), style_func=str)
    if faults:
        raise CommandError(f"{len(faults)} of the lines cannot be read: nothing was measured.")
    if not queries:
        raise CommandError(f"{file} holds no question.")
    return queries


def print_figures(command: BaseCommand, figures: Mapping[str, Any], *, as_json: bool, width: int) -> None:
    """One JSON object, or a line for each figure, its name `width` characters wide."""
    if as_json:
        command.stdout.write(json.dumps(figures))
        return
    for name, value in figures.items():
        command.stdout.write(f"{name:{width}} {'-' if value is None else value}")
