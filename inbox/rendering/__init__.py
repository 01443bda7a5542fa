"""Text for agents: inbox rows within a number of tokens, and set-up snippets of clients."""
