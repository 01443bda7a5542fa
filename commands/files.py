"""Files that a command was told, or found in a folder, read in one go."""

from collections.abc import Collection, Mapping
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from commands.arguments import USAGE, read_text


def files_in(folder: str, suffixes: Collection[str]) -> dict[str, str]:
    """Paths within the folder to its files; hidden ones and those in hidden folders are passed over.

    `suffixes` in lower case, with their dot. Raises CommandError where there is no folder.
    """
    root = Path(folder)
    if not root.is_dir():
        raise CommandError(f"There is no folder {folder!r}.", returncode=USAGE)
    found = {}
    for file in sorted(root.rglob("*")):
        within = file.relative_to(root)
        # A link that leads nowhere is no file, yet somebody meant one: reading it tells.
        if (
            file.suffix.lower() in suffixes
            and (file.is_file() or file.is_symlink())
            and not any(part.startswith(".") for part in within.parts)
        ):
            found[within.as_posix()] = str(file)
    return found


def read_texts(command: BaseCommand, files: Mapping[str, str]) -> dict[str, str]:
    """`files`: names to what is read under them. Raises CommandError (the worst exit status) after telling all."""
    texts, refused = {}, []
    for name, file in files.items():
        try:
            texts[name] = read_text(file)
        except CommandError as error:
            refused.append(error)
    if not refused:
        return texts
    if len(refused) == 1:
        raise refused[0]
    for each in refused:
        command.stderr.write(str(each))
    status = max(each.returncode for each in refused)
    raise CommandError(f"{len(refused)} files cannot be read: nothing was written.", returncode=status)
