"""Rows and threads as text lines, within a number of tokens."""
