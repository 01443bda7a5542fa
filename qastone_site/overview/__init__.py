"""The page after signing in: what waits, what was saved, what needs attention, each one click from where it is done."""
