"""Retrieval of notes: the chunks of a text, their search features, and the ranking of notes for a question.

Pure: values in, values out; vectors and token counts are arguments. Measurements: docs/adr/0012-brain-retrieval.md.
"""
