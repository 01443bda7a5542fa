"""How notes and profiles are read: Markdown with front matter, YAML and JSON."""
