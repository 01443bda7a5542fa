"""The commands that a text's shell code runs, line by line."""

from collections.abc import Iterator

from stones.levels.document_parts import DocumentPart

MAX_COMMAND_CHARACTERS = 120


def commands_of(part: DocumentPart) -> Iterator[tuple[str, int]]:
    """The lines of shell code that run something, without prompts and comments."""
    if part.is_current and part.label != "indented":
        for at, line in enumerate(part.text.split("\n")):
            command = line.strip().removeprefix("$ ").partition(" #")[0].rstrip(" \\")
            is_one = 3 <= len(command) <= MAX_COMMAND_CHARACTERS and " " in command and command[0].islower()
            if is_one and "`" not in command:
                yield f"`{command}`", part.line + at
