"""The page after signing in: what waits, what was saved, what needs attention, each with a link to the page for it."""
