"""Stones and requests of other implementations of the format, over every interface of the site."""
