"""The manual, `docs/*.md`, as pages and as sections that fit a question.

It knows no app: the quickstart names its sections, and so does the site's search.
"""
