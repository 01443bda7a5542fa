"""Shared parts of every REST operation: problems (RFC 9457), scopes, cursors, entity tags. Knows no app."""
