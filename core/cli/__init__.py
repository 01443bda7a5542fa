"""Shared parts of management commands: choosing the account, reading files, printing results, mapping errors."""
