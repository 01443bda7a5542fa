"""The pages of inboxes and agents: each parses a request, makes one call, and answers with a page or its region."""
