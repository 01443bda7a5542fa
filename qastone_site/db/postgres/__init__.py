"""Django's PostgreSQL backend without its second indexes for LIKE."""
