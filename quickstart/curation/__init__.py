"""Tools of a curator: waiting questions in groups, and the checklist for an entry. Pure."""
