"""The pages of the quickstart."""
