"""Database backends of the site."""
