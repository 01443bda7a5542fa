"""The commands of the collection that no test can run, each with the reason, and what is checked of them instead."""

import re
import subprocess
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from django.core.management import CommandParser, get_commands, load_command_class

ROOT = Path(__file__).resolve().parents[3]


class SkippedCommand(NamedTuple):
    """Lines that match `pattern` wholly are not run. `check` raises AssertionError where what they name is missing."""

    pattern: str
    reason: str
    check: Callable[[str], None]


def parser_of(name: str) -> CommandParser:
    app = get_commands()[name]
    command: Any = load_command_class(app, name) if isinstance(app, str) else app
    parser: CommandParser = command.create_parser("manage.py", name)
    return parser


def _with_its_parts(parser: ArgumentParser) -> list[ArgumentParser]:
    """A command's parser with its subcommands: `manage.py brain ask`."""
    parts = [action for action in parser._actions if isinstance(action, _SubParsersAction)]
    return [parser, *(each for part in parts for each in part.choices.values())]


def _options(parser: ArgumentParser) -> list[str]:
    return [option for action in parser._actions for option in action.option_strings]


def options_exist(name: str, line: str) -> None:
    """Each --option of the line is one that the management command knows."""
    existing = {option for parser in _with_its_parts(parser_of(name)) for option in _options(parser)}
    unknown = set(re.findall(r"(?<!\S)--[a-z-]+", line)) - existing
    assert not unknown, f"{name} has no {', '.join(sorted(unknown))}"


def _server(line: str) -> None:
    assert (ROOT / "script" / "server").is_file()
    options_exist("serve", line)


def _compose(line: str) -> None:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    named = re.findall(r" exec (\w+)| --scale (\w+)=", line)
    assert {exec_ or scale for exec_, scale in named} <= set(services)
    if inner := re.search(r"manage\.py (\w+)", line):
        options_exist(inner[1], line.partition(inner[1])[2])


def _claude(line: str) -> None:
    words = line.replace('"', "")
    assert "$QASTONE_URL/mcp" in words or words.endswith("$PWD/manage.py mcp")
    assert "mcp" in get_commands()


def _asks(line: str) -> None:
    found = re.search(r"manage\.py (\w+)", line)
    assert found
    options_exist(found[1], line)


def _nothing(line: str) -> None:
    """A program that is not ours."""


UNRUN = (
    SkippedCommand(
        r"(QASTONE_VAR=\S+ )?script/server( --\S+( [\w.]+)?)*",
        "runs until Ctrl-C",
        _server,
    ),
    SkippedCommand(r"docker compose .*", "needs Docker and its images", _compose),
    SkippedCommand(r"claude mcp add .*", "needs Claude Code", _claude),
    SkippedCommand(
        r"python manage\.py (changepassword|createsuperuser) .*", "asks for a password on a terminal", _asks
    ),
    SkippedCommand(
        r"python manage\.py watch_clipboard( --\S+( [\w.]+)?)*", "needs a desktop, runs until Ctrl-C", _asks
    ),
    SkippedCommand(
        r"pg_dump \"\$DATABASE_URL\" .*", "needs a PostgreSQL of one's own, and its tools", _nothing
    ),
)


def skipped_command(command: str) -> SkippedCommand | None:
    """The rule by which no line of this command is run; None: run it. Raises AssertionError for a mixed block."""
    lines = command.splitlines()
    rules = [next((rule for rule in UNRUN if re.fullmatch(rule.pattern, line)), None) for line in lines]
    if not any(rules):
        return None
    assert all(rules), f"put what cannot be run into a block of its own:\n{command}"
    return rules[0]


def check_skipped(command: str) -> None:
    """That the shell can read it, and that what it names exists."""
    for line in command.splitlines():
        rule = skipped_command(line)
        assert rule
        rule.check(line)


def is_shell(command: str) -> str:
    """What a shell that only parses it complains of; empty: nothing."""
    done = subprocess.run(["bash", "-n"], input=command, capture_output=True, text=True, check=False)
    return done.stderr
