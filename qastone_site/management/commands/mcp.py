"""The MCP server over stdio, for clients that start it themselves. stdout carries the protocol alone.

`manage.py mcp` comes here only for its help: manage.py starts the server before Django is loaded.
"""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from qastone_site.mcp_server.stdio import VARIABLE, main


class Command(BaseCommand):
    help = f"Serve MCP over stdin and stdout as the agent whose token stands in {VARIABLE}."
    # What they found would be printed before the protocol begins.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """None: the token is no argument, as the list of processes shows those to everybody."""

    def handle(self, *args: Any, **options: Any) -> None:
        sys.exit(main())
