"""Finding: what every app's passages are searched with, from a question to features, one score and a confidence.

Below the apps, and knows none of them: an app says which rows its caller may see, and may re-order what was found by
what only it knows. `search_passages.search` is the way in; words, score and confidence are pure. Decisions:
docs/adr/0027-one-search.md.
"""
