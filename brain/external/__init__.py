"""External sources: the requests sent to them, and the parsing of their responses."""
