"""What every MCP tool of the apps begins with: who calls, what it may, how much is answered. Knows no app."""
