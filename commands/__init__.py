"""The manners of management commands: whose data, which text, and how an error of ours ends a command."""
