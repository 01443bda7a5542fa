"""Shared parts of the apps' MCP tools: the caller, its permissions, the budget of an answer. Knows no app."""
