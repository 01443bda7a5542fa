"""How the command is called."""

from core.cli.tests.command_runner import RunCommand, run

__all__ = ["RunCommand", "run"]
