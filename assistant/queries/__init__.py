"""Reads of what an account decided about the assistant."""
