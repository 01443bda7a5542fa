"""The configuration: kept, told as JSON, and its page."""
