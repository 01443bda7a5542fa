"""Reads what a collection is made from: Q&A as JSON lines, skill files with their index, capability trees.

Values in, values out. Readers never raise on what a text holds: they return every fault, with its line, so that
a person mends a file in one go. `model` holds the shapes that all of them return.
"""
