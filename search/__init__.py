"""Passages of any owner: one index, one ranking, one place for confidence. Imports no app.

An app makes a table of `search.models.Passage` and hands over the rows that its caller may see.
"""
