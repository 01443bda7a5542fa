"""What every REST operation shares: problems (RFC 9457), scopes, cursors, entity tags. Knows no app."""
