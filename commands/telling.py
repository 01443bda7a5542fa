"""How the importing commands report: counts on one line, then names; faults and warnings on stderr, each once."""

from collections.abc import Iterable, Mapping, Sequence

from django.core.management.base import BaseCommand, CommandError, CommandParser

from texts.faults import Fault


def add_skip_invalid(parser: CommandParser) -> None:
    parser.add_argument(
        "--skip-invalid",
        action="store_true",
        help="import what can be imported, and report the rest (exit 0 when anything could be)",
    )


def tell_faults(command: BaseCommand, faults: Iterable[Fault], warnings: Iterable[Fault]) -> None:
    """The same fault in several places is written once, with their number and all places."""
    for line in _grouped(faults):
        command.stderr.write(line)
    for line in _grouped(warnings):
        command.stderr.write(f"warning: {line}")


def refuse_faults(faults: Sequence[Fault]) -> None:
    """Raises CommandError (exit 1) where something was at fault, and therefore nothing was written."""
    if faults:
        raise CommandError(f"{len(faults):,} at fault: nothing was written. --skip-invalid imports the rest.")


def tell_changes(
    command: BaseCommand, groups: Mapping[str, Sequence[str]], *, unchanged: int, skipped: int, dry_run: bool
) -> None:
    """The names in each group; of what is unchanged, or was skipped as invalid, the count alone."""
    counts = {name: len(names) for name, names in groups.items()} | {"unchanged": unchanged}
    if skipped:
        counts["at fault (skipped)"] = skipped
    told = ", ".join(f"{count:,} {name}" for name, count in counts.items())
    command.stdout.write(f"{told}{' (a dry run: nothing was written)' if dry_run else ''}.")
    for group, names in groups.items():
        if names:
            command.stdout.write("\n".join(["", f"{group}:", *(f"  {name}" for name in names)]))


def _grouped(faults: Iterable[Fault]) -> list[str]:
    alike: dict[tuple[str, str], list[Fault]] = {}
    for fault in faults:
        alike.setdefault((fault.field, fault.reason), []).append(fault)
    return [str(group[0]) if len(group) == 1 else _together(group) for group in alike.values()]


def _together(faults: Sequence[Fault]) -> str:
    first = faults[0]
    what = f"{first.field}: {first.reason}" if first.field else first.reason
    return f"{what} ({len(faults):,} times): {'; '.join(fault.place for fault in faults)}"
