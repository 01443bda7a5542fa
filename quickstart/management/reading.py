"""Files that a command was told, or found in a folder, read in one go."""

from collections.abc import Mapping

from django.core.management.base import BaseCommand, CommandError

from commands.arguments import read_text


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
