"""The MCP server over stdio, for clients that start it themselves. stdout carries the protocol alone."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management import CommandError
from django.core.management.base import BaseCommand
from django.db import OperationalError

from inbox.authentication import REFUSED
from qastone_site.mcp_server.callers import know
from qastone_site.mcp_server.stdio import serve_stdio

VARIABLE = "QASTONE_TOKEN"


class Command(BaseCommand):
    help = f"Serve MCP over stdin and stdout as the agent whose token stands in {VARIABLE}."
    # What they found would be printed before the protocol begins.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """None: the token is no argument, as the list of processes shows those to everybody."""

    def handle(self, *args: Any, **options: Any) -> None:
        token = os.environ.get(VARIABLE, "").strip()
        if not token:
            raise CommandError(f"{VARIABLE} is not set. Set it to an agent's token, qas_…")
        try:
            known = know(token)
        except OperationalError as error:
            raise CommandError(f"The database does not answer: {str(error).splitlines()[0]}") from error
        if known is None:
            raise CommandError(f"{VARIABLE}: {REFUSED}")
        serve_stdio(token)
