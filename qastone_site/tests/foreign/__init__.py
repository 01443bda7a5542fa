"""Stones and requests as other implementations of the format write them, at every door of the site."""
