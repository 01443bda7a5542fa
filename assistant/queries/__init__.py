"""Queries for an account's apps, menus and settings, and for its person's inbox."""
