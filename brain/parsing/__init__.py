"""Parsers of notes and profiles: Markdown with front matter, YAML and JSON."""
