"""REST over the clipboard's history."""
