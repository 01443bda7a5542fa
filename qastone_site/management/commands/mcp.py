"""The MCP server over stdio, for clients that start it themselves. stdout carries the protocol alone.

This command serves only `--help`: manage.py starts the server before Django is loaded.
"""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from qastone_site.mcp_server.stdio import VARIABLE, main


class Command(BaseCommand):
    help = f"Serve MCP over stdin and stdout as the agent whose token stands in {VARIABLE}."
    # Their output would come before the protocol.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """None: the token is no argument, as those are public in the list of processes."""

    def handle(self, *args: Any, **options: Any) -> None:
        sys.exit(main())
