"""The clipboard's pages and the graph of a chain."""
