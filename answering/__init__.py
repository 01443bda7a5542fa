"""Answers that a model writes: each a row and a job, streamed to whoever waits. Knows no app: an app declares its kind
of answers (`answer_kinds`), requests one in its service, and gives it addresses (`answer_resource`).
"""
