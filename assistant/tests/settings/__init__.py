"""The configuration: saving, its JSON, and its page."""
