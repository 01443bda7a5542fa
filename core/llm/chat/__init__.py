"""Asking a chat model for a value of a given shape."""
