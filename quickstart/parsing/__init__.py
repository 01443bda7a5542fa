"""Readers of a collection's sources: Q&A as JSON lines, skill files with their index, capability trees.

Values in, values out. Readers return every fault with its line, so that a person fixes a file in one go; only
`read_skill`, which has no result without its one file, raises them. The types are in `parsed_content`.
"""
