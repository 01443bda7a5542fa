"""Readers of texts that are neither prose nor Markdown, one form each: values in, values out."""
