"""Django's PostgreSQL backend, on the embedded server, which it starts on the first connection."""
