"""How the importing commands tell what changed: counts on one line, then names; faults and warnings on stderr."""

from collections.abc import Iterable, Mapping, Sequence

from django.core.management.base import BaseCommand

from texts.faults import Fault


def tell_faults(command: BaseCommand, faults: Iterable[Fault], warnings: Iterable[Fault]) -> None:
    for fault in faults:
        command.stderr.write(str(fault))
    for warning in warnings:
        command.stderr.write(f"warning: {warning}")


def tell_changes(
    command: BaseCommand, groups: Mapping[str, Sequence[str]], *, unchanged: int, dry_run: bool
) -> None:
    """The names in each group; of what is unchanged the count alone."""
    counts = {name: len(names) for name, names in groups.items()} | {"unchanged": unchanged}
    told = ", ".join(f"{count:,} {name}" for name, count in counts.items())
    command.stdout.write(f"{told}{' (a dry run: nothing was written)' if dry_run else ''}.")
    for group, names in groups.items():
        if names:
            command.stdout.write("\n".join(["", f"{group}:", *(f"  {name}" for name in names)]))
