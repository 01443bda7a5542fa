"""Reads of copies: one or many of them, texts that are like a text, where a copy came from."""
