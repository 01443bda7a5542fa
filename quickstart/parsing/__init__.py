"""Reads what a collection is made from: Q&A as JSON lines, skill files with their index, capability trees.

Values in, values out. Readers return every fault with its line, so that a person mends a file in one go; only
`read_skill`, which has nothing to give without its one file, raises them. `parsed_content` holds the shapes of it all.
"""
