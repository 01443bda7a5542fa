"""Output of the importing commands: counts on one line, then names; faults and warnings on stderr, each once."""

from collections.abc import Iterable, Mapping, Sequence

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.text.file_faults import Fault

MAX_PLACES = 10
"""Of one fault, told by file and line."""


def add_skip_invalid(parser: CommandParser) -> None:
    parser.add_argument(
        "--skip-invalid",
        action="store_true",
        help="import what can be imported, and report the rest (exit 0 when anything could be)",
    )


def print_faults(command: BaseCommand, faults: Iterable[Fault], warnings: Iterable[Fault]) -> None:
    """A fault that occurs several times is written once, with the count and the first places."""
    for line in _group_faults(faults):
        command.stderr.write(line)
    for line in _group_faults(warnings):
        command.stderr.write(f"warning: {line}")


def raise_on_faults(faults: Sequence[Fault], *, skip_invalid: bool) -> None:
    """Raises CommandError (exit 1) if there is any fault; nothing was written then.

    With `skip_invalid` there was no rest to import, nor where a fault is of no single file.
    """
    if not faults:
        return
    rest = (
        "" if skip_invalid or not all(fault.file for fault in faults) else " --skip-invalid imports the rest."
    )
    raise CommandError(f"{len(faults):,} at fault: nothing was written.{rest}")


def print_summary(
    command: BaseCommand, groups: Mapping[str, Sequence[str]], *, unchanged: int, skipped: int, dry_run: bool
) -> None:
    """The names in each group; for unchanged and skipped ones only the count."""
    counts = {name: len(names) for name, names in groups.items()} | {"unchanged": unchanged}
    if skipped:
        counts["at fault (skipped)"] = skipped
    summary = ", ".join(f"{count:,} {name}" for name, count in counts.items())
    command.stdout.write(f"{summary}{' (a dry run: nothing was written)' if dry_run else ''}.")
    for group, names in groups.items():
        if names:
            command.stdout.write("\n".join(["", f"{group}:", *(f"  {name}" for name in names)]))


def _group_faults(faults: Iterable[Fault]) -> list[str]:
    by_message: dict[tuple[str, str], list[Fault]] = {}
    for fault in faults:
        by_message.setdefault((fault.field, fault.reason), []).append(fault)
    return [str(group[0]) if len(group) == 1 else _format_group(group) for group in by_message.values()]


def _format_group(faults: Sequence[Fault]) -> str:
    first = faults[0]
    message = f"{first.field}: {first.reason}" if first.field else first.reason
    places = "; ".join(fault.place for fault in faults[:MAX_PLACES])
    more = f"; and {len(faults) - MAX_PLACES:,} more" if len(faults) > MAX_PLACES else ""
    return f"{message} ({len(faults):,} times): {places}{more}"
