#!/usr/bin/env python
"""Django's command line for this site."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "qastone_site.settings")
    if sys.argv[1:] == ["mcp"]:
        serve_mcp()
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit("Django is not installed here. Run script/server once, then: . .venv/bin/activate")

    from django.db import OperationalError

    from qastone_site.environment import EnvironmentFaults
    from qastone_site.shared_metrics import share_metrics

    try:
        if sys.argv[1:2] == ["serve"]:
            choose_settings()
            share_metrics()
        execute_from_command_line(sys.argv)
    except EnvironmentFaults as faults:
        sys.exit(str(faults))
    except OperationalError as error:
        # What a server answered has a state; without one the connection failed.
        if "--traceback" in sys.argv or getattr(error.__cause__, "sqlstate", None):
            raise
        sys.exit(f"The database does not answer: {str(error).splitlines()[0]}")


def choose_settings() -> None:
    """Of --settings and --pythonpath, as Django does it later on."""
    from django.core.management.base import CommandParser, handle_default_options

    parser = CommandParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--settings")
    parser.add_argument("--pythonpath")
    handle_default_options(parser.parse_known_args(sys.argv[2:])[0])


def serve_mcp() -> None:
    """Its client waits for the first answer: that needs no Django, which takes most of the time to load."""
    try:
        from qastone_site.mcp_server.stdio import main as serve
    except ImportError:
        return  # main() says what is missing
    sys.exit(serve())


def run() -> None:
    """main() for a shell: 130 after Ctrl-C, 141 where its reader has gone (`| head`), as for any program."""
    try:
        try:
            main()
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt as stopped:
        sys.stderr.write(f"Stopped. {stopped}".strip() + "\n")
        sys.exit(130)
    except BrokenPipeError:
        # What is left must not be tried once more at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)


if __name__ == "__main__":
    run()
