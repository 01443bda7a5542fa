"""A reranker reads a question and a text together and says how well the text answers it."""
