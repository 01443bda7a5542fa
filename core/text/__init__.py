"""Text analysis: Markdown blocks, passages, sentences, search words, vectors of passages.

Pure: values in, values out; embeddings and token counts are arguments. Imports no app.
"""
