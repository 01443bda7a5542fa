"""What a curator works with: waiting questions in groups, and the checklist for an entry. Pure."""
