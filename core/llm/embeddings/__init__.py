"""Texts to vectors: the local model by default, any OpenAI-compatible server by two settings."""
