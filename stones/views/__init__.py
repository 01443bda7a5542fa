"""The pages of stones: each parses a request, makes one call, and answers with a page or, to htmx, its region."""
