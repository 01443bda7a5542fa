"""Shared parts of every app's pages. Knows no app."""
