"""What waits for a curator, sorted so that one answer settles much. Pure."""
