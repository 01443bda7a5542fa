"""How the command is called."""

from commands.testing import Run, run

__all__ = ["Run", "run"]
